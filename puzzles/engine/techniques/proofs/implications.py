"""Singles and gaps of a candidate set. A digit on the grid counts as the one candidate of its cell.

A candidate alone in a constraint is a single; a constraint without candidates is a contradiction, here a
*gap*.
"""

from ...bits import (
    ALL_CANDIDATES,
    ALL_CELLS,
    LEFT_AFTER,
    CandidateSet,
    box_folds,
    candidate_number,
    cell_folds,
    column_folds,
    row_folds,
)
from ...cells import DIGITS, HOUSES
from ...constraints import CANDIDATES
from ..position import Position, derived

# What a placement leaves, its own candidate with it.
KEPT = tuple(LEFT_AFTER[candidate] | 1 << candidate for candidate in CANDIDATES)


def grid_candidates(position: Position) -> int:
    """The candidates of a position, each digit on the grid as the one candidate of its cell."""
    return position.candidate_set | position.placed


def singles_in(candidate_set: CandidateSet) -> int | None:
    """The candidates that are alone in a constraint, filled cells included. None if there is a gap."""
    once, twice = cell_folds(candidate_set)
    if once != ALL_CELLS:
        return None
    # Multiplication copies an answer: of a cell to its nine candidates, of a house's first cell to all its
    # cells. The copies do not overlap, so nothing is carried.
    alone = (once ^ twice) * _ALL_DIGITS_OF_CELL
    for fold, heads, spread in _HOUSE_FOLDS:
        once, twice = fold(candidate_set)
        if once != heads:
            return None
        alone |= (once ^ twice) * spread
    return alone & candidate_set


@derived
def has_singles(position: Position) -> bool:
    """Whether a single is open. It follows without an assumption, so no proof by assumption is wanted."""
    singles = singles_in(grid_candidates(position))
    return singles is None or bool(singles & ~position.placed)


_ALL_DIGITS_OF_CELL = sum(1 << candidate_number(0, digit) for digit in DIGITS)
_HOUSE_FOLDS = tuple(
    (fold, fold(ALL_CANDIDATES)[0], sum(1 << cell for cell in HOUSES[first]))
    for fold, first in ((row_folds, 0), (column_folds, 9), (box_folds, 18))
)
