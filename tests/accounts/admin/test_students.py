"""The page on which a list of names becomes a class."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Classroom, User

ClientOf = Callable[[User], Client]
PAGE = "/admin/accounts/user/students/"
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def hers(client_of: ClientOf, teacher: User) -> Client:
    return client_of(teacher)


def send(client: Client, names: str, **fields: str) -> Any:
    return client.post(PAGE, {"names": names, "kind": "real", **fields}, headers=ENGLISH, follow=True)


def test_a_pasted_list_becomes_a_new_class_with_valid_passwords(
    hers: Client, teacher: User, client: Client
) -> None:
    response = send(hers, "MARTIN Zoé\r\n\r\nNoah Petit\r\n", new_class="6e D")
    assert Classroom.objects.get(name="6e D").teachers.get() == teacher
    rows = response.context["rows"]
    assert [row.real_name for row in rows] == ["MARTIN Zoé", "PETIT Noah"]
    for row in rows:
        assert row.password in response.content.decode()
        answer = client.post("/accounts/login/", {"username": row.user.username, "password": row.password})
        assert answer.status_code == 302
        client.post("/accounts/logout/")


def test_the_passwords_are_stored_nowhere(hers: Client, classroom: Classroom) -> None:
    response = send(hers, "Martin Zoé", classroom=str(classroom.pk))
    [row] = response.context["rows"]
    assert "no-store" in response.headers["Cache-Control"]
    assert row.password not in str(dict(hers.session.items()))
    assert row.password not in User.objects.get(username=row.user.username).password


def test_lines_that_made_no_student_are_listed_with_number_and_reason(
    hers: Client, classroom: Classroom, student: User
) -> None:
    page = send(hers, "Noah\n---\nPETIT Léa", classroom=str(classroom.pk))
    assert [line[:2] for line in page.context["refused"]] == [[2, "---"], [3, "PETIT Léa"]]
    assert "This is not a name." in page.content.decode()
    assert "already" in page.content.decode()


def test_user_names_can_be_pasted(hers: Client, classroom: Classroom) -> None:
    send(hers, "Noah7\nemma", classroom=str(classroom.pk), kind="user")
    assert list(User.objects.students().values_list("username", flat=True)) == ["emma", "noah7"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "Choose a class"),
        ({"classroom": "own", "new_class": "6e D"}, "Choose a class"),
        ({"classroom": "other"}, "Select a valid choice"),
        ({"new_class": "6e D", "names": ""}, "required"),
        ({"new_class": "6e D", "names": "a\0b"}, "Null characters"),
        ({"new_class": "6e D", "kind": "x"}, "Select a valid choice"),
        ({"new_class": "6e D", "names": "\n".join(f"n{n}" for n in range(201))}, "more than 200"),
        ({"new_class": "x" * 81}, "at most 80"),
    ],
)
def test_a_form_without_sense_makes_nobody_and_says_why(
    hers: Client, classroom: Classroom, stranger: User, fields: dict[str, str], reason: str
) -> None:
    classes = {"own": classroom.pk, "other": stranger.studied_in.get().pk}
    posted = {key: str(classes.get(value, value)) for key, value in fields.items()}
    response = send(hers, **{"names": "Noah", **posted})
    assert reason in response.content.decode()
    assert list(User.objects.students()) == [stranger]
    assert not Classroom.objects.filter(name="6e D").exists()


def test_every_student_made_is_a_student_whatever_is_posted(hers: Client, classroom: Classroom) -> None:
    send(hers, "Noah", classroom=str(classroom.pk), role="teacher", is_superuser="on")
    made = classroom.students.get()
    assert (made.role, made.is_superuser) == ("student", False)


def test_names_are_text_and_never_markup(hers: Client, classroom: Classroom) -> None:
    page = send(hers, "<script>alert(1)</script>\n<b>-</b>", classroom=str(classroom.pk)).content.decode()
    assert "<script>alert" not in page
    assert "<b>-" not in page


def test_a_user_who_is_no_teacher_creates_no_accounts(
    client_of: ClientOf, student: User, classroom: Classroom
) -> None:
    for client in (client_of(student), Client()):
        send(client, "Noah", classroom=str(classroom.pk))
    assert list(User.objects.students()) == [student]
