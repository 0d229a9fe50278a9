"""Work for a class in words."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.pages.assignments import (
    assignment_page,
    grid_previews,
    running_first,
    student_rows,
)
from puzzles.assignments.services.fairness import Fairness
from puzzles.assignments.services.sources import Source
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt

AssignmentOf = Callable[..., Assignment]
NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({"handed_out_at": None}, "draft"),
        ({"opens_at": NOW + HOUR}, "waiting"),
        ({}, "running"),
        ({"due_at": NOW}, "over"),
        ({"due_at": NOW, "stopped_at": NOW}, "stopped"),
        ({"stopped_at": NOW, "released_at": NOW}, "released"),
        ({"stopped_at": NOW, "archived_at": NOW}, "archived"),
    ],
)
def test_an_assignment_is_somewhere_in_its_life(fields: dict[str, Any], state: str) -> None:
    usual = {"handed_out_at": NOW - HOUR, "opens_at": NOW - HOUR}
    assert Assignment(**(usual | fields)).status(NOW) == state


def test_what_runs_comes_first_then_what_comes_next() -> None:
    usual = {"handed_out_at": NOW - HOUR, "opens_at": NOW - HOUR}
    kinds = {
        "released": {"stopped_at": NOW, "released_at": NOW},
        "draft": {"handed_out_at": None},
        "over": {"due_at": NOW},
        "waiting": {"opens_at": NOW + HOUR},
        "running": {},
    }
    rows = [Assignment(name=name, **(usual | fields)) for name, fields in kinds.items()]
    names = [assignment.name for assignment in running_first(rows, NOW)]
    assert names == ["running", "waiting", "draft", "released", "over"]


def fragment(name: str, **context: Any) -> str:
    return render_to_string(f"assignments/{name}.html", context)


def test_dates_are_shown_in_the_time_of_the_school() -> None:
    summer = datetime(2026, 7, 1, 6, 0, tzinfo=UTC)
    words = fragment("_assignment_period", assignment=Assignment(opens_at=summer, due_at=NOW))
    assert "8" in words
    assert "10" in words
    assert "no due date" in fragment("_assignment_period", assignment=Assignment(opens_at=NOW))


def test_an_exam_without_an_end_says_who_ends_it(student: User, assignment_of: AssignmentOf) -> None:
    endless, timed = assignment_of(is_exam=True), assignment_of(is_exam=True, minutes=40)
    assert "until you stop it" in fragment("_assignment_facts", assignment=endless)
    assert "until you stop it" not in fragment("_assignment_facts", assignment=timed)


def test_each_student_has_a_status_in_the_assignment(
    student: User, classmate: User, classroom: Classroom, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of(due_at=timezone.now() + HOUR)
    lea = Assignee.objects.get(student=student)

    def state(now: datetime | None = None) -> str:
        rows = student_rows(assignment, {student.pk: "Léa", classmate.pk: "Tom"}, now or timezone.now())
        assert [row.name for row in rows] == ["Léa", "Tom"]
        return rows[0].progress

    assert state() == "new"
    assert state(timezone.now() + 2 * HOUR) == "missed"
    Assignee.objects.filter(pk=lea.pk).update(began_at=timezone.now())
    assert state() == "working"
    assert state(timezone.now() + 2 * HOUR) == "over"
    Attempt.objects.create(
        player=student,
        puzzle=puzzle,
        policy=assignment.policy,
        assigned_puzzle=lea.assigned_puzzles.get(),
        digits=puzzle.solution,
        state=Attempt.State.SOLVED,
        finished_at=timezone.now(),
    )
    assert state(timezone.now() + 2 * HOUR) == "done"
    Assignee.objects.filter(pk=lea.pk).update(handed_in_at=timezone.now())
    assert state() == "handed_in"
    Assignee.objects.filter(pk=lea.pk).update(excused_at=timezone.now())
    assert state() == "excused"


def test_progress_needs_a_word_only_where_the_results_do_not_show_it(
    student: User, assignment_of: AssignmentOf
) -> None:
    now = timezone.now()
    assignment = assignment_of(due_at=now + HOUR)

    def is_as_expected(at: datetime) -> bool:
        (row,) = student_rows(assignment, {student.pk: "Léa"}, at)
        return row.is_as_expected(at)

    assert is_as_expected(now)
    assert not is_as_expected(now + 2 * HOUR)
    Assignee.objects.update(began_at=now, handed_in_at=now)
    assert not is_as_expected(now)
    assert is_as_expected(now + 2 * HOUR)


def test_the_list_counts_finished_grids_of_students_who_are_not_excused(
    student: User, classmate: User, classroom: Classroom, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    for assignee in assignment.assignees.all():
        Attempt.objects.create(
            player=assignee.student,
            puzzle=puzzle,
            policy=assignment.policy,
            assigned_puzzle=assignee.assigned_puzzles.get(),
            digits=puzzle.solution,
            state=Attempt.State.SOLVED,
            finished_at=timezone.now(),
        )
    line = classroom.assignments.with_counts().get()
    assert (line.finished, line.total) == (2, 2)
    Assignee.objects.filter(student=student).update(excused_at=timezone.now())
    line = classroom.assignments.with_counts().get()
    assert (line.finished, line.total) == (1, 1)


def test_the_preview_names_students_who_met_a_grid_before(
    student: User,
    classmate: User,
    attempt_of: Callable[..., Attempt],
    assignment_of: AssignmentOf,
) -> None:
    attempt_of(student)
    draft = assignment_of(is_draft=True)
    assert [grid.met for grid in grid_previews(draft, Source.from_json(draft.source))] == [1]


def test_the_report_says_when_the_band_is_exceeded() -> None:
    broken, kept = Fairness([], 100, 120, 20.0, 10), Fairness([], 100, 110, 10.0, 10)
    assert "more than" in fragment("_assignment_fairness", fairness=broken)
    assert "more than" not in fragment("_assignment_fairness", fairness=kept)


@pytest.mark.parametrize(("students", "word"), [(1, "rendu"), (2, "rendus")])
def test_the_words_after_numbers_of_students_agree_in_french(
    student: User, classmate: User, assignment_of: AssignmentOf, students: int, word: str
) -> None:
    assignment = assignment_of()
    chosen = [each.pk for each in assignment.assignees.all()[:students]]
    Assignee.objects.filter(pk__in=chosen).update(began_at=timezone.now(), handed_in_at=timezone.now())
    with translation.override("fr"):
        counts = assignment_page(assignment)["counts"]
    assert f"{students} {word}" in counts
