"""The figures of a class over the last days."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.following import StudentFigures, class_progress
from puzzles.course.models import PredictionRound
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.models import Attempt, TechniqueProgress

AssignmentOf = Callable[..., Assignment]
Played = Callable[..., Attempt]
DAY = timedelta(days=1)


@pytest.fixture
def now() -> datetime:
    return timezone.now()


@pytest.fixture
def played(now: datetime) -> Played:
    """`played(student, tier=, ago=, state=, **fields)`: a finished attempt on a grid of its own."""

    def make(
        student: User,
        *,
        tier: int | None = 1,
        ago: timedelta = timedelta(0),
        state: str = "solved",
        **fields: Any,
    ) -> Attempt:
        policy, _created = HelpPolicy.objects.get_or_create()
        number = Puzzle.objects.count()
        grade = {"tier": tier, "score": 1, "rating": 2, "grader": 1} if tier else {}
        puzzle = Puzzle.objects.create(
            givens=f"{number:03d}".replace("0", ".") + "9" + "." * 77,
            clue_count=1,
            solution_count=1,
            solution="1" * 81,
            canonical_key=number,
            solving_class="singles",
            **grade,
        )
        ended = now - ago
        fields = {"digits": "." * 81, "progress_at": ended, "elapsed_ms": 60_000} | fields
        return Attempt.objects.create(
            player=student,
            puzzle=puzzle,
            policy=policy,
            state=state,
            last_move_at=ended,
            finished_at=None if state == "open" else ended,
            **fields,
        )

    return make


def row_of(student: User, now: datetime, days: int = 7) -> StudentFigures:
    classroom = Classroom.objects.get(memberships__student=student)
    rows = class_progress(classroom, since=now - days * DAY, now=now)
    return next(row for row in rows if row.member.student_id == student.pk)


def test_only_the_days_asked_for_count_but_the_last_sign_is_of_all_time(
    student: User, played: Played, now: datetime
) -> None:
    played(student, ago=10 * DAY, mistakes=2)
    row = row_of(student, now)
    assert (row.solved, row.mistakes, row.last_active) == (0, 0, now - 10 * DAY)
    row = row_of(student, now, days=30)
    assert (row.solved, row.mistakes) == (1, 2)


def test_a_student_who_never_played_has_a_row_of_nothing(student: User, now: datetime) -> None:
    row = row_of(student, now)
    assert (row.last_active, row.solved, row.time_ms, row.hints, row.median_ms) == (
        None,
        0,
        0,
        (0, 0, 0, 0),
        {},
    )


def test_median_times_are_of_solved_grids_by_tier(student: User, played: Played, now: datetime) -> None:
    for ms in (10_000, 30_000, 80_000):
        played(student, tier=1, elapsed_ms=ms)
    for ms in (40_000, 60_000):
        played(student, tier=2, elapsed_ms=ms)
    played(student, tier=2, elapsed_ms=1, state="shown")
    played(student, tier=None, elapsed_ms=1)
    row = row_of(student, now)
    assert row.median_ms == {1: 30_000, 2: 50_000}
    assert (row.solved, row.solutions) == (6, 1)


def test_hints_count_at_the_last_rung_that_was_asked_for(
    student: User, played: Played, now: datetime
) -> None:
    played(student, hints_nudge=5, hints_where=3, hints_why=3, hints_do=1)
    played(student, hints_nudge=1)
    row = row_of(student, now)
    assert (row.hints, sum(row.hints)) == ((3, 0, 2, 1), 6)


def test_digits_entered_and_those_from_help_are_counted(student: User, played: Played, now: datetime) -> None:
    played(student, digits="9" * 11 + "." * 70, cells_shown=4)
    row = row_of(student, now)
    assert (row.filled, row.by_help) == (10, 4)


def test_help_of_a_game_that_is_started_over_counts_once(
    student: User, played: Played, now: datetime
) -> None:
    had = {"cells_shown": 1, "hints_nudge": 2}
    played(student, digits="9" * 11 + "." * 70, state="restarted", **had)
    played(student, digits="9" * 3 + "." * 78, state="open", **had)
    row = row_of(student, now)
    assert (row.by_help, sum(row.hints), row.filled) == (1, 2, 12)


def test_a_grid_solved_sooner_than_anybody_reads_one_is_fast(
    student: User, played: Played, now: datetime
) -> None:
    forty = "9" * 41 + "." * 40
    played(student, digits=forty, elapsed_ms=39_999)
    played(student, digits=forty, elapsed_ms=40_000)
    played(student, digits=forty, elapsed_ms=24_999, cells_shown=15, state="helped")
    played(student, digits=forty, elapsed_ms=25_000, cells_shown=15, state="helped")
    played(student, digits=forty, elapsed_ms=1, state="shown")
    assert row_of(student, now).fast == 2


def test_a_grid_solved_with_much_help_is_not_among_the_solved(
    student: User, played: Played, now: datetime
) -> None:
    played(student)
    played(student, state="helped")
    row = row_of(student, now)
    assert (row.solved, row.helped, row.solutions) == (1, 1, 0)


def test_leaving_the_last_grid_after_minutes_without_a_cell_is_stuck(
    student: User, played: Played, now: datetime
) -> None:
    three_minutes = timedelta(minutes=3)
    played(student, state="open", ago=DAY, progress_at=now - DAY - three_minutes)
    assert row_of(student, now).is_stuck
    played(student, state="open", progress_at=now - three_minutes + timedelta(seconds=1))
    assert not row_of(student, now).is_stuck


def test_mastered_techniques_are_counted(student: User, classmate: User, now: datetime) -> None:
    for technique, progress in (("x_wing", 3), ("naked_pair", 3), ("skyscraper", 2)):
        TechniqueProgress.objects.create(player=student, technique=technique, progress=progress)
    assert row_of(student, now).mastered == 2
    assert row_of(classmate, now).mastered == 0


def test_a_prediction_is_a_sign_too(student: User, played: Played, now: datetime) -> None:
    played(student, ago=2 * DAY)
    PredictionRound.objects.create(player=student, algorithm="tutoriel", token="a", last_at=now - DAY)
    assert row_of(student, now).last_active == now - DAY


# Work given to the class


def create_attempt(assignment: Assignment, student: User, state: str) -> None:
    assigned_puzzle = assignment.assignees.get(student=student).assigned_puzzles.get()
    Attempt.objects.create(
        player=student,
        puzzle=assigned_puzzle.puzzle,
        policy=assignment.policy,
        assigned_puzzle=assigned_puzzle,
        state=state,
        digits=assigned_puzzle.puzzle.givens,
        finished_at=None if state == "open" else timezone.now(),
    )


def test_an_assignment_is_done_when_its_grid_is_finished(
    student: User, classmate: User, assignment_of: AssignmentOf, now: datetime
) -> None:
    first, second = assignment_of(opens_at=now - DAY), assignment_of(opens_at=now - DAY)
    create_attempt(first, student, "solved")
    create_attempt(second, student, "open")
    create_attempt(first, classmate, "handed_in")
    assert [(row.done, row.total) for row in (row_of(student, now), row_of(classmate, now))] == [
        (1, 2),
        (1, 2),
    ]


def test_a_run_is_done_when_it_is_predicted(
    student: User,
    classmate: User,
    puzzle: Puzzle,
    assignment_of: AssignmentOf,
    round_of: Callable[..., PredictionRound],
    now: datetime,
) -> None:
    assignment = assignment_of(algorithm="tutoriel", predictions=5, opens_at=now - DAY)
    for player, asked in ((student, 5), (classmate, 4)):
        round_of(assignment, player, asked)
        free = {"algorithm": "tutoriel", "grid": puzzle.givens, "token": "free", "asked": 9}
        PredictionRound.objects.create(player=player, **free)
    assert [(row.done, row.total) for row in (row_of(student, now), row_of(classmate, now))] == [
        (1, 1),
        (0, 1),
    ]


def test_drafts_old_and_excused_assignments_are_not_counted(
    student: User, assignment_of: AssignmentOf, now: datetime
) -> None:
    assignment_of(is_draft=True, opens_at=now - DAY)
    assignment_of(opens_at=now - 20 * DAY, due_at=now - 10 * DAY)
    assignment_of(opens_at=now + DAY)
    assignment_of(opens_at=now - DAY).assignees.update(excused_at=now)
    assert row_of(student, now).total == 0
    assert row_of(student, now, days=30).total == 1


def test_a_larger_class_asks_no_more_queries(
    classroom: Classroom,
    student: User,
    classmate: User,
    played: Played,
    assignment_of: AssignmentOf,
    now: datetime,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    assignment = assignment_of(opens_at=now - DAY)
    for player in (student, classmate):
        played(player)
        create_attempt(assignment, player, "solved")
    # Two of them count drills: those that assignments ask for, and those found.
    with django_assert_num_queries(9):
        assert len(class_progress(classroom, since=now - DAY, now=now)) == 2
