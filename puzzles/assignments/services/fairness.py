"""Distribute different puzzles of equal work, and measure how equal the work is.

At each position all students get puzzles of one tier. If there are enough puzzles, the hardest at a position
has a score at most `band` percent above the easiest; then the students' sums are no further apart either. If
not, harder and easier puzzles are combined so that only the sums come that close.
"""

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from .sources import Window

# How often windows are drawn at random before they are packed as closely as possible.
TRIES = 6
# The bands, in percent, that are tried at one position if only the sums need to be equal.
WIDTHS = (25, 50, 100, 200, 1_000_000)


class GradedPuzzle(NamedTuple):
    """A graded puzzle that may be assigned."""

    puzzle: int
    tier: int
    score: int


# The window of each position, and the puzzles of each student in that order.
Shared = tuple[list[Window], list[list[GradedPuzzle]]]


@dataclass(frozen=True)
class Share:
    """The work of one student: the sum of scores, and tier -> number of grids."""

    student: int
    score: int
    tiers: dict[int, int]


@dataclass(frozen=True)
class Fairness:
    """Equality of the work in a class. `spread` is the excess of the most over the least, in percent."""

    shares: list[Share]
    low: int
    high: int
    spread: float
    band: int

    @property
    def is_kept(self) -> bool:
        return self.spread <= self.band


def share_equally(
    pool: Sequence[GradedPuzzle], *, shares: int, count: int, band: int, rng: random.Random
) -> Shared | None:
    """`count` windows, easiest first, and `count` different puzzles for each share.

    None if the pool has no such puzzles.
    """
    if len(pool) < shares * count:
        return None
    ordered = sorted(pool, key=attrgetter("tier", "score", "puzzle"))
    for _try in range(TRIES):
        if picked := random_windows(ordered, shares, count, band, rng):
            return split_at_random(picked, shares, rng)
    packed = packed_windows(ordered, shares, band)
    if len(packed) >= count:
        return split_at_random(sorted(rng.sample(packed, count)), shares, rng)
    return share_by_sums(ordered, shares, count, band, rng)


def share_by_sums(
    ordered: list[GradedPuzzle], shares: int, count: int, band: int, rng: random.Random
) -> Shared | None:
    """The same from wider windows: a harder puzzle at one position makes up for an easier one at another.

    Only the sums of the scores are within the band then. None if they cannot be.
    """
    for width in WIDTHS:
        for _try in range(TRIES):
            picked = random_windows(ordered, shares, count, width, rng)
            if picked is None:
                break
            if shared := balanced(picked, shares, band, rng):
                return shared
    packed = packed_windows(ordered, shares, WIDTHS[-1])
    return balanced(sorted(rng.sample(packed, count)), shares, band, rng) if len(packed) >= count else None


def balanced(groups: list[list[GradedPuzzle]], shares: int, band: int, rng: random.Random) -> Shared | None:
    """One puzzle of each group for every share, the hardest for the smallest sum; None outside the band.

    Greedy, with the widest groups first: the later, narrower ones even out the remaining differences.
    """
    sums = dict.fromkeys(rng.sample(range(shares), shares), 0)
    drawn = [[group[0] for group in groups] for _share in range(shares)]
    widest_first = sorted(range(len(groups)), key=lambda each: groups[each][0].score - groups[each][-1].score)
    for position in widest_first:
        poorest_first = sorted(sums, key=sums.__getitem__)
        hardest_first = sorted(groups[position], key=attrgetter("score"), reverse=True)
        for share, grid in zip(poorest_first, hardest_first, strict=True):
            drawn[share][position] = grid
            sums[share] += grid.score
    if max(sums.values()) > highest_score(min(sums.values()), band):
        return None
    return windows_of(groups), drawn


def random_windows(
    ordered: list[GradedPuzzle], shares: int, count: int, band: int, rng: random.Random
) -> list[list[GradedPuzzle]] | None:
    """`count` disjoint groups of puzzles within the band, at random; None if chance leaves too few."""
    left, groups = ordered, []
    for _position in range(count):
        starts = [start for start in range(len(left) - shares + 1) if fits(left, start, shares, band)]
        if not starts:
            return None
        start = rng.choice(starts)
        group = rng.sample(left[start : end_of_window(left, start, band)], shares)
        groups.append(sorted(group, key=attrgetter("score")))
        taken = {each.puzzle for each in group}
        left = [each for each in left if each.puzzle not in taken]
    return sorted(groups, key=lambda group: (group[0].tier, group[0].score))


def packed_windows(ordered: list[GradedPuzzle], shares: int, band: int) -> list[list[GradedPuzzle]]:
    """As many disjoint groups within the band as possible: each begins where the last one ended."""
    groups, start = [], 0
    while start + shares <= len(ordered):
        if fits(ordered, start, shares, band):
            groups.append(ordered[start : start + shares])
            start += shares
        else:
            start += 1
    return groups


def fits(ordered: Sequence[GradedPuzzle], start: int, shares: int, band: int) -> bool:
    """Whether the next `shares` puzzles are of one tier and within the band."""
    first, last = ordered[start], ordered[start + shares - 1]
    return first.tier == last.tier and last.score <= highest_score(first.score, band)


def end_of_window(ordered: Sequence[GradedPuzzle], start: int, band: int) -> int:
    """Index after the last puzzle of the same tier within the band above this one."""
    first = ordered[start]
    limit = (first.tier, highest_score(first.score, band))
    return bisect_right(ordered, limit, lo=start, key=lambda each: (each.tier, each.score))


def highest_score(low: int, band: int) -> int:
    return low * (100 + band) // 100


def split_at_random(groups: list[list[GradedPuzzle]], shares: int, rng: random.Random) -> Shared:
    """The windows of these groups, and one random puzzle of each for every share."""
    shuffled = [rng.sample(group, shares) for group in groups]
    return windows_of(groups), [list(share) for share in zip(*shuffled, strict=True)]


def windows_of(groups: list[list[GradedPuzzle]]) -> list[Window]:
    return [Window(tier=group[0].tier, low=group[0].score, high=group[-1].score) for group in groups]


def fairness(shares: dict[int, list[GradedPuzzle]], band: int) -> Fairness | None:
    """The fairness of the work of these students; None without students."""
    found = [
        Share(
            student,
            score=sum(each.score for each in share),
            tiers=dict(sorted(Counter(each.tier for each in share if each.tier).items())),
        )
        for student, share in shares.items()
    ]
    if not found:
        return None
    low, high = min(share.score for share in found), max(share.score for share in found)
    return Fairness(found, low, high, 100 * (high - low) / low if low else 0.0, band)
