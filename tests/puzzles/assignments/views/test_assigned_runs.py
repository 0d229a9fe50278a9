"""Assigned runs as a browser asks for them: their page, their trace, their answers."""

import gzip
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.lifecycle import stop_assignment
from puzzles.course.models import PredictionRound
from puzzles.engine import Board
from puzzles.engine.runs import trace_from_bytes, trace_run
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.own_grids import keep_grid, look_into
from puzzles.play.services.watching import WatchError

AssignmentOf = Callable[..., Assignment]
ClientOf = Callable[[User], Client]
# The tutorial's third, sixth and ninth decision on the fixture `puzzle`: 4 in r1c6, and twice back.
QUESTIONS = [2, 5, 8]
# The header by which the site knows its own scripts.
SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def lea(client_of: ClientOf, student: User) -> Client:
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def assignment(student: User, assignment_of: AssignmentOf) -> Assignment:
    """Three predictions of the tutorial's run on the fixture `puzzle`, begun by the student."""
    given = assignment_of(algorithm="tutoriel", predictions=3)
    begin(student=student, assignment_id=given.pk)
    return given


def address(assignment: Assignment, name: str = "assignments:assigned_run") -> str:
    return reverse(name, args=[assignment.pk, 1])


def answer(client: Client, assignment: Assignment, event: int, **fields: Any) -> Any:
    sent = {"event": event, **fields}
    return client.post(address(assignment, "assignments:assigned_run_predictions"), sent, headers=SCRIPT)


def data_of(page: str) -> dict[str, Any]:
    start = page.index(">", page.index('id="viewer-data"')) + 1
    return json.loads(page[start : page.index("</script>", start)])


def test_the_page_has_the_assignments_title_a_way_back_and_no_choices(
    lea: Client, assignment: Assignment
) -> None:
    lea.post(address(assignment))
    page = lea.get(address(assignment)).content.decode()
    text = " ".join(page.split())
    assert re.search(r"<h1>Monday&#x27;s grids: run 1</h1>", text)
    # The script counts the questions as they are asked: a count in the page would be left behind.
    assert "of 3 predictions" not in text
    assert f'href="/given/{assignment.pk}/"' in page
    data = data_of(page)
    assert data["assigned"] == {"wanted": 3, "asked": 0, "right": 0, "workUrl": f"/given/{assignment.pk}/"}
    for absent in ("Grid, algorithm", "data-predict-toggle", "data-predict-pace", "/algorithms/"):
        assert absent not in page


def test_a_run_is_opened_before_it_is_shown(lea: Client, assignment: Assignment) -> None:
    shown = lea.get(address(assignment), follow=True)
    assert shown.redirect_chain == [(f"/given/{assignment.pk}/", 302)]
    assert "Open the run first." in shown.content.decode()
    assert lea.get(address(assignment, "assignments:assigned_run_trace"), headers=SCRIPT).status_code == 409


def test_the_trace_ends_at_the_next_question_and_no_byte_depends_on_the_rest(
    lea: Client, assignment: Assignment, puzzle: Puzzle
) -> None:
    lea.post(address(assignment))
    whole = trace_run("tutoriel", Board.from_line(puzzle.givens))
    for number, event in enumerate([*QUESTIONS, None]):
        sent = lea.get(
            address(assignment, "assignments:assigned_run_trace"), headers={"Accept-Encoding": "gzip"}
        )
        end = QUESTIONS[-1] + 1 if event is None else event
        assert trace_from_bytes(gzip.decompress(sent.content)) == whole.cut(end)
        assert "no-store" in sent["Cache-Control"]
        if event is not None:
            marked = answer(lea, assignment, event).json()
            assert (marked["asked"], marked["isRight"]) == (number + 1, number > 0)
    assert PredictionRound.objects.get().right == 2


