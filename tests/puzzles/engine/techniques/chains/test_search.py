"""The search for the shortest chains, on small graphs made for it."""

from puzzles.engine.techniques.chains.graph import Graph, make_graph
from puzzles.engine.techniques.chains.search import ChainSearch, shortest_chains

Pairs = list[tuple[int, int]]


def neighbours(pairs: Pairs) -> dict[int, int]:
    both: dict[int, int] = {}
    for node, other in pairs:
        both[node] = both.get(node, 0) | 1 << other
        both[other] = both.get(other, 0) | 1 << node
    return both


def graph(*, strong: Pairs, weak: Pairs) -> Graph:
    nodes = {node for pair in strong + weak for node in pair}
    return make_graph(dict.fromkeys(nodes, 0) | neighbours(weak), neighbours(strong))


def chains(of: Graph, *searches: ChainSearch) -> list[tuple[int, ...]]:
    return [chain for _, _, found in shortest_chains(of, searches) for chain in found]


def test_a_chain_alternates_from_strong_to_strong():
    line = graph(strong=[(0, 1), (2, 3), (4, 5)], weak=[(1, 2), (3, 4)])
    assert chains(line, ChainSearch(0, 1 << 0, 1 << 5)) == [(0, 1, 2, 3, 4, 5)]
    assert chains(line, ChainSearch(0, 1 << 0, 1 << 4)) == []


def test_short_chains_of_any_search_come_before_long_ones():
    line = graph(strong=[(0, 1), (2, 3), (4, 5)], weak=[(1, 2), (3, 4)])
    found = chains(line, ChainSearch(0, 1 << 0, 1 << 5 | 1 << 1), ChainSearch(2, 1 << 2, 1 << 5))
    assert found == [(0, 1), (2, 3, 4, 5), (0, 1, 2, 3, 4, 5)]


def test_every_shortest_chain_between_two_nodes_is_found_but_no_longer_one():
    fork = graph(
        strong=[(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)],
        weak=[(1, 2), (3, 4), (1, 6), (7, 4), (1, 8), (9, 2)],
    )
    found = chains(fork, ChainSearch(0, 1 << 0, 1 << 5))
    assert found == [(0, 1, 2, 3, 4, 5), (0, 1, 6, 7, 4, 5)]


def test_no_chain_passes_a_node_twice_but_it_may_come_back_to_where_it_began():
    back = graph(strong=[(0, 1), (0, 2)], weak=[(1, 2)])
    assert chains(back, ChainSearch(0, 1 << 0, 1 << 0)) == [(0, 2, 1, 0), (0, 1, 2, 0)]
    lasso = graph(strong=[(0, 1), (2, 3), (2, 4)], weak=[(1, 2), (3, 4)])
    assert chains(lasso, ChainSearch(0, 1 << 0, 1 << 0)) == []
