"""Timing in an exam reveals nothing: right or wrong, a digit takes the same steps and the same queries.

Steps are counted and not seconds: every line of the project that is run between request and answer.
"""

import gc
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.play.models import Attempt

PROJECT = str(Path(__file__).parents[2])
OURS = tuple(f"{PROJECT}/{part}/" for part in ("accounts", "puzzles", "sudokusite", "templates"))
HTMX = {"HX-Request": "true"}
LAST = 2
# What follows is what a query is asked with; a savepoint's name is drawn anew.
VALUES = re.compile(r" VALUES | SET | WHERE |(?<=SAVEPOINT )")

ClientOf = Callable[[User], Client]


def steps_of(act: Callable[[], Any]) -> tuple[list[str], list[str]]:
    """The lines of the project that were run, in their order, and the queries, without their values."""
    lines: list[str] = []

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        if event == "line":
            lines.append(f"{frame.f_code.co_filename[len(PROJECT) :]}:{frame.f_lineno}")
        return trace

    # What other tests left unread is closed now, and not by a collection among the steps that are counted.
    gc.collect()
    gc.disable()
    with CaptureQueriesContext(connection) as queries:
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            act()
        finally:
            sys.settrace(before)
            gc.enable()
    return lines, [VALUES.split(query["sql"])[0] for query in queries]


@pytest.fixture
def placed(student: User, client_of: ClientOf) -> Callable[..., tuple[list[str], list[str]]]:
    """`placed(attempt, digits, digit)`: the steps of placing a digit in r1c3 of this grid, each time anew."""
    client = client_of(student)

    def place(attempt: Attempt, digits: str, digit: str) -> tuple[list[str], list[str]]:
        Attempt.objects.filter(pk=attempt.pk).update(
            digits=digits, version=0, undo_stack="", mistakes=0, move_count=0
        )
        attempt.moves.all().delete()
        attempt.clients.all().delete()
        sent = {"client": "0" * 16, "version": 0, "ops": f"1\n1.{LAST}.d.{digit}.5"}
        return steps_of(lambda: client.post(f"/play/{attempt.pk}/moves/", sent, headers=HTMX))

    return place


@pytest.mark.parametrize("is_full", [True, False])
def test_a_right_digit_takes_the_steps_of_a_wrong_one(
    is_full: bool, exam: Assignment, exam_attempt: Attempt, placed: Callable[..., Any]
) -> None:
    solution = exam_attempt.puzzle.solution
    digits = exam_attempt.digits if is_full else exam_attempt.puzzle.givens
    placed(exam_attempt, digits, "9")  # what is made once, at the first request
    right = placed(exam_attempt, digits, solution[LAST])
    for wrong in {"1", "2", "7", "9"} - {solution[LAST]}:
        assert placed(exam_attempt, digits, wrong) == right
    lines, queries = right
    assert len(lines) > 500
    assert any("play_move" in query for query in queries)


def test_the_count_of_steps_would_see_a_difference(
    student: User, attempt_of: Callable[..., Attempt], placed: Callable[..., Any]
) -> None:
    attempt = attempt_of(student)
    digits = attempt.puzzle.solution[:LAST] + "." + attempt.puzzle.solution[LAST + 1 :]
    placed(attempt, digits, "9")
    assert placed(attempt, digits, "1") != placed(attempt, digits, attempt.puzzle.solution[LAST])
