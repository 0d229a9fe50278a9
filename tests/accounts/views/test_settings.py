"""The name that students read of their teacher."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.play.models import Attempt
from puzzles.play.pages.board_lesson import note_words
from puzzles.play.services.board_notes import send_sentence

ClientOf = Callable[[User], Client]
SETTINGS = "/accounts/settings/"


@pytest.fixture
def named(teacher: User, client_of: ClientOf) -> User:
    """The teacher, who has chosen a name."""
    client_of(teacher).post(SETTINGS, {"display_name": "Mme <Durand>"})
    teacher.refresh_from_db()
    return teacher


def test_a_teacher_chooses_the_name_that_students_read(
    named: User, student: User, assignment_of: Callable[..., Assignment], client_of: ClientOf
) -> None:
    assert named.shown_name == "Mme <Durand>"
    assert "Bonjour Mme &lt;Durand&gt;" in client_of(named).get("/").content.decode()
    page = client_of(student).get(f"/given/{assignment_of().pk}/").content.decode()
    assert "De Mme &lt;Durand&gt;" in page


def test_without_a_name_students_read_no_user_name(
    teacher: User, student: User, assignment_of: Callable[..., Assignment], client_of: ClientOf
) -> None:
    assert teacher.shown_name == teacher.username
    page = client_of(student).get(f"/given/{assignment_of().pk}/").content.decode()
    assert f"De {teacher.username}" not in page


def test_a_board_says_who_wrote_to_it(named: User, student: User, attempt_of: Callable[..., Attempt]) -> None:
    attempt = attempt_of(student)
    note = send_sentence(attempt=attempt, teacher=named, text="Regarde la ligne 3.")
    assert note_words(note, attempt) == "Mme <Durand>\u00a0: Regarde la ligne 3."


def test_too_long_a_name_is_refused(teacher: User, client_of: ClientOf) -> None:
    page = client_of(teacher).post(SETTINGS, {"display_name": "x" * 61})
    assert page.context["name_form"].errors
    teacher.refresh_from_db()
    assert teacher.display_name == ""


def test_a_student_has_no_such_name(student: User, client_of: ClientOf) -> None:
    client = client_of(student)
    assert "display_name" not in client.get(SETTINGS).content.decode()
    client.post(SETTINGS, {"display_name": "Mme Durand"})
    student.refresh_from_db()
    assert student.display_name == ""
