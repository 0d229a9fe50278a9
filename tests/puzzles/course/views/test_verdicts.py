"""What a student's browser reports, and the reference solutions that open by it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.course.models import ExerciseProgress, ReferenceRule

ClientOf = Callable[[User], Client]
VERDICTS = "/course/mini_projet/verdicts/"
QUESTIONS = "/course/mini_projet/exercises/questions/"
PASSED = [{"kind": "verdict", "exercise": "bloc", "verdict": "passed"}]


def post(client: Client, found: Any, address: str = VERDICTS) -> Any:
    return client.post(address, found, content_type="application/json")


@pytest.fixture
def loner(db: None) -> User:
    """A student without a class."""
    return User.objects.create_user("sam", "a grid of nine", role=User.Role.STUDENT)


def test_a_report_says_what_passed_for_the_first_time(student: User, client_of: ClientOf) -> None:
    client = client_of(student)
    assert post(client, PASSED).json() == {"newly_passed": ["bloc"], "opened": ["bloc"]}
    assert post(client, PASSED).json() == {"newly_passed": [], "opened": []}
    assert ExerciseProgress.objects.get(student=student).tries == 2


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[" * 100_000,
        '"passed"',
        "[1]",
        '[{"exercise": "x", "verdict": "passed"}]',
        # The server marks these answers itself.
        '[{"exercise": "questions", "verdict": "passed"}]',
        "[]" + " " * 300_000,
    ],
)
def test_an_invalid_report_is_refused(body: str, student: User, client_of: ClientOf) -> None:
    answer = client_of(student).post(VERDICTS, body, content_type="application/json")
    assert answer.status_code == 400
    assert not ExerciseProgress.objects.exists()


def test_a_report_needs_the_token_of_the_site(student: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(student)
    assert post(client, PASSED).status_code == 403


@pytest.mark.parametrize("address", [VERDICTS, "/course/mini_projet/exercises/bloc/reference/"])
def test_reports_are_only_posted(address: str, student: User, client_of: ClientOf) -> None:
    assert client_of(student).get(address).status_code == 405


@pytest.mark.parametrize(
    "address",
    [
        "/course/nothing/verdicts/",
        "/course/propagation/verdicts/",
        "/course/tutoriel/exercises/bloc/reference/",
    ],
)
def test_an_unknown_exercise_is_not_found(address: str, student: User, client_of: ClientOf) -> None:
    assert client_of(student).post(address).status_code == 404


def test_show_me_opens_one_solution_for_a_student_without_a_class(loner: User, client_of: ClientOf) -> None:
    client = client_of(loner)
    assert "return [S[i][j] for j in range(9)" not in client.get("/course/mini_projet.py").content.decode()
    answer = client.post("/course/mini_projet/exercises/ligne/reference/", {"next": "/course/mini_projet/"})
    assert answer["Location"] == "/course/mini_projet/"
    text = client.get("/course/mini_projet.py").content.decode()
    assert "return [S[i][j] for j in range(9) if S[i][j] != 0]" in text
    assert "haut, gauche" not in text
    assert loner.references_shown.get().exercise == "ligne"


def test_show_me_leads_nowhere_else(loner: User, client_of: ClientOf) -> None:
    answer = client_of(loner).post(
        "/course/mini_projet/exercises/ligne/reference/", {"next": "https://elsewhere.test/"}
    )
    assert answer["Location"] == "/course/mini_projet/"


# The rule of a class


def test_a_teacher_chooses_when_the_solutions_open(
    teacher: User, student: User, classroom: Classroom, client_of: ClientOf
) -> None:
    address = f"/classes/{classroom.pk}/reference/"
    client = client_of(teacher)
    assert address in client.get(f"/classes/{classroom.pk}/settings/").content.decode()
    client.post(address, {"opens": "from_date", "opens_at": "2199-06-30 18:00"})
    rule = ReferenceRule.objects.get(classroom=classroom)
    assert rule.opens == "from_date"
    page = client_of(student).get("/course/mini_projet/").content.decode()
    assert "Your teacher opens the reference solutions on" in page
    assert "2199" in page
    client.post(address, {"opens": "always", "opens_at": "2199-06-30 18:00"})
    rule = ReferenceRule.objects.get(classroom=classroom)
    assert (rule.opens, rule.opens_at) == ("always", None)


def test_a_date_is_worded_as_the_language_does(
    student: User, classroom: Classroom, client_of: ClientOf
) -> None:
    opens_at = datetime(2199, 6, 30, 16, tzinfo=UTC)
    ReferenceRule.objects.create(classroom=classroom, opens="from_date", opens_at=opens_at)
    for language, words in (("fr", "le 30 juin 2199 à 18:00"), ("en", "on 30 June 2199, 18:00")):
        User.objects.update(language=language)
        page = client_of(student).get("/course/mini_projet/").content.decode()
        assert words in page
        assert "run it by itself in Python" not in page
        assert "fonctionne seul dans Python" not in page


def test_a_date_is_asked_for_where_it_is_needed(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    answer = client_of(teacher).post(f"/classes/{classroom.pk}/reference/", {"opens": "from_date"})
    assert "Give the date" in answer.content.decode()
    assert not ReferenceRule.objects.exists()


def test_the_page_of_a_class_gets_the_form_alone(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    address = f"/classes/{classroom.pk}/reference/"
    part = client_of(teacher).get(address, headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith("<form")
    assert "<html" in client_of(teacher).get(address).content.decode()


# What it leaves behind


def test_the_history_and_the_table_list_exercises(
    teacher: User, student: User, classmate: User, classroom: Classroom, client_of: ClientOf
) -> None:
    client = client_of(student)
    post(client, PASSED)
    client.post(QUESTIONS, {"type": "bool", "reason": "Because <b>."})
    own = client.get("/history/").content.decode()
    assert "1 of 10 passed" in own
    assert "Because &lt;b&gt;." in own
    told = client_of(teacher).get(reverse("home:student_history", args=["lea"])).content.decode()
    assert "passed, 1 try" in told
    table = client_of(teacher).get(f"/classes/{classroom.pk}/table/?file=plain&days=7").content.decode()
    heading, lea, tom = table.splitlines()
    assert heading.endswith(
        "Exercises: tried,Exercises: passed,Exercises: questions answered,Exercises: bugs found,"
        "Exercises: passed of worksheet 5"
    )
    # The questions are an exercise too, and the reason belongs to the last of them.
    assert lea.endswith(",2,2,1,2,0,1")
    assert tom.endswith(",0,0,0,0,0,0")


def test_a_student_working_on_exercises_is_not_called_quiet(
    teacher: User, student: User, classroom: Classroom, client_of: ClientOf
) -> None:
    classroom.memberships.update(joined_at="2020-01-01T00:00Z")
    page = f"/classes/{classroom.pk}/table/?days=7"
    assert "no activity for 7 days" in client_of(teacher).get(page).content.decode()
    post(client_of(student), PASSED)
    assert "no activity for 7 days" not in client_of(teacher).get(page).content.decode()


def test_the_first_page_counts_the_exercises_that_passed(
    student: User, client_of: ClientOf, exercises_of: Callable[..., Assignment]
) -> None:
    exercises_of("bloc", "ligne", name="Two functions")
    client = client_of(student)
    post(client, PASSED)
    page = client.get("/").content.decode()
    assert "Two functions" in page
    assert "1 of 2 done" in page
