"""Chains as evidence: what they exclude, and what is no chain, on grids made for them."""

import pytest

from puzzles.engine.cells import parse_cell
from puzzles.engine.techniques import Link
from puzzles.engine.techniques.chains.steps import (
    closed_step,
    excluded_by_both,
    excluded_by_loop,
    from_cell_to_cell,
    has_group,
    has_set,
    in_one_digit,
    is_closed_loop,
    is_loop_at_candidate,
    is_open_chain,
    loop_at_step,
    open_step,
)
from puzzles.engine.techniques.evidence.links import chain_through, weak_link
from tests.puzzles.engine.notation import candidate_names

CORNERS = {"r1c1": "12", "r1c5": "23", "r5c5": "34", "r5c1": "14"}


def node(digit: int, names: str) -> tuple[int, tuple[int, ...]]:
    return digit, tuple(parse_cell(name) for name in names.split())


@pytest.fixture
def loop():
    """1 and 2 of r1c1, 2 and 3 of r1c5, and so on, round to 1 of r1c1."""
    nodes = [
        node(digit, name)
        for name, digits in (("r1c1", (1, 2)), ("r1c5", (2, 3)), ("r5c5", (3, 4)), ("r5c1", (4, 1)))
        for digit in digits
    ]
    return (*chain_through(*nodes), weak_link(nodes[-1], nodes[0]))


def test_both_ends_exclude_what_sees_them_and_each_others_digit(with_candidates):
    position = with_candidates()
    assert candidate_names(excluded_by_both(node(5, "r1c1"), node(5, "r5c5"), position)) == {"5r1c5", "5r5c1"}
    assert candidate_names(excluded_by_both(node(5, "r1c1"), node(7, "r1c5"), position)) == {"7r1c1", "5r1c5"}
    assert candidate_names(excluded_by_both(node(1, "r1c1"), node(2, "r1c1"), position)) == {
        f"{digit}r1c1" for digit in range(3, 10)
    }
    assert candidate_names(excluded_by_both(node(5, "r1c1 r1c2"), node(5, "r2c9"), position)) == {
        "5r1c7", "5r1c8", "5r1c9", "5r2c3", "5r2c1", "5r2c2",
    }  # fmt: skip


def test_a_loop_excludes_at_each_weak_link_but_not_in_its_own_cells(with_candidates, loop):
    position = with_candidates(**CORNERS)
    excluded = candidate_names(excluded_by_loop(loop, position))
    assert {"2r1c9", "3r9c5", "4r5c9", "1r9c1"} <= excluded
    assert not {one for one in excluded if one[1:] in CORNERS}
    assert len(excluded) == 4 * 7


def test_a_loop_is_closed_only_if_all_its_links_alternate(with_candidates, loop):
    position = with_candidates(**CORNERS)
    assert is_closed_loop(loop, position)
    assert not is_closed_loop(loop[:-1], position)
    assert not is_closed_loop(loop[1:], position)
    assert not is_closed_loop((*loop[1:], loop[0]), position)
    assert not is_closed_loop(loop + loop, position)
    assert not is_closed_loop((), position)


def test_a_chain_leads_on_to_nowhere_it_was(with_candidates, loop):
    position = with_candidates(**CORNERS)
    assert is_open_chain(loop[:-1], position)
    assert not is_open_chain((*loop, loop[0]), position)
    assert not is_open_chain(loop, position)
    assert not is_open_chain(loop[:1], position)
    assert not is_open_chain((), position)


def test_a_loop_at_a_candidate_has_two_alike_there(with_candidates):
    position = with_candidates(**CORNERS)
    at = node(4, "r5c2")
    strong = Link(*node(4, "r5c5"), *node(3, "r5c5"), is_strong=True)
    whole = (
        weak_link(at, node(4, "r5c1")),
        Link(*node(4, "r5c1"), *node(1, "r5c1"), is_strong=True),
        weak_link(node(1, "r5c1"), node(1, "r1c1")),
        Link(*node(1, "r1c1"), *node(2, "r1c1"), is_strong=True),
        weak_link(node(2, "r1c1"), node(2, "r1c5")),
        Link(*node(2, "r1c5"), *node(3, "r1c5"), is_strong=True),
        weak_link(node(3, "r1c5"), node(3, "r5c5")),
        Link(*node(3, "r5c5"), *node(4, "r5c5"), is_strong=True),
        weak_link(node(4, "r5c5"), at),
    )
    assert is_loop_at_candidate(whole, position)
    assert not is_loop_at_candidate(whole[:-1], position)
    assert not is_loop_at_candidate((*whole[:-2], strong, whole[-1]), position)
    assert not is_loop_at_candidate((), position)


def test_a_chain_is_named_by_its_ends_and_a_loop_by_its_start(with_candidates, loop):
    step = open_step("aic", loop[:-1], ())
    assert (step.digits_as("start"), step.digits_as("finish")) == ((1,), (1,))
    assert step.cells_as("end") == (parse_cell("r1c1"), parse_cell("r5c1"))
    assert step.form == ""
    assert open_step("aic", loop[:1], ()).form == "two_digits"
    assert loop_at_step("nice", loop[:-1], ()).form == "holds"
    assert loop_at_step("nice", loop[1:], ()).form == ""
    assert closed_step("nice", loop, ()).cells_as("start") == ()
    assert closed_step("nice", loop, ()).digits_as("pattern") == (1, 2, 3, 4)


def test_the_kinds_of_links_are_distinguished(loop):
    single = chain_through(node(5, "r1c1"), node(5, "r1c9"), node(5, "r5c9"), node(5, "r5c5"))
    group = chain_through(node(5, "r1c1 r1c2"), node(5, "r1c9"))
    in_set = (Link(*node(5, "r1c1"), *node(6, "r1c2"), is_strong=True, through=(0, 1)),)
    assert in_one_digit(single)
    assert not in_one_digit(loop)
    assert from_cell_to_cell(loop)
    assert not from_cell_to_cell(single)
    assert not from_cell_to_cell(in_set)
    assert [has_group(links) for links in (single, loop, group, in_set)] == [False, False, True, True]
    assert [has_set(links) for links in (single, loop, group, in_set)] == [False, False, False, True]
