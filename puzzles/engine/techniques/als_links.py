"""How the almost locked sets of a position hang together: from set to set by restricted commons.

A set that lost one of its digits holds its others, each of which takes the same digit from other sets and
excludes candidates. Found once for a position, for all techniques that lead from set to set.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .almost_locked_sets import AlmostLockedSet, almost_locked_sets
from .bitboards import ALL_CELLS, layer_bit
from .position import Position
from .step import Candidate

# The layers without those of one digit.
BUT_DIGIT = (-1, *(~(ALL_CELLS << layer_bit(0, digit)) for digit in range(1, 10)))


class Passage(NamedTuple):
    """A digit, and the sets (by number, ascending) that lose it to some places of it."""

    digit: int
    sets: tuple[int, ...]


class SetLinks(NamedTuple):
    """The sets of a position, what each excludes, and the numbers of the passages that lead on from it.

    What a set excludes are the candidates (as layers) that see all its places for their digit: they are false
    if the set holds it. Sets that stand alike have their passages in common.
    """

    sets: tuple[AlmostLockedSet, ...]
    excluded: tuple[int, ...]
    passages: tuple[Passage, ...]
    ways: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8)
def set_links(position: Position) -> SetLinks:
    """The almost locked sets of a position and how they hang together."""
    sets, boards = almost_locked_sets(position), position.boards
    excluded: list[int] = []
    groups: list[dict[tuple[int, int], list[int]]] = [{} for _ in boards]
    for number, one in enumerate(sets):
        layers = 0
        for digit in one.digits:
            seen = one.buddies[digit] & boards[digit]
            if seen:
                layers |= seen << 81 * (digit - 1)
                groups[digit].setdefault((one.places[digit], seen), []).append(number)
        excluded.append(layers)
    passages: list[Passage] = []
    ways: list[list[int]] = [[] for _ in sets]
    for digit, places in enumerate(groups):
        for others, numbers in _passages_among(places):
            for number in numbers:
                ways[number].append(len(passages))
            passages.append(Passage(digit, others))
    return SetLinks(sets, tuple(excluded), tuple(passages), tuple(map(tuple, ways)))


@lru_cache(maxsize=8)
def reach(position: Position, count: int) -> tuple[int, ...]:
    """For each passage what is excluded, as layers, at the end of some chain of so many sets behind it."""
    links = set_links(position)
    if count == 1:
        return tuple(_any_of(links.excluded, sets) & BUT_DIGIT[digit] for digit, sets in links.passages)
    nearer = reach(position, count - 1)
    reached = []
    for digit, sets in links.passages:
        layers = 0
        for number in sets:
            for way in links.ways[number]:
                if links.passages[way].digit != digit:
                    layers |= nearer[way]
        reached.append(layers)
    return tuple(reached)


class Path(NamedTuple):
    """Sets by number, and the restricted commons from each to the next."""

    sets: tuple[int, ...]
    commons: tuple[int, ...]


def paths(position: Position, count: int) -> Iterator[tuple[Path, int]]:
    """Paths through so many sets, with what its two ends exclude together (as layers).

    Of paths with the same ends and the same first and last common only one is told.
    """
    links, bound = set_links(position), reach(position, count - 1)
    for first, ways in enumerate(links.ways):
        for way in ways:
            goal = links.excluded[first] & BUT_DIGIT[links.passages[way].digit]
            if goal & bound[way]:
                yield from _paths_from(position, first, way, goal, count)


def candidates_in(layers: int) -> tuple[Candidate, ...]:
    """The candidates of layers, cells ascending."""
    found = []
    while layers:
        lowest = layers & -layers
        digit, cell = divmod(lowest.bit_length() - 1, 81)
        found.append(Candidate(cell, digit + 1))
        layers ^= lowest
    return tuple(sorted(found))


def _paths_from(
    position: Position, first: int, way: int, goal: int, count: int
) -> Iterator[tuple[Path, int]]:
    """The paths that leave a set this way, and end there again or in a set with a higher number."""
    links = set_links(position)
    open_paths = {way: Path((first,), ())}
    for left in range(count - 1, 0, -1):
        entered: dict[tuple[int, int], Path] = {}
        for passage, path in open_paths.items():
            digit, others = links.passages[passage]
            for other in others:
                is_new = other not in path.sets or (other == first and left == 1 and count > 3)
                if (other, digit) not in entered and is_new:
                    entered[other, digit] = Path((*path.sets, other), (*path.commons, digit))
        if left == 1:
            break
        bound = reach(position, left - 1)
        open_paths = {}
        for (number, digit), path in entered.items():
            for onward in links.ways[number]:
                if links.passages[onward].digit != digit and goal & bound[onward]:
                    open_paths.setdefault(onward, path)
    for (last, digit), path in entered.items():
        layers = goal & links.excluded[last] & BUT_DIGIT[digit]
        if layers and last >= first:
            yield path, layers


def _passages_among(
    groups: dict[tuple[int, int], list[int]],
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """The sets that lose a digit to some places of it, and the sets that have these places for it."""
    by_seen: defaultdict[int, list[int]] = defaultdict(list)
    for (_, seen), numbers in groups.items():
        by_seen[seen] += numbers
    for seen, numbers in by_seen.items():
        unseen = ~seen
        others = [other for (places, _), them in groups.items() if not places & unseen for other in them]
        if others:
            yield tuple(sorted(others)), numbers


def _any_of(values: tuple[int, ...], numbers: tuple[int, ...]) -> int:
    total = 0
    for number in numbers:
        total |= values[number]
    return total
