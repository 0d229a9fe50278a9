"""Forcing chains by examples and near misses: every branch is needed, and each is a chain."""

from dataclasses import replace

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.cells import HOUSES, parse_cell
from puzzles.engine.techniques.proofs.forcing_chains import (
    CELL_FORCING_CHAIN,
    HOUSE_FORCING_CHAIN,
    find_cell_forcing_chains,
    find_house_forcing_chains,
)
from puzzles.engine.techniques.proofs.tree import replayed, tree_size
from puzzles.engine.techniques.singles import single_at
from puzzles.engine.techniques.solving.paths import verify
from puzzles.engine.techniques.step import by_role
from tests.puzzles.engine.notation import found_in

IDS = [CELL_FORCING_CHAIN, HOUSE_FORCING_CHAIN]
FIND = {CELL_FORCING_CHAIN: find_cell_forcing_chains, HOUSE_FORCING_CHAIN: find_house_forcing_chains}


def with_branch(step, index, branch):
    return replace(step, branches=(*step.branches[:index], branch, *step.branches[index + 1 :]))


def test_the_branches_are_all_candidates_of_a_cell(examples):
    for step, position in found_in(CELL_FORCING_CHAIN, examples):
        (cell,) = step.cells_as("stem")
        assert [branch.assumed for branch in step.branches] == [
            (cell, digit) for digit in position.candidates(cell)
        ]


def test_the_branches_are_all_places_of_a_digit_in_a_house(examples):
    for step, position in found_in(HOUSE_FORCING_CHAIN, examples):
        (house,), (digit,) = step.houses_as("house"), step.digits_as("stem")
        assert [branch.assumed for branch in step.branches] == [
            (cell, digit) for cell in HOUSES[house] if position.has_candidate(cell, digit)
        ]


@pytest.mark.parametrize("technique", IDS)
def test_each_branch_forces_the_result_by_singles(technique, examples):
    for step, position in found_in(technique, examples):
        for branch in step.branches:
            end = replayed(branch, position)
            assert all(end.digits[cell] == digit for cell, digit in step.placements)
            assert not any(
                end.has_candidate(cell, digit) or end.digits[cell] == digit
                for cell, digit in step.eliminations
            )


@pytest.mark.parametrize("technique", IDS)
def test_the_shortest_is_found_first(technique, examples):
    for position in examples[technique]:
        sizes = [tree_size(step) for step in FIND[technique](position)]
        assert sizes[0] == min(sizes) > 0


@pytest.mark.parametrize("technique", IDS)
def test_both_placements_and_eliminations_are_forced(technique, examples):
    assert {bool(step.placements) for step, _ in found_in(technique, examples)} == {True, False}


@pytest.mark.parametrize("technique", IDS)
def test_the_proof_fails_without_a_branch_or_a_step_of_it(technique, examples):
    for step, position in found_in(technique, examples):
        for index, branch in enumerate(step.branches):
            fewer = step.branches[:index] + step.branches[index + 1 :]
            assert not verify(replace(step, branches=fewer), position)
            assert not verify(with_branch(step, index, replace(branch, holds=False)), position)
            for number in range(len(branch.steps)):
                left = branch.steps[:number] + branch.steps[number + 1 :]
                assert not verify(with_branch(step, index, replace(branch, steps=left)), position)


@pytest.mark.parametrize("technique", IDS)
def test_the_proof_fails_where_a_branch_assumes_something_else(technique, examples):
    for step, position in found_in(technique, examples):
        for index, branch in enumerate(step.branches):
            cell, digit = branch.assumed
            for other in (
                Candidate(cell, digit % 9 + 1),
                Candidate((cell + 1) % 81, digit),
                Candidate(cell + 81, digit),
            ):
                assert not verify(with_branch(step, index, replace(branch, assumed=other)), position)


@pytest.mark.parametrize("technique", IDS)
def test_nothing_is_forced_while_a_single_is_open(technique, with_candidates):
    assert not list(FIND[technique](with_candidates(r1c1="5")))


@pytest.mark.parametrize("technique", IDS)
def test_an_empty_grid_forces_nothing(technique, with_candidates):
    assert not list(FIND[technique](with_candidates()))


CELLS_THAT_FORCE = {"r1c1": "123", "r1c5": "14", "r5c1": "24", "r2c2": "36", "r2c5": "64"}


def cells_that_force(with_candidates, **changed):
    position = with_candidates(**CELLS_THAT_FORCE | changed)
    return [step for step in find_cell_forcing_chains(position) if step.cells_as("stem") == (0,)], position


def test_three_chains_from_a_cell_meet_in_what_they_exclude(with_candidates):
    # 1 makes r1c5 a 4, 2 makes r5c1 a 4, 3 makes r2c2 a 6 and so r2c5 a 4: r5c5 sees one in each case.
    (step,), position = cells_that_force(with_candidates)
    assert Candidate(40, 4) in step.eliminations
    assert [len(branch.steps) for branch in step.branches] == [1, 1, 2]
    assert verify(step, position)


@pytest.mark.parametrize(
    "changed",
    [{"r1c1": "1239"}, {"r5c1": "245"}, {"r2c2": "367"}, {"r2c5": "643"}],
    ids=["a candidate without a chain", "no single", "no single to begin with", "no single in the end"],
)
def test_a_near_miss_is_no_forcing_chain(with_candidates, changed):
    steps, _ = cells_that_force(with_candidates, **changed)
    assert not [step for step in steps if Candidate(40, 4) in step.eliminations]


def test_the_proof_fails_where_a_cell_has_one_candidate_more(with_candidates):
    (step,), _ = cells_that_force(with_candidates)
    for name, digits in CELLS_THAT_FORCE.items():
        assert not verify(step, with_candidates(**CELLS_THAT_FORCE | {name: digits + "9"}))


def test_a_branch_whose_single_follows_from_another_than_the_last_is_no_chain(with_candidates):
    # 3 makes r2c2 a 6 and r2c5 a 4, and r1c9 an 8 as well: told between them, it breaks the chain.
    (step,), position = cells_that_force(with_candidates, r1c9="38")
    branch = step.branches[-1]
    start = position.place(*branch.assumed)
    aside = single_at(parse_cell("r1c9"), 8, start.apply(branch.steps[0]))
    broken = replace(branch, steps=(branch.steps[0], aside, *branch.steps[1:]))
    branches = (*step.branches[:-1], broken)
    ends = [replayed(one, position) for one in branches]
    assert None not in ends
    told = replace(
        step,
        eliminations=tuple(
            Candidate(cell, digit)
            for cell in range(81)
            for digit in position.candidates(cell)
            if not any(end.has_candidate(cell, digit) or end.digits[cell] == digit for end in ends)
        ),
        cells=by_role(pattern={*step.cells_as("pattern"), parse_cell("r1c9")}, stem=step.cells_as("stem")),
        branches=branches,
    )
    assert told.eliminations == step.eliminations
    assert verify(step, position)
    assert not verify(told, position)
