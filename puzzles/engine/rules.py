"""The rules of sudoku: no digit twice in a row, a column or a box."""

from dataclasses import dataclass

from .bits import NINE_OF
from .board import Board
from .cells import DIGITS, HOUSES


@dataclass(frozen=True, slots=True)
class Conflict:
    """One digit in two or more cells of one house (0-26)."""

    house: int
    digit: int
    cells: tuple[int, ...]


def conflicts(board: Board) -> list[Conflict]:
    """Every conflict of a board, by house, then by digit; the cells ascending."""
    found = []
    for house, nine_of in enumerate(NINE_OF):
        held = nine_of(board.digits)
        # Nearly always: nine cells are either empty or of digits that differ.
        if held.count(0) + len({*held} - {0}) == 9:
            continue
        for digit in DIGITS:
            if held.count(digit) > 1:
                where = tuple(cell for cell in HOUSES[house] if board.digits[cell] == digit)
                found.append(Conflict(house, digit, where))
    return found


def conflict_cells(board: Board) -> frozenset[int]:
    """The cells that share their digit with a peer."""
    return frozenset(cell for conflict in conflicts(board) for cell in conflict.cells)


def is_valid(board: Board) -> bool:
    """Whether the board is finished: complete, and every house holds 1 to 9 once."""
    return board.is_complete and not conflicts(board)
