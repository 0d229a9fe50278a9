"""Candidates as numbers and in groups, and the singles among them.

Candidates are counted by their place in the layers (0-728, see bitboards). A digit on the grid stands there
as the one candidate of its cell. A *group* is nine candidates one of which must hold: a cell, or a digit in a
house. A candidate alone in a group is a single; a group without any is a contradiction, here a *gap*.
"""

from typing import NamedTuple

from ...bits import (
    ALL_CELLS,
    ALL_LAYERS,
    LAYERS_AFTER,
    box_folds,
    cell_folds,
    cells_of,
    column_folds,
    layer_bit,
    row_folds,
)
from ...cells import CELLS, DIGITS, HOUSES
from ..position import Position, derived

CANDIDATES = range(9 * 81)

# A set of candidates is read as a board is: their places, ascending.
candidates_in = cells_of

# What a placement leaves, its own candidate with it.
KEPT = tuple(LAYERS_AFTER[candidate] | 1 << candidate for candidate in CANDIDATES)


class Group(NamedTuple):
    """Nine candidates, as layers, one of which must hold: those of a cell, or of a digit in a house."""

    members: int
    cell: int | None
    house: int | None
    digit: int | None


CELL_GROUPS = tuple(
    Group(sum(1 << layer_bit(cell, digit) for digit in DIGITS), cell, None, None) for cell in CELLS
)
HOUSE_GROUPS = tuple(
    Group(sum(1 << layer_bit(cell, digit) for cell in cells), None, house, digit)
    for house, cells in enumerate(HOUSES)
    for digit in DIGITS
)
GROUPS = CELL_GROUPS + HOUSE_GROUPS
GROUPS_OF = tuple(
    tuple(group for group in GROUPS if group.members >> candidate & 1) for candidate in CANDIDATES
)


def grid_layers(position: Position) -> int:
    """The candidates of a position, each digit on the grid as the one candidate of its cell."""
    return position.layers | position.placed


def singles_in(layers: int) -> int | None:
    """The candidates alone in a group, those of filled cells too. None if there is a gap."""
    once, twice = cell_folds(layers)
    if once != ALL_CELLS:
        return None
    alone = (once ^ twice) * _ALL_DIGITS_OF_CELL
    for fold, heads, spread in _HOUSE_FOLDS:
        once, twice = fold(layers)
        if once != heads:
            return None
        alone |= (once ^ twice) * spread
    return alone & layers


@derived
def has_singles(position: Position) -> bool:
    """Whether a single is open: what follows anyway is no consequence of an assumption."""
    singles = singles_in(grid_layers(position))
    return singles is None or bool(singles & ~position.placed)


_ALL_DIGITS_OF_CELL = sum(1 << layer_bit(0, digit) for digit in DIGITS)
_HOUSE_FOLDS = tuple(
    (fold, fold(ALL_LAYERS)[0], sum(1 << cell for cell in HOUSES[first]))
    for fold, first in ((row_folds, 0), (column_folds, 9), (box_folds, 18))
)
