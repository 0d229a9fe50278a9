"""How the almost locked sets of a position hang together: from set to set by restricted commons.

A set that lost one of its digits holds its others, each of which takes the same digit from other sets and
excludes candidates. Found once for a position, for all techniques that lead from set to set.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from ...bits import ALL_CELLS, layer_bit, seen_by_each
from ..position import Position, derived
from .sets import AlmostLockedSet, almost_locked_sets

# The layers without those of one digit.
BUT_DIGIT = (-1, *(~(ALL_CELLS << layer_bit(0, digit)) for digit in range(1, 10)))


# Up to which size it is quicker to look up each part of a board than to try each board.
_FEW = 4


class Passage(NamedTuple):
    """A digit, and the sets (by number, ascending) that lose it to some places of it."""

    digit: int
    sets: tuple[int, ...]


class SetLinks(NamedTuple):
    """The sets of a position, what each excludes, and the numbers of the passages that lead on from it.

    What a set excludes are the candidates (as layers) that see all its places for their digit: they are false
    if the set holds it. Sets that stand alike have their passages in common. `starts` are each set with each
    of its passages, and what it excludes by its other digits.
    """

    sets: tuple[AlmostLockedSet, ...]
    excluded: tuple[int, ...]
    passages: tuple[Passage, ...]
    ways: tuple[tuple[int, ...], ...]
    starts: tuple[tuple[int, int, int], ...]


@derived
def set_links(position: Position) -> SetLinks:
    """The almost locked sets of a position and how they hang together."""
    sets, layers = almost_locked_sets(position), position.layers
    places_of: list[dict[int, list[int]]] = [{} for _ in range(10)]
    for number, one in enumerate(sets):
        for digit in one.digits:
            places_of[digit].setdefault(one.places[digit], []).append(number)
    passages: list[Passage] = []
    ways: list[list[int]] = [[] for _ in sets]
    for digit, board in enumerate(position.boards):
        for others, numbers in _passages_among(places_of[digit], board):
            for number in numbers:
                ways[number].append(len(passages))
            passages.append(Passage(digit, others))
    excluded = tuple([one.seen & layers for one in sets])
    starts = [
        (number, way, excluded[number] & BUT_DIGIT[passages[way].digit])
        for number, of in enumerate(ways)
        for way in of
    ]
    return SetLinks(sets, excluded, tuple(passages), tuple(map(tuple, ways)), tuple(starts))


def reach(position: Position, count: int) -> tuple[int, ...]:
    """For each passage what is excluded, as layers, at the end of some chain of so many sets behind it."""
    known = _reached(position)
    if count not in known:
        known[count] = _reach(position, count)
    return known[count]


@derived
def _reached(_position: Position) -> dict[int, tuple[int, ...]]:
    """The answers of `reach` for a position, by the number of sets: filled as they are asked for."""
    return {}


def _reach(position: Position, count: int) -> tuple[int, ...]:
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
    for first, way, goal in links.starts:
        if goal & bound[way]:
            yield from _paths_from(position, first, way, goal, count)


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
    places_of: dict[int, list[int]], board: int
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """The sets that lose a digit to some places of it, and the sets that have these places for it."""
    by_seen: defaultdict[int, list[int]] = defaultdict(list)
    for places, numbers in places_of.items():
        by_seen[seen_by_each(places) & board] += numbers
    for seen, numbers in by_seen.items():
        if seen.bit_count() < _FEW:
            groups = _parts_of(seen)
        else:
            unseen = ~seen
            groups = [places for places in places_of if not places & unseen]
        others = [other for places in groups for other in places_of.get(places, ())]
        if others:
            yield tuple(sorted(others)), numbers


def _parts_of(board: int) -> list[int]:
    """Every board within this one but the empty one."""
    parts, part = [], board
    while part:
        parts.append(part)
        part = part - 1 & board
    return parts


def _any_of(values: tuple[int, ...], numbers: tuple[int, ...]) -> int:
    total = 0
    for number in numbers:
        total |= values[number]
    return total
