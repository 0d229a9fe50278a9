"""The page of the calendar, and the secret addresses that calendar programs read."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment, CalendarFeed
from puzzles.assignments.services.calendar_feeds import create_feed

ClientOf = Callable[[User], Client]
GiveWork = Callable[..., Assignment]
CALENDAR, ADDRESS = "/calendar/", "/calendar/address/"
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def due(assignment_of: GiveWork, student: User, classmate: User) -> Assignment:
    now = timezone.now()
    return assignment_of(name="Wings", opens_at=now - timedelta(days=1), due_at=now + timedelta(days=1))


def text_of(client: Client, address: str) -> str:
    answer = client.get(address, headers=ENGLISH)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def new_address(client: Client, **fields: object) -> str:
    """The path of a calendar address that the page creates and shows."""
    answer = client.post(ADDRESS, fields, headers=ENGLISH)
    assert answer.status_code == 200
    found = re.search(r'value="https?://[^/]+(/calendar/[^"]+\.ics)"', answer.content.decode())
    assert found
    return found[1]


def test_a_student_reads_what_is_due_and_how_far_it_is(
    client_of: ClientOf, student: User, due: Assignment
) -> None:
    text = text_of(client_of(student), CALENDAR)
    assert f'href="/given/{due.pk}/"' in text
    assert "not begun" in text
    assert "0 of 1 done" in text


def test_the_first_page_says_plainly_what_is_due_tomorrow(
    client_of: ClientOf, student: User, due: Assignment
) -> None:
    text = text_of(client_of(student), "/")
    assert '<span class="tag tag-warn">not begun</span> · due tomorrow, ' in text


def test_a_teacher_chooses_a_class(client_of: ClientOf, teacher: User, due: Assignment) -> None:
    second = Classroom.objects.create(name="4e C")
    second.teachers.add(teacher)
    client = client_of(teacher)
    assert f'href="/assignments/{due.pk}/"' in text_of(client, CALENDAR)
    assert f'href="/assignments/{due.pk}/"' in text_of(client, f"{CALENDAR}?class={due.classroom_id}")
    assert f'href="/assignments/{due.pk}/"' not in text_of(client, f"{CALENDAR}?class={second.pk}")


@pytest.mark.parametrize(
    "query", ["?from=never", "?from=0001-01-01", "?from=9999-12-31", "?class=x", "?class=0"]
)
def test_an_invalid_choice_shows_this_week(
    query: str, client_of: ClientOf, teacher: User, student: User
) -> None:
    for user in (teacher, student):
        assert "Nothing is due in the next four weeks." in text_of(client_of(user), CALENDAR + query)


def test_another_teacher_s_assignments_are_in_no_calendar_of_hers(
    client_of: ClientOf, other_teacher: User, stranger: User, due: Assignment
) -> None:
    for user in (other_teacher, stranger):
        assert "Wings" not in text_of(client_of(user), CALENDAR)
        assert "Wings" not in text_of(client_of(user), f"{CALENDAR}?class={due.classroom_id}")


def test_a_calendar_program_reads_the_address_without_logging_in(
    client_of: ClientOf, student: User, due: Assignment
) -> None:
    path = new_address(client_of(student))
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert "no-store" in answer["Cache-Control"]
    text = answer.content.decode()
    assert "SUMMARY:Wings\r\n" in text
    assert f"/given/{due.pk}/" in text.replace("\r\n ", "")


@pytest.mark.parametrize("who", ["student", "teacher"])
def test_nobody_is_named_in_it(
    who: str, request: pytest.FixtureRequest, client_of: ClientOf, due: Assignment, student: User
) -> None:
    user = request.getfixturevalue(who)
    path = new_address(client_of(user), **({"class": due.classroom_id} if who == "teacher" else {}))
    text = Client().get(path).content.decode()
    assert "SUMMARY:Wings" in text
    for name in ("lea", "Léa", "Petit", "tom", "martin"):
        assert name not in text


def test_the_database_does_not_hold_the_token(student: User) -> None:
    token = create_feed(owner=student)
    assert token not in str(list(CalendarFeed.objects.values_list()))


def test_a_new_address_replaces_the_old_one_and_revoking_ends_it(
    client_of: ClientOf, student: User, due: Assignment
) -> None:
    client = client_of(student)
    old, new = new_address(client), new_address(client)
    assert CalendarFeed.objects.count() == 1
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    assert client.post(f"{ADDRESS}revoke/").status_code == 302
    assert Client().get(new).status_code == 404


def test_a_class_s_address_ends_with_the_teacher_s_right_to_it(
    client_of: ClientOf, teacher: User, classroom: Classroom, due: Assignment
) -> None:
    path = new_address(client_of(teacher), **{"class": classroom.pk})
    assert Client().get(path).status_code == 200
    classroom.teachers.remove(teacher)
    assert Client().get(path).status_code == 404


def test_a_student_s_address_follows_the_student(client_of: ClientOf, student: User, due: Assignment) -> None:
    path = new_address(client_of(student))
    User.objects.filter(pk=student.pk).update(is_active=False)
    assert Client().get(path).status_code == 404


def test_nobody_makes_an_address_of_another_teacher_s_class(
    client_of: ClientOf, other_teacher: User, student: User, classroom: Classroom
) -> None:
    client = client_of(other_teacher)
    for wrong in (classroom.pk, "", "x", "9" * 30):
        assert client.post(ADDRESS, {"class": wrong}).status_code == 404
        assert client.post(f"{ADDRESS}revoke/", {"class": wrong}).status_code == 404
    # A student who names a class gets the address of their own calendar.
    client_of(student).post(ADDRESS, {"class": classroom.pk})
    assert CalendarFeed.objects.get().classroom is None


def test_the_number_of_queries_does_not_grow_with_the_class(
    client_of: ClientOf, teacher: User, classroom: Classroom, due: Assignment, assignment_of: GiveWork
) -> None:
    client = client_of(teacher)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            text_of(client, CALENDAR)
        return len(found)

    queries()
    before = queries()
    now = timezone.now()
    for name in ("ada", "bob"):
        Membership.objects.create(classroom=classroom, student=User.objects.create_user(name, "x"))
    assignment_of(opens_at=now, due_at=now + timedelta(days=2))
    assert queries() == before
