"""Finned and Franken fish: from a search for them to their steps.

A search returns, for one candidate of a digit, the fish that exclude it. It is asked only about candidates
that are in no template of the digit (patterns/templates.py): mostly there is none, and nothing is searched.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, groupby
from typing import NamedTuple

from ...bits import HOUSE_CELLS, CellSet, cells_of, common_peers
from ...cells import DIGITS
from ..patterns.templates import impossible_cells
from ..position import Position
from ..step import Step
from .evidence import Fish, FishCells, fish_name, fish_step, siamese_step

# From a digit, the set of its places and the place in question to the fish that exclude it.
FishSearch = Callable[[int, CellSet, int], Iterable[Fish]]


class FoundFish(NamedTuple):
    """A fish, its technique, and its cells: the pattern, the fins and those it excludes."""

    technique: str
    fish: Fish
    cells: FishCells


FishBySize = dict[int, tuple[FoundFish, ...]]


def fish_by_size(position: Position, search: FishSearch) -> FishBySize:
    """By size all fish that the search finds: by digit, then by base and cover."""
    found_fish: dict[int, list[FoundFish]] = {}
    for digit in DIGITS:
        places = position.cells_with[digit]
        wrong = places and impossible_cells(places | position.cells_holding[digit]) & places
        # Templates decide first what the digit excludes by itself; no search for anything else could succeed.
        if wrong:
            # The same fish may exclude several cells: a set.
            found = {fish for cell in cells_of(wrong) for fish in search(digit, places, cell)}
            for fish in sorted(fish for fish in found if not _has_single(fish, places)):
                found_fish.setdefault(len(fish.base), []).append(_found_fish(fish, position))
    return {size: tuple(of_size) for size, of_size in found_fish.items()}


def steps_of(found_fish: Iterable[FoundFish], technique: str) -> Iterator[Step]:
    """The steps of a technique among fish of one size, the fewest fins first; then of two with one base."""
    found_fish = tuple(found_fish)
    for one in sorted(found_fish, key=lambda one: len(one.cells.fins)):
        if one.technique == technique:
            yield fish_step(technique, one.fish, one.cells)
    for first, second in _siamese(found_fish):
        if technique == min(first.technique, second.technique):  # finned before sashimi
            yield siamese_step(technique, (first.fish, second.fish), (first.cells, second.cells))


def _siamese(found_fish: Iterable[FoundFish]) -> Iterator[tuple[FoundFish, FoundFish]]:
    """Each two fish with fins and the same base of which neither excludes all that the other does."""
    for _, same_base in groupby(found_fish, key=lambda one: one.fish[:2]):
        for first, second in combinations([one for one in same_base if one.cells.fins], 2):
            eliminated, also_eliminated = first.cells.excluded, second.cells.excluded
            if not (eliminated <= also_eliminated or also_eliminated <= eliminated):
                yield first, second


def _has_single(fish: Fish, places: CellSet) -> bool:
    """Whether a base house has one place only: that is a single, and needs no fish."""
    return any((places & HOUSE_CELLS[house]).bit_count() < 2 for house in fish.base)


def _found_fish(fish: Fish, position: Position) -> FoundFish:
    places = position.cells_with[fish.digit]
    in_base, in_two_bases = _joined(fish.base)
    in_cover, in_two_covers = _joined(fish.cover)
    fins = places & (in_base & ~in_cover | in_two_bases)
    excluded = places & (in_cover & ~in_base | in_two_covers & ~in_two_bases) & common_peers(fins)
    cell_sets = (places & in_base & ~fins, fins, excluded)
    cells = FishCells(*(frozenset(cells_of(cell_set)) for cell_set in cell_sets))
    return FoundFish(fish_name(fish, cells.fins, position), fish, cells)


def _joined(houses: Iterable[int]) -> tuple[int, int]:
    """The cells in one of these houses or more, and those in two or more."""
    once = twice = 0
    for house in houses:
        twice |= once & HOUSE_CELLS[house]
        once |= HOUSE_CELLS[house]
    return once, twice
