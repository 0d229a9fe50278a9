"""The rules of sudoku: no digit twice in a row, a column or a box."""

from dataclasses import dataclass

from .board import Board
from .cells import DIGITS, HOUSES


@dataclass(frozen=True, slots=True)
class Conflict:
    """One digit that stands in two or more cells of one house (0-26)."""

    house: int
    digit: int
    cells: tuple[int, ...]


def conflicts(board: Board) -> list[Conflict]:
    """Every conflict of a board, by house, then by digit; the cells ascending."""
    found = []
    for house, cells in enumerate(HOUSES):
        held = [board.digits[cell] for cell in cells]
        for digit in DIGITS:
            if held.count(digit) > 1:
                where = tuple(cell for cell in cells if board.digits[cell] == digit)
                found.append(Conflict(house, digit, where))
    return found


def conflict_cells(board: Board) -> frozenset[int]:
    """The cells that share their digit with a peer."""
    return frozenset(cell for conflict in conflicts(board) for cell in conflict.cells)


def is_complete(board: Board) -> bool:
    """Whether every cell holds a digit, right or wrong."""
    return board.is_complete


def is_valid(board: Board) -> bool:
    """Whether the board is finished: complete, and every house holds 1 to 9 once."""
    return board.is_complete and not conflicts(board)
