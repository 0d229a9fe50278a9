"""While a student writes an exam, every address that runs or judges programs rests; texts stay readable."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from puzzles.assignments.urls import urlpatterns as assignment_patterns
from puzzles.course.models import Program
from puzzles.course.pages import bugs as bug_pages
from puzzles.course.urls import urlpatterns
from puzzles.engine.judge import grids
from puzzles.engine.worksheets import SOLVERS
from puzzles.engine.worksheets.mutants import MUTANTS
from puzzles.play.models import Attempt
from puzzles.play.services.closing import hand_in

ClientOf = Callable[[User], Client]
pytestmark = pytest.mark.django_db

# What the page of each address does with programs, by the names in `course/urls.py`.
RESTS: dict[str, list[str]] = {
    "exercise": ["mini_projet", "bloc"],
    "bug": [],
    "bug_case": [],
    "archive": [],
}
# Lists, texts of one's own, words for the class. A sandbox without a page has no programs.
STAYS_OPEN = {
    "exercises",
    "bugs",
    "program",
    "program_file",
    "program_copy",
    "grid_file",
    "starter_notebook",
    "starter",
    "hand_in_program",
    "submit_file",
    "submission",
    "submission_file",
    "verdicts",
    "own_verdicts",
    "show_reference",
    "seen",
    "sandbox",
}
OF_TEACHERS = {
    "submission_comment",
    "delete_comment",
    "confirm_verdicts",
    "table_news",
    "judge_again",
    "files_zip",
}
POSTED: dict[str, list[str]] = {"bug_try": []}
A_BUG = MUTANTS["tutoriel"][0]


def address_of(name: str, values: list[str]) -> str:
    values = (
        [A_BUG.worksheet, A_BUG.key, str(bug_pages.number_of(A_BUG))] if name.startswith("bug") else values
    )
    return reverse(f"course:{name}", args=values)


def test_every_address_of_the_course_is_in_one_list() -> None:
    names = [*RESTS, *POSTED, *STAYS_OPEN, *OF_TEACHERS]
    # tests/test_locked_grids.py has the others.
    others = {"course", "explorer", "own_run", "worksheet", "worksheet_source"}
    patterns = [*urlpatterns, *assignment_patterns]
    found = {pattern.name for pattern in patterns if str(pattern.pattern).startswith("course/")}
    assert sorted(names) == sorted(found - others)


def test_programs_cannot_run_until_the_exam_is_handed_in(
    client_of: ClientOf, student: User, exam_attempt: Attempt
) -> None:
    client = client_of(student)

    def answered() -> dict[str, int]:
        asked = {name: client.get(address_of(name, values)).status_code for name, values in RESTS.items()}
        tried = {name: client.post(address_of(name, values)).status_code for name, values in POSTED.items()}
        watched = client.get("/course/mini_projet/exercises/watch/").status_code
        return asked | tried | {"own_run": watched}

    assert set(answered().values()) == {403}
    hand_in(student=student, assignment_id=exam_attempt.assigned_puzzle.assignee.assignment_id)
    assert set(answered().values()) == {200, 204}


def test_a_page_opened_before_the_exam_says_that_solvers_are_off(
    client_of: ClientOf, student: User, classmate: User, exam_attempt: Attempt
) -> None:
    def saved(user: User) -> Any:
        draft = {"user": user.pk, "client": "0123456789abcdef", "seq": 1, "base": 0, "text": "x = 1"}
        return client_of(user).post("/course/tutoriel/program/", draft).json()

    refusal = "Solvers are switched off during an exam."
    assert saved(student) == {"version": 1, "aside": False, "rest": refusal}
    asked = client_of(student).get("/course/tutoriel/program/?version=1")
    assert asked.json()["rest"] == refusal
    # What is typed is kept all the same.
    assert Program.objects.get(student=student).text == "x = 1"
    assert "rest" not in saved(classmate)
    assert client_of(classmate).get("/course/tutoriel/program/?version=1").status_code == 204


# The bug gallery: its right version solves what is typed in


def case(client: Client, bug: Any, grid: str) -> Any:
    return client.get(bug_pages.address_of("bug_case", bug), {"grid": grid})


@pytest.mark.parametrize("worksheet", MUTANTS)
def test_no_bug_of_the_gallery_runs_on_a_grid_in_play(
    worksheet: str, client_of: ClientOf, student: User, classmate: User, attempt_of: Callable[..., Attempt]
) -> None:
    attempt = attempt_of(student)
    bug = next(each for each in MUTANTS[worksheet] if (worksheet, each.function) in SOLVERS)
    refused = case(client_of(student), bug, attempt.puzzle.givens)
    assert refused.status_code == 403
    assert "You are playing this grid" in refused.json()["sentence"]
    assert case(client_of(classmate), bug, attempt.puzzle.givens).status_code == 204
    for other in (grids.TD_ITERATIF, "." * 81, ""):
        assert case(client_of(student), bug, other).status_code == 204


@pytest.mark.parametrize("grid", ["1" * 82, "x" * 81, "<b>", "1" * 100_000])
def test_a_case_that_is_no_grid_is_refused(grid: str, client_of: ClientOf, student: User) -> None:
    assert case(client_of(student), A_BUG, grid).status_code == 400
