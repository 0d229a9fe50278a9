"""The live board and the table of a class."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from accounts.services.classes import pause_class
from puzzles.assignments.models import Assignment
from puzzles.play.models import Attempt

ClientOf = Callable[[User], Client]
StartAttempt = Callable[..., Attempt]
AssignmentOf = Callable[..., Assignment]
CARD = re.compile(r'name="card" value="([^"]+)"')
PAGES = ["live", "live/news", "table"]


def address(classroom: Classroom, page: str) -> str:
    return f"/classes/{classroom.pk}/{page}/"


def page(client: Client, where: str) -> str:
    """What a page says, in English and on one line."""
    answer = client.get(where, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.fixture
def crowd(classroom: Classroom, attempt_of: StartAttempt) -> Callable[[int], None]:
    """`crowd(count)`: have so many students more in the class, each at work."""

    def come(count: int) -> None:
        before = User.objects.count()
        for number in range(before, before + count):
            newcomer = User.objects.create_user(f"student-{number}")
            Membership.objects.create(classroom=classroom, student=newcomer, real_name=f"Name {number}")
            attempt = attempt_of(newcomer)
            Attempt.objects.filter(pk=attempt.pk).update(seen_at=timezone.now())

    return come


def test_another_class_cannot_be_seen_by_its_assignment(
    client_of: ClientOf, classroom: Classroom, other_teacher: User, student: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of(name="Secret work")
    own = Classroom.objects.create(name="5e A")
    own.teachers.add(other_teacher)
    text = page(client_of(other_teacher), f"{address(own, 'live')}?assignment={assignment.pk}")
    assert "Secret work" not in text
    assert "Léa" not in text


# The live board


def test_the_live_board_leads_to_the_board_the_replay_and_the_history(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    client = client_of(teacher)
    assert f'href="/boards/{attempt.pk}/"' in page(client, address(classroom, "live"))
    assert f'href="/history/{attempt.pk}/"' in page(client, f"/boards/{attempt.pk}/")
    Attempt.objects.update(state=Attempt.State.SOLVED, finished_at=timezone.now())
    text = page(client, address(classroom, "live"))
    assert f'href="/history/{attempt.pk}/"' in text
    assert f'href="/students/{student.username}/"' in text
    assert "PETIT Léa" in text


def test_the_projector_has_no_real_names_and_leads_nowhere(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    text = page(client_of(teacher), f"{address(classroom, 'live')}?projector=1")
    assert ">Lea</h3>" in text
    assert "Léa" not in text
    assert "/history/" not in text.partition("<main")[2]
    assert "/boards/" not in text
    assert "live-mistake" not in text


def test_a_solution_is_never_on_the_live_board(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    text = page(client_of(teacher), address(classroom, "live"))
    assert attempt.puzzle.solution not in text


def test_news_are_nothing_then_one_card_then_the_whole_board(
    client_of: ClientOf,
    teacher: User,
    classroom: Classroom,
    student: User,
    classmate: User,
    attempt_of: StartAttempt,
) -> None:
    attempt, other = attempt_of(student), attempt_of(classmate)
    client, news = client_of(teacher), address(classroom, "live/news")
    known = CARD.findall(page(client, address(classroom, "live")))
    assert len(known) == 2
    assert client.get(news, {"card": known}).status_code == 204
    Attempt.objects.filter(pk=attempt.pk).update(version=3)
    text = client.get(news, {"card": known}).content.decode()
    assert f'id="card-{student.pk}" hx-swap-oob="true"' in text
    assert f'id="card-{classmate.pk}"' not in text
    long_ago = timezone.now() - timedelta(minutes=5)
    Attempt.objects.filter(pk=other.pk).update(progress_at=long_ago)
    text = client.get(news, {"card": known}).content.decode()
    assert 'id="live-board" hx-swap-oob="true"' in text
    assert len(CARD.findall(text)) == 2


def test_a_pause_is_news(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    client = client_of(teacher)
    known = CARD.findall(page(client, address(classroom, "live")))
    pause_class(classroom=classroom)
    answer = client.get(address(classroom, "live/news"), {"card": known}, headers={"Accept-Language": "en"})
    assert "paused" in answer.content.decode()


def test_a_class_without_students_says_so(client_of: ClientOf, teacher: User, classroom: Classroom) -> None:
    for where in ("live", "table"):
        assert "This class has no students yet." in page(client_of(teacher), address(classroom, where))


# The table


def test_a_table_is_sorted_by_its_headings(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, classmate: User
) -> None:
    text = page(client_of(teacher), f"{address(classroom, 'table')}?days=30&sort=-name")
    assert text.index("ROUX Tom") < text.index("PETIT Léa")
    assert 'aria-sort="descending"' in text
    assert 'href="?days=30&amp;sort=name"' in text


@pytest.mark.parametrize("asked", ["?days=5", "?days=x", "?file=exe", "?days=7&sort=" + "a" * 99])
def test_nonsensical_parameters_show_the_default_table(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, asked: str
) -> None:
    text = page(client_of(teacher), f"{address(classroom, 'table')}{asked}")
    assert re.search(r'aria-current="page">7 days<', text)
    assert 'aria-sort="ascending"' in text


def test_the_table_as_a_file_is_safe_to_open(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User
) -> None:
    Membership.objects.filter(student=student).update(family_name="", given_name="=cmd|'/C calc'!A0")
    answer = client_of(teacher).get(f"{address(classroom, 'table')}?file=excel")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="6e-b-7.csv"'
    text = answer.content.decode("utf-8-sig")
    assert ";'=cmd|'/C calc'!A0;" in text
    plain = client_of(teacher).get(f"{address(classroom, 'table')}?file=plain").content.decode()
    assert plain.splitlines()[1].startswith("lea,'=cmd")


# Queries


@pytest.mark.parametrize("where", PAGES)
def test_thirty_students_ask_no_more_queries_than_five(
    client_of: ClientOf,
    teacher: User,
    classroom: Classroom,
    crowd: Callable[[int], None],
    where: str,
) -> None:
    client = client_of(teacher)
    crowd(5)
    client.get(address(classroom, where))
    with CaptureQueriesContext(connection) as few:
        client.get(address(classroom, where))
    expected = len(few)
    crowd(25)
    with CaptureQueriesContext(connection) as many:
        client.get(address(classroom, where))
    assert len(many) == expected
