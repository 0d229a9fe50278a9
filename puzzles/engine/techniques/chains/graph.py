"""The graph of strong and weak links: of a strong link one end must hold, of a weak link one end fails.

A node is a digit in one cell, or in several taken together (a group). Candidates keep their numbers (0-728),
groups come after; a set of nodes is an integer with a bit for each node. The consequences of all nodes
are derived at once, so that a position in which no chain excludes anything costs little.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...bits import (
    ALL_CANDIDATES,
    EXCLUDED,
    PEER_CELLS,
    Candidate,
    CandidateSet,
    CellSet,
    candidate_number,
    candidates_in_set,
    cells_of,
    digits_of,
    first_of,
    numbers_in,
)
from ...cells import CELLS, DIGITS
from ..als.sets import AlmostLockedSet
from ..position import Position, derived

FIRST_GROUP = 9 * 81

Neighbours = dict[int, int]


class GraphNode(NamedTuple):
    """A digit in these cells (a cell set): it holds if one of them has the digit."""

    digit: int
    cell_set: CellSet


class Graph(NamedTuple):
    """Nodes and their neighbours: a node excludes its weak ones; its strong ones hold if it fails.

    `groups` are the nodes from FIRST_GROUP on, `active` the nodes with a strong link. `forced` are, for an
    active node that fails, all that must hold then; `failing` are the candidates that exclude themselves by
    a chain of links. `sets` are the almost locked sets that add strong links to those of `own_strong`; none
    where this is empty.
    """

    groups: tuple[GraphNode, ...]
    weak: Neighbours
    strong: Neighbours
    active: int
    forced: Neighbours
    failing: int
    sets: tuple[AlmostLockedSet, ...] = ()
    own_strong: Neighbours = {}

    def node(self, index: int) -> GraphNode:
        """The node of this number."""
        if index >= FIRST_GROUP:
            return self.groups[index - FIRST_GROUP]
        digit, cell = divmod(index, 81)
        return GraphNode(digit + 1, 1 << cell)

    def is_through_set(self, node: int, other: int) -> bool:
        """Whether a strong link rests on an almost locked set."""
        return bool(self.sets) and not self.own_strong.get(node, 0) >> other & 1

    def sets_between(self, node: int, other: int) -> Iterator[AlmostLockedSet]:
        """The sets that a strong link of this kind rests on, smallest first."""
        first, second = self.node(node), self.node(other)
        return (
            als
            for als in self.sets
            if als.cells_with[first.digit] == first.cell_set
            and als.cells_with[second.digit] == second.cell_set
        )

    def is_new(self, chain: Sequence[int]) -> bool:
        """Whether a chain of these nodes, strong link first, is not in a simpler graph."""
        # Strong links are the first, third, fifth: only they can lead through a set.
        if self.sets:
            return any(map(self.is_through_set, chain[::2], chain[1::2]))
        return not self.groups or any(node >= FIRST_GROUP for node in chain)

    def excluded(self, first: int, last: int) -> tuple[Candidate, ...]:
        """The candidates that both of these nodes exclude."""
        return candidates_in_set(self.weak[first] & self.weak[last] & ALL_CANDIDATES)


@derived
def digit_graph(position: Position) -> Graph:
    """The links of each digit by itself."""
    return make_graph(_weak_in_digits(position.candidate_set), _strong_in_houses(position))


@derived
def bivalue_graph(position: Position) -> Graph:
    """Strong links in the cells with two candidates, weak ones from cell to cell."""
    return make_graph(_weak_in_digits(position.candidate_set), _strong_in_cells(position))


@derived
def plain_graph(position: Position) -> Graph:
    """Every link between two candidates."""
    candidate_set = position.candidate_set
    weak = {node: candidate_set & EXCLUDED[node] for node in numbers_in(candidate_set)}
    # A bivalue cell may also have a conjugate pair in a house: its links add up.
    strong = _strong_in_houses(position)
    for node, others in _strong_in_cells(position).items():
        strong[node] = strong.get(node, 0) | others
    return make_graph(weak, strong)


def make_graph(
    weak: Neighbours,
    strong: Neighbours,
    *,
    groups: Iterable[GraphNode] = (),
    sets: tuple[AlmostLockedSet, ...] = (),
    own_strong: Neighbours | None = None,
) -> Graph:
    """The graph with these links, and what follows from them."""
    # A chain begins and ends with a strong link: nodes without one are no part of any.
    active = 0
    for node in strong:
        active |= 1 << node
    forced = _forced(weak, strong, active)
    failing = _failing(weak, forced, active)
    return Graph(
        groups=tuple(groups),
        weak=weak,
        strong=strong,
        active=active,
        forced=forced,
        failing=failing,
        sets=sets,
        own_strong=own_strong or {},
    )


# By candidate: those of its own digit that it excludes.
_EXCLUDED_OF_DIGIT = tuple(
    PEER_CELLS[cell] << candidate_number(0, digit) for digit in DIGITS for cell in CELLS
)


def _weak_in_digits(candidate_set: CandidateSet) -> Neighbours:
    return {node: candidate_set & _EXCLUDED_OF_DIGIT[node] for node in numbers_in(candidate_set)}


def _strong_in_houses(position: Position) -> Neighbours:
    strong: Neighbours = {}
    for digit in DIGITS:
        shift = candidate_number(0, digit)
        for pairs in position.strong_links[digit]:
            for cell, other in pairs.other_end.items():
                strong[shift + cell] = strong.get(shift + cell, 0) | 1 << shift + other
    return strong


def _strong_in_cells(position: Position) -> Neighbours:
    strong: Neighbours = {}
    for mask, cell_set in position.bivalue.items():
        first, second = (candidate_number(0, digit) for digit in digits_of(mask))
        for cell in cells_of(cell_set):
            strong[first + cell] = 1 << second + cell
            strong[second + cell] = 1 << first + cell
    return strong


def _forced(weak: Neighbours, strong: Neighbours, active: int) -> Neighbours:
    """What must hold if a node fails: its strong neighbours, and what these force by excluding others.

    Nodes that make each other fail form a component and force the same. Components are computed in
    topological order, the last first.
    """
    # A holds if B fails, and excludes C: so C fails if B does. These are the edges from B to C.
    makes_fail = {node: union_of(weak, strong[node]) & active for node in strong}
    made_fail_by = {node: union_of(strong, weak[node] & active) for node in strong}
    forced: Neighbours = {}
    reached: Neighbours = {}
    for component in reversed(list(_strongly_connected_components(makes_fail, made_fail_by, active))):
        members = numbers_in(component)
        holding, failing, ahead = 0, component, 0
        for node in members:
            holding |= strong[node]
            ahead |= makes_fail[node]
        # Transitive closure over the components (Purdom, 1970): later ones are done, so each is joined once,
        # and a successor that another successor reaches is skipped.
        ahead &= ~component
        while ahead:
            node = first_of(ahead)
            holding |= forced[node]
            failing |= reached[node]
            ahead &= ~failing
        for node in members:
            forced[node], reached[node] = holding, failing
    return forced


def _failing(weak: Neighbours, forced: Neighbours, active: int) -> int:
    """The candidates that, if they held, would force a node that excludes them."""
    failing = 0
    for node, excluded in weak.items():
        # If the candidate holds, the nodes it excludes fail and force others to hold. If it excludes one of
        # those too, it is refuted. Every elimination by a chain or a loop is such a candidate: searches
        # start from these.
        # Groups are no candidates: only these can be eliminated.
        if node < FIRST_GROUP and union_of(forced, excluded & active) & excluded:
            failing |= 1 << node
    return failing


def union_of(neighbours: Neighbours, nodes: int) -> int:
    """All neighbours of these nodes."""
    union = 0
    while nodes:
        lowest = nodes & -nodes
        union |= neighbours[lowest.bit_length() - 1]
        nodes ^= lowest
    return union


def _strongly_connected_components(ahead: Neighbours, behind: Neighbours, nodes: int) -> Iterator[int]:
    """The strongly connected components in topological order: edges lead only to later components."""
    # Kosaraju's algorithm: in reverse post-order, the nodes left that reach a node are its component.
    left = nodes
    for node in reversed(_post_order(ahead, nodes)):
        if left >> node & 1:
            component, new = 0, 1 << node
            while new:
                component |= new
                new = union_of(behind, new) & left & ~component
            left &= ~component
            yield component


def _post_order(ahead: Neighbours, nodes: int) -> list[int]:
    """The nodes in depth-first post-order."""
    # Depth-first with an explicit stack: paths may exceed Python's recursion limit.
    order, new = [], nodes
    while new:
        path = [first_of(new)]
        new ^= 1 << path[0]
        while path:
            fresh = ahead[path[-1]] & new
            if fresh:
                path.append(first_of(fresh))
                new ^= 1 << path[-1]
            else:
                order.append(path.pop())
    return order
