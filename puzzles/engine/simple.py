"""The simple method of the course: naked singles alone, driven by a table of forbidden digits.

Each digit on the grid forbids itself to its peers. An empty cell with one digit left takes it, which
forbids again, and so on; a grid that is solved in this way is called *simple*.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from .bits import Candidate
from .board import Board
from .cells import CELLS, PEERS
from .rules import is_valid

_SINGLE_DIGIT = {1 << digit - 1: digit for digit in range(1, 10)}


@dataclass(frozen=True, slots=True)
class SimpleResult:
    """How far the simple method comes: the board it ends with and its placements in order."""

    board: Board
    placements: tuple[Candidate, ...]
    is_solved: bool


def simple_placements(board: Board) -> Iterator[Candidate]:
    """The placements of the simple method, in order; they end where no empty cell has one digit left.

    After each placement the search for the next one starts again at the first cell, as in the worksheet.
    """
    candidates = board.candidate_masks()
    while (cell := next((cell for cell in CELLS if candidates[cell] in _SINGLE_DIGIT), None)) is not None:
        single = candidates[cell]
        candidates[cell] = 0
        for peer in PEERS[cell]:
            candidates[peer] &= ~single
        yield Candidate(cell, _SINGLE_DIGIT[single])


def solve_simple(board: Board) -> SimpleResult:
    """The simple method carried as far as it goes."""
    digits = list(board.digits)
    placements = tuple(simple_placements(board))
    for placement in placements:
        digits[placement.cell] = placement.digit
    reached = Board(tuple(digits))
    return SimpleResult(board=reached, placements=placements, is_solved=is_valid(reached))
