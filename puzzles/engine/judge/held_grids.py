"""Grids as programs of the first worksheet hold them, in any shape: read, copied, written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import grids

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

CELL_NAMES = ("valeur", "value", "val", "chiffre", "digit", "nombre", "contenu", "v", "n")
EMPTY_SIGNS = ("", " ", ".", "0", "_", "-", "*", "x", "X", "?")


def cell_digit(value: Any) -> int | None:
    """The digit of a cell in whatever form, 0 if empty; None when this is no cell."""
    if value is None:
        return 0
    if isinstance(value, str):
        if value in EMPTY_SIGNS:
            return 0
        return "0123456789".index(value) if value in "0123456789" else None
    if isinstance(value, (bool, list, tuple, dict, set)):
        return None
    try:
        digit = int(value)
        return digit if digit == value and 0 <= digit <= 9 else None
    except Exception:  # noqa: S110 - whatever a student's object raises
        pass
    for name in CELL_NAMES:
        inner = getattr(value, name, value)
        if inner is not value and not callable(inner):
            return cell_digit(inner)
    return None


def cells_of(value: Any) -> list[Any] | None:
    """The 81 cells of a string, flat list, list of rows, array or dictionary; None for anything else."""
    if isinstance(value, str):
        text = value.strip()
        return list(text) if len(text) == 81 else None
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        for keys in dict_forms():
            if all(key in value for key in keys):
                return [value[key] for key in keys]
        for start in (0, 1):
            if all(row in value for row in range(start, start + 9)):
                return cells_of([value[row] for row in range(start, start + 9)])
        return None
    if not isinstance(value, (list, tuple)):
        return None
    if len(value) == 81:
        return list(value)
    if len(value) != 9:
        return None
    cells: list[Any] = []
    for row in value:
        if isinstance(row, dict) and len(row) == 9:
            row = list(row.values())
        elif hasattr(row, "tolist"):
            row = row.tolist()
        if not isinstance(row, (list, tuple, str)) or len(row) != 9:
            return None
        cells.extend(row)
    return cells


def dict_forms() -> Iterator[list[Any]]:
    """The keys by which a dictionary may hold the 81 cells: pairs or numbers, from 0 or from 1."""
    for start in (0, 1):
        yield [(start + cell // 9, start + cell % 9) for cell in range(81)]
        yield [start + cell for cell in range(81)]


def dict_keys(value: dict[Any, Any]) -> list[Any]:
    """The 81 keys of a dictionary that is a grid, in the order of the cells."""
    return next(keys for keys in dict_forms() if all(key in value for key in keys))


def grid_line(value: Any) -> str | None:
    """The line of 81 characters that a value holds; None when it holds no grid."""
    cells = cells_of(value)
    if cells is None:
        return None
    digits = [cell_digit(cell) for cell in cells]
    known = [digit for digit in digits if digit is not None]
    return grids.line_of(known) if len(known) == 81 else None


def attributes(thing: Any) -> Iterator[tuple[str, Any]]:
    """Names and values of what an object of a student's class holds: its own first, then its class's."""
    names = list(getattr(thing, "__dict__", None) or ())
    for name in dir(type(thing)):
        if name not in names and name[:2] + name[-2:] != "____":
            names.append(name)
    for name in names:
        try:
            value = getattr(thing, name)
        except Exception:  # noqa: S112 - whatever a student's property raises
            continue
        if not callable(value) or cells_of(value) is not None:
            yield name, value


def raw_cells(thing: Any) -> list[list[Any]]:
    """What is in the cells of every grid of a thing, as it is: a blank is not 0."""
    values = [thing, *(value for _, value in attributes(thing))] if thing is not None else []
    found = [cells_of(value) for value in values]
    return [cells for cells in found if cells is not None]


def grids_in(thing: Any) -> list[str]:
    """Every grid in a thing: itself, the parts of a short tuple, the attributes of an object."""
    line = grid_line(thing)
    if line is not None:
        return [line]
    if isinstance(thing, (tuple, list)):
        return [line for part in thing for line in grids_in(part)] if len(thing) <= 4 else []
    if thing is None or isinstance(thing, (bool, int, float, str, dict, set)) or callable(thing):
        return []
    return [line for line in (grid_line(value) for _, value in attributes(thing)) if line is not None]


def copy_of_shape(value: Any, line: str) -> Any:
    """The grid of a line in the shape that `value` has: rows, flat, characters, array, dictionary."""
    digits = grids.digits_of(line)
    cells = cells_of(value)
    if cells is None:
        return grids.rows_of(line)
    text = any(isinstance(cell, str) for cell in cells)
    signs = [cell for cell in cells if cell_digit(cell) == 0]
    sign = signs[0] if signs else ("0" if text else 0)
    cells = [(str(digit) if text else digit) if digit else sign for digit in digits]
    if isinstance(value, str):
        return "".join(cells)
    if hasattr(value, "tolist"):
        array = value.copy()
        for cell in range(81):
            array[cell // 9][cell % 9] = cells[cell]
        return array
    if isinstance(value, dict):
        for keys in dict_forms():
            if all(key in value for key in keys):
                return dict(zip(keys, cells, strict=True))
    if len(value) == 81:
        return cells
    if isinstance(value[0], str):
        return ["".join(cells[9 * row : 9 * row + 9]) for row in range(9)]
    return [cells[9 * row : 9 * row + 9] for row in range(9)]


def write_in_place(value: Any, line: str) -> bool:
    """Put a line's digits into a list of lists or an array; False where that cannot be done."""
    if cells_of(value) is None or not hasattr(value, "__setitem__"):
        return False
    try:
        wanted = copy_of_shape(value, line)
        for row in range(9):
            for column in range(9):
                value[row][column] = wanted[row][column]
    except Exception:
        return False
    return grid_line(value) == line


def rows_of_text(line: str) -> Any:
    """Nine strings of nine characters."""
    return copy_of_shape(["0" * 9] * 9, line)
