"""Students in no class, found again by the teachers who had them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client

from accounts.models import Classroom, FormerStudent, Membership, User
from accounts.services.classes import remove_student
from puzzles.play.models import Attempt

ClientOf = Callable[[User], Client]
PAGE = "/classes/former/lea/"
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def released(student: User, teacher: User) -> User:
    """A student whom the teacher has taken out of her only class."""
    remove_student(membership=student.memberships.get(), teacher=teacher)
    return student


def test_the_list_of_classes_ends_with_those_in_no_class_any_more(
    client_of: ClientOf, teacher: User, other_teacher: User, released: User
) -> None:
    page = client_of(teacher).get("/classes/", headers=ENGLISH).content.decode()
    assert "Former students" in page
    assert PAGE in page
    assert PAGE not in client_of(other_teacher).get("/classes/").content.decode()


def test_a_former_student_comes_into_a_class_again(
    client_of: ClientOf, teacher: User, classroom: Classroom, released: User
) -> None:
    client_of(teacher).post(PAGE, {"destination": classroom.pk})
    assert released.memberships.get().classroom == classroom
    assert client_of(teacher).get(PAGE).status_code == 404


def test_a_former_student_is_put_into_no_class_of_others(
    client_of: ClientOf, teacher: User, stranger: User, released: User
) -> None:
    other = stranger.memberships.get().classroom
    assert client_of(teacher).post(PAGE, {"destination": other.pk}).status_code == 200
    assert not released.memberships.exists()


def test_a_former_students_account_is_deleted_once_its_name_is_typed(
    client_of: ClientOf, teacher: User, released: User
) -> None:
    hers = client_of(teacher)
    page = hers.get(f"{PAGE}delete/", headers=ENGLISH).content.decode()
    assert "Account: 1" in page
    hers.post(f"{PAGE}delete/", {"username": "tom"})
    assert User.objects.filter(username="lea").exists()
    hers.post(f"{PAGE}delete/", {"username": "lea"})
    assert not User.objects.filter(username="lea").exists()


def test_an_account_that_is_in_a_class_by_now_is_not_said_to_be_deleted(
    client_of: ClientOf, teacher: User, stranger: User, released: User
) -> None:
    other, seen = stranger.memberships.get().classroom, []

    def join(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Let the student come into another class between the form and the deletion."""
        if sql.startswith("SAVEPOINT") and any("accounts_formerstudent" in each for each in seen):
            seen.clear()
            Membership.objects.create(classroom=other, student=released)
        seen.append(sql)
        return execute(sql, params, many, context)

    hers = client_of(teacher)
    with connection.execute_wrapper(join):
        answer = hers.post(f"{PAGE}delete/", {"username": "lea"}, headers=ENGLISH)
    assert [str(each) for each in get_messages(answer.wsgi_request)] == [
        "This student is in a class already."
    ]
    assert User.objects.filter(username="lea").exists()


def test_a_student_in_another_teachers_class_is_not_a_former_one_to_be_deleted(
    client_of: ClientOf, teacher: User, stranger: User, released: User
) -> None:
    Membership.objects.create(classroom=stranger.memberships.get().classroom, student=released)
    assert client_of(teacher).post(f"{PAGE}delete/", {"username": "lea"}).status_code == 404
    assert FormerStudent.objects.filter(teacher=teacher, student=released).exists()


def test_why_a_former_students_account_stays_is_said_on_the_page(
    client_of: ClientOf, teacher: User, student: User, exam_attempt: Attempt
) -> None:
    remove_student(membership=student.memberships.get(), teacher=teacher)
    hers, reason = client_of(teacher), "results are not released yet"
    page = hers.get(f"{PAGE}delete/", headers=ENGLISH).content.decode()
    assert reason in page
    assert "Delete permanently" not in page
    answer = hers.post(f"{PAGE}delete/", {"username": "lea"}, headers=ENGLISH, follow=True)
    assert reason in answer.content.decode()
    assert Attempt.objects.filter(pk=exam_attempt.pk).exists()
