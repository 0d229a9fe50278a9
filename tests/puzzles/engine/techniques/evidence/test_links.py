from dataclasses import replace

import pytest

from puzzles.engine.cells import PEERS, parse_cell
from puzzles.engine.techniques.evidence.links import (
    are_joined,
    chain_through,
    is_chain,
    is_true,
    nodes_of,
    seen_by_all,
    sees,
)
from puzzles.engine.techniques.step import Link

R1C1, R1C5, R1C9, R2C1, R5C5 = map(parse_cell, ("r1c1", "r1c5", "r1c9", "r2c1", "r5c5"))


def link(cells, next_cells, *, digit=5, next_digit=5, is_strong):
    return Link(digit, cells, next_digit, next_cells, is_strong)


@pytest.fixture
def row_1(with_places):
    """Row 1 has two places for 5; box 1 has three, of which two lie in column 1."""
    return with_places(5, {"row 1": "r1c1 r1c9", "box 1": "r1c1 r2c1 r3c2"})


def test_links_from_node_to_node_alternate_strong_and_weak():
    nodes = ((5, (R1C1,)), (5, (R1C9,)), (7, (R1C9,)), (7, (R5C5, R2C1)))
    chain = chain_through(*nodes)
    assert chain == (
        Link(5, (R1C1,), 5, (R1C9,), is_strong=True),
        Link(5, (R1C9,), 7, (R1C9,), is_strong=False),
        Link(7, (R1C9,), 7, (R5C5, R2C1), is_strong=True),
    )
    assert nodes_of(chain) == nodes
    assert nodes_of(()) == ()


def test_a_strong_link_of_a_digit_takes_all_its_places_in_a_house(row_1):
    assert is_true(link((R1C1,), (R1C9,), is_strong=True), row_1)
    assert is_true(link((R1C1, R2C1), (parse_cell("r3c2"),), is_strong=True), row_1)
    assert is_true(link((R1C1, R2C1), (R1C1, parse_cell("r3c2")), is_strong=True), row_1)
    assert not is_true(link((R1C1,), (R2C1,), is_strong=True), row_1)
    assert not is_true(link((R1C1,), (R1C9,), is_strong=True), row_1.eliminate([(R1C9, 5)]))
    assert not is_true(link((R1C1,), (R1C9,), digit=6, next_digit=6, is_strong=True), row_1)


def test_a_strong_link_of_two_digits_takes_all_candidates_of_a_cell(with_candidates):
    position = with_candidates(r1c1="57", r2c1="567")
    assert is_true(link((R1C1,), (R1C1,), next_digit=7, is_strong=True), position)
    assert not is_true(link((R2C1,), (R2C1,), next_digit=7, is_strong=True), position)
    assert not is_true(link((R1C1,), (R2C1,), next_digit=7, is_strong=True), position)


def test_a_weak_link_joins_cells_that_all_see_each_other_or_digits_of_a_cell(row_1):
    assert is_true(link((R1C1,), (R2C1,), is_strong=False), row_1)
    assert is_true(link((R1C1,), (R2C1, parse_cell("r3c2")), is_strong=False), row_1)
    assert is_true(link((R5C5,), (R5C5,), next_digit=7, is_strong=False), row_1)
    assert not is_true(link((R1C1,), (R5C5,), is_strong=False), row_1)
    assert not is_true(link((R1C9,), (R1C1, R2C1), is_strong=False), row_1)
    assert not is_true(link((R1C1,), (R1C1,), is_strong=False), row_1)
    assert not is_true(link((R1C1,), (R2C1,), next_digit=7, is_strong=False), row_1)


@pytest.mark.parametrize(
    ("cells", "next_cells", "digit"),
    [
        ((), (R1C9,), 5),
        ((R1C1,), (), 5),
        ((R1C5,), (R1C9,), 5),
        ((R1C1,), (81 + R1C1,), 5),
        ((R1C1,), (R1C9,), 0),
    ],
    ids=["no start", "no end", "no candidate", "no cell of the grid", "no digit"],
)
@pytest.mark.parametrize("is_strong", [True, False])
def test_a_link_without_candidates_at_both_ends_is_not_true(row_1, cells, next_cells, digit, is_strong):
    assert not is_true(link(cells, next_cells, digit=digit, next_digit=digit, is_strong=is_strong), row_1)


def test_a_link_that_rests_on_more_than_its_ends_is_not_proved_here(row_1):
    true = link((R1C1,), (R1C9,), is_strong=True)
    assert not is_true(replace(true, through=(R1C5,)), row_1)


def test_a_chain_alternates_without_a_gap_and_is_strong_first_and_last(with_places):
    position = with_places(5, {"row 1": "r1c1 r1c9", "row 2": "r2c1 r2c5"})
    nodes = [(5, (parse_cell(name),)) for name in ("r1c9", "r1c1", "r2c1", "r2c5")]
    chain = chain_through(*nodes)
    assert is_chain(chain, position)
    assert not is_chain((), position)
    assert not is_chain(chain[:2], position)
    assert not is_chain(chain[:1] + chain[2:], position)
    assert not is_chain((chain[0], chain[0], chain[2]), position)
    assert not is_chain(tuple(replace(one, is_strong=not one.is_strong) for one in chain), position)
    assert not is_chain(chain, with_places(5, {"row 1": "r1c1 r1c9", "row 2": "r2c1 r2c5 r2c6"}))


def test_a_strong_link_may_lead_through_an_almost_locked_set(with_candidates):
    position = with_candidates(r1c1="12", r1c5="123", r1c9="45", r5c5="12")
    one = Link(1, (R1C1, R1C5), 3, (R1C5,), is_strong=True, through=(R1C1, R1C5))
    assert is_true(one, position)
    assert not is_true(replace(one, is_strong=False), position)
    assert not is_true(replace(one, through=()), position)
    assert not is_true(replace(one, through=(R1C1, R1C5, R1C5)), position)
    assert not is_true(replace(one, through=(R1C1, R1C5, R1C9)), position)
    assert not is_true(replace(one, cells=(R1C1,)), position)
    assert not is_true(replace(one, next_digit=1, next_cells=(R1C1, R1C5)), position)
    assert not is_true(replace(one, through=(R1C5, R5C5, R1C1)), position)
    assert not is_true(one, with_candidates(r1c1="12", r1c5="1234"))


def test_a_chain_has_no_gap(with_places):
    position = with_places(5, {"row 1": "r1c1 r1c9", "row 2": "r2c1 r2c5"})
    links = chain_through((5, (R1C9,)), (5, (R1C1,)), (5, (R2C1,)), (5, (parse_cell("r2c5"),)))
    assert are_joined(links)
    assert are_joined(())
    assert not are_joined((links[0], links[2]))
    assert is_chain(links, position)
    assert not is_chain((links[0], replace(links[1], cells=(R1C9,)), links[2]), position)


def test_a_cell_sees_cells_of_its_houses_but_not_itself():
    assert sees(R1C1, [R5C5, R1C9])
    assert not sees(R1C1, [R5C5])
    assert not sees(R1C1, [R1C1])
    assert not sees(R1C1, [])


def test_common_peers_are_given_if_they_have_the_digit(row_1):
    common = sorted(set(PEERS[R1C9]) & set(PEERS[R2C1]))
    with_five = [cell for cell in common if 5 in row_1.candidates(cell)]
    assert 0 < len(with_five) < len(common)
    assert seen_by_all(7, [R1C9, R2C1], row_1) == tuple((cell, 7) for cell in common)
    assert seen_by_all(5, [R1C9, R2C1], row_1) == tuple((cell, 5) for cell in with_five)
