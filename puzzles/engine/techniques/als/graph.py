"""The graph of a position's almost locked sets, joined by restricted commons (RCC).

A set that loses one of its digits holds all its others. A digit that it holds is lost by other sets and
excluded from the cells that see it. The graph is derived once a position, for all techniques that chain sets.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from ...bits import ALL_CELLS, CellSet, candidate_number, common_peers, union
from ..position import Position, derived
from .sets import AlmostLockedSet, almost_locked_sets

# The candidates without those of one digit; index 0, no digit, leaves everything.
BUT_DIGIT = (-1, *(~(ALL_CELLS << candidate_number(0, digit)) for digit in range(1, 10)))


# Up to this size looking up each subset of the cells is faster than testing each known set of cells.
_FEW = 4


class RestrictedCommon(NamedTuple):
    """A digit, and the sets (by number, ascending) restricted by the same places of it."""

    digit: int
    sets: tuple[int, ...]


class AlsGraph(NamedTuple):
    """The almost locked sets of a position, and what each excludes.

    A set excludes each candidate that sees all its cells with that digit: the candidate is false if the set
    holds the digit.
    `commons_of` lists, by set, the numbers of its restricted commons; sets with the same cells for a digit
    share the common. `starts` pairs each set with each of its commons and the candidates its other digits
    exclude.
    """

    sets: tuple[AlmostLockedSet, ...]
    excluded: tuple[int, ...]
    commons: tuple[RestrictedCommon, ...]
    commons_of: tuple[tuple[int, ...], ...]
    starts: tuple[tuple[int, int, int], ...]


@derived
def als_graph(position: Position) -> AlsGraph:
    """The almost locked sets of a position and the restricted commons that join them."""
    sets, candidate_set = almost_locked_sets(position), position.candidate_set
    places_of: list[dict[int, list[int]]] = [{} for _ in range(10)]
    for number, als in enumerate(sets):
        for digit in als.digits:
            places_of[digit].setdefault(als.cells_with[digit], []).append(number)
    commons: list[RestrictedCommon] = []
    commons_of: list[list[int]] = [[] for _ in sets]
    for digit, cell_set in enumerate(position.cells_with):
        for others, numbers in _commons_among(places_of[digit], cell_set):
            for number in numbers:
                commons_of[number].append(len(commons))
            commons.append(RestrictedCommon(digit, others))
    excluded = tuple([als.seen & candidate_set for als in sets])
    starts = [
        (number, common, excluded[number] & BUT_DIGIT[commons[common].digit])
        for number, own_commons in enumerate(commons_of)
        for common in own_commons
    ]
    return AlsGraph(sets, excluded, tuple(commons), tuple(map(tuple, commons_of)), tuple(starts))


def bounds(position: Position, count: int) -> tuple[int, ...]:
    """For each common an upper bound of what the last set of a path of `count` sets behind it excludes."""
    known = _known_bounds(position)
    if count not in known:
        known[count] = _find_bounds(position, count)
    return known[count]


@derived
def _known_bounds(_position: Position) -> dict[int, tuple[int, ...]]:
    """A cache of `bounds` for a position, by the number of sets."""
    return {}


def _find_bounds(position: Position, count: int) -> tuple[int, ...]:
    graph = als_graph(position)
    # Dynamic programming over the length: sets may repeat here, which only makes the bound weaker.
    if count == 1:
        return tuple(
            union([graph.excluded[number] for number in sets]) & BUT_DIGIT[digit]
            for digit, sets in graph.commons
        )
    nearer = bounds(position, count - 1)
    reached = []
    for digit, sets in graph.commons:
        candidate_set = 0
        for number in sets:
            for common in graph.commons_of[number]:
                if graph.commons[common].digit != digit:
                    candidate_set |= nearer[common]
        reached.append(candidate_set)
    return tuple(reached)


class Path(NamedTuple):
    """Sets by number, and the restricted commons from each to the next."""

    sets: tuple[int, ...]
    commons: tuple[int, ...]


def paths(position: Position, count: int) -> Iterator[tuple[Path, int]]:
    """Paths through `count` sets, each with the candidates that its two ends exclude together.

    Of paths with the same ends and the same first and last common only one is returned.
    """
    graph, bound = als_graph(position), bounds(position, count - 1)
    # Branch and bound: most starts exclude nothing that an end could exclude as well.
    for first, common, goal in graph.starts:
        if goal & bound[common]:
            yield from _paths_from(position, first, common, goal, count)


def _paths_from(
    position: Position, first: int, common: int, goal: int, count: int
) -> Iterator[tuple[Path, int]]:
    """The paths that leave a set by this common and end in the same set or in one with a higher number."""
    graph = als_graph(position)
    open_paths = {common: Path((first,), ())}
    for left in range(count - 1, 0, -1):
        entered: dict[tuple[int, int], Path] = {}
        for common, path in open_paths.items():
            digit, others = graph.commons[common]
            for other in others:
                # The last set may be the first again in chains of four sets and more (form "closed").
                is_new = other not in path.sets or (other == first and left == 1 and count > 3)
                # Breadth-first: one path into a set by a digit is enough, since the continuations depend only
                # on these two. The path kept may use a set that another path avoids, so a few chains are
                # missed; a search of all paths would be exponential.
                if (other, digit) not in entered and is_new:
                    entered[other, digit] = Path((*path.sets, other), (*path.commons, digit))
        if left == 1:
            break
        bound = bounds(position, left - 1)
        open_paths = {}
        for (number, digit), path in entered.items():
            for onward in graph.commons_of[number]:
                if graph.commons[onward].digit != digit and goal & bound[onward]:
                    open_paths.setdefault(onward, path)
    for (last, digit), path in entered.items():
        candidate_set = goal & graph.excluded[last] & BUT_DIGIT[digit]
        # Each path has two directions: it counts in that from the lower number.
        if candidate_set and last >= first:
            yield path, candidate_set


def _commons_among(
    places_of: dict[int, list[int]], cell_set: CellSet
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Pairs of groups: sets restricted by the same places of a digit, and the sets with these places."""
    # Sets with the same common peers for a digit have the same partners: one lookup for all of them.
    by_seen: defaultdict[int, list[int]] = defaultdict(list)
    for places, numbers in places_of.items():
        by_seen[common_peers(places) & cell_set] += numbers
    for seen, numbers in by_seen.items():
        if seen.bit_count() < _FEW:
            groups = _parts_of(seen)
        else:
            unseen = ~seen
            groups = [places for places in places_of if not places & unseen]
        others = [other for places in groups for other in places_of.get(places, ())]
        if others:
            yield tuple(sorted(others)), numbers


def _parts_of(cell_set: CellSet) -> list[int]:
    """The non-empty subsets of a cell set."""
    parts, part = [], cell_set
    while part:
        parts.append(part)
        part = part - 1 & cell_set
    return parts
