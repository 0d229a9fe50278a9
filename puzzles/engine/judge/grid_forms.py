"""Grids in the forms that programs keep them in, there and back: lists, an array, characters, an object."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from . import grids
from .values import plain

if TYPE_CHECKING:
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


def read_grid(value: Any) -> str | None:
    """A grid as a line: from nine rows, 81 digits, or an object that holds them; `?` for anything else."""
    try:
        value = plain(value, 0)
        if type(value) is list and len(value) == 9:
            text = "".join([str(cell) for row in value for cell in row])
            if len(text) == 81 and text.isdigit():
                return text.replace("0", ".")
        cells = _cells(plain(value))
        if cells is None and hasattr(value, "__dict__"):
            for held in vars(value).values():
                cells = _cells(plain(held))
                if cells is not None:
                    break
    except Exception:
        return None
    if cells is None:
        return None
    return "".join(
        [_NAMES[cell] if type(cell) is int and 0 <= cell <= 9 else _character(cell) for cell in cells]
    )


_NAMES = ".123456789"


def read_after(value: Any, before: str) -> str | None:
    """The grid after a call: `before` where nothing changed, which is quickly seen, else `read_grid`."""
    rows = value if type(value) is list else value.tolist() if hasattr(value, "tolist") else value
    # Comparing texts is quick, and True differs from 1.
    if type(rows) is list and len(rows) == 9 and repr(rows) == grids.text_of(before):
        return before
    return read_grid(value)


def _cells(value: Any) -> list[Any] | None:
    """The 81 values of a grid, None where there are not so many."""
    if isinstance(value, str):
        return list(value) if len(value) == 81 else None
    if isinstance(value, dict):
        keys = [(row, column) for row in range(9) for column in range(9)]
        if all(key in value for key in keys):
            return [value[key] for key in keys]
        value = list(value.values()) if len(value) == 9 else None
    if not isinstance(value, (list, tuple)):
        return None
    if len(value) == 81:
        return list(value)
    if len(value) == 9 and all(isinstance(row, (list, tuple, str)) and len(row) == 9 for row in value):
        return [cell for row in value for cell in row]
    return None


def _character(cell: Any) -> str:
    if type(cell) is str and len(cell) == 1:
        return cell if cell in "123456789" else "." if cell in "0._*- " else "?"
    if isinstance(cell, int) and not isinstance(cell, bool) and 0 <= cell <= 9:
        return "." if cell == 0 else str(int(cell))
    return "?"


def make_object(owner: type, line: str | None, form: str = "lists") -> Any:
    """An object of a student's class that holds a grid: by its constructor, else by what it holds."""
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
    """Give an object another grid, in the shape of the one it holds. Whether it holds one."""
    for name, held in list(vars(thing).items()):
        if _cells(plain(held)) is None:
            continue
        digits = grids.digits_of(line)
        if isinstance(held, str):
            setattr(thing, name, line.replace(".", "0"))
        elif (isinstance(held, dict) and len(held) == 81) or hasattr(held, "tolist"):
            for cell in range(81):
                held[cell // 9, cell % 9] = digits[cell]
        elif len(held) == 81:
            setattr(thing, name, digits)
        else:
            setattr(thing, name, grids.rows_of(line))
        return True
    return False
