"""Different grids of equal work: how they are shared out, and how equal the work has become.

Students' grids at one position are of the same tier. Where there are enough, the hardest of them has a score
at most `band` percent above the easiest, and then the sums of the scores are no further apart than that.
Else harder and easier grids are dealt so that the sums alone come that close.
"""

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from .sources import Window

# How often windows are chosen at random before they are packed as closely as they go.
TRIES = 6
# How many percent apart the grids of one position may be when only the sums have to be equal.
WIDTHS = (25, 50, 100, 200, 1_000_000)


class Candidate(NamedTuple):
    """A graded puzzle that may be given."""

    puzzle: int
    tier: int
    score: int


# What is asked of each position, and the grids of each hand in that order.
Shared = tuple[list[Window], list[list[Candidate]]]


@dataclass(frozen=True)
class Share:
    """How much work one student has: the score of their grids, and how many there are of each tier."""

    student: int
    score: int
    tiers: dict[int, int]


@dataclass(frozen=True)
class Fairness:
    """How equal the work of a class is. `spread` is how many percent the most is above the least."""

    shares: list[Share]
    low: int
    high: int
    spread: float
    band: int

    @property
    def is_kept(self) -> bool:
        return self.spread <= self.band


def share_equally(
    pool: Sequence[Candidate], *, hands: int, count: int, band: int, rng: random.Random
) -> Shared | None:
    """`count` windows, easiest first, and `count` different grids for each of so many hands.

    None when the pool has no such grids.
    """
    if len(pool) < hands * count:
        return None
    ordered = sorted(pool, key=attrgetter("tier", "score", "puzzle"))
    for _try in range(TRIES):
        if picked := random_windows(ordered, hands, count, band, rng):
            return dealt(picked, hands, rng)
    packed = packed_windows(ordered, hands, band)
    if len(packed) >= count:
        return dealt(sorted(rng.sample(packed, count)), hands, rng)
    return share_by_sums(ordered, hands, count, band, rng)


def share_by_sums(
    ordered: list[Candidate], hands: int, count: int, band: int, rng: random.Random
) -> Shared | None:
    """The same from wider windows, dealt so that who has a harder grid here has an easier one there.

    Only the sums of the scores are within the band then. None where they cannot be brought there.
    """
    for width in WIDTHS:
        for _try in range(TRIES):
            picked = random_windows(ordered, hands, count, width, rng)
            if picked is None:
                break
            if shared := balanced(picked, hands, band, rng):
                return shared
    packed = packed_windows(ordered, hands, WIDTHS[-1])
    return balanced(sorted(rng.sample(packed, count)), hands, band, rng) if len(packed) >= count else None


def balanced(groups: list[list[Candidate]], hands: int, band: int, rng: random.Random) -> Shared | None:
    """One grid of each group for every hand, the hardest for who has least; None if not in the band."""
    sums = dict.fromkeys(rng.sample(range(hands), hands), 0)
    given = [[group[0] for group in groups] for _hand in range(hands)]
    for position in sorted(range(len(groups)), key=lambda each: -spread_of(groups[each])):
        poorest_first = sorted(sums, key=sums.__getitem__)
        hardest_first = sorted(groups[position], key=attrgetter("score"), reverse=True)
        for hand, grid in zip(poorest_first, hardest_first, strict=True):
            given[hand][position] = grid
            sums[hand] += grid.score
    if max(sums.values()) > highest_score(min(sums.values()), band):
        return None
    return windows_of(groups), given


def spread_of(group: Sequence[Candidate]) -> int:
    """How far apart the easiest and the hardest grid of a group are."""
    return group[-1].score - group[0].score


def random_windows(
    ordered: list[Candidate], hands: int, count: int, band: int, rng: random.Random
) -> list[list[Candidate]] | None:
    """So many disjoint groups of grids that are equal enough, at random; None when luck gives out."""
    left, groups = ordered, []
    for _position in range(count):
        starts = [start for start in range(len(left) - hands + 1) if fits(left, start, hands, band)]
        if not starts:
            return None
        start = rng.choice(starts)
        group = rng.sample(left[start : end_of_window(left, start, band)], hands)
        groups.append(sorted(group, key=attrgetter("score")))
        taken = {each.puzzle for each in group}
        left = [each for each in left if each.puzzle not in taken]
    return sorted(groups, key=lambda group: (group[0].tier, group[0].score))


def packed_windows(ordered: list[Candidate], hands: int, band: int) -> list[list[Candidate]]:
    """As many disjoint groups of equal grids as there are: each begins where the last one ended."""
    groups, start = [], 0
    while start + hands <= len(ordered):
        if fits(ordered, start, hands, band):
            groups.append(ordered[start : start + hands])
            start += hands
        else:
            start += 1
    return groups


def fits(ordered: Sequence[Candidate], start: int, hands: int, band: int) -> bool:
    """Whether so many grids from here on are of one tier and within the band."""
    first, last = ordered[start], ordered[start + hands - 1]
    return first.tier == last.tier and last.score <= highest_score(first.score, band)


def end_of_window(ordered: Sequence[Candidate], start: int, band: int) -> int:
    """Where the grids end that are of the tier of this one and within the band above it."""
    first = ordered[start]
    limit = (first.tier, highest_score(first.score, band))
    return bisect_right(ordered, limit, lo=start, key=lambda each: (each.tier, each.score))


def highest_score(low: int, band: int) -> int:
    return low * (100 + band) // 100


def dealt(groups: list[list[Candidate]], hands: int, rng: random.Random) -> Shared:
    """The windows of these groups, and one grid of each for every hand, by chance."""
    shuffled = [rng.sample(group, hands) for group in groups]
    return windows_of(groups), [list(hand) for hand in zip(*shuffled, strict=True)]


def windows_of(groups: list[list[Candidate]]) -> list[Window]:
    return [Window(tier=group[0].tier, low=group[0].score, high=group[-1].score) for group in groups]


def fairness(shares: dict[int, list[Candidate]], band: int) -> Fairness | None:
    """How equal the work is that these students have; None where there are no students."""
    told = [
        Share(student, sum(each.score for each in hand), dict(Counter(each.tier for each in hand)))
        for student, hand in shares.items()
    ]
    if not told:
        return None
    low, high = min(share.score for share in told), max(share.score for share in told)
    return Fairness(told, low, high, 100 * (high - low) / low if low else 0.0, band)
