"""Write a grid in the forms that programs keep it in: lists, an array, characters, an object."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from . import grids
from .grid_reader import cells_of, dict_keys, grid_line, open_digit_of, read_grid

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

ARRAY = "array"


def make_grid(line: str, form: str) -> Any:
    """A grid in the form asked for: a list of nine lists, or an array of numpy or of its stand-in."""
    if form != ARRAY:
        return grids.rows_of(line)
    module = arrays_module()
    if hasattr(module, "_grid_of"):  # the stand-in, which need not look at every digit
        return module._grid_of(grids.digits_of(line))
    return module.array(grids.rows_of(line))


def arrays_module() -> Any:
    """numpy where the program has imported it, else the judge's stand-in."""
    if "numpy" in sys.modules:
        return sys.modules["numpy"]
    from . import arrays

    return arrays


def rows_of_text(line: str) -> list[str]:
    """Nine strings of nine characters."""
    text = line.replace(".", "0")
    return [text[start : start + 9] for start in range(0, 81, 9)]


# Objects of a student's class


def make_object(owner: type, line: str | None, form: str = "lists") -> Any:
    """An object of a student's class that holds a grid: by its constructor, else by its attributes."""
    wanted = grids.EMPTY if line is None else line
    digits = wanted.replace(".", "0")
    error: Any = None
    made: list[Any] = []
    for arguments in ((make_grid(wanted, form),), (digits,), (), (grids.digits_of(wanted),)):
        try:
            thing = owner(*arguments)
        except Exception as problem:
            error = error or problem
            continue
        if read_grid(thing) == wanted:
            return thing
        made.append(thing)
    for thing in reversed(made):
        if set_grid(thing, wanted):
            return thing
    if made:
        return made[0]
    raise error


def set_grid(thing: Any, line: str) -> bool:
    """Give an object another grid, in the shape of the one it holds. False if it holds none."""
    for name, held in list(vars(thing).items()):
        if cells_of(held) is not None:
            setattr(thing, name, copy_of_shape(held, line))
            return True
    return False


# The shape of a value


def copy_of_shape(value: Any, line: str) -> Any:
    """The grid of a line in the shape that `value` has: rows, flat, characters, array, dictionary."""
    contents = _contents_like(value, line)
    if contents is None:
        return grids.rows_of(line)
    if isinstance(value, str):
        return "".join(contents)
    if hasattr(value, "tolist"):
        array = value.copy()
        write_cells(array, dict(enumerate(contents)))
        return array
    rows = [contents[start : start + 9] for start in range(0, 81, 9)]
    if isinstance(value, dict):
        keys = dict_keys(value) or ()
        return dict(zip(keys, contents if len(keys) == 81 else rows, strict=True))
    if len(value) == 81:
        return contents
    return ["".join(row) for row in rows] if isinstance(value[0], str) else rows


def write_in_place(value: Any, line: str) -> bool:
    """Put a line's digits into a list, array or dictionary; False where that cannot be done."""
    contents = _contents_like(value, line)
    if contents is None or not hasattr(value, "__setitem__"):
        return False
    try:
        write_cells(value, dict(enumerate(contents)))
    except Exception:  # rows of text or tuples, or whatever a student's object raises
        return False
    return grid_line(value) == line


def write_cells(value: Any, contents: Mapping[int, Any]) -> None:
    """Write into cells (0-80) of a grid, whatever its shape. Raises what the value raises."""
    keys = (dict_keys(value) or ()) if isinstance(value, dict) else range(len(value))
    is_flat = len(keys) == 81
    for cell, content in contents.items():
        if is_flat:
            value[keys[cell]] = content
        else:
            value[keys[cell // 9]][cell % 9] = content


def _contents_like(value: Any, line: str) -> list[Any] | None:
    """The contents of 81 cells for a line, in the style of a value: numbers or text, its sign for empty."""
    cells = cells_of(value)
    if cells is None:
        return None
    is_text = any(isinstance(cell, str) for cell in cells)
    empty = next((cell for cell in cells if open_digit_of(cell) == 0), "0" if is_text else 0)
    return [(str(digit) if is_text else digit) if digit else empty for digit in grids.digits_of(line)]
