"""The pages of exercises, the draft as scripts send it, and the forms of a page without a script."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.course.models import (
    EXERCISES,
    SOURCE_BYTES,
    Answer,
    ExerciseProgress,
    Program,
    ProgramCopy,
    Submission,
)
from puzzles.course.services.progress import record_verdicts
from puzzles.course.services.verdicts import ReportedVerdict
from puzzles.engine.judge.exercises import WORKSHEETS, exercises_of
from puzzles.engine.worksheets import EXERCISE_7
from puzzles.play.models import Attempt

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]
ENGLISH = {"Accept-Language": "en"}
SCRIPT = {"HX-Request": "true", "Accept-Language": "en"}
PROGRAM = "/course/mini_projet/program/"
BLOC = "/course/mini_projet/exercises/bloc/"
HAND_IN = f"{BLOC}hand-in/"
QUESTIONS = "/course/mini_projet/exercises/questions/"
PAGE = "0123456789abcdef"
ALL = [(worksheet, key) for worksheet, keys in EXERCISES.items() for key in keys]


@pytest.fixture
def tab(client_of: ClientOf, student: User) -> Client:
    User.objects.update(language="en")
    return client_of(student)


def content(client: Client, address: str) -> str:
    answer = client.get(address, headers=ENGLISH)
    assert answer.status_code == 200
    return answer.content.decode()


def config_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script id="exercise-config"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


def sent(student: User, text: str, **fields: Any) -> dict[str, Any]:
    return {"user": student.pk, "client": PAGE, "seq": 1, "base": 0, "text": text} | fields


# Pages


def test_the_judge_has_every_exercise_of_the_catalogue_in_the_same_order() -> None:
    assert {name: [each.key for each in exercises_of(name)] for name in WORKSHEETS} == {
        name: list(keys) for name, keys in EXERCISES.items()
    }


@pytest.mark.parametrize(("worksheet", "key"), ALL)
def test_every_exercise_has_a_page_with_its_statement_in_both_languages(
    tab: Client, student: User, worksheet: str, key: str
) -> None:
    address = reverse("course:exercise", args=[worksheet, key])
    english = content(tab, address)
    assert "<p>" in english.split('class="statement ' if key != "questions" else "prose statement")[1][:900]
    User.objects.update(language="fr")
    assert tab.get(address).status_code == 200


@pytest.mark.parametrize("worksheet", EXERCISES)
def test_the_list_names_every_exercise_and_its_state(tab: Client, worksheet: str) -> None:
    page = content(tab, reverse("course:exercises", args=[worksheet]))
    assert all(reverse("course:exercise", args=[worksheet, key]) in page for key in EXERCISES[worksheet])
    assert page.count("sign-new") == len(EXERCISES[worksheet])


def test_the_list_shows_attempted_and_passed_exercises(tab: Client, student: User) -> None:
    verdicts = [{"exercise": "bloc", "verdict": "wrong"}, {"exercise": "ligne", "verdict": "passed"}]
    tab.post(
        "/course/mini_projet/verdicts/", json.dumps(verdicts), content_type="application/json", headers=SCRIPT
    )
    page = content(tab, "/course/mini_projet/exercises/")
    assert (page.count("sign-tried"), page.count("sign-passed")) == (1, 1)
    assert "1 of 10 passed" in page


def test_an_empty_program_begins_with_the_starter(tab: Client) -> None:
    page = content(tab, BLOC)
    assert "def bloc(S: list, i: int, j: int)" in page
    assert config_of(page)["program"]["version"] == 0


def test_a_program_is_the_same_on_every_exercise_of_its_worksheet(tab: Client, student: User) -> None:
    tab.post(PROGRAM, sent(student, "mine = 1"), headers=SCRIPT)
    for key in ("bloc", "resoudre"):
        page = content(tab, reverse("course:exercise", args=["mini_projet", key]))
        assert "\nmine = 1</textarea>" in page
        assert config_of(page)["program"]["version"] == 1
    assert "mine = 1" not in content(tab, "/course/tutoriel/exercises/solve/")


def test_a_program_is_shown_escaped(tab: Client, student: User) -> None:
    tab.post(PROGRAM, sent(student, "</textarea><script>alert(1)</script>"), headers=SCRIPT)
    assert "<script>alert(1)" not in content(tab, BLOC)


def test_a_page_says_the_state_of_its_program_before_its_script_does(tab: Client) -> None:
    page = content(tab, BLOC)
    assert 'data-state="saved">Saved</span>' in page
    assert ">bloc: not begun</strong>" in page


def test_nothing_of_a_reference_solution_is_on_a_page(tab: Client) -> None:
    for worksheet, keys in EXERCISES.items():
        for key in keys:
            page = content(tab, reverse("course:exercise", args=[worksheet, key]))
            assert "(i // 3) * 3 + 3" not in page
            assert "range(haut" not in page


@pytest.mark.parametrize("key", ["bloc", "questions"])
def test_a_page_reports_that_its_exercise_was_opened_until_that_is_known(tab: Client, key: str) -> None:
    address = reverse("course:exercise", args=["mini_projet", key])
    report = reverse("course:seen", args=["mini_projet", key])
    assert f'hx-post="{report}"' in content(tab, address)
    assert not ExerciseProgress.objects.exists()
    assert tab.post(report).status_code == 204
    first = ExerciseProgress.objects.get(exercise=key)
    assert (first.tries, first.passed_at) == (0, None)
    assert report not in content(tab, address)
    tab.post(report)
    assert ExerciseProgress.objects.get().seen_at == first.seen_at


def test_nobody_sees_an_exercise_that_is_none(tab: Client) -> None:
    assert tab.post("/course/mini_projet/exercises/nothing/seen/").status_code == 404


def test_there_is_no_exercise_of_another_name(tab: Client) -> None:
    for address in (
        "/course/nothing/exercises/",
        "/course/mini_projet/exercises/nothing/",
        "/course/x/program/",
    ):
        assert tab.get(address).status_code == 404


def test_programs_rest_during_an_exam(tab: Client, exam_attempt: Attempt) -> None:
    answer = tab.get(BLOC, headers=ENGLISH)
    assert answer.status_code == 403
    assert "Solvers are switched off during an exam." in answer.content.decode()


def test_the_page_of_an_exercise_costs_a_fixed_number_of_queries(
    tab: Client, student: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tab.get(BLOC)
    tab.post(PROGRAM, sent(student, "mine = 1"), headers=SCRIPT)
    with django_assert_num_queries(7):
        tab.get(BLOC)


# The draft


def test_a_draft_is_stored_with_line_ends_as_python_writes_them(tab: Client, student: User) -> None:
    answer = tab.post(PROGRAM, sent(student, "x = 1\r\ny = 2"), headers=SCRIPT)
    assert answer.json() == {"version": 1, "aside": False}
    assert Program.objects.get().text == "x = 1\ny = 2"


def test_a_pasted_nul_is_saved_as_a_sign_that_is_seen(tab: Client, student: User) -> None:
    """No database takes it, and a refusal would leave all that is typed after it unsaved."""
    answer = tab.post(PROGRAM, sent(student, "x = 1\0\r\n"), headers=SCRIPT)
    assert answer.json() == {"version": 1, "aside": False}
    assert Program.objects.get().text == "x = 1\N{REPLACEMENT CHARACTER}\n"
    tab.post(BLOC, {"text": "y = 1\0", "base": 1})
    assert Program.objects.get().text == "y = 1\N{REPLACEMENT CHARACTER}"


def test_a_page_asks_for_a_newer_text_only(tab: Client, student: User) -> None:
    tab.post(PROGRAM, sent(student, "x = 1"), headers=SCRIPT)
    assert tab.get(f"{PROGRAM}?version=1", headers=SCRIPT).status_code == 204
    assert tab.get(f"{PROGRAM}?version=0", headers=SCRIPT).json() == {"version": 1, "text": "x = 1"}


def test_a_conflict_is_answered_with_the_other_text(tab: Client, student: User) -> None:
    tab.post(PROGRAM, sent(student, "of page one"), headers=SCRIPT)
    answer = tab.post(PROGRAM, sent(student, "of page two", client="f" * 16), headers=SCRIPT)
    assert answer.status_code == 409
    assert answer.json()["text"] == "of page one"
    kept = tab.post(PROGRAM, sent(student, "of page two", client="f" * 16, how="aside"), headers=SCRIPT)
    assert kept.json() == {"version": 1, "aside": True}
    page = content(tab, BLOC)
    copy = ProgramCopy.objects.get()
    assert reverse("course:program_copy", args=["mini_projet", copy.pk]) in page
    assert content(tab, reverse("course:program_copy", args=["mini_projet", copy.pk])) == "of page two"


def test_a_page_of_another_account_stores_nothing(tab: Client, student: User, classmate: User) -> None:
    answer = tab.post(PROGRAM, sent(classmate, "not hers"), headers=SCRIPT)
    assert answer.status_code == 404
    assert not Program.objects.exists()


def test_an_expired_session_is_answered_with_401(student: User) -> None:
    assert Client().post(PROGRAM, sent(student, "x = 1"), headers=SCRIPT).status_code == 401


@pytest.mark.parametrize(
    "wrong",
    [
        {"seq": 0},
        {"seq": "x"},
        {"base": -1},
        {"client": "../.."},
        {"how": "burn"},
        {"text": "x" * (SOURCE_BYTES + 1)},
    ],
)
def test_a_draft_that_makes_no_sense_is_refused(tab: Client, student: User, wrong: dict[str, Any]) -> None:
    answer = tab.post(PROGRAM, sent(student, "x = 1") | wrong, headers=SCRIPT)
    assert answer.status_code == 400
    assert not Program.objects.exists()


def test_nobody_reads_the_program_of_another(
    tab: Client, client_of: ClientOf, student: User, classmate: User
) -> None:
    tab.post(PROGRAM, sent(student, "of page one"), headers=SCRIPT)
    tab.post(PROGRAM, sent(student, "of page two", client="f" * 16, how="aside"), headers=SCRIPT)
    other = client_of(classmate)
    copy = reverse("course:program_copy", args=["mini_projet", ProgramCopy.objects.get().pk])
    assert other.get(copy).status_code == 404
    assert other.get(PROGRAM, headers=SCRIPT).json() == {"version": 0, "text": ""}
    assert b"of page" not in other.get(BLOC).content


def test_the_program_comes_as_a_file(tab: Client, student: User) -> None:
    tab.post(PROGRAM, sent(student, "x = 1"), headers=SCRIPT)
    answer = tab.get("/course/mini_projet/program/file/")
    assert answer.content == b"x = 1"
    assert "mini_projet.py" in answer["Content-Disposition"]


# Without a script, and handing in


def test_a_form_saves_the_program(tab: Client) -> None:
    answer = tab.post(BLOC, {"text": "x = 1\r\n", "base": 0, "save": "1"}, follow=True, headers=ENGLISH)
    assert "Your program is saved." in answer.content.decode()
    assert Program.objects.get().text == "x = 1\n"


def test_a_form_that_meets_a_newer_text_keeps_both(tab: Client, student: User) -> None:
    tab.post(PROGRAM, sent(student, "of the script"), headers=SCRIPT)
    answer = tab.post(BLOC, {"text": "of the form", "base": 0}, follow=True, headers=ENGLISH)
    assert "Both texts are kept." in answer.content.decode()
    assert Program.objects.get().text == "of the form"
    assert ProgramCopy.objects.get().text == "of the script"


def test_handing_in_keeps_the_version_with_the_verdicts_of_the_page(tab: Client, student: User) -> None:
    verdicts = json.dumps([{"exercise": "bloc", "verdict": "passed", "cases": 40}])
    posted = {"text": "def bloc(S, i, j): pass", "base": 0, "verdicts": verdicts}
    answer = tab.post(HAND_IN, posted, follow=True, headers=ENGLISH)
    submission = Submission.objects.get()
    assert submission.source == "def bloc(S, i, j): pass"
    assert submission.file_name in answer.content.decode()
    assert [(each.exercise, each.verdict) for each in submission.verdicts.all()] == [("bloc", "passed")]


def test_a_program_handed_in_from_the_editor_is_named_for_worksheet_and_student(
    tab: Client, student: User, exercises_of: Callable[..., Assignment]
) -> None:
    given = exercises_of("bloc")
    tab.post(f"/course/work/{given.pk}/file/", {"file": SimpleUploadedFile("syn.py", b"x = 1")})

    def handed_in(text: str) -> str:
        answer = tab.post(HAND_IN, {"text": text, "assignment": given.pk}, follow=True, headers=ENGLISH)
        return answer.content.decode()

    assert "You have already handed in this program, as syn.py." in handed_in("x = 1")
    assert "Handed in as mini_projet_lea.py." in handed_in("x = 2")
    assert Submission.objects.count() == 2


@pytest.mark.parametrize(("line", "is_warned"), [("2", True), ("", False)])
def test_handing_in_warns_of_a_line_that_python_cannot_read(line: str, is_warned: bool, tab: Client) -> None:
    posted = {"text": "x = 1\ndef f(", "unreadable": line}
    page = tab.post(HAND_IN, posted, follow=True, headers=ENGLISH).content.decode()
    assert "Handed in as" in page
    assert ("Python cannot read line 2" in page) is is_warned


def test_an_empty_program_is_not_handed_in(tab: Client) -> None:
    answer = tab.post(HAND_IN, {"text": " ", "base": 0}, follow=True, headers=ENGLISH)
    assert "This program is empty." in answer.content.decode()
    assert not Submission.objects.exists()


def test_verdicts_that_cannot_be_read_do_not_hinder_handing_in(tab: Client) -> None:
    for verdicts in ("[", '[{"exercise": "nothing", "verdict": "passed"}]', "[" * 5000):
        tab.post(HAND_IN, {"text": f"x = '{verdicts[:9]}'", "verdicts": verdicts})
    assert Submission.objects.count() == 3
    assert not any(each.verdicts.exists() for each in Submission.objects.all())


def test_a_program_that_is_too_long_is_not_saved_by_a_form(tab: Client) -> None:
    answer = tab.post(BLOC, {"text": "x" * (SOURCE_BYTES + 1)}, follow=True, headers=ENGLISH)
    assert "longer than 100 KB" in answer.content.decode()
    assert not Program.objects.exists()


def test_a_program_is_handed_in_for_the_assignment_that_is_chosen(
    tab: Client, student: User, exercises_of: Callable[..., Assignment]
) -> None:
    given, closed = exercises_of("bloc"), exercises_of("ligne", name="Closed")
    closed.stopped_at = timezone.now()
    closed.save()
    page = content(tab, f"{BLOC}?work={given.assignees.get(student=student).pk}")
    assert f'<option value="{given.pk}" selected>Monday' in page
    assert "Closed" not in page
    tab.post(HAND_IN, {"text": "x = 1", "assignment": given.pk})
    assert Submission.objects.get().assignment == given
    assert "Monday" not in content(tab, "/course/tutoriel/exercises/solve/")


def test_nobody_hands_in_for_an_assignment_of_others(
    tab: Client, stranger: User, exercises_of: Callable[..., Assignment]
) -> None:
    elsewhere = stranger.memberships.get().classroom
    given = exercises_of("bloc", classroom=elsewhere, author=elsewhere.teachers.get())
    answer = tab.post(HAND_IN, {"text": "x = 1", "assignment": given.pk})
    assert answer.status_code == 404
    assert not Submission.objects.exists()


# Questions


def right_answers() -> dict[str, Any]:
    return {question.key: sorted(question.right) for question in EXERCISE_7}


def test_answers_are_kept_and_marked(tab: Client) -> None:
    page = tab.post(
        QUESTIONS, right_answers() | {"type": "list"}, follow=True, headers=ENGLISH
    ).content.decode()
    assert "4 of 5 right" in page
    assert 'id="type-list" name="type" value="list" checked' in page
    assert ExerciseProgress.objects.get().passed_at is None


def test_the_questions_pass_when_all_is_right_and_a_reason_is_given(tab: Client, student: User) -> None:
    without = tab.post(QUESTIONS, right_answers(), follow=True, headers=ENGLISH).content.decode()
    assert "Now give the reason in your own words" in without
    assert ExerciseProgress.objects.get().passed_at is None
    reason = "One cell less at each call."
    page = tab.post(
        QUESTIONS, right_answers() | {"reason": reason}, follow=True, headers=ENGLISH
    ).content.decode()
    assert f">{reason}</textarea>" in page
    assert ExerciseProgress.objects.get().passed_at is not None
    assert Answer.objects.get(student=student, question="termination").text == reason


def test_a_form_without_answers_is_no_try(tab: Client) -> None:
    answer = tab.post(QUESTIONS, {"reason": " "}, follow=True, headers=ENGLISH)
    assert "You have not answered anything yet." in answer.content.decode()
    assert not ExerciseProgress.objects.filter(tries__gt=0).exists()
    assert not Answer.objects.exists()


def test_an_exercise_that_was_tried_has_one_word_in_all_lists(
    tab: Client, student: User, exercises_of: Callable[..., Assignment]
) -> None:
    given = exercises_of("bloc")
    record_verdicts(
        student=student, worksheet="mini_projet", verdicts=[ReportedVerdict("bloc", "printed_wrong")]
    )
    for address in (BLOC, "/course/mini_projet/exercises/", f"/given/{given.pk}/"):
        assert "printed something else" in content(tab, address).partition("exercise-config")[0]


def test_a_wrong_answer_does_not_reveal_the_right_ones(tab: Client) -> None:
    page = tab.post(QUESTIONS, {"type": "list"}, follow=True, headers=ENGLISH).content.decode()
    assert "Not right." in page
    assert str(EXERCISE_7[0].reason) not in page


def test_the_worksheets_own_answer_passes_and_its_weakness_is_named(tab: Client) -> None:
    answers = {"termination": "rows_left"}
    page = unescape(tab.post(QUESTIONS, answers, follow=True, headers=ENGLISH).content.decode())
    assert "1 of 5 right" in page
    assert "Almost: this is the worksheet’s own answer." in page
    assert "it stays the same within a row" in page


def test_half_of_the_right_answers_is_not_right(tab: Client) -> None:
    answers = {"recursive_calls": "filled_cell"}
    page = tab.post(QUESTIONS, answers, follow=True, headers=ENGLISH).content.decode()
    assert "0 of 5 right" in page
    assert "mark mark-wrong" in page
