"""Franken fish: boxes among the lines of a fish, in its base, in its cover, or in both.

The base consists of rows and boxes and the cover of columns and boxes, or the other way round; as in every
fish, there are as many cover houses as base houses. Fins are places outside the cover, endo-fins places in
two base houses. Described in HoDoKu's "Franken/Mutant Fish" and by Obi-Wahn in "Fish Are Hard". A Franken
X-Wing without fins is not among the techniques: pointing and claiming find all its eliminations.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ...bits import HOUSE_CELLS, PEER_CELLS, CellSet
from ...cells import HOUSES_OF
from ..position import Position, derived
from ..step import Step
from .evidence import Fish
from .search import FishBySize, fish_by_size, steps_of

FRANKEN_SWORDFISH = "franken_swordfish"
FRANKEN_JELLYFISH = "franken_jellyfish"
FINNED_FRANKEN_X_WING = "finned_franken_x_wing"
FINNED_FRANKEN_SWORDFISH = "finned_franken_swordfish"
FINNED_FRANKEN_JELLYFISH = "finned_franken_jellyfish"

_SIZE = {
    FRANKEN_SWORDFISH: 3,
    FRANKEN_JELLYFISH: 4,
    FINNED_FRANKEN_X_WING: 2,
    FINNED_FRANKEN_SWORDFISH: 3,
    FINNED_FRANKEN_JELLYFISH: 4,
}

_SIZES = (2, 3, 4)
_ROWS, _COLUMNS, _BOXES = range(9), range(9, 18), range(18, 27)

# A house and the places it has left.
_Left = tuple[int, int]


def find_franken_fish(position: Position, *, technique: str) -> Iterator[Step]:
    """The Franken fish of one technique, the fewest fins first."""
    return steps_of(_franken_fish(position).get(_SIZE[technique], ()), technique)


@derived
def _franken_fish(position: Position) -> FishBySize:
    return fish_by_size(position, _fish_excluding)


def _fish_excluding(digit: int, places: CellSet, target: int) -> Iterator[Fish]:
    """The fish with boxes that exclude a place of the digit."""
    # The places that the target sees may be fins: only the other places must lie in the cover.
    left = places & ~PEER_CELLS[target] & ~(1 << target)
    row, column, box = HOUSES_OF[target]
    boxes = _houses_left(left, _BOXES, target)
    rows, columns = _houses_left(left, _ROWS, target), _houses_left(left, _COLUMNS, target)
    for lines, across, own in ((rows, columns, column), (columns, rows, row)):
        for base, cover in _crowded(lines + boxes, across + boxes):
            for last in (own, box):
                # Lines alone are finned fish, found before.
                if base[-1] in _BOXES or cover[-1] in _BOXES or last == box:
                    yield Fish(digit, base, tuple(sorted((*cover, last))))


def _houses_left(left: int, houses: range, target: int) -> list[_Left]:
    """The houses without the target that have some of these places, each with its places."""
    return [
        (house, left & HOUSE_CELLS[house])
        for house in houses
        if left & HOUSE_CELLS[house] and not HOUSE_CELLS[house] >> target & 1
    ]


def _crowded(
    bases: Sequence[_Left], covers: Sequence[_Left]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """n disjoint base houses whose places lie in n - 1 cover houses."""
    for size in _SIZES:
        for chosen in combinations(covers, size - 1):
            in_cover = 0
            for _, cell_set in chosen:
                in_cover |= cell_set
            within = [one for one in bases if not one[1] & ~in_cover and one not in chosen]
            if len(within) >= size:
                for base in combinations(within, size):
                    if _are_apart(base) and _is_each_needed(chosen, base):
                        yield tuple(house for house, _ in base), tuple(house for house, _ in chosen)


def _are_apart(houses: Sequence[_Left]) -> bool:
    # Places in two base houses are endo-fins, which the target must see: those it sees are left out already.
    joined = 0
    for _, cell_set in houses:
        if joined & cell_set:
            return False
        joined |= cell_set
    return True


def _is_each_needed(covers: Sequence[_Left], base: Sequence[_Left]) -> bool:
    """Whether each cover house has a place of the base that no other cover house has."""
    in_base = sum(cell_set for _, cell_set in base)
    for cover in covers:
        others = 0
        for other in covers:
            if other != cover:
                others |= other[1]
        if not cover[1] & in_base & ~others:
            return False
    return True
