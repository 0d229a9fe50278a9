"""Nice loops: strong and weak links in turn, back to the first node.

Continuous: the links alternate all the way round, and exactly one end of each link holds. Discontinuous: two
links of one kind meet at one candidate. Two strong links prove it true, two weak links false. Described in
HoDoKu's "Chains and Loops" and in SudokuWiki's "Alternating Inference Chains".
"""

from collections.abc import Callable, Iterator
from itertools import combinations, product

from ...bits import ALL_CANDIDATES, Candidate, candidate_number, candidates_in_set, numbers_in
from ..als.sets import AlmostLockedSet
from ..evidence.links import nodes_of, weak_link
from ..position import Position
from ..step import Link, Step
from .graph import FIRST_GROUP, Graph, GraphNode, plain_graph, union_of
from .search import Chain, ChainSearch, shortest_chains
from .steps import (
    closed_step,
    excluded_by_loop,
    has_group,
    is_closed_loop,
    is_loop_at_candidate,
    links_along,
    loop_at_step,
)

# By the ends of a strong link through almost locked sets: what such a set excludes, and the set.
BySet = dict[tuple[int, int], dict[int, AlmostLockedSet]]

CONTINUOUS_NICE_LOOP = "continuous_nice_loop"
DISCONTINUOUS_NICE_LOOP = "discontinuous_nice_loop"


def find_continuous_nice_loops(position: Position) -> Iterator[Step]:
    """Each continuous nice loop that excludes something, the shortest first; no two with one result."""
    return closed_loops(CONTINUOUS_NICE_LOOP, plain_graph(position), position)


def find_discontinuous_nice_loops(position: Position) -> Iterator[Step]:
    """For each candidate that a loop proves true or false the shortest loop; the shortest of all first."""
    return loops_at_candidates(DISCONTINUOUS_NICE_LOOP, plain_graph(position), position)


def verify_continuous_nice_loop(step: Step, position: Position) -> bool:
    """Whether the step's links alternate all the way round, and exclude just what it says."""
    return is_closed_loop_proved(step, position, _is_plain)


def verify_discontinuous_nice_loop(step: Step, position: Position) -> bool:
    """Whether the step's links lead round to a candidate that they prove true or false."""
    return is_loop_at_candidate_proved(step, position, _is_plain)


def closed_loops(technique: str, graph: Graph, position: Position) -> Iterator[Step]:
    """The steps of the shortest closed loops over each link that may exclude something.

    Such a link is a weak one whose ends both exclude the same candidate, or a strong one through an almost
    locked set that excludes something by its other digits once it lacks one of the ends.
    """
    # No candidate refutes itself: no loop can exclude anything (see graph.py).
    if not graph.failing:
        return
    yielded = set()
    by_set = _excluded_by_sets(graph, position)
    searches = (*_searches_round(graph), *_searches_through_sets(graph, by_set))
    for _, _, chains in shortest_chains(graph, searches):
        for chain in chains:
            if len(chain) > 2:
                by_links = _excluded_by_weak_links(graph, chain)
                for sets, eliminated in _sets_along(chain, by_set):
                    eliminated |= by_links
                    if eliminated and eliminated not in yielded:
                        yielded.add(eliminated)
                        links = links_along(graph, chain, sets)
                        nodes = nodes_of(links)
                        links = (*links, weak_link(nodes[-1], nodes[0]))
                        yield closed_step(technique, links, candidates_in_set(eliminated))


def loops_at_candidates(technique: str, graph: Graph, position: Position) -> Iterator[Step]:
    """The steps of the shortest loops that prove a candidate true or false."""
    yielded = set()
    for start, last, chains in shortest_chains(graph, _searches_back(graph)):
        (candidate,) = candidates_in_set(1 << start)
        eliminations = _results(candidate, last == start, position)
        if eliminations and eliminations not in yielded:
            for chain in chains:
                # A chain that passes the candidate, or meets itself, has a shorter one in it.
                if last == start or (start not in chain and chain[0] != chain[-1]):
                    yielded.add(eliminations)
                    yield loop_at_step(technique, _links_round(graph, start, chain), eliminations)
                    break


def is_closed_loop_proved(step: Step, position: Position, is_wanted: Callable[[Step], bool]) -> bool:
    """Whether the links are true, make a wanted closed loop, and exclude just what the step says."""
    if not is_closed_loop(step.links, position):
        return False
    eliminations = excluded_by_loop(step.links, position)
    return step == closed_step(step.technique, step.links, eliminations) and is_wanted(step)


def is_loop_at_candidate_proved(step: Step, position: Position, is_wanted: Callable[[Step], bool]) -> bool:
    """Whether the links are true, make a wanted loop at a candidate, and exclude just what the step says."""
    if not is_loop_at_candidate(step.links, position):
        return False
    first = step.links[0]
    eliminations = _results(Candidate(first.cells[0], first.digit), first.is_strong, position)
    return step == loop_at_step(step.technique, step.links, eliminations) and is_wanted(step)


