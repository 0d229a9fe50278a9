"""Which kind of solving a grid needs, decided fast: an import asks it once for every grid.

The compiled search answers where it is in use; this is the reference, with the same answers.
"""

from typing import Literal, get_args

from .. import compiled
from ..bits import (
    ALL_CANDIDATES,
    ALL_CELLS,
    LEFT_AFTER,
    candidate_number,
    cells_with_one,
    has_contradiction,
    hidden_singles_in,
    split_by_digit,
)
from ..board import Board

SolvingClass = Literal["simple", "singles", "harder"]

_CLASSES: tuple[SolvingClass, ...] = get_args(SolvingClass)
_TO_DIGITS = bytes.maketrans(b".123456789", bytes(range(10)))


def solving_class(board: Board) -> SolvingClass:
    """Whether naked singles solve the board ("simple"), all singles do ("singles"), or not even they."""
    if compiled.IS_USED:
        return _CLASSES[compiled.solving_class(bytes(board.digits))]
    candidates, placed = ALL_CANDIDATES, 0
    for cell, digit in enumerate(board.digits):
        if digit:
            index = candidate_number(cell, digit)
            candidates &= LEFT_AFTER[index]
            placed |= 1 << index
    candidates, placed = _place_naked_singles(candidates, placed)
    if not candidates:
        return "simple" if _is_solved(placed) else "harder"
    while candidates:
        before = placed
        candidates, placed = _place_hidden_singles(candidates, placed)
        candidates, placed = _place_naked_singles(candidates, placed)
        if placed == before:
            return "harder"
    return "singles" if _is_solved(placed) else "harder"


def solving_class_of_line(line: str) -> SolvingClass:
    """The class of 81 characters, `.` for an empty cell, that hold a grid.

    The same as `solving_class`, without making a board: for files of many thousand lines.
    """
    if compiled.IS_USED:
        return _CLASSES[compiled.solving_class(line.encode("ascii").translate(_TO_DIGITS))]
    return solving_class(Board.from_line(line))


def _place_naked_singles(candidates: int, placed: int) -> tuple[int, int]:
    """Candidates and placed digits, both as candidate sets, once no cell has one candidate."""
    while True:
        cell_sets = split_by_digit(candidates)
        single = cells_with_one(cell_sets)
        if not single:
            return candidates, placed
        for digit, cell_set in enumerate(cell_sets):
            hits = cell_set & single
            while hits:
                lowest = hits & -hits
                index = candidate_number(lowest.bit_length() - 1, digit)
                candidates &= LEFT_AFTER[index]
                placed |= 1 << index
                hits ^= lowest


def _place_hidden_singles(candidates: int, placed: int) -> tuple[int, int]:
    """Candidates and placed digits after every hidden single there is now."""
    after = candidates
    for _, digit, cell in hidden_singles_in(candidates):
        index = candidate_number(cell, digit)
        # All of one round are found before any is placed, as in the compiled search.
        after &= LEFT_AFTER[index]
        placed |= 1 << index
    return after, placed


def _is_solved(placed: int) -> bool:
    # On a grid without a solution two singles found at once may contradict each other, in a house or a cell.
    return cells_with_one(split_by_digit(placed)) == ALL_CELLS and not has_contradiction(0, placed)
