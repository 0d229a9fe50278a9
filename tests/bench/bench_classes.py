"""The pages about a class, and a student's, in a school of 1,200 students with 200,000 attempts.

They made two million moves, or ten million where all is measured.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from statistics import median
from time import perf_counter
from typing import Any

from .databases import on_each_database
from .rows import Note, Row
from .school import STUDENTS_IN_A_CLASS, Plan, School, build

CLASSES = 40
MOVES, MANY_MOVES = 10, 50
# A page is an answer to a click.
PAGE_MS = 300
TURNS = 9

CARD = re.compile(r'name="card" value="([^"]+)"')

Ask = Callable[[], Any]


def rows(size: int | None) -> Iterator[Row | Note]:
    """The size is about how many thousandths of the school are built."""
    yield from on_each_database(page_rows, size)


def page_rows(size: int | None) -> Iterator[Row]:
    """A row for each page, in the database that is there."""
    from django.utils import timezone

    from puzzles.play.models import Move

    classes = max(2, round(CLASSES * min(size or 1_000, 1_000) / 1_000))
    school = build(Plan(classes=classes, moves=MOVES if size else MANY_MOVES), timezone.now())
    moves = Move.objects.count()
    for name, ask in pages(school):
        milliseconds, queries = measured(ask)
        yield Row(
            figure=f"{name}, {queries} queries, {len(school.students):,} students, {moves:,} moves, median",
            measured=milliseconds,
            reference=PAGE_MS,
            unit="ms",
            against="allowed",
            at_most=1.0,
        )


def pages(school: School) -> Iterator[tuple[str, Ask]]:
    """The pages that are measured, with a function that asks for each."""
    teacher, student = client_of(school.teachers[0]), client_of(school.students[3])
    table, live = f"/classes/{school.classes[0]}/table/", f"/classes/{school.classes[0]}/live/"
    yield "class table, 90 days", lambda: teacher.get(f"{table}?days=90")
    yield "class table, 7 days", lambda: teacher.get(f"{table}?days=7")
    yield "live board", lambda: teacher.get(live)
    yield "live board of an assignment", lambda: teacher.get(f"{live}?assignment=1")
    fill_cell_for_all(school)
    known = CARD.findall(teacher.get(live).content.decode())
    yield "live news, nothing new", lambda: expect(204, teacher.get(f"{live}news/", {"card": known}))
    changed = [*known[:3], known[3] + "0", *known[4:]]
    yield "live news, one changed", lambda: expect(200, teacher.get(f"{live}news/", {"card": changed}))
    yield "a student's front page", lambda: student.get("/")
    yield "a student's history", lambda: student.get("/history/")
    yield (
        "a student's history, for the teacher",
        lambda: teacher.get(f"/students/student-{school.students[3]}/"),
    )
    yield "the classes", lambda: teacher.get("/classes/")


def fill_cell_for_all(school: School) -> None:
    """Have the first class fill a cell right now, so that nobody becomes idle while the news are measured."""
    from django.utils import timezone

    from puzzles.play.models import Attempt

    now = timezone.now()
    students = school.students[:STUDENTS_IN_A_CLASS]
    latest = Attempt.objects.filter(player__in=students, last_move_at__gte=school.now - timedelta(minutes=10))
    latest.update(last_move_at=now, progress_at=now, seen_at=now)


def client_of(user: int) -> Any:
    from django.test import Client

    from accounts.models import User

    client = Client(headers={"accept-language": "fr"})
    client.force_login(User.objects.get(pk=user))
    return client


def measured(ask: Ask) -> tuple[float, int]:
    """Milliseconds of server time, the median of some turns after a first, and the queries of one."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        answer = ask()
    queries = len(captured)
    if answer.status_code not in (200, 204):
        raise AssertionError(f"a page answered {answer.status_code}")
    times = []
    for _turn in range(TURNS):
        start = perf_counter()
        ask()
        times.append(perf_counter() - start)
    return 1000 * median(times), queries


def expect(status: int, answer: Any) -> Any:
    if answer.status_code != status:
        raise AssertionError(f"news answered {answer.status_code}; expected {status}")
    return answer
