"""The graph of links: neighbours as the rules have them, and what follows checked the slow way."""

from collections.abc import Iterator

import pytest

from puzzles.engine.bits import candidate_number, candidates_in_set, numbers_in
from puzzles.engine.cells import PEERS, parse_cell
from puzzles.engine.search import search
from puzzles.engine.techniques import Candidate, Position
from puzzles.engine.techniques.chains.graph import (
    FIRST_GROUP,
    Graph,
    GraphNode,
    bivalue_graph,
    digit_graph,
    plain_graph,
)
from puzzles.engine.techniques.chains.grouped_graph import grouped_graph, set_graph

GRAPHS = (digit_graph, bivalue_graph, plain_graph, grouped_graph, set_graph)
FAMILIES = ("x_chain", "xy_chain", "aic", "grouped_aic", "grouped_discontinuous_nice_loop")


def index(name: str, digit: int) -> int:
    return candidate_number(parse_cell(name), digit)


def places(nodes: int) -> set[str]:
    return {f"{digit}r{cell // 9 + 1}c{cell % 9 + 1}" for cell, digit in candidates_in_set(nodes)}


def positions(examples: dict[str, list[Position]]) -> Iterator[Position]:
    for family in FAMILIES:
        yield from examples[family]


def forced_step_by_step(graph: Graph, start: int) -> int:
    """What must hold if a node fails, link by link."""
    holding, failing = 0, 1 << start
    while True:
        new_holding, new_failing = holding, failing
        for node in numbers_in(failing):
            new_holding |= graph.strong[node]
        for node in numbers_in(new_holding):
            new_failing |= graph.weak[node] & graph.active
        if (new_holding, new_failing) == (holding, failing):
            return holding
        holding, failing = new_holding, new_failing


def test_a_candidate_excludes_its_digit_in_the_houses_and_the_other_digits_of_its_cell(with_candidates):
    position = with_candidates(r1c1="12", r1c5="23")
    graph = plain_graph(position)
    weak = graph.weak[index("r1c1", 2)]
    assert Candidate(parse_cell("r1c1"), 1) in candidates_in_set(weak)
    assert {cell for cell, digit in candidates_in_set(weak) if digit == 2} == set(PEERS[parse_cell("r1c1")])
    assert {digit for _, digit in candidates_in_set(weak)} == {1, 2}


def test_the_links_of_a_cell_and_those_of_a_house_are_strong(with_candidates, with_places):
    cell = bivalue_graph(with_candidates(r1c1="12"))
    assert places(cell.strong[index("r1c1", 1)]) == {"2r1c1"}
    house = digit_graph(with_places(5, {"row 2": "r2c1 r2c5"}))
    assert places(house.strong[index("r2c1", 5)]) == {"5r2c5"}
    assert places(house.active) == {"5r2c1", "5r2c5"}


@pytest.mark.parametrize("graph_of", GRAPHS, ids=lambda graph_of: graph_of.__name__)
def test_every_link_goes_both_ways(graph_of, examples):
    for position in positions(examples):
        graph = graph_of(position)
        for neighbours in (graph.weak, graph.strong):
            for node, others in neighbours.items():
                assert all(neighbours[other] >> node & 1 for other in numbers_in(others))
                assert not others >> node & 1


@pytest.mark.parametrize("graph_of", GRAPHS, ids=lambda graph_of: graph_of.__name__)
def test_all_consequences_are_found_by_following_each_link(graph_of, examples):
    for position in positions(examples):
        graph = graph_of(position)
        for node in numbers_in(graph.active):
            assert graph.forced[node] == forced_step_by_step(graph, node)
        for node in graph.weak:
            holding = 0
            for other in numbers_in(graph.weak[node] & graph.active):
                holding |= graph.forced[other]
            is_failing = bool(holding & graph.weak[node]) and node < FIRST_GROUP
            assert bool(graph.failing >> node & 1) == is_failing


@pytest.mark.parametrize("graph_of", GRAPHS, ids=lambda graph_of: graph_of.__name__)
def test_no_true_candidate_is_said_to_fail(graph_of, examples):
    seen = 0
    for position in positions(examples):
        found = search(position.board)
        assert found.count == 1
        failing = candidates_in_set(graph_of(position).failing)
        assert all(found.solution[cell] != digit for cell, digit in failing)
        seen += len(failing)
    assert seen > 0


def test_a_node_has_its_digit_and_cells_back(with_candidates):
    graph = plain_graph(with_candidates(r1c1="12"))
    assert graph.node(index("r4c5", 9)) == GraphNode(9, 1 << parse_cell("r4c5"))
