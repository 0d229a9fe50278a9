"""The assignments of a student: the list on the home page, and the page of one."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.pages.assignees import assignee_lines, assignee_page, prediction_words
from puzzles.assignments.services.assignees import begin, find_assignee
from puzzles.assignments.services.lifecycle import release_exam, stop_and_collect
from puzzles.course.models import PredictionRound
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.closing import hand_in
from tests.puzzles.reading import text_of
from tests.test_outcomes import puzzles

AssignmentOf = Callable[..., Assignment]
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def listed(student: User) -> list[tuple[str, str, int, int]]:
    return [
        (line.assignee.assignment.name, line.status, line.done, line.total)
        for line in assignee_lines(student)
    ]


def played(student: User, assignment: Assignment, **stand: Any) -> Attempt:
    begin(student=student, assignment_id=assignment.pk)
    attempt = open_grid(student=student, assignment_id=assignment.pk, position=1)
    Attempt.objects.filter(pk=attempt.pk).update(**stand)
    return attempt


def test_assignments_are_listed_by_due_date(student: User, assignment_of: AssignmentOf) -> None:
    now = timezone.now()
    assignment_of(name="some day")
    assignment_of(name="later", due_at=now + 2 * DAY)
    assignment_of(name="soon", due_at=now + DAY)
    assignment_of(name="not yet", opens_at=now + HOUR, due_at=now + 3 * DAY)
    assert listed(student) == [
        ("soon", "new", 0, 1),
        ("later", "new", 0, 1),
        ("not yet", "early", 0, 1),
        ("some day", "new", 0, 1),
    ]
    played(student, Assignment.objects.get(name="soon"), state="solved", finished_at=now)
    assert listed(student)[-1] == ("soon", "done", 1, 1)


def test_an_assignment_goes_from_new_to_running_to_done(
    student: User, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of(name="grids")
    attempt = played(student, assignment)
    assert listed(student) == [("grids", "running", 0, 1)]
    Attempt.objects.filter(pk=attempt.pk).update(state="solved", finished_at=timezone.now())
    assert listed(student) == [("grids", "done", 1, 1)]


@pytest.mark.parametrize("is_exam", [False, True])
def test_full_grids_are_to_hand_in_until_they_are_handed_in(
    client_of: Callable[[User], Client],
    student: User,
    puzzle: Puzzle,
    assignment_of: AssignmentOf,
    is_exam: bool,
) -> None:
    assignment = assignment_of(is_exam=is_exam)
    given, hand_in_url = (
        reverse(f"assignments:{name}", args=[assignment.pk]) for name in ("assignee", "hand_in_assignment")
    )
    button = f'class="button button-primary" href="{hand_in_url}"'

    def pages() -> list[str]:
        return [text_of(client_of(student), address) for address in (reverse("home:home"), given)]

    attempt = played(student, assignment)
    home, page = pages()
    assert "to hand in" not in home
    assert hand_in_url in page
    assert button not in page
    state = "open" if is_exam else "solved"
    finished_at = None if is_exam else timezone.now()
    Attempt.objects.filter(pk=attempt.pk).update(
        state=state, finished_at=finished_at, digits=puzzle.solution, last_move_at=timezone.now()
    )
    home, page = pages()
    assert "to hand in" in home
    assert button in home
    assert home.count("button-primary") == 1
    assert button in page
    hand_in(student=student, assignment_id=assignment.pk)
    assert all(text not in each for each in pages() for text in ("to hand in", hand_in_url))


@pytest.mark.parametrize("last", ["4", "1"])
def test_a_full_grid_of_an_exam_counts_as_done_right_or_wrong(
    student: User, puzzle: Puzzle, assignment_of: AssignmentOf, last: str
) -> None:
    exam = assignment_of(name="exam", is_exam=True)
    played(student, exam, digits=f"{puzzle.solution[:2]}{last}{puzzle.solution[3:]}")
    assert listed(student) == [("exam", "running", 1, 1)]
    hand_in(student=student, assignment_id=exam.pk)
    assert listed(student) == [("exam", "over", 1, 1)]
    release_exam(assignment=exam, end_all=True)
    assert listed(student) == [("exam", "released", 1, 1)]


@pytest.mark.parametrize("ends", ["handed in", "stopped"])
def test_an_unopened_grid_counts_as_handed_in_after_the_end(
    student: User, assignment_of: AssignmentOf, ends: str
) -> None:
    exam = assignment_of(is_exam=True)
    begin(student=student, assignment_id=exam.pk)

    def page() -> tuple[str, int]:
        shown = assignee_page(find_assignee(student=student, assignment_id=exam.pk))
        return str(shown["cards"][0].status.label), shown["done"]

    assert page() == ("not begun", 0)
    if ends == "handed in":
        hand_in(student=student, assignment_id=exam.pk)
    else:
        stop_and_collect(assignment=exam)
    assert page() == ("not opened, handed in", 0)


def test_long_ended_assignments_are_not_listed_and_late_ones_are(
    student: User, assignment_of: AssignmentOf
) -> None:
    past = timezone.now() - 30 * DAY
    assignment_of(name="exam", is_exam=True, opens_at=past - DAY, due_at=past)
    assignment_of(name="late", opens_at=past - DAY, due_at=past)
    assert listed(student) == [("late", "late", 0, 1)]


def test_excused_and_archived_assignments_are_not_listed(
    student: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    assignment_of().assignees.update(excused_at=timezone.now())
    Assignment.objects.filter(pk=assignment_of().pk).update(archived_at=timezone.now())
    assert listed(student) == []


def test_runs_count_by_their_predictions(
    student: User, assignment_of: AssignmentOf, round_of: Callable[..., PredictionRound]
) -> None:
    assignment = assignment_of(name="runs", algorithm="tutoriel", predictions=5)
    begin(student=student, assignment_id=assignment.pk)
    round_of(assignment, student, 5)
    assert listed(student) == [("runs", "done", 1, 1)]


@pytest.mark.parametrize(
    ("asked", "right", "words"),
    [
        (1, 0, "1 of 10 predictions, none right"),
        (1, 1, "1 of 10 predictions, 1 right"),
        (4, 3, "4 of 10 predictions, 3 right"),
    ],
)
def test_the_right_predictions_are_counted_in_words(
    asked: int,
    right: int,
    words: str,
    student: User,
    assignment_of: AssignmentOf,
    round_of: Callable[..., PredictionRound],
) -> None:
    assignment = assignment_of(algorithm="tutoriel", predictions=10)
    assert prediction_words(round_of(assignment, student, asked, right=right), wanted=10) == words


def test_many_assignments_cost_one_query(student: User, assignment_of: AssignmentOf) -> None:
    for _number in range(5):
        assignment_of(is_exam=True, minutes=20)
    with CaptureQueriesContext(connection) as queries:
        assert len(assignee_lines(student)) == 5
    assert len(queries) == 1


def test_a_page_of_more_grids_handed_in_costs_no_more_queries(
    student: User, assignment_of: AssignmentOf
) -> None:
    counts = []
    for grids in (list(puzzles())[:1], list(puzzles())):
        assignment = assignment_of(grids)
        begin(student=student, assignment_id=assignment.pk)
        for position in range(1, len(grids) + 1):
            open_grid(student=student, assignment_id=assignment.pk, position=position)
        hand_in(student=student, assignment_id=assignment.pk)
        assignee = find_assignee(student=student, assignment_id=assignment.pk)
        with CaptureQueriesContext(connection) as queries:
            assert len(assignee_page(assignee)["cards"]) == len(grids)
        counts.append(len(queries))
    assert counts[0] == counts[1]
