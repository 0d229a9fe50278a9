"""The overview of a class: its figures, and a row for each student."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.pages.roster import BAR_HEIGHT, FULL_BAR_MS, bar, class_roster
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt

StartAttempt = Callable[..., Attempt]


@pytest.fixture
def solved_one(student: User, puzzle: Puzzle, attempt_of: StartAttempt) -> Attempt:
    """The student solved a grid of tier 2 in 6:52, with three hints and three mistakes."""
    Puzzle.objects.filter(pk=puzzle.pk).update(tier=2, score=5, rating=2, grader=1, hardest="naked_pair")
    attempt, now = attempt_of(student), timezone.now()
    Attempt.objects.filter(pk=attempt.pk).update(
        state="solved", last_move_at=now, finished_at=now, elapsed_ms=412_000, digits=puzzle.solution,
        hints_nudge=2, hints_where=1, mistakes=3,
    )  # fmt: skip
    return attempt


def test_the_figures_are_of_the_last_week(
    classroom: Classroom, classmate: User, solved_one: Attempt, assignment_of: Callable[..., Assignment]
) -> None:
    assignment_of()
    found = class_roster(classroom=classroom)
    assert (found.active, len(found.rows)) == (1, 2)
    assert (found.solved, found.median, found.tier) == (1, "6:52", "medium")
    assert (found.done, found.total) == (0, 2)
    later = class_roster(classroom=classroom, now=timezone.now() + timedelta(days=8))
    assert (later.active, later.solved, later.median) == (0, 0, "")


def test_a_row_has_the_figures_of_its_student(
    classroom: Classroom, classmate: User, solved_one: Attempt
) -> None:
    row, other = class_roster(classroom=classroom).rows
    assert (row.progress.solved, row.minutes, row.hints, row.progress.mistakes) == (1, 7, 2, 3)
    assert (row.played, row.bars.count("M")) == (1, 1)
    assert (other.progress.solved, other.played, other.bars) == (0, 0, "")


def test_a_row_has_one_reason_to_look_at_the_student(classroom: Classroom, student: User) -> None:
    (row,) = class_roster(classroom=classroom).rows
    assert row.flag is None
    (row,) = class_roster(classroom=classroom, now=timezone.now() + timedelta(days=8)).rows
    assert row.flag is not None
    assert (str(row.flag.tag), str(row.flag.label)) == ("inactive", "no activity for 7 days")


def test_a_class_is_sorted_by_family_name(classroom: Classroom, student: User, classmate: User) -> None:
    classroom.memberships.filter(student=classmate).update(family_name="Abel", given_name="Tom")
    rows = class_roster(classroom=classroom).rows
    assert [row.member.real_name for row in rows] == ["ABEL Tom", "PETIT Léa"]


def test_a_bar_grows_with_the_play_of_the_day_up_to_half_an_hour() -> None:
    assert bar(0, 1) == f"M0 {BAR_HEIGHT}v-2h5v2z"
    assert bar(1, FULL_BAR_MS // 2) == f"M7 {BAR_HEIGHT}v-8h5v8z"
    assert bar(13, 9 * FULL_BAR_MS) == f"M91 {BAR_HEIGHT}v-16h5v16z"
