"""Trials: each is a proof that nothing can be left out of, and they solve what nothing else does."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.board import EMPTY_BOARD, Board
from puzzles.engine.search import search
from puzzles.engine.techniques import Position, Step, all_steps, next_step, score_of, solve_path, verify
from puzzles.engine.techniques.proofs.propagation import propagations
from puzzles.engine.techniques.proofs.tree import tree_size
from puzzles.engine.techniques.proofs.trial import NESTED_TRIAL, TRIAL, find_nested_trials, find_trials
from puzzles.engine.techniques.step import by_role
from tests.puzzles.engine.conftest import DATA

SINGLES = ("full_house", "hidden_single", "naked_single")
VERY_HARD = "..19....4.7...82...6..7.....1.2....77......5...2.3.8...291..3......8...96........"

Examples = dict[str, list[Position]]


def first_steps(technique: str, examples: Examples) -> Iterator[tuple[Step, Position]]:
    """The first step of each example."""
    find = {TRIAL: find_trials, NESTED_TRIAL: find_nested_trials}[technique]
    return ((next(find(position)), position) for position in examples[technique])


@pytest.mark.parametrize("technique", [TRIAL, NESTED_TRIAL])
def test_a_trial_of_something_else_or_twice_or_not_at_all_is_refused(
    technique: str, examples: Examples
) -> None:
    for step, position in first_steps(technique, examples):
        (branch,) = step.branches
        ((cell, digit),) = step.eliminations
        for branches in ((), (branch, branch), (replace(branch, holds=False),)):
            assert not verify(replace(step, branches=branches), position)
        for assumed in (Candidate(cell, digit % 9 + 1), Candidate((cell + 1) % 81, digit), Candidate(-1, 10)):
            other = replace(branch, assumed=assumed)
            assert not verify(replace(step, branches=(other,)), position)


@pytest.mark.parametrize("technique", [TRIAL, NESTED_TRIAL])
def test_a_trial_with_a_step_of_another_grid_inside_is_refused(technique: str, examples: Examples) -> None:
    strangers = [
        Step("hidden_single", (Candidate(0, 1),), houses=by_role(house=[30])),
        Step("x_wing", eliminations=(Candidate(0, 1),)),
        Step("trial"),
        Step("guess", (Candidate(80, 9),)),
    ]
    for step, position in first_steps(technique, examples):
        (branch,) = step.branches
        for stranger in strangers:
            for steps in ((stranger, *branch.steps), (*branch.steps, stranger)):
                changed = replace(step, branches=(replace(branch, steps=steps),))
                assert not verify(changed, position)


def test_the_smallest_trial_of_all_candidates_is_found_first(examples: Examples) -> None:
    for position in examples[TRIAL]:
        steps = list(find_trials(position))
        refuted = {candidate for candidate, end in propagations(position).items() if end.is_contradiction}
        assert len(steps) == len(refuted) > 3
        assert [tree_size(step) for step in steps] == sorted(tree_size(step) for step in steps)


def test_a_trial_has_singles_inside_and_a_nested_one_smaller_trials(examples: Examples) -> None:
    for technique, inside in ((TRIAL, set()), (NESTED_TRIAL, {TRIAL})):
        for step, position in first_steps(technique, examples):
            used = {one.technique for one in step.branches[0].steps}
            assert used - set(SINGLES) == inside
            other = {TRIAL: NESTED_TRIAL, NESTED_TRIAL: TRIAL}[technique]
            assert not verify(replace(step, technique=other), position)


def test_the_bigger_of_two_trials_costs_more(examples: Examples) -> None:
    for position in examples[TRIAL]:
        smallest, *_, biggest = find_trials(position)
        assert score_of(smallest) < score_of(biggest)
        assert score_of(biggest) - score_of(smallest) == 10 * (tree_size(biggest) - tree_size(smallest))


def test_a_nested_trial_is_the_last_resort(examples: Examples) -> None:
    for position in examples[NESTED_TRIAL]:
        assert [step.technique for step in all_steps(position)] == [NESTED_TRIAL]
        assert next(find_nested_trials(replace(position, is_unique=False)), None) is None
    for position in examples[TRIAL]:
        assert next(find_nested_trials(position), None) is None


def test_nothing_is_tried_while_a_single_is_open(examples: Examples) -> None:
    for position in examples["hidden_single"]:
        assert next(find_trials(position), None) is None
        assert next(find_nested_trials(position), None) is None


def test_nothing_is_refuted_on_an_empty_grid() -> None:
    assert next(find_trials(Position.from_board(EMPTY_BOARD)), None) is None


def test_singles_and_trials_alone_solve_a_very_hard_puzzle_by_proofs() -> None:
    position = Position.from_board(Board.from_line(VERY_HARD), is_unique=True)
    solution = search(position.board).solution
    path = solve_path(position, techniques=(*SINGLES, TRIAL, NESTED_TRIAL))
    assert path.end.board == solution
    assert {TRIAL, NESTED_TRIAL} <= {step.technique for step in path.steps}
    for step in path.steps:
        assert verify(step, position)
        assert Step.from_dict(step.to_dict()) == step
        position = position.apply(step)


@pytest.mark.skipif(not DATA.exists(), reason="the shared puzzles are not beside the project")
@pytest.mark.parametrize(("name", "count"), [("forum_hardest_1106.txt", 1), ("top1465.txt", 6)])
def test_the_hardest_known_are_solved_by_proofs(name: str, count: int) -> None:
    lines = (DATA / "puzzles" / name).read_text("ascii").split()
    for line in lines[:: len(lines) // count][:count]:
        position = Position.from_board(Board.from_line(line), is_unique=True)
        solution = search(position.board).solution
        while (step := next_step(position)) is not None:
            assert verify(step, position)
            position = position.apply(step)
        assert position.board == solution
