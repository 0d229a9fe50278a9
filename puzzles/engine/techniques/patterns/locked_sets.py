"""Locked sets: some of nine sets that together have no more members than they are themselves.

The sets may be the cells of a house with their candidates, or the rows with the columns where a digit can
stand. Sets with so few members use them all up. The rest is locked as well, the other way round: the other
members have no places but in the other sets. So a naked subset is a hidden one of the other cells, a fish in
rows one in the other columns, and only the smaller of the two need be searched for.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import getitem
from struct import Struct
from typing import NamedTuple

from ...bits import MASK_SIZES

# For each place among the nine: a set spread out, each member in a lane of 16 bits, there at this place.
_SPREAD = tuple(
    tuple(sum(1 << 16 * member + place for member in range(9) if bits >> member & 1) for bits in range(512))
    for place in range(9)
)
_UNPACK_LANES = Struct("<9H").unpack


class LockedSet(NamedTuple):
    """Which of the sets (bit i for set i) and their members, as many; then the sets left and their own."""

    sets: int
    members: int
    sets_left: int
    members_left: int


@lru_cache(maxsize=1 << 10)
def locked_sets(sets: tuple[int, ...]) -> tuple[LockedSet, ...]:
    """The locked sets among nine sets of nine bits, smallest first; empty sets do not count.

    None where the sets do not have as many members as they are: such a position has no solution.
    """
    # A naked group of n among m sets is a hidden group of m - n: only up to half of each need be searched.
    count = 9 - sets.count(0)
    transposed = _transposed(sets)
    found = _groups(sets, count // 2)
    others = _groups(transposed, (count - 1) // 2)
    if not (found or others) or transposed.count(0) != 9 - count:
        return ()
    all_sets, all_members = _nonempty(sets), _nonempty(transposed)
    found += [(all_sets ^ group, all_members ^ members) for members, group in others]
    return tuple(
        LockedSet(group, members, all_sets ^ group, all_members ^ members)
        for group, members in sorted(found, key=lambda one: (MASK_SIZES[one[0]], one))
    )


def _groups(sets: Sequence[int], most: int) -> list[tuple[int, int]]:
    """The groups of up to `most` sets with as many members, each with its members."""
    small = [(1 << index, held) for index, held in enumerate(sets) if held and MASK_SIZES[held] <= most]
    found = [one for one in small if MASK_SIZES[one[1]] == 1]
    level = small
    for size in range(2, most + 1):
        # Members only grow: a group past `most` is never extended (as in Apriori).
        level = [
            (group | one, joined)
            for group, members in level
            for one, held in small
            # Above the highest bit of the group: each combination once.
            if one > group and MASK_SIZES[joined := members | held] <= most
        ]
        found += [one for one in level if MASK_SIZES[one[1]] == size]
    return found


def _transposed(sets: tuple[int, ...]) -> tuple[int, ...]:
    """For each member the sets it is in."""
    return _UNPACK_LANES(sum(map(getitem, _SPREAD, sets)).to_bytes(18, "little"))


def _nonempty(sets: tuple[int, ...]) -> int:
    return sum(1 << index for index, held in enumerate(sets) if held)
