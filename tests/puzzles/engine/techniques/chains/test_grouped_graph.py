"""Groups and almost locked sets in the graph of links."""

from puzzles.engine.bits import cell_set_of, cells_of, numbers_in
from puzzles.engine.cells import parse_cell
from puzzles.engine.techniques.chains.graph import FIRST_GROUP, Graph, GraphNode
from puzzles.engine.techniques.chains.grouped_graph import grouped_graph, set_graph


def node(digit: int, names: str) -> GraphNode:
    return GraphNode(digit, cell_set_of(map(parse_cell, names.split())))


def number_of(graph: Graph, wanted: GraphNode) -> int:
    return next(number for number in graph.strong if graph.node(number) == wanted)


def strong(graph: Graph, digit: int, names: str) -> set[GraphNode]:
    return {graph.node(other) for other in numbers_in(graph.strong[number_of(graph, node(digit, names))])}


def weak(graph: Graph, digit: int, names: str) -> set[GraphNode]:
    return {graph.node(other) for other in numbers_in(graph.weak[number_of(graph, node(digit, names))])}


def test_a_line_with_places_in_two_boxes_has_a_strong_link_between_groups(with_places):
    graph = grouped_graph(with_places(5, {"row 2": "r2c1 r2c2 r2c8"}))
    assert strong(graph, 5, "r2c1 r2c2") == {node(5, "r2c8")}
    assert strong(graph, 5, "r2c8") == {node(5, "r2c1 r2c2")}


def test_a_box_with_places_in_a_row_and_a_column_has_strong_links_both_ways_to_see_their_crossing(
    with_places,
):
    graph = grouped_graph(with_places(5, {"box 5": "r5c4 r5c5 r5c6 r4c5"}))
    assert strong(graph, 5, "r5c4 r5c5 r5c6") == {node(5, "r4c5")}
    assert strong(graph, 5, "r4c5 r5c5") == {node(5, "r5c4 r5c6")}


def test_places_in_three_boxes_make_no_strong_link(with_places):
    graph = grouped_graph(with_places(5, {"row 2": "r2c1 r2c2 r2c5 r2c8"}))
    assert not graph.strong


def test_a_group_excludes_only_what_sees_all_its_cells(with_places):
    graph = grouped_graph(with_places(5, {"row 2": "r2c1 r2c2 r2c8"}))
    excluded = {cells_of(one.cell_set) for one in weak(graph, 5, "r2c1 r2c2") if one.digit == 5}
    assert {(parse_cell(name),) for name in ("r1c1", "r3c3", "r2c8")} <= excluded
    assert (parse_cell("r5c1"),) not in excluded
    assert (parse_cell("r2c1"),) not in excluded


def test_groups_exclude_each_other_where_all_see_all(with_places):
    position = with_places(5, {"row 2": "r2c1 r2c2 r2c8", "row 3": "r3c1 r3c3 r3c9"})
    assert node(5, "r3c1 r3c3") in weak(grouped_graph(position), 5, "r2c1 r2c2")
    apart = with_places(5, {"row 2": "r2c1 r2c2 r2c8", "row 8": "r8c1 r8c3 r8c9"})
    assert node(5, "r8c1 r8c3") not in weak(grouped_graph(apart), 5, "r2c1 r2c2")


def test_an_almost_locked_set_links_each_of_its_digits_to_the_others(with_candidates):
    position = with_candidates(r1c1="12", r1c5="123")
    assert not strong(grouped_graph(position), 1, "r1c1") & {node(3, "r1c5")}
    graph = set_graph(position)
    first, second = number_of(graph, node(1, "r1c1 r1c5")), number_of(graph, node(3, "r1c5"))
    assert graph.strong[first] >> second & 1
    assert graph.is_through_set(first, second)
    one = next(graph.sets_between(first, second))
    assert one.cells == cell_set_of([parse_cell("r1c1"), parse_cell("r1c5")])


def test_a_link_that_needs_no_set_is_described_without_one(with_candidates):
    graph = set_graph(with_candidates(r1c1="12", r1c5="123"))
    first, second = number_of(graph, node(1, "r1c1")), number_of(graph, node(2, "r1c1"))
    assert graph.strong[first] >> second & 1
    assert not graph.is_through_set(first, second)
    assert not graph.is_new((first, second))


def test_a_chain_belongs_to_the_simplest_graph_that_has_it(with_places):
    graph = grouped_graph(with_places(5, {"row 2": "r2c1 r2c2 r2c8", "row 5": "r5c1 r5c8"}))
    group = number_of(graph, node(5, "r2c1 r2c2"))
    first, second = (number_of(graph, node(5, name)) for name in ("r5c1", "r5c8"))
    assert group >= FIRST_GROUP
    assert graph.is_new((group, number_of(graph, node(5, "r2c8"))))
    assert not graph.is_new((first, second))
