"""Read the grid that a value of a student's program holds, in any form.

`cells_of` finds the 81 cells of a value, then each cell is read as a digit. All functions return None for a
value without a grid and for a cell without a digit; only `read_grid` shows such a cell, as `?`.

Worksheets 3 to 5 hand the grid over: a cell must be a whole number or a character (`digit_of`). The other
worksheets do not fix the form of a cell (`open_digit_of`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import grids
from .values import plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Text for an empty cell; the longer list where the form of a cell is open.
EMPTY_SIGNS = "0._*- "
OPEN_EMPTY_SIGNS = ("", *EMPTY_SIGNS, "x", "X", "?")
# Attributes of a student's own object for a cell that may be its digit.
CELL_NAMES = ("valeur", "value", "val", "chiffre", "digit", "nombre", "contenu", "v", "n")
_SIGNS = ".123456789"


# The cells of a value


def cells_of(value: Any) -> list[Any] | None:
    """The 81 cells of a string, flat list, list of rows, array or dictionary; None for anything else."""
    if isinstance(value, str):
        text = value if len(value) == 81 else value.strip()
        return list(text) if len(text) == 81 else None
    if isinstance(value, dict):
        keys = dict_keys(value)
        return None if keys is None else cells_of([value[key] for key in keys])
    items = _items_of(value)
    if items is None:
        return None
    if len(items) == 81:
        return list(items)
    if len(items) != 9:
        return None
    cells: list[Any] = []
    for item in items:
        row = _items_of(item)
        if row is None or len(row) != 9:
            return None
        cells.extend(row)
    return cells


def dict_keys(value: dict[Any, Any]) -> list[Any] | None:
    """The keys of the 81 cells of a dictionary, or of its nine rows, in reading order."""
    for keys in _forms_of_keys():
        if all(key in value for key in keys):
            return keys
    return list(value) if len(value) == 9 else None


def _forms_of_keys() -> Iterator[list[Any]]:
    """The keys of cells, pairs or numbers, and those of rows: from 0 or from 1."""
    for start in (0, 1):
        yield [(start + cell // 9, start + cell % 9) for cell in range(81)]
        yield [start + cell for cell in range(81)]
    for start in (0, 1):
        yield [start + row for row in range(9)]


def _items_of(value: Any) -> Any:
    """The items of a list, tuple, text, array, row by keys, or of anything with 9 or 81 numbered items."""
    if isinstance(value, (list, tuple, str)):
        return value
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, type):
        return None
    try:
        if hasattr(value, "tolist"):
            items = value.tolist()
            return items if isinstance(items, list) else None
        if hasattr(value, "__getitem__") and len(value) in (9, 81):
            return [value[place] for place in range(len(value))]
    except Exception:  # noqa: S110 - whatever a student's object raises
        pass
    return None


# The digit of a cell


def digit_of(cell: Any) -> int | None:
    """The digit of a cell, 0 for an empty one; None for anything but a whole number or a sign of text."""
    try:
        cell = plain(cell)
    except Exception:  # whatever a student's object raises
        return None
    if isinstance(cell, int) and not isinstance(cell, bool):
        return int(cell) if 0 <= cell <= 9 else None
    if isinstance(cell, str) and len(cell) == 1:
        return 0 if cell in EMPTY_SIGNS else int(cell) if cell in _SIGNS else None
    return None


def open_digit_of(cell: Any) -> int | None:
    """The digit of a cell in any form, 0 for an empty one: also of None, 5.0, an object with a digit."""
    digit = digit_of(cell)
    if digit is not None:
        return digit
    if cell is None:
        return 0
    if isinstance(cell, str):
        return 0 if cell in OPEN_EMPTY_SIGNS else None
    if isinstance(cell, (bool, list, tuple, dict, set)):
        return None
    try:
        digit = int(cell)
        return digit if digit == cell and 0 <= digit <= 9 else None
    except Exception:  # noqa: S110 - whatever a student's object raises
        pass
    for name in CELL_NAMES:
        inner = getattr(cell, name, cell)
        if inner is not cell and not callable(inner):
            return open_digit_of(inner)
    return None


# The grid of a value


def read_grid(value: Any) -> str | None:
    """The grid of a value, or of what an object holds, as a line; `?` for a cell that is no digit."""
    cells = cells_of(value)
    if cells is None and hasattr(value, "__dict__"):
        cells = next((found for held in vars(value).values() if (found := cells_of(held)) is not None), None)
    if cells is None:
        return None
    # Whole numbers first: a call for each cell is slow in a browser.
    return "".join(
        [_SIGNS[cell] if type(cell) is int and 0 <= cell <= 9 else _sign_of(cell) for cell in cells]
    )


def _sign_of(cell: Any) -> str:
    digit = digit_of(cell)
    return "?" if digit is None else _SIGNS[digit]


def read_after(value: Any, before: str) -> str | None:
    """The grid after a call: `before` if nothing changed, which is a quick check, else `read_grid`."""
    rows = value if type(value) is list else value.tolist() if hasattr(value, "tolist") else value
    # Comparing texts is quick, and True differs from 1.
    if type(rows) is list and len(rows) == 9 and repr(rows) == grids.text_of(before):
        return before
    return read_grid(value)


def grid_line(value: Any) -> str | None:
    """The line of 81 characters that a value in an open form holds; None when a cell is no digit."""
    digits: list[int] = []
    for cell in cells_of(value) or ():
        digit = open_digit_of(cell)
        if digit is None:
            return None
        digits.append(digit)
    return grids.line_of(digits) if digits else None


def digits_being_written(value: Any) -> list[int | None] | None:
    """The digits of a grid that a program writes into by row and column or by cell.

    One cell may hold no digit for the moment. Text cannot be written into, and a dictionary of rows is not
    followed.
    """
    if isinstance(value, str) or (isinstance(value, dict) and len(value) != 81):
        return None
    cells = cells_of(value)
    if cells is None:
        return None
    digits = [cell if type(cell) is int and 0 <= cell <= 9 else open_digit_of(cell) for cell in cells]
    return None if digits.count(None) > 1 else digits


# The grids of an object


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
    """The cells of every grid in a thing, unread: a blank is not 0."""
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
