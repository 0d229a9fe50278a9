from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.bits import cell_set_of, cells_of
from puzzles.engine.cells import BOXES, CELLS, COLUMNS, PEERS, ROWS
from puzzles.engine.techniques.patterns.conjugate_pairs import find_color_components, find_strong_links
from tests.puzzles.engine.notation import cells

# Few cells, so that houses with two of them occur.
boards = st.frozensets(st.sampled_from(CELLS), max_size=25).map(cell_set_of)


@given(boards)
def test_a_strong_link_joins_the_only_two_places_of_a_house(board):
    (links,) = find_strong_links([board])
    for partners, houses in zip(links, (ROWS, COLUMNS, BOXES), strict=True):
        pairs = [pair for house in houses if len(pair := sorted(set(house) & set(cells_of(board)))) == 2]
        assert partners.other_end == {end: other for pair in pairs for end, other in (pair, pair[::-1])}
        assert cells_of(partners.ends) == tuple(sorted(cell for pair in pairs for cell in pair))


def test_there_are_links_for_each_board():
    empty, linked = find_strong_links([0, cell_set_of(cells("r1c1 r1c9"))])
    assert [partners.other_end for partners in empty] == [{}, {}, {}]
    assert [partners.other_end for partners in linked] == [{0: 8, 8: 0}, {}, {}]


@given(boards)
def test_a_cluster_is_all_that_hangs_together_and_each_cell_is_in_one(board):
    (links,) = find_strong_links([board])
    clusters = find_color_components(links)
    ends = [end for partners in links for end in partners.other_end]
    assert sorted(set(ends)) == sorted(cell for cluster in clusters for cell in cells_of(cluster.cells))
    for partners in links:
        for end, other in partners.other_end.items():
            assert any(cluster.cells >> end & cluster.cells >> other & 1 for cluster in clusters)


@given(boards)
def test_the_links_of_a_component_reach_each_cell_once_and_change_colors(board):
    (links,) = find_strong_links([board])
    for cluster in find_color_components(links):
        first, second = (set(cells_of(color.cells)) for color in cluster.colors)
        assert not first & second
        reached = {cells_of(cluster.cells)[0]}
        for cell, other in cluster.links:
            assert cell in reached
            assert other not in reached
            assert (cell in first) == (other in second)
            reached.add(other)
        assert reached == first | second


@given(boards)
def test_a_color_sees_what_one_of_its_cells_sees(board):
    (links,) = find_strong_links([board])
    for cluster in find_color_components(links):
        for color in cluster.colors:
            peers = {peer for cell in cells_of(color.cells) for peer in PEERS[cell]}
            assert set(cells_of(color.seen)) == peers


def test_components_come_with_the_lowest_cell_first():
    (links,) = find_strong_links([cell_set_of(cells("r1c4 r1c9 r2c1 r6c1 r6c6"))])
    first, second = find_color_components(links)
    assert (first.links, second.links) == (((3, 8),), ((9, 45), (45, 50)))
    assert [cells_of(color.cells) for color in second.colors] == [cells("r2c1 r6c6"), cells("r6c1")]
