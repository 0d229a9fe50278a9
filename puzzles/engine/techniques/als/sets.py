"""Almost locked sets (ALS): n cells of a house that have n + 1 candidate digits together.

A set that loses one of its digits is locked: it holds all the others. A restricted common is a digit of two
sets whose cells in one set all see its cells in the other: at most one of the two sets holds it. Restricted
commons link sets into wings and chains. Described in HoDoKu's "Almost Locked Sets" and in SudokuWiki's
"Almost Locked Sets".
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...bits import (
    BOXES_FIRST,
    HOUSE_CELLS,
    MASK_SIZES,
    NINE_OF,
    CandidateSet,
    CellSet,
    DigitMask,
    candidate_number,
    common_peers,
    digits_of,
)
from ...cells import HOUSES
from ..position import Position, derived


class AlmostLockedSet(NamedTuple):
    """A set of cells, as a cell set, and its digits, as a mask and ascending.

    `cells_with` has for each digit (by its own index, 0-9) the cells of the set it is a candidate in,
    `buddies` the cells that see all of these; empty for a digit that is not in the set. `seen` are
    the buddies of all digits, as a candidate set.
    """

    cells: CellSet
    mask: DigitMask
    digits: tuple[int, ...]
    cells_with: tuple[CellSet, ...]
    buddies: tuple[CellSet, ...]
    seen: CandidateSet

    @property
    def size(self) -> int:
        """How many cells the set has."""
        return len(self.digits) - 1


_BOX_CELLS = HOUSE_CELLS[18:]


@derived
def almost_locked_sets(position: Position) -> tuple[AlmostLockedSet, ...]:
    """The almost locked sets of a position, smallest first; of one size by box, row, column.

    A set that contains a locked set is left out: its other cells eliminate as much.
    """
    masks = position.masks
    found = [als for house in BOXES_FIRST for als in _sets_in(house, NINE_OF[house](masks))]
    # Stable: within a size the order of houses stays.
    found.sort(key=lambda als: len(als.digits))
    return tuple(found)


# A step leaves most houses as they are: their sets are kept for the next position.
@lru_cache(maxsize=1 << 12)
def _sets_in(house: int, masks: tuple[int, ...]) -> tuple[AlmostLockedSet, ...]:
    """The almost locked sets of a house; of a line only those that no box contains."""
    cells = [(1 << cell, mask) for cell, mask in zip(HOUSES[house], masks, strict=True) if mask]
    return tuple(
        _almost_locked(cell_set, mask, cells)
        for cell_set, mask in _groups(cells)
        # Cells that share a box and a line would be found in both.
        if house >= 18 or all(cell_set & ~box for box in _BOX_CELLS)
    )


def _groups(cells: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The cells and digits of each almost locked set, by size, without those that contain a locked set."""
    # Apriori search: groups grow cell by cell, and one that contains a locked set is never grown further.
    count = len(cells)
    locked: list[int] = []
    open_groups: list[tuple[int, int, int]] = [(0, 0, 0)]
    for size in range(1, count):
        grown = []
        for cell_set, mask, following in open_groups:
            for index in range(following, count):
                cell, digits = cells[index]
                joined = mask | digits
                surplus = MASK_SIZES[joined] - size
                if surplus < 1:
                    locked.append(cell_set | cell)
                elif surplus < count - index + 1:  # else too few cells are left to need all the digits
                    grown.append((cell_set | cell, joined, index + 1))
        if locked:
            grown = [group for group in grown if all(part & ~group[0] for part in locked)]
        open_groups = grown
        for cell_set, mask, _ in grown:
            if MASK_SIZES[mask] == size + 1:
                yield cell_set, mask


def _almost_locked(cell_set: CellSet, mask: DigitMask, cells: list[tuple[int, int]]) -> AlmostLockedSet:
    places = [0] * 10
    for cell, digits in cells:
        if cell & cell_set:
            for digit in digits_of(digits):
                places[digit] |= cell
    buddies, seen = [0] * 10, 0
    for digit in digits_of(mask):
        buddies[digit] = common_peers(places[digit])
        seen |= buddies[digit] << candidate_number(0, digit)
    return AlmostLockedSet(cell_set, mask, digits_of(mask), tuple(places), tuple(buddies), seen)
