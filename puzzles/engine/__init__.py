"""Sudoku itself, with the standard library only: the door to the engine.

The floors above import from here, never from the modules behind.
"""

from .board import Board, BoardError
from .cells import (
    BOXES,
    CELLS,
    COLUMNS,
    DIGITS,
    HOUSES,
    HOUSES_OF,
    PEERS,
    ROWS,
    box_of,
    cell_name,
    column_of,
    house_name,
    parse_cell,
    row_of,
)
from .rules import Conflict, conflict_cells, conflicts, is_complete, is_valid
from .search import SearchLimitError, SearchResult, search, search_line, solutions
from .simple import Placement, SimpleResult, is_simple, simple_placements, solve_simple

__all__ = [
    "BOXES",
    "CELLS",
    "COLUMNS",
    "DIGITS",
    "HOUSES",
    "HOUSES_OF",
    "PEERS",
    "ROWS",
    "Board",
    "BoardError",
    "Conflict",
    "Placement",
    "SearchLimitError",
    "SearchResult",
    "SimpleResult",
    "box_of",
    "cell_name",
    "column_of",
    "conflict_cells",
    "conflicts",
    "house_name",
    "is_complete",
    "is_simple",
    "is_valid",
    "parse_cell",
    "row_of",
    "search",
    "search_line",
    "simple_placements",
    "solutions",
    "solve_simple",
]
