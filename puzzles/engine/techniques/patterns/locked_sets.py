"""Locked sets: n of nine sets that together have n members.

The sets are the cells of a house with their candidates, or the rows with the columns that have a digit's
candidate. The n sets use up their n members. The complement is locked, too: the other members occur only in
the other sets. So a naked subset is a hidden subset of the other cells, a fish in rows is a fish in the other
columns, and only the smaller of the two is searched for.
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
    """n sets (bit i for set i) with their n members; then the other sets with the members left to them."""

    sets: int
    members: int
    sets_left: int
    members_left: int


@lru_cache(maxsize=1 << 10)
def locked_sets(sets: tuple[int, ...]) -> tuple[LockedSet, ...]:
    """The locked sets among nine sets of nine bits, smallest first; empty sets do not count.

    Empty where the members are not as many as the sets: such a position has no solution.
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
