"""A teacher judges the programs of a class again: in a browser, with Brython, in the isolated frame."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.creation import create_assignment, hand_out
from puzzles.assignments.services.sources import Source
from puzzles.assignments.services.submissions import confirm_verdicts, submit
from puzzles.course.models import JudgedExercise
from puzzles.course.services.verdicts import ReportedVerdict
from puzzles.library.services.policies import policy_with

pytestmark = pytest.mark.django_db(transaction=True)

RIGHT = """
def ligne(S, i):
    return [c for c in S[i] if c]
"""
WRONG = """
def ligne(S, i):
    return S[i]
"""
ENDLESS = """
def ligne(S, i):
    while True:
        pass
"""
PageOf = Callable[..., Page]


@pytest.fixture
def exercises(teacher: User, classroom: Classroom, student: User, classmate: User) -> Assignment:
    """An assignment of one function, given to both students."""
    fields: dict[str, Any] = {"worksheet": "mini_projet", "exercises": ["ligne"], "policy": policy_with()}
    draft = create_assignment(author=teacher, classroom=classroom, name="The row", source=Source(), **fields)
    return hand_out(assignment=draft)


def test_the_programs_of_a_class_are_judged_and_the_verdicts_kept_as_confirmed(
    page_of: PageOf, teacher: User, student: User, classmate: User, exercises: Assignment
) -> None:
    for who, source in ((student, RIGHT), (classmate, WRONG)):
        said = [ReportedVerdict("ligne", "passed")]
        submit(student=who, worksheet="mini_projet", source=source, assignment_id=exercises.pk, verdicts=said)
    page = page_of(teacher, language="en")
    page.goto(f"/course/assignments/{exercises.pk}/judge/")
    page.get_by_role("button", name="Judge all").click()
    expect(page.get_by_role("status")).to_have_text("All programs are judged.", timeout=90_000)
    expect(page.get_by_role("progressbar")).to_have_js_property("value", 2)
    found = JudgedExercise.objects.filter(judged_by="teacher").values_list(
        "submission__student__username", "verdict", "judged_by"
    )
    assert sorted(found) == [("lea", "passed", "teacher"), ("tom", "wrong", "teacher")]
    expect(page.locator(".judge-differs")).to_have_text("the student’s browser said otherwise: ligne")
    assert JudgedExercise.objects.get(verdict="wrong").details["call"].startswith("ligne(S, ")
    page.goto(f"/assignments/{exercises.pk}/")
    expect(page.locator(".exercise-cell.is-confirmed.exercise-passed").first).to_be_visible()


def test_an_endless_program_does_not_keep_the_others_waiting(
    page_of: PageOf, teacher: User, student: User, classmate: User, exercises: Assignment
) -> None:
    for who, source in ((student, ENDLESS), (classmate, RIGHT)):
        submit(student=who, worksheet="mini_projet", source=source, assignment_id=exercises.pk)
    page = page_of(teacher, language="en")
    page.goto(f"/course/assignments/{exercises.pk}/judge/")
    page.get_by_role("button", name="Judge all").click()
    expect(page.get_by_role("status")).to_have_text("All programs are judged.", timeout=120_000)
    found = dict(JudgedExercise.objects.values_list("submission__student__username", "verdict"))
    assert found == {"lea": "too_slow", "tom": "passed"}


def test_only_what_is_new_is_judged_if_the_teacher_likes(
    page_of: PageOf, teacher: User, student: User, classmate: User, exercises: Assignment
) -> None:
    judged = submit(student=student, worksheet="mini_projet", source=WRONG, assignment_id=exercises.pk)
    confirm_verdicts(submission=judged, verdicts=[ReportedVerdict("ligne", "stopped")])
    submit(student=classmate, worksheet="mini_projet", source=RIGHT, assignment_id=exercises.pk)
    page = page_of(teacher, language="en")
    page.goto(f"/course/assignments/{exercises.pk}/judge/")
    page.get_by_role("button", name="Judge the new one").click()
    expect(page.get_by_role("status")).to_have_text("All programs are judged.", timeout=90_000)
    found = dict(JudgedExercise.objects.values_list("submission__student__username", "verdict"))
    assert found == {"lea": "stopped", "tom": "passed"}


def test_stop_while_a_program_is_fetched_runs_nothing(
    page_of: PageOf,
    intercept: Callable[..., None],
    eventually: Callable[..., None],
    teacher: User,
    student: User,
    exercises: Assignment,
) -> None:
    submit(student=student, worksheet="mini_projet", source=RIGHT, assignment_id=exercises.pk)
    page = page_of(teacher, language="en")
    held: list[Route] = []
    page.goto(f"/course/assignments/{exercises.pk}/judge/")
    intercept(page, "**/submissions/*/file/", lambda route: held.append(route))
    page.get_by_role("button", name="Judge all").click()
    page.get_by_role("button", name="Stop").click()
    eventually(lambda: bool(held))
    held[0].continue_()
    expect(page.get_by_role("button", name="Judge all")).to_be_enabled()
    assert page.locator("iframe").count() == 0
    assert not JudgedExercise.objects.exists()


def test_a_file_that_is_no_python_is_judged_by_the_error_that_says_so(
    page_of: PageOf, teacher: User, student: User, exercises: Assignment
) -> None:
    source = "def ligne(S, i)\n    return 1\n"
    handed_in = submit(student=student, worksheet="mini_projet", source=source, assignment_id=exercises.pk)
    page = page_of(teacher, language="en")
    page.goto(f"/course/assignments/{exercises.pk}/judge/")
    page.get_by_role("button", name="Judge all").click()
    expect(page.get_by_role("status")).to_have_text("All programs are judged.", timeout=90_000)
    found = JudgedExercise.objects.get(exercise="ligne", judged_by="teacher")
    assert (found.verdict, found.details["line"]) == ("raised", 1)
    assert found.details["error"].startswith("Line 1 cannot be read as Python")
    page.goto(f"/course/submissions/{handed_in.pk}/")
    expect(page.locator(".verdict-failed")).to_contain_text("Line 1 cannot be read as Python")


def test_a_program_that_ended_the_page_is_left_out_when_it_opens_again(
    page_of: PageOf,
    eventually: Callable[..., None],
    teacher: User,
    student: User,
    classmate: User,
    exercises: Assignment,
) -> None:
    for who, source in ((student, ENDLESS), (classmate, RIGHT)):
        submit(student=who, worksheet="mini_projet", source=source, assignment_id=exercises.pk)
    page = page_of(teacher, language="en")
    address = f"/course/assignments/{exercises.pk}/judge/"
    page.goto(address)
    page.get_by_role("button", name="Judge all").click()
    expect(page.locator(".judge-result").first).to_have_text("running")
    # As a crash leaves it: nothing is said before the page is gone.
    kept = page.evaluate("() => ({ ...sessionStorage })")
    page.goto("/help/")
    page.evaluate("(kept) => Object.assign(sessionStorage, kept)", kept)
    page.goto(address)
    expect(page.locator(".judge-result").first).to_have_text(
        "not judged: it used up the memory of the browser"
    )
    page.get_by_role("button", name="Judge all").click()
    status = page.get_by_role("status")
    expect(status).to_have_text("All programs are judged but those left out.", timeout=90_000)
    assert dict(JudgedExercise.objects.values_list("submission__student__username", "verdict")) == {
        "tom": "passed"
    }


def test_a_program_that_runs_can_be_left_out(
    page_of: PageOf, teacher: User, student: User, classmate: User, exercises: Assignment
) -> None:
    for who, source in ((student, ENDLESS), (classmate, RIGHT)):
        submit(student=who, worksheet="mini_projet", source=source, assignment_id=exercises.pk)
    page = page_of(teacher, language="en")
    page.goto(f"/course/assignments/{exercises.pk}/judge/")
    page.get_by_role("button", name="Judge all").click()
    expect(page.locator(".judge-result").first).to_have_text("running")
    page.get_by_role("button", name="Leave out").first.click()
    expect(page.locator(".judge-result").first).to_have_text("left out")
    status = page.get_by_role("status")
    expect(status).to_have_text("All programs are judged but those left out.", timeout=60_000)
    found = dict(JudgedExercise.objects.values_list("submission__student__username", "verdict"))
    assert found == {"tom": "passed"}


def test_a_file_is_judged_in_the_students_browser_after_the_upload(
    page_of: PageOf, student: User, exercises: Assignment
) -> None:
    page = page_of(student, language="en")
    page.goto(f"/given/{exercises.pk}/")
    file: Any = {"name": "sudoku_lea.py", "mimeType": "text/x-python", "buffer": WRONG.encode()}
    page.locator("#program-file").set_input_files(file)
    page.get_by_role("button", name="Hand in").click()
    expect(page.locator("#judge-news")).to_have_text(
        "Your version is judged: its page has the details.", timeout=90_000
    )
    expect(page.locator("[data-result]")).to_contain_text("not passed: ligne")
    found = JudgedExercise.objects.get()
    assert (found.verdict, found.judged_by) == ("wrong", "student")
