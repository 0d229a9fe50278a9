"""The bug gallery: its pages, what is kept of a find, closed with the reference."""

import ast
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.course.models import BugFind, ExerciseProgress, ReferenceRule
from puzzles.course.models.catalogue import exercise_of
from puzzles.course.pages.bugs import LEFT_OUT
from puzzles.course.services.progress import record_verdicts
from puzzles.course.services.verdicts import ReportedVerdict
from puzzles.engine.worksheets.mutants import MUTANTS
from puzzles.engine.worksheets.mutants.needed import functions_needed

pytestmark = pytest.mark.django_db
BUG = "/course/mini_projet/bugs/bloc/3/"
BUGS = [bug for bugs in MUTANTS.values() for bug in bugs if bug.key not in LEFT_OUT]


def address_of(bug: Any) -> str:
    """A bug is numbered, for its name says what is wrong."""
    bugs = [each for each in MUTANTS[bug.worksheet] if each.key == bug.key]
    return f"/course/{bug.worksheet}/bugs/{bug.key}/{bugs.index(bug) + 1}/"


def config_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script id="bug-config" type="application/json">(.*?)</script>', page)
    assert found is not None
    config: dict[str, Any] = json.loads(found[1])
    return config


def exercises_in(bug: Any, program: str) -> set[str | None]:
    """The exercises whose reference functions stand in a program."""
    names = [node.name for node in ast.walk(ast.parse(program)) if isinstance(node, ast.FunctionDef)]
    return {exercise_of(bug.worksheet, name) for name in names} - {None}


@pytest.fixture
def tab(client_of: Callable[[User], Client], teacher: User) -> Client:
    User.objects.update(language="en")
    return client_of(teacher)


def test_every_bug_has_a_page_and_its_mistake_in_words(tab: Client) -> None:
    for bug in [each for bugs in MUTANTS.values() for each in bugs]:
        address = address_of(bug)
        assert bug.name not in address
        assert tab.get(f"/course/{bug.worksheet}/bugs/{bug.key}/{bug.name}/").status_code == 404
        assert tab.get(address).status_code == (404 if bug.key in LEFT_OUT else 200)
        assert bug.key in LEFT_OUT or bug.mistake


def test_the_smallest_grid_is_kept_and_praised(tab: Client) -> None:
    assert tab.post(f"{BUG}tries/").json() == {}
    assert tab.post(f"{BUG}tries/", {"digits": 17}).json()["sentence"] == "Found with 17 digits!"
    assert tab.post(f"{BUG}tries/", {"digits": 3}).json()["sentence"].startswith("3 digits; you had 17")
    tab.post(f"{BUG}tries/", {"digits": 9})
    row = BugFind.objects.get()
    assert (row.tries, row.digits) == (4, 3)
    assert "found with 3 digits" in tab.get("/course/mini_projet/bugs/").content.decode()


def test_a_closed_reference_closes_the_bug(client_of: Callable[[User], Client], student: User) -> None:
    alone = User.objects.create_user("alone", password=None)
    closed = client_of(alone).get(BUG)
    assert closed.status_code == 403
    assert "haut + 2" not in closed.content.decode()
    assert client_of(alone).post(f"{BUG}tries/", {"digits": 1}).status_code == 403


def test_a_bug_of_a_passed_exercise_says_what_else_must_pass(
    client_of: Callable[[User], Client], student: User, classroom: Classroom
) -> None:
    """Both versions of `possibles` call the three functions before it."""
    ReferenceRule.objects.create(classroom=classroom, opens=ReferenceRule.Opens.AFTER_PASS)
    client = client_of(student)
    page = "/course/mini_projet/bugs/"
    assert "opens with:" not in client.get(page).content.decode()
    record_verdicts(
        student=student, worksheet="mini_projet", verdicts=[ReportedVerdict("possibles", "passed")]
    )
    said = re.findall(r"opens with: (.*?)</span>", client.get(page).content.decode())
    assert said[0] == "<code>ligne</code>, <code>colonne</code>, <code>bloc</code>"
    passed = [ReportedVerdict(key, "passed") for key in ("ligne", "colonne", "bloc")]
    record_verdicts(student=student, worksheet="mini_projet", verdicts=passed)
    assert "/bugs/possibles/1/" in client.get(page).content.decode()


def test_a_number_that_no_bug_has_is_not_found(tab: Client) -> None:
    for number in (0, 99):
        assert tab.get(f"/course/mini_projet/bugs/bloc/{number}/").status_code == 404


def test_a_page_holds_no_functions_but_those_it_says_it_needs(tab: Client) -> None:
    for bug in BUGS:
        config = config_of(tab.get(address_of(bug)).content.decode())
        needed = {exercise_of(bug.worksheet, name) for name in functions_needed(bug)}
        assert exercises_in(bug, config["source"]) | exercises_in(bug, config["other"]) <= needed


def test_a_pass_with_ones_own_helpers_opens_no_reference_of_theirs(
    client_of: Callable[[User], Client],
    student: User,
    classroom: Classroom,
    rule_of: Callable[..., ReferenceRule],
) -> None:
    rule_of(classroom, ReferenceRule.Opens.AFTER_PASS)
    lea = client_of(student)
    closed = 0
    for bug in BUGS:
        ExerciseProgress.objects.filter(student=student).delete()
        ExerciseProgress.objects.create(
            student=student, worksheet=bug.worksheet, exercise=bug.key, tries=1, passed_at=timezone.now()
        )
        answer = lea.get(address_of(bug))
        others = {exercise_of(bug.worksheet, name) for name in functions_needed(bug)} - {None, bug.key}
        assert answer.status_code == (403 if others else 200), bug
        if others:
            closed += 1
            assert "bug-config" not in answer.content.decode()
            assert lea.post(f"{address_of(bug)}tries/", {"digits": 1}).status_code == 403
        else:
            config = config_of(answer.content.decode())
            assert exercises_in(bug, config["source"]) | exercises_in(bug, config["other"]) == {bug.key}
    assert 0 < closed < len(BUGS)


def test_marks_on_the_board_have_the_place_of_each_argument(tab: Client) -> None:
    config = config_of(tab.get(BUG).content.decode())
    assert (config["at"]["house"], config["at"]["row"], config["at"]["column"]) == ("box", 1, 2)
