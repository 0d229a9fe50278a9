"""Each technique finds the step of its regression positions, which is proved, true and counted."""

from collections import Counter
from dataclasses import replace

import pytest

from puzzles.engine.techniques import CATALOGUE, TECHNIQUES, Position
from tests.puzzles.engine.regression import CASES_PER_TECHNIQUE, FILE, Case, faults_of, read_cases

IDS = [technique.id for technique in CATALOGUE]


def test_the_positions_are_in_the_repository_five_for_each_technique() -> None:
    counts = {name: len(cases) for name, cases in read_cases().items()}
    assert counts == dict.fromkeys(IDS, CASES_PER_TECHNIQUE)


def test_no_two_positions_of_a_technique_are_of_one_puzzle() -> None:
    of_puzzle = Counter(
        (technique, case.position.givens) for technique, cases in read_cases().items() for case in cases
    )
    assert set(of_puzzle.values()) == {1}


def test_the_lines_are_those_that_the_cases_write() -> None:
    lines = [line for line in FILE.read_text("ascii").splitlines() if not line.startswith("#")]
    assert [case.to_line() for cases in read_cases().values() for case in cases] == lines


@pytest.mark.parametrize("technique", IDS)
def test_each_position_shows_its_step_proved_true_and_counted(technique: str) -> None:
    for case in read_cases()[technique]:
        assert not faults_of(case), case.to_line()


@pytest.mark.parametrize("technique", IDS)
def test_a_case_with_a_false_result_has_faults(technique: str) -> None:
    for case in read_cases()[technique]:
        turned = replace(case, placements=case.eliminations, eliminations=case.placements)
        assert "the search disagrees with the step" in faults_of(turned), case.to_line()


@pytest.mark.parametrize("technique", IDS)
def test_a_step_that_was_taken_is_not_found_again(technique: str) -> None:
    for case in read_cases()[technique]:
        after = taken(case)
        assert not any(
            {*step.placements, *step.eliminations} & {*case.placements, *case.eliminations}
            for step in TECHNIQUES[technique].find(after)
        )


def taken(case: Case) -> Position:
    """The position after the step of the case."""
    position = case.position.eliminate(case.eliminations)
    for cell, digit in case.placements:
        position = position.place(cell, digit)
    return position
