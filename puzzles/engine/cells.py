"""The geometry of the grid: 81 cells, 27 houses, 20 peers of each cell, and their names.

A cell is a number from 0 to 80, row by row: cell 0 is r1c1, cell 8 is r1c9, cell 80 is r9c9.
Houses 0-8 are the rows, 9-17 the columns, 18-26 the boxes (read left to right, top to bottom).
"""

import re

CELLS = range(81)
DIGITS = range(1, 10)

_CELL_NAME = re.compile(r"r([1-9])c([1-9])", re.IGNORECASE | re.ASCII)
_HOUSE_KINDS = ("row", "column", "box")
_HOUSE_NAME = re.compile(r"(row|column|box) ([1-9])", re.IGNORECASE | re.ASCII)


def row_of(cell: int) -> int:
    """The row of a cell, 0-8."""
    return cell // 9


def column_of(cell: int) -> int:
    """The column of a cell, 0-8."""
    return cell % 9


def box_of(cell: int) -> int:
    """The box of a cell, 0-8."""
    return cell // 27 * 3 + cell % 9 // 3


ROWS = tuple(tuple(cell for cell in CELLS if row_of(cell) == row) for row in range(9))
COLUMNS = tuple(tuple(cell for cell in CELLS if column_of(cell) == column) for column in range(9))
BOXES = tuple(tuple(cell for cell in CELLS if box_of(cell) == box) for box in range(9))
HOUSES = ROWS + COLUMNS + BOXES

HOUSES_OF = tuple((row_of(cell), 9 + column_of(cell), 18 + box_of(cell)) for cell in CELLS)

PEERS = tuple(
    tuple(sorted({peer for house in HOUSES_OF[cell] for peer in HOUSES[house]} - {cell})) for cell in CELLS
)


def cell_name(cell: int) -> str:
    """The name of a cell, as in `r5c5` for cell 40."""
    if cell not in CELLS:
        raise ValueError(f"{cell!r} is not a cell: expected a number from 0 to 80")
    return f"r{row_of(cell) + 1}c{column_of(cell) + 1}"


def parse_cell(name: str) -> int:
    """The cell of a name such as `r5c5` or `R5C5`. Raises ValueError for any other text."""
    found = _CELL_NAME.fullmatch(name)
    if not found:
        raise ValueError(f"{name!r} is not the name of a cell: expected r1c1 to r9c9")
    return 9 * (int(found[1]) - 1) + int(found[2]) - 1


def house_name(house: int) -> str:
    """The name of a house, 1-based: `row 1`, `column 5`, `box 9`."""
    if house not in range(27):
        raise ValueError(f"{house!r} is not a house: expected a number from 0 to 26")
    return f"{_HOUSE_KINDS[house // 9]} {house % 9 + 1}"


def parse_house(name: str) -> int:
    """The house of a name such as `row 1` or `Box 9`. Raises ValueError for any other text."""
    found = _HOUSE_NAME.fullmatch(name)
    if not found:
        raise ValueError(f"{name!r} is not the name of a house: expected row 1 to row 9, column or box")
    return 9 * _HOUSE_KINDS.index(found[1].lower()) + int(found[2]) - 1
