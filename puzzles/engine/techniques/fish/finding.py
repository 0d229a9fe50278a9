"""The fish of a position that need more than lines alone: how a search for them becomes steps.

A search tells, for one place that cannot be right, the fish that exclude it. Only the places that a digit
rules out by itself are asked about (see digit_patterns): mostly there is none, and nothing is searched.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, groupby
from typing import NamedTuple

from ...bits import HOUSE_BOARDS, cells_of, seen_by_each
from ...cells import DIGITS
from ..patterns.templates import impossible_places
from ..position import Position
from ..step import Step
from .evidence import Catch, Fish, fish_name, fish_step, siamese_step

# From a digit, the board of its places and the place in question to the fish that exclude it.
Search = Callable[[int, int, int], Iterable[Fish]]


class Caught(NamedTuple):
    """A fish, the technique it is a case of, and what it catches."""

    technique: str
    fish: Fish
    catch: Catch


School = dict[int, tuple[Caught, ...]]


def school_of(position: Position, search: Search) -> School:
    """By size all fish that the search finds: by digit, then by base and cover."""
    school: dict[int, list[Caught]] = {}
    for digit in DIGITS:
        places = position.boards[digit]
        wrong = places and impossible_places(places | position.placed_boards[digit]) & places
        if wrong:
            found = {fish for cell in cells_of(wrong) for fish in search(digit, places, cell)}
            for fish in sorted(fish for fish in found if not _has_single(fish, places)):
                school.setdefault(len(fish.base), []).append(_caught(fish, position))
    return {size: tuple(caught) for size, caught in school.items()}


def steps_of(school: Iterable[Caught], technique: str) -> Iterator[Step]:
    """The steps of a technique among fish of one size, the fewest fins first; then of two with one base."""
    school = tuple(school)
    for one in sorted(school, key=lambda one: len(one.catch.fins)):
        if one.technique == technique:
            yield fish_step(technique, one.fish, one.catch)
    for first, second in _siamese(school):
        if technique == min(first.technique, second.technique):  # finned before sashimi
            yield siamese_step(technique, (first.fish, second.fish), (first.catch, second.catch))


def _siamese(school: Iterable[Caught]) -> Iterator[tuple[Caught, Caught]]:
    """Each two fish with fins and the same base of which neither excludes all that the other does."""
    for _, same_base in groupby(school, key=lambda one: one.fish[:2]):
        for first, second in combinations([one for one in same_base if one.catch.fins], 2):
            fallen, also_fallen = first.catch.excluded, second.catch.excluded
            if not (fallen <= also_fallen or also_fallen <= fallen):
                yield first, second


def _has_single(fish: Fish, places: int) -> bool:
    """Whether a base house has one place only: that is a single, and needs no fish."""
    return any((places & HOUSE_BOARDS[house]).bit_count() < 2 for house in fish.base)


def _caught(fish: Fish, position: Position) -> Caught:
    places = position.boards[fish.digit]
    in_base, in_two_bases = _joined(fish.base)
    in_cover, in_two_covers = _joined(fish.cover)
    fins = places & (in_base & ~in_cover | in_two_bases)
    excluded = places & (in_cover & ~in_base | in_two_covers & ~in_two_bases) & seen_by_each(fins)
    boards = (places & in_base & ~fins, fins, excluded)
    catch = Catch(*(frozenset(cells_of(board)) for board in boards))
    return Caught(fish_name(fish, catch.fins, position), fish, catch)


def _joined(houses: Iterable[int]) -> tuple[int, int]:
    """The cells in one of these houses or more, and those in two or more."""
    once = twice = 0
    for house in houses:
        twice |= once & HOUSE_BOARDS[house]
        once |= HOUSE_BOARDS[house]
    return once, twice
