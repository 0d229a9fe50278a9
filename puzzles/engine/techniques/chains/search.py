"""Breadth-first search for the shortest chains of a graph, from all starts at once, link by link."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from ...bits import numbers_in
from .graph import Graph, union_of

# The numbers of the nodes, from end to end.
Chain = tuple[int, ...]


# How many chains of one length between two nodes are looked at.
_MOST_ALIKE = 100


class ChainSearch(NamedTuple):
    """What to look for: chains from one of the `first` nodes to one of the `last` (sets of nodes).

    `start` is the node that the search is for. The first link leads to one of the `second` nodes; to any node
    by default.
    """

    start: int
    first: int
    last: int
    second: int = -1


def shortest_chains(
    graph: Graph, searches: Iterable[ChainSearch]
) -> Iterator[tuple[int, int, Iterator[Chain]]]:
    """For each search and each of its last nodes: the search's start, the node, and the shortest chains.

    A chain leads over strong and weak links in turn, strong first and last. No node is in it twice, but it
    may end where it began. Chains of simpler graphs are left out.
    """
    walks = [_Walk(graph, search) for search in searches]
    while walks:
        # All searches go on by one pair of links in each round, so the shortest chain of any comes first.
        for walk in walks:
            for last in numbers_in(walk.advance()):
                chains = filter(graph.is_new, islice(walk.chains_to(last), _MOST_ALIKE))
                yield walk.search.start, last, chains
        walks = [walk for walk in walks if walk.is_open]


class _Walk:
    """One search under chain: the nodes reached link by link."""

    def __init__(self, graph: Graph, search: ChainSearch) -> None:
        self.search = search
        self._graph = graph
        self._wanted = search.last
        self._next = search.second
        # Layers of the search, for the way back: the nodes that fail after n pairs of links, and those that
        # hold.
        self._failing, self._holding = [search.first], [0]
        self._failed, self._held = search.first, 0

    @property
    def is_open(self) -> bool:
        """Whether something wanted may still be reached."""
        return bool(self._wanted and self._failing[-1])

    def advance(self) -> int:
        """Go on by a strong link, then by a weak one; return the wanted nodes that are reached."""
        graph = self._graph
        # Breadth-first over sets of nodes: a whole level is a few operations on integers.
        holding = union_of(graph.strong, self._failing[-1]) & ~self._held & self._next
        self._next = -1
        self._held |= holding
        failing = union_of(graph.weak, holding) & graph.active & ~self._failed
        self._failed |= failing
        self._holding.append(holding)
        self._failing.append(failing)
        found = holding & self._wanted
        self._wanted &= ~found
        return found

    def chains_to(self, last: int) -> Iterator[Chain]:
        """The chains back from a node just reached, over the lowest nodes first."""
        return self._chains_back((last,), len(self._holding) - 2)

    def _chains_back(self, chain: Chain, level: int) -> Iterator[Chain]:
        """The chains that go on from the node in front, which has its strong link from this level."""
        graph, passed = self._graph, set(chain)
        for node in numbers_in(graph.strong[chain[0]] & self._failing[level]):
            # At the start: the chain may close there, else no node comes twice.
            if not level:
                if node == chain[-1] or node not in passed:
                    yield (node, *chain)
            elif node not in passed:
                for previous in numbers_in(graph.weak[node] & self._holding[level]):
                    if previous not in passed:
                        yield from self._chains_back((previous, node, *chain), level - 1)
