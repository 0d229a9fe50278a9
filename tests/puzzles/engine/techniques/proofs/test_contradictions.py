"""Nishio and contradiction chains by examples and near misses."""

from dataclasses import replace

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.cells import cell_name, house_name, parse_cell
from puzzles.engine.techniques.proofs.contradictions import (
    CONTRADICTION_CHAIN,
    NISHIO,
    find_contradiction_chains,
    find_nishio,
)
from puzzles.engine.techniques.proofs.tree import follows_from_one, tree_size
from puzzles.engine.techniques.solving.paths import verify
from tests.puzzles.engine.notation import found_in

FIND = {NISHIO: find_nishio, CONTRADICTION_CHAIN: find_contradiction_chains}
IDS = [*FIND]


def test_nishio_follows_one_digit_only(examples):
    for step, _ in found_in(NISHIO, examples):
        ((_, digit),) = step.eliminations
        (branch,) = step.branches
        assert step.digits_as("gap") == (digit,)
        assert {placed for one in branch.steps for _, placed in one.placements} == {digit}


def test_each_single_of_a_contradiction_chain_follows_from_one_before(examples):
    for step, position in found_in(CONTRADICTION_CHAIN, examples):
        assert follows_from_one(step.branches[0], position)


def test_contradictions_end_in_a_cell_or_in_a_house(examples):
    assert {step.form for step, _ in found_in(CONTRADICTION_CHAIN, examples)} == {"cell", "house"}


@pytest.mark.parametrize("technique", IDS)
def test_the_shortest_is_found_first(technique, examples):
    for position in examples[technique]:
        sizes = [tree_size(step) for step in FIND[technique](position)]
        assert sizes[0] == min(sizes)


@pytest.mark.parametrize("technique", IDS)
def test_the_proof_fails_without_one_of_its_steps(technique, examples):
    for step, position in found_in(technique, examples):
        (branch,) = step.branches
        for number in range(len(branch.steps)):
            fewer = replace(branch, steps=branch.steps[:number] + branch.steps[number + 1 :])
            assert not verify(replace(step, branches=(fewer,)), position)
        assert not verify(replace(step, branches=()), position)
        assert not verify(replace(step, branches=(branch, branch)), position)
        assert not verify(replace(step, branches=(replace(branch, holds=False),)), position)


def test_a_proof_by_chains_or_by_one_digit_is_named_as_such(examples):
    for step, position in found_in(NISHIO, examples):
        assert verify(replace(step, technique="trial"), position)
    for step, position in found_in(CONTRADICTION_CHAIN, examples):
        assert verify(replace(step, technique="trial"), position)
        digits = {digit for one in step.branches[0].steps for _, digit in one.placements}
        if len(digits) > 1:
            assert not verify(replace(step, technique=NISHIO), position)


CELLS_THAT_CONTRADICT = {"r1c1": "12", "r1c5": "13", "r5c1": "14", "r5c5": "34"}


def chain_from_r1c1(with_candidates, **changed):
    position = with_candidates(**CELLS_THAT_CONTRADICT | changed)
    return [
        step for step in find_contradiction_chains(position) if step.eliminations == (Candidate(0, 1),)
    ], position


def test_two_chains_empty_a_cell_that_both_see(with_candidates):
    # 1 in r1c1 makes r1c5 a 3 and r5c1 a 4: nothing is left for r5c5.
    (step,), position = chain_from_r1c1(with_candidates)
    assert [cell_name(one.placements[0].cell) for one in step.branches[0].steps] == ["r1c5", "r5c1"]
    assert step.cells_as("gap") == (parse_cell("r5c5"),)
    assert verify(step, position)
    for name, digits in CELLS_THAT_CONTRADICT.items():
        if name != "r1c1":
            assert not verify(step, with_candidates(**CELLS_THAT_CONTRADICT | {name: digits + "9"}))


@pytest.mark.parametrize(
    "changed", [{"r1c5": "135"}, {"r5c1": "124"}, {"r5c5": "345"}], ids=["no single", "nor here", "no gap"]
)
def test_a_near_miss_is_no_contradiction(with_candidates, changed):
    assert not chain_from_r1c1(with_candidates, **changed)[0]


PLACES_OF_5 = {
    "row 1": "r1c1 r1c5",
    "column 5": "r1c5 r6c5",
    "column 2": "r6c2 r9c2",
    "row 7": "r7c1 r7c3",
}


def nishio_from_r1c1(position):
    return [step for step in find_nishio(position) if step.eliminations == (Candidate(0, 5),)]


def test_a_digit_followed_by_itself_has_no_place_left(with_places):
    # 5 in r1c1 leaves it r6c5 in column 5, and so r9c2 in column 2 and r7c3 in row 7: both in one box.
    position = with_places(5, PLACES_OF_5)
    (step,) = nishio_from_r1c1(position)
    (branch,) = step.branches
    first, second = (cell_name(one.placements[0].cell) for one in branch.steps)
    assert first == "r6c5"
    assert second in {"r9c2", "r7c3"}
    assert house_name(step.houses_as("gap")[0]) in {"column 2", "row 7"}
    assert verify(step, position)


@pytest.mark.parametrize(
    ("house", "place"), [("column 5", "r8c5"), ("column 2", "r4c2"), ("row 7", "r7c8"), ("row 7", "r7c6")]
)
def test_a_digit_with_one_place_more_is_no_nishio(with_places, house, place):
    (step,) = nishio_from_r1c1(with_places(5, PLACES_OF_5))
    position = with_places(5, PLACES_OF_5 | {house: f"{PLACES_OF_5[house]} {place}"})
    assert not verify(step, position)
    assert not nishio_from_r1c1(position)


@pytest.mark.parametrize("technique", IDS)
def test_nothing_is_supposed_while_a_single_is_open(technique, with_candidates):
    assert not list(FIND[technique](with_candidates(**CELLS_THAT_CONTRADICT, r9c9="5")))