def _is_plain(step: Step) -> bool:
    return not has_group(step.links)


def _results(candidate: Candidate, holds: bool, position: Position) -> tuple[Candidate, ...]:
    """The eliminations: the candidate, or if it is true all others of its cell."""
    if not holds:
        return (candidate,)
    others = (digit for digit in position.candidates(candidate.cell) if digit != candidate.digit)
    return tuple(Candidate(candidate.cell, digit) for digit in others)


def _excluded_by_weak_links(graph: Graph, chain: Chain) -> int:
    """What the weak links of a closed loop of these nodes exclude; see `excluded_by_loop`."""
    excluded = within = 0
    for number in chain:
        within |= graph.node(number).cell_set
    for node, other in zip(chain[1::2], (*chain[2::2], chain[0]), strict=True):
        eliminated = graph.weak[node] & graph.weak[other] & ALL_CANDIDATES
        digit = graph.node(node).digit
        is_in_cell = digit != graph.node(other).digit
        excluded |= eliminated if is_in_cell else eliminated & ~(within << candidate_number(0, digit))
    return excluded


def _sets_along(chain: Chain, by_set: BySet) -> Iterator[tuple[tuple[AlmostLockedSet, ...], int]]:
    """The choices of sets for the links of a closed loop, each with what its sets exclude together."""
    # Several sets may serve the same link; each choice may exclude something else.
    pairs = zip(chain[::2], chain[1::2], strict=True)
    for chosen in product(*(by_set[pair].items() for pair in pairs if pair in by_set)):
        excluded = 0
        for eliminated, _ in chosen:
            excluded |= eliminated
        yield tuple(als for _, als in chosen), excluded


def _excluded_by_sets(graph: Graph, position: Position) -> BySet:
    """For each strong link through a set what the set excludes if it lacks one end: it has its other digits.

    Of the sets that exclude the same the first is kept.
    """
    by_set: BySet = {}
    numbers = {graph.node(number): number for number in numbers_in(graph.active)} if graph.sets else {}
    for als in graph.sets:
        seen = [als.buddies[digit] & position.cells_with[digit] for digit in als.digits]
        candidate_set = [
            cell_set << candidate_number(0, digit) for cell_set, digit in zip(seen, als.digits, strict=True)
        ]
        ends = [
            (index, numbers[GraphNode(digit, als.cells_with[digit])])
            for index, digit in enumerate(als.digits)
            if seen[index]
        ]
        for (index, node), (other_index, other) in combinations(ends, 2):
            if graph.is_through_set(node, other):
                excluded = sum(candidate_set) ^ candidate_set[index] ^ candidate_set[other_index]
                for pair in ((node, other), (other, node)):
                    by_set.setdefault(pair, {}).setdefault(excluded, als)
    return by_set


def _links_round(graph: Graph, start: int, chain: Chain) -> tuple[Link, ...]:
    """The links of a chain from a candidate to itself, or from what it excludes to what excludes it."""
    links = links_along(graph, chain)
    if chain[0] == start:
        return links
    nodes, (candidate,) = nodes_of(links), candidates_in_set(1 << start)
    node = (candidate.digit, (candidate.cell,))
    return weak_link(node, nodes[0]), *links, weak_link(nodes[-1], node)


def _searches_round(graph: Graph) -> Iterator[ChainSearch]:
    """From each node that forces a later one it excludes, if both exclude some candidate."""
    if graph.failing:
        for start in numbers_in(graph.active):
            excluded = graph.weak[start]
            # The end of the chain is excluded by its start: that weak link closes the loop.
            last = excluded & graph.forced[start] & union_of(graph.weak, excluded & graph.failing)
            # Each weak link is searched from its lower end only.
            last = last >> start + 1 << start + 1
            if last:
                yield ChainSearch(start, first=1 << start, last=last)


def _searches_through_sets(graph: Graph, by_set: BySet) -> Iterator[ChainSearch]:
    """Over each strong link through a set that may exclude something by a third digit, round to its start."""
    for (node, other), excluded in by_set.items():
        if node < other and any(eliminated & graph.failing for eliminated in excluded):
            last = graph.weak[node] & union_of(graph.forced, graph.weak[other] & graph.active)
            if last:
                yield ChainSearch(node, first=1 << node, last=last, second=1 << other)


def _searches_back(graph: Graph) -> Iterator[ChainSearch]:
    """From each candidate that forces itself, back to it; from what a failing one excludes, to the same."""
    for start in numbers_in(graph.active):
        # If it fails it must hold: strong links on both sides.
        if start < FIRST_GROUP and graph.forced[start] >> start & 1:
            yield ChainSearch(start, first=1 << start, last=1 << start)
    for start in numbers_in(graph.failing):
        # If it holds, two that it excludes are at the ends of a chain: weak links on both sides.
        excluded = graph.weak[start] & graph.active
        yield ChainSearch(start, first=excluded, last=excluded)
