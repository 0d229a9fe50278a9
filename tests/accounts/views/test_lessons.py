"""What pages without a board poll, and the button that raises a hand."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, RaisedHand, User
from puzzles.play.models import Attempt

ClientOf = Callable[[User], Client]
SCRIPT = {"HX-Request": "true"}


def test_a_page_gets_an_answer_only_when_something_changed(
    client_of: ClientOf, student: User, classroom: Classroom
) -> None:
    client = client_of(student)
    first = client.get("/lesson/")
    assert first.json() == {"state": "000", "paused": False, "hand": False, "room": False}
    again = client.get("/lesson/?state=000")
    assert (again.status_code, again.content) == (204, b"")
    assert int(again["Retry-After"]) > 0
    Classroom.objects.filter(pk=classroom.pk).update(paused_at=timezone.now())
    assert client.get("/lesson/?state=000").json()["paused"]


def test_it_asks_the_database_little(
    client_of: ClientOf, student: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(student)
    # The session, the account, the classes and the hand.
    with django_assert_num_queries(4):
        client.get("/lesson/?state=000")


def test_a_hand_is_raised_and_taken_down(client_of: ClientOf, student: User) -> None:
    client = client_of(student)
    assert client.post("/lesson/hand/", {"on": "1"}, headers=SCRIPT).status_code == 204
    assert RaisedHand.objects.get().student == student
    assert client.post("/lesson/hand/", {"on": "0"}, headers=SCRIPT).status_code == 204
    assert not RaisedHand.objects.exists()


@pytest.mark.parametrize(
    "address",
    ["/", "/course/", "/course/td_iteratif/", "/course/td_iteratif/exercises/test/", "/history/", "/help/"],
)
def test_every_page_of_a_student_can_be_covered(address: str, client_of: ClientOf, student: User) -> None:
    assert client_of(student).get(address).content.decode().count('id="lesson-cover"') == 1


def test_a_teacher_s_pages_are_not(client_of: ClientOf, teacher: User) -> None:
    assert "lesson-cover" not in client_of(teacher).get("/").content.decode()


def test_a_board_is_covered_by_its_own_news_while_it_is_open(
    client_of: ClientOf, student: User, attempt_of: Callable[..., Attempt]
) -> None:
    client, attempt = client_of(student), attempt_of(student)
    assert "lesson-cover" not in client.get(attempt.get_absolute_url()).content.decode()
    Attempt.objects.update(state=Attempt.State.HANDED_IN, finished_at=timezone.now())
    assert "lesson-cover" in client.get(attempt.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("wanted", "address"),
    [
        ("/course/", "/course/"),
        ("/grilles/é/", "/grilles/%C3%A9/"),
        ("/course/\r\nSet-Cookie: a=b", "/course/%0D%0ASet-Cookie:%20a=b"),
        ("//evil.example/", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_without_a_script_the_hand_leads_back_to_a_page_of_the_site(
    wanted: str, address: str, client_of: ClientOf, student: User
) -> None:
    response = client_of(student).post("/lesson/hand/", {"on": "1", "next": wanted})
    assert (response.status_code, response["Location"]) == (302, address)
    assert "a" not in response.cookies