def test_only_the_next_question_is_marked_and_each_once(lea: Client, assignment: Assignment) -> None:
    lea.post(address(assignment))
    refused = answer(lea, assignment, QUESTIONS[1])
    assert (refused.status_code, refused.content.decode()) == (
        409,
        "This is not the next question. Load the page again.",
    )
    first = answer(lea, assignment, QUESTIONS[0], cell=5, digit=9).json()
    assert not first["isRight"]
    assert answer(lea, assignment, QUESTIONS[0], cell=first["expected"]["cell"], digit=4).json() == first
    assert answer(lea, assignment, QUESTIONS[1], cell=5).status_code == 400


def test_an_ended_assignment_checks_no_answers(lea: Client, assignment: Assignment) -> None:
    lea.post(address(assignment))
    stop_assignment(assignment=assignment)
    assert answer(lea, assignment, QUESTIONS[0]).status_code == 409
    assert lea.post(address(assignment), follow=True).status_code == 200


def test_until_it_is_predicted_every_other_way_to_watch_the_run_is_closed(
    lea: Client, assignment: Assignment, puzzle: Puzzle
) -> None:
    ways = [
        ("/algorithms/tutoriel/", 403),
        ("/algorithms/n_valide/", 403),
        ("/algorithms/tutoriel/trace/", 403),
        ("/algorithms/tutoriel/table/", 403),
        ("/course/explorer/", 403),
    ]
    assert [(where, lea.get(where, {"grid": puzzle.givens}).status_code) for where, _status in ways] == ways
    free = {"grid": puzzle.givens, "token": "0123456789abcdef", "event": 0, "cell": 2, "digit": 1}
    assert lea.post("/algorithms/tutoriel/predictions/", free).status_code == 403
    closed = lea.get("/algorithms/tutoriel/", {"grid": puzzle.givens}).content.decode()
    assert "asks you to predict a run on this grid" in closed
    assert f'href="/given/{assignment.pk}/"' in closed
    lea.post(address(assignment))
    for event in QUESTIONS:
        answer(lea, assignment, event)
    assert {lea.get(where, {"grid": puzzle.givens}).status_code for where, _status in ways} == {200}


def test_the_history_names_the_assignment_of_a_round(lea: Client, assignment: Assignment) -> None:
    lea.post(address(assignment))
    answer(lea, assignment, QUESTIONS[0])
    page = lea.get("/history/").content.decode()
    assert f'<a href="/given/{assignment.pk}/">Monday&#x27;s grids</a>' in page
    assert "Watch again" not in page
    PredictionRound.objects.update(assigned_puzzle=None, wanted=None)
    page = lea.get("/history/").content.decode()
    assert "free practice" in page
    assert "Watch again" in page


def test_a_run_is_its_students_alone(
    client_of: ClientOf, stranger: User, teacher: User, lea: Client, assignment: Assignment
) -> None:
    lea.post(address(assignment))
    for user in (stranger, teacher):
        other = client_of(user)
        for name in ("assignments:assigned_run", "assignments:assigned_run_trace"):
            assert other.get(address(assignment, name)).status_code == 404
        assert answer(other, assignment, QUESTIONS[0]).status_code == 404
    assert lea.post(address(assignment, "assignments:assigned_run_trace")).status_code == 405
    assert lea.get(address(assignment, "assignments:assigned_run_predictions")).status_code == 405


def test_no_page_solves_the_grid_of_a_run_that_is_still_to_be_predicted(
    lea: Client, assignment: Assignment, student: User, attempt_of: Callable[..., Attempt]
) -> None:
    ended = attempt_of(student)
    Attempt.objects.update(state=Attempt.State.SHOWN, finished_at=timezone.now())
    path = lea.get(reverse("play:path", args=[ended.pk]))
    assert (path.status_code, "asks you to predict" in path.content.decode()) == (403, True)
    review = lea.get(reverse("play:review", args=[ended.pk]))
    assert review.headers["Location"] == reverse("play:replay", args=[ended.pk])
    board = Board.from_line(ended.puzzle.givens)
    with pytest.raises(WatchError):
        look_into(reader=student, board=board)
    with pytest.raises(WatchError):
        keep_grid(owner=student, board=board)
