"""Both versions on one case: every bug of the gallery shows itself on its smallest case."""

import pytest

from puzzles.engine.judge.bug_gallery import compare
from puzzles.engine.judge.exercises import exercise_of
from puzzles.engine.worksheets.mutants import MUTANTS
from puzzles.engine.worksheets.mutants.needed import functions_needed, right_program, wrong_program
from puzzles.engine.worksheets.mutants.smallest import SMALLEST

BUGS = {(bug.worksheet, bug.key, bug.name): bug for bugs in MUTANTS.values() for bug in bugs}


def compared(name: tuple[str, str, str], **case: object) -> list[dict[str, object]]:
    bug, messages = BUGS[name], []
    compare(right_program(bug), wrong_program(bug), bug.worksheet, bug.key, case, messages.append)
    return [message for message in messages if message["kind"] == "compared"]


@pytest.mark.parametrize("name", SMALLEST, ids="-".join)
def test_the_smallest_case_shows_the_bug(name: tuple[str, str, str]) -> None:
    grid, arguments = SMALLEST[name]
    is_given = name[2] == "protected-always-forward"
    right, wrong = compared(name, grid=grid, arguments=arguments, is_given=is_given)
    assert right["fault"] is None
    assert wrong["is_found"] is True


def test_a_case_on_which_both_do_the_same_shows_nothing() -> None:
    name = ("mini_projet", "bloc", "row-and-column-swapped")
    _right, wrong = compared(name, grid="1" + "." * 80, arguments=[None, 0, 0])
    assert wrong["is_found"] is False


def test_the_cases_of_an_exercise_stay_as_they_are() -> None:
    name = ("mini_projet", "suivante", "never-a-new-row")
    before = [case.arguments for case in exercise_of(*name[:2]).examples]
    compared(name, arguments=[8, 8])
    assert [case.arguments for case in exercise_of(*name[:2]).examples] == before


def test_a_program_holds_no_function_that_is_not_called() -> None:
    bug = BUGS["mini_projet", "bloc", "two-rows-only"]
    assert functions_needed(bug) == {"bloc"}
    assert "resoudre" not in right_program(bug) + wrong_program(bug)
