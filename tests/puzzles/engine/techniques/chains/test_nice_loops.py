"""Nice loops by examples and near misses."""

from dataclasses import replace

import pytest

from puzzles.engine.cells import cell_name, parse_cell
from puzzles.engine.search import search
from puzzles.engine.techniques import Candidate
from puzzles.engine.techniques.chains.nice_loops import (
    find_continuous_nice_loops,
    find_discontinuous_nice_loops,
    verify_continuous_nice_loop,
    verify_discontinuous_nice_loop,
)

# 1-2, 2-3, 3-4, 4-1 in the corners of a rectangle: each digit is shared by two cells of one line.
CORNERS = {"r1c1": "12", "r1c5": "23", "r5c5": "34", "r5c1": "14"}


def names(candidates: tuple[Candidate, ...], digit: int) -> set[str]:
    return {cell_name(cell) for cell, one in candidates if one == digit}


def test_a_continuous_loop_keeps_each_digit_of_a_weak_link_for_its_two_cells(with_candidates):
    (step,) = find_continuous_nice_loops(with_candidates(**CORNERS))
    assert len(step.links) == 8
    assert [link.is_strong for link in step.links] == [True, False] * 4
    assert names(step.eliminations, 2) == {f"r1c{column}" for column in (2, 3, 4, 6, 7, 8, 9)}
    assert names(step.eliminations, 3) == {f"r{row}c5" for row in (2, 3, 4, 6, 7, 8, 9)}
    assert names(step.eliminations, 4) == {f"r5c{column}" for column in (2, 3, 4, 6, 7, 8, 9)}
    assert names(step.eliminations, 1) == {f"r{row}c1" for row in (2, 3, 4, 6, 7, 8, 9)}


@pytest.mark.parametrize("name", CORNERS)
def test_a_third_candidate_opens_the_loop(with_candidates, name):
    (step,) = find_continuous_nice_loops(with_candidates(**CORNERS))
    wider = with_candidates(**CORNERS | {name: CORNERS[name] + "9"})
    assert verify_continuous_nice_loop(step, with_candidates(**CORNERS))
    assert not verify_continuous_nice_loop(step, wider)
    assert not list(find_continuous_nice_loops(wider))


def test_a_loop_is_refused_where_it_does_not_close(with_candidates):
    position = with_candidates(**CORNERS)
    (step,) = find_continuous_nice_loops(position)
    assert not verify_continuous_nice_loop(replace(step, links=step.links[:-1]), position)
    assert not verify_continuous_nice_loop(replace(step, links=step.links[:-2]), position)
    last = replace(step.links[-1], next_cells=(parse_cell("r9c9"),))
    assert not verify_continuous_nice_loop(replace(step, links=(*step.links[:-1], last)), position)


def test_a_candidate_is_eliminated_where_two_weak_links_meet(with_candidates):
    position = with_candidates(r1c1="12", r1c5="23", r5c5="13")
    steps = {step.eliminations: step for step in find_discontinuous_nice_loops(position)}
    step = steps[(Candidate(parse_cell("r5c1"), 1),)]
    assert (step.form, step.cells_as("start")) == ("", (parse_cell("r5c1"),))
    assert not step.links[0].is_strong
    assert not step.links[-1].is_strong
    assert {link.cells for link in step.links} >= {(parse_cell(name),) for name in ("r1c1", "r1c5", "r5c5")}


def test_a_candidate_holds_where_two_strong_links_meet(examples):
    steps = [
        (step, position)
        for position in examples["discontinuous_nice_loop"]
        for step in find_discontinuous_nice_loops(position)
        if step.form == "holds"
    ]
    assert steps
    for step, position in steps:
        ((cell,), (digit,)) = step.cells_as("start"), step.digits_as("start")
        assert search(position.board).solution[cell] == digit
        assert step.links[0].is_strong
        assert step.links[-1].is_strong
        assert {candidate.digit for candidate in step.eliminations} == {*position.candidates(cell)} - {digit}


def test_the_shortest_loop_comes_first_and_no_two_exclude_the_same(examples):
    for position in examples["discontinuous_nice_loop"]:
        steps = list(find_discontinuous_nice_loops(position))
        weak = [len(step.links) for step in steps if not step.form]
        assert weak == sorted(weak)
        assert len({step.eliminations for step in steps}) == len(steps)


def test_a_loop_does_not_pass_where_it_began(examples):
    for position in examples["discontinuous_nice_loop"]:
        for step in find_discontinuous_nice_loops(position):
            ends = [(link.next_digit, link.next_cells) for link in step.links]
            assert len(set(ends)) == len(ends)
            assert ends[-1] == (step.links[0].digit, step.links[0].cells)


def test_half_a_loop_proves_nothing(examples):
    for position in examples["discontinuous_nice_loop"]:
        for step in find_discontinuous_nice_loops(position):
            assert verify_discontinuous_nice_loop(step, position)
            for index in range(len(step.links)):
                shorter = replace(step, links=step.links[:index] + step.links[index + 1 :])
                assert not verify_discontinuous_nice_loop(shorter, position)
