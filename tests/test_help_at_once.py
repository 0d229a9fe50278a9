"""Twenty requests for help at one moment, over the wire: together they get what one after another would."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from http.client import HTTPConnection
from threading import Barrier
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.models import Attempt, Move
from puzzles.play.services.assigned_puzzles import open_grid

pytestmark = pytest.mark.django_db(transaction=True)

CROWD = 20
# A page that has seen every move so far: a press of its own each time.
UNSEEN = 10**6
CSRF = "abcdefghijklmnopqrstuvwxyz012345"

ClientOf = Callable[[User], Client]
StartAttempt = Callable[..., Attempt]
GiveOut = Callable[..., Assignment]


@dataclass(frozen=True)
class Answer:
    status: int
    refusal: str
    body: str


@pytest.fixture
def ask_at_once(live_server: Any, client_of: ClientOf, settings: Any) -> Callable[..., list[Answer]]:
    """`ask_at_once(user, attempt, "check", many fields)`: what as many threads are answered, all at once."""
    place = urlsplit(live_server.url)
    # By default fewer are worked on at once, and the rest asked to come again.
    settings.REQUESTS_PER_SESSION = settings.REQUESTS_PER_ACCOUNT = CROWD
    # Else it lets ten wait at its door, and whoever finds no room comes a second later.
    live_server.thread.httpd.socket.listen(4 * CROWD)

    def ask(user: User, attempt: Attempt, help_: str, wishes: Iterable[dict[str, Any]]) -> list[Answer]:
        session = client_of(user).cookies[settings.SESSION_COOKIE_NAME].value
        headers = {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={CSRF}",
            "X-CSRFToken": CSRF,
            "HX-Request": "true",
            "Accept-Language": "en",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        crowd = list(wishes)
        line = Barrier(len(crowd))

        def alone(fields: dict[str, Any]) -> Answer:
            connection = HTTPConnection(place.hostname or "", place.port, timeout=60)
            line.wait()
            connection.request(
                "POST", f"/play/{attempt.pk}/{help_}/", urlencode({"version": UNSEEN} | fields), headers
            )
            answer = connection.getresponse()
            told = json.loads(answer.getheader("HX-Trigger") or "{}")
            body = answer.read().decode()
            connection.close()
            return Answer(answer.status, told.get("help-refused", ""), body)

        with ThreadPoolExecutor(len(crowd)) as pool:
            answers = list(pool.map(alone, crowd))
        attempt.refresh_from_db()
        return answers

    return ask


AskAtOnce = Callable[..., list[Answer]]


def statuses(answers: list[Answer]) -> dict[int, int]:
    return dict(Counter(answer.status for answer in answers))


def refusals(answers: list[Answer]) -> int:
    return sum(bool(answer.refusal) for answer in answers)


def assert_numbered_without_gap(attempt: Attempt) -> None:
    assert list(attempt.moves.values_list("number", flat=True)) == list(range(1, attempt.version + 1))


@pytest.mark.parametrize("rung", [1, 2, 3, 4])
def test_a_crowd_of_hints_keeps_to_the_rung_and_the_budget(
    rung: int, student: User, attempt_of: StartAttempt, ask_at_once: AskAtOnce
) -> None:
    attempt = attempt_of(student, hint_rung=rung, hint_budget=2, partial_cells=9, solution="never")
    answers = ask_at_once(student, attempt, "hint", [{}] * CROWD)
    rungs = list(attempt.moves.values_list("rung", flat=True))
    assert max(rungs) <= rung
    assert attempt.hints_nudge <= 2
    # A step that was done makes room for the next hint; below that the first one stays the one to tell.
    assert len(rungs) == (2 * rung if rung == 4 else rung)
    assert attempt.cells_shown == (2 if rung == 4 else 0)
    assert refusals(answers) == (CROWD - 2 * rung if rung == 4 else 0)
    assert_numbered_without_gap(attempt)


def test_one_press_sent_twenty_times_is_one_press(
    student: User, attempt_of: StartAttempt, ask_at_once: AskAtOnce
) -> None:
    attempt = attempt_of(student, hint_budget=5)
    for _again in range(2):
        answers = ask_at_once(student, attempt, "hint", [{"version": 0}] * CROWD)
        assert statuses(answers) == {200: CROWD}
        assert (attempt.hints_nudge, attempt.hints_where, attempt.version) == (1, 0, 1)


def test_a_crowd_of_cells_keeps_to_the_number(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt, ask_at_once: AskAtOnce
) -> None:
    attempt = attempt_of(student, partial_cells=5, solution="never")
    empty = [cell for cell, digit in enumerate(puzzle.givens) if digit == "."]
    answers = ask_at_once(student, attempt, "cell", [{"cell": cell} for cell in empty[:CROWD]])
    assert refusals(answers) == CROWD - 5
    assert (attempt.cells_shown, attempt.filled_count) == (5, 35)
    assert_numbered_without_gap(attempt)


@pytest.mark.parametrize("cells", [0, 1, 5])
def test_a_crowd_of_all_ways_to_fill_cells_keeps_to_the_number(
    cells: int, student: User, puzzle: Puzzle, attempt_of: StartAttempt, ask_at_once: AskAtOnce
) -> None:
    attempt = attempt_of(student, partial_cells=cells, solution="never")
    empty = [cell for cell, digit in enumerate(puzzle.givens) if digit == "."]
    with ThreadPoolExecutor(3) as pool:
        asked = [
            pool.submit(ask_at_once, student, Attempt.objects.get(pk=attempt.pk), help_, wishes)
            for help_, wishes in (
                ("simple", [{"finish": "1"}] * 7),
                ("cell", [{"cell": cell} for cell in empty[-7:]]),
                ("hint", [{}] * 6),
            )
        ]
        for each in asked:
            each.result()
    attempt.refresh_from_db()
    assert attempt.cells_shown == attempt.filled_count - 30 <= cells
    assert attempt.is_open
    assert_numbered_without_gap(attempt)


@pytest.mark.parametrize(
    ("help_", "fields", "counter"),
    [
        ("check", {}, "checks"),
        ("steps", {}, "hints_nudge"),
        ("deduction", {"cell": 2, "digit": 4, "places": "1"}, "checks"),
    ],
)
def test_the_same_question_asked_twenty_times_counts_once(
    help_: str,
    fields: dict[str, Any],
    counter: str,
    student: User,
    attempt_of: StartAttempt,
    ask_at_once: AskAtOnce,
) -> None:
    attempt = attempt_of(student)
    for _again in range(2):
        answers = ask_at_once(student, attempt, help_, [fields] * CROWD)
        assert statuses(answers) == {200: CROWD}
        assert (getattr(attempt, counter), attempt.version) == (1, 1)


@pytest.mark.parametrize(
    "rules",
    [{"solution": "never"}, {"solution": "after_minutes", "solution_minutes": 5}, {"solution": "after_due"}],
)
def test_a_crowd_does_not_force_the_solution(
    rules: dict[str, Any], student: User, puzzle: Puzzle, attempt_of: StartAttempt, ask_at_once: AskAtOnce
) -> None:
    attempt = attempt_of(student, **rules)
    answers = ask_at_once(student, attempt, "solution", [{}] * CROWD)
    assert refusals(answers) == CROWD
    assert (attempt.digits, attempt.version) == (puzzle.givens, 0)


def test_the_solution_shown_to_a_crowd_is_shown_once(
    student: User, puzzle: Puzzle, attempt_of: StartAttempt, ask_at_once: AskAtOnce
) -> None:
    attempt = attempt_of(student)
    answers = ask_at_once(student, attempt, "solution", [{}] * CROWD)
    assert refusals(answers) == CROWD - 1
    assert (attempt.state, attempt.digits, attempt.version) == (Attempt.State.SHOWN, puzzle.solution, 1)


HELPS = ["hint", "check", "cell", "simple", "solution", "steps", "deduction", "path"]


@pytest.mark.parametrize("help_", HELPS)
def test_the_attempt_of_another_is_not_found(
    help_: str, student: User, classmate: User, attempt_of: StartAttempt, ask_at_once: AskAtOnce
) -> None:
    attempt = attempt_of(classmate)
    answers = ask_at_once(student, attempt, help_, [{"cell": 2, "digit": 4, "places": "1"}] * 5)
    assert statuses(answers) == {404: 5}
    assert attempt.version == 0


@pytest.mark.parametrize("help_", HELPS)
def test_an_exam_gives_a_crowd_nothing(
    help_: str, student: User, assignment_of: GiveOut, ask_at_once: AskAtOnce
) -> None:
    assignment = assignment_of(is_exam=True)
    begin(student=student, assignment_id=assignment.pk)
    attempt = open_grid(student=student, assignment_id=assignment.pk, position=1)
    answers = ask_at_once(student, attempt, help_, [{"cell": 2, "digit": 4, "places": "1"}] * 5)
    assert {answer.refusal for answer in answers} == {
        "This is an exam: there is no help until the results are released."
    }
    assert (attempt.version, attempt.is_open) == (0, True)
    assert not Move.objects.exists()


def test_many_requests_at_an_earlier_attempt_get_nothing_while_its_grid_is_locked(
    student: User, attempt_of: StartAttempt, assignment_of: GiveOut, ask_at_once: AskAtOnce
) -> None:
    attempt = attempt_of(student)
    assignment_of(rules={"solution": HelpPolicy.Solution.NEVER}, due_at=timezone.now() + timedelta(days=1))
    for help_ in HELPS:
        answers = ask_at_once(student, attempt, help_, [{"cell": 2, "digit": 4, "places": "1"}] * 3)
        assert {(answer.status, answer.body) for answer in answers} == {(204, "")}
    assert (attempt.version, attempt.is_open) == (0, True)
