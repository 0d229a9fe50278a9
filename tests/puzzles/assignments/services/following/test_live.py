"""Where each student of a class is right now."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, User
from accounts.services.classes import pause_class, resume_class
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.following import Seat, SeatStatus, seats_in_assignment, seats_today
from puzzles.course.models import PredictionRound
from puzzles.library.models import Collection, Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.board_news import board_news
from puzzles.play.services.draws import draw_puzzle
from puzzles.training.models import DrillAnswer

StartAttempt = Callable[..., Attempt]
AssignmentOf = Callable[..., Assignment]
MakeCollection = Callable[..., Collection]
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


@pytest.fixture
def now() -> datetime:
    """Noon in the school: so much of a day lies before it."""
    return timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)


def set_times(attempt: Attempt, now: datetime, **ago: timedelta) -> Attempt:
    """Have things happen so long ago; what is not named happened just now."""
    known = {"last_move": timedelta(0), "progress": timedelta(0), "seen": timedelta(0)} | ago
    Attempt.objects.filter(pk=attempt.pk).update(**{f"{name}_at": now - each for name, each in known.items()})
    return attempt


def finish(attempt: Attempt, now: datetime, state: str = Attempt.State.SOLVED) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=state, finished_at=now)


def seat_of(student: User, now: datetime, assignment: Assignment | None = None) -> Seat:
    classroom = Classroom.objects.get(memberships__student=student)
    seats = seats_in_assignment(classroom, assignment, now) if assignment else seats_today(classroom, now)
    return next(seat for seat in seats if seat.member.student_id == student.pk)


# What they do


@pytest.mark.parametrize(
    ("ago", "status", "is_stuck"),
    [
        ({}, SeatStatus.WORKING, False),
        ({"last_move": 61 * SECOND}, SeatStatus.IDLE, False),
        ({"last_move": 4 * MINUTE, "progress": 4 * MINUTE}, SeatStatus.IDLE, True),
        ({"progress": 3 * MINUTE}, SeatStatus.WORKING, True),
        ({"progress": 3 * MINUTE - SECOND}, SeatStatus.WORKING, False),
        ({"last_help": 0 * SECOND}, SeatStatus.HINT, False),
        ({"last_help": 10 * SECOND, "progress": 5 * SECOND}, SeatStatus.WORKING, False),
        ({"last_help": 2 * MINUTE, "progress": 4 * MINUTE}, SeatStatus.HINT, True),
        ({"last_help": 5 * MINUTE, "progress": 6 * MINUTE}, SeatStatus.WORKING, True),
        ({"last_move": 9 * MINUTE, "progress": 9 * MINUTE, "seen": 2 * MINUTE}, SeatStatus.OFFLINE, False),
    ],
)
def test_the_status_of_a_student_follows_from_the_last_activity(
    student: User,
    attempt_of: StartAttempt,
    now: datetime,
    ago: dict[str, timedelta],
    status: SeatStatus,
    is_stuck: bool,
) -> None:
    set_times(attempt_of(student), now, **ago)
    seat = seat_of(student, now)
    assert (seat.status, seat.is_stuck) == (status, is_stuck)


def test_a_finished_student_is_not_stuck(student: User, attempt_of: StartAttempt, now: datetime) -> None:
    finish(set_times(attempt_of(student), now, progress=9 * MINUTE), now)
    seat = seat_of(student, now)
    assert (seat.status, seat.is_stuck) == (SeatStatus.FINISHED, False)


def test_a_full_grid_that_is_not_handed_in_is_full_and_not_stuck(
    student: User, attempt_of: StartAttempt, puzzle: Puzzle, now: datetime
) -> None:
    set_times(attempt_of(student, digits=puzzle.solution), now, progress=9 * MINUTE)
    seat = seat_of(student, now)
    assert (seat.status, seat.is_stuck) == (SeatStatus.FULL, False)


def test_a_page_without_scripts_is_there_by_its_moves(
    student: User, attempt_of: StartAttempt, now: datetime
) -> None:
    attempt = set_times(attempt_of(student), now)
    Attempt.objects.filter(pk=attempt.pk).update(seen_at=None)
    assert seat_of(student, now).status == SeatStatus.WORKING


def test_a_student_without_play_today_is_absent(
    student: User, classmate: User, attempt_of: StartAttempt, now: datetime
) -> None:
    yesterday = timedelta(days=1)
    set_times(attempt_of(student), now, last_move=yesterday, progress=yesterday, seen=yesterday)
    assert seat_of(student, now).status == SeatStatus.ABSENT
    assert seat_of(classmate, now).status == SeatStatus.ABSENT


def test_nobody_is_stuck_while_the_class_is_paused(
    student: User, classroom: Classroom, attempt_of: StartAttempt, now: datetime
) -> None:
    set_times(attempt_of(student), now, progress=9 * MINUTE)
    pause_class(classroom=classroom)
    seat = seat_of(student, now)
    assert (seat.status, seat.is_stuck) == (SeatStatus.PAUSED, False)


def test_nobody_is_stuck_because_of_a_pause(
    student: User, classroom: Classroom, attempt_of: StartAttempt
) -> None:
    now = timezone.now()
    set_times(attempt_of(student), now, last_move=9 * MINUTE, progress=9 * MINUTE, seen=SECOND)
    pause_class(classroom=classroom)
    Classroom.objects.filter(pk=classroom.pk).update(paused_at=now - 8 * MINUTE)
    assert resume_class(classroom=classroom)
    later = timezone.now() + SECOND
    Attempt.objects.update(seen_at=later)
    seat = seat_of(student, later)
    assert (seat.status, seat.is_stuck) == (SeatStatus.IDLE, False)


def test_a_player_returning_to_an_old_grid_is_not_stuck_yet(student: User, attempt_of: StartAttempt) -> None:
    now, long_ago = timezone.now(), timedelta(days=3)
    attempt = set_times(attempt_of(student), now, last_move=long_ago, progress=long_ago, seen=long_ago)
    board_news(player=student, attempt_id=attempt.pk, is_visible=True, now=now)
    seat = seat_of(student, now)
    assert (seat.attempt.pk if seat.attempt else None, seat.is_stuck) == (attempt.pk, False)
    board_news(player=student, attempt_id=attempt.pk, is_visible=True, now=now + 30 * SECOND)
    attempt.refresh_from_db()
    assert attempt.progress_at == now


# Which grid


def test_the_grid_whose_page_is_there_comes_before_one_played_later(
    student: User, teacher: User, collection_of: MakeCollection, now: datetime
) -> None:
    collection_of(teacher, range(5))
    left, here = draw_puzzle(player=student), draw_puzzle(player=student)
    set_times(left, now, last_move=5 * MINUTE, seen=5 * MINUTE)
    set_times(here, now, last_move=20 * MINUTE, progress=SECOND)
    assert seat_of(student, now).attempt.pk == here.pk  # type: ignore[union-attr]


def test_an_open_grid_comes_before_one_just_finished(
    student: User, teacher: User, collection_of: MakeCollection, now: datetime
) -> None:
    collection_of(teacher, range(5))
    finished, begun = draw_puzzle(player=student), draw_puzzle(player=student)
    finish(set_times(finished, now), now)
    set_times(begun, now, last_move=SECOND)
    assert seat_of(student, now).attempt.pk == begun.pk  # type: ignore[union-attr]


def test_a_class_holds_only_its_students(
    classroom: Classroom, student: User, stranger: User, attempt_of: StartAttempt, now: datetime
) -> None:
    set_times(attempt_of(stranger), now)
    assert [seat.member.student for seat in seats_today(classroom, now)] == [student]


# Stamps


def test_a_stamp_changes_with_the_content_and_not_with_time_alone(
    student: User, attempt_of: StartAttempt, now: datetime
) -> None:
    attempt = set_times(attempt_of(student), now)
    before = seat_of(student, now).stamp
    assert seat_of(student, now + 20 * SECOND).stamp == before
    assert seat_of(student, now + 70 * SECOND).stamp != before
    Attempt.objects.filter(pk=attempt.pk).update(version=1)
    assert seat_of(student, now).stamp != before


# An assignment


def open_attempt(assignment: Assignment, student: User, position: int = 1) -> Attempt:
    assigned_puzzle = assignment.assignees.get(student=student).assigned_puzzles.get(position=position)
    return Attempt.objects.create(
        player=student,
        puzzle=assigned_puzzle.puzzle,
        policy=assignment.policy,
        assigned_puzzle=assigned_puzzle,
        digits=assigned_puzzle.puzzle.givens,
    )


def test_in_an_assignment_only_its_grids_count(
    student: User, classmate: User, attempt_of: StartAttempt, assignment_of: AssignmentOf, now: datetime
) -> None:
    assignment = assignment_of()
    set_times(attempt_of(student), now)
    finish(set_times(open_attempt(assignment, classmate), now), now)
    assert seat_of(student, now, assignment).status == SeatStatus.ABSENT
    seat = seat_of(classmate, now, assignment)
    assert (seat.status, seat.done, seat.total) == (SeatStatus.FINISHED, 1, 1)


@pytest.mark.parametrize(
    ("ago", "is_paused", "status"),
    [
        (0 * SECOND, False, SeatStatus.IDLE),
        (2 * MINUTE, False, SeatStatus.IDLE),
        (2 * MINUTE, True, SeatStatus.PAUSED),
        (5 * MINUTE, False, SeatStatus.OFFLINE),
    ],
)
def test_a_student_between_two_grids_has_not_finished(
    student: User,
    teacher: User,
    classroom: Classroom,
    collection_of: MakeCollection,
    assignment_of: AssignmentOf,
    now: datetime,
    ago: timedelta,
    is_paused: bool,
    status: SeatStatus,
) -> None:
    collection_of(teacher, range(2))
    assignment = assignment_of(Puzzle.objects.exclude(entries=None))
    if is_paused:
        pause_class(classroom=classroom)
    first = set_times(open_attempt(assignment, student), now, last_move=ago, seen=ago, progress=9 * MINUTE)
    finish(first, now)
    seat = seat_of(student, now, assignment)
    assert (seat.status, seat.done, seat.total) == (status, 1, 2)
    assert (seat.since, seat.is_stuck) == (now - ago, False)
    finish(set_times(open_attempt(assignment, student, 2), now), now)
    assert seat_of(student, now, assignment).status == SeatStatus.FINISHED


def test_an_excused_student_has_no_seat(
    student: User, classmate: User, classroom: Classroom, assignment_of: AssignmentOf, now: datetime
) -> None:
    assignment = assignment_of()
    assignment.assignees.filter(student=student).update(excused_at=now)
    seats = seats_in_assignment(classroom, assignment, now)
    assert [seat.member.student for seat in seats] == [classmate]


@pytest.mark.parametrize(
    ("asked", "ago", "status", "done"),
    [
        (4, 10 * SECOND, SeatStatus.WORKING, 0),
        (4, 2 * MINUTE, SeatStatus.IDLE, 0),
        (4, 5 * MINUTE, SeatStatus.OFFLINE, 0),
        (5, 5 * MINUTE, SeatStatus.FINISHED, 1),
    ],
)
def test_a_run_is_done_when_all_its_predictions_are_made(
    student: User,
    puzzle: Puzzle,
    assignment_of: AssignmentOf,
    round_of: Callable[..., PredictionRound],
    now: datetime,
    asked: int,
    ago: timedelta,
    status: SeatStatus,
    done: int,
) -> None:
    assignment = assignment_of(algorithm="tutoriel", predictions=5, opens_at=now - 60 * MINUTE)
    free = {"player": student, "algorithm": "tutoriel", "grid": puzzle.givens}
    PredictionRound.objects.create(**free, token="free", asked=50, right=1, last_at=now)
    round_of(assignment, student, asked, right=1, last_at=now - ago)
    seat = seat_of(student, now, assignment)
    assert (seat.status, seat.done, seat.total) == (status, done, 1)
    assert seat.round is not None
    assert seat.round.asked == asked


# Drills


@pytest.mark.parametrize(
    ("ended", "ago", "status"),
    [
        (1, 10 * SECOND, SeatStatus.WORKING),
        (1, 2 * MINUTE, SeatStatus.IDLE),
        (1, 5 * MINUTE, SeatStatus.OFFLINE),
        (2, 5 * MINUTE, SeatStatus.FINISHED),
    ],
)
def test_drills_are_done_when_all_their_positions_have_ended(
    student: User, drills_of: AssignmentOf, now: datetime, ended: int, ago: timedelta, status: SeatStatus
) -> None:
    assignment = drills_of(2, opens_at=now - 60 * MINUTE)
    assert seat_of(student, now, assignment).status == SeatStatus.ABSENT
    drill = {"player": student, "technique": "x_wing", "level": 2, "tries": 1, "created_at": now - ago}
    given = {"assignee": assignment.assignees.get(student=student), **drill}
    DrillAnswer.objects.create(key="free", verdict="found", **drill)
    for number, verdict in enumerate(("found", "shown")[:ended]):
        DrillAnswer.objects.create(key=f"{number}", verdict=verdict, **given)
    seat = seat_of(student, now, assignment)
    assert (seat.status, seat.done, seat.total) == (status, ended, 2)
    assert seat.drills is not None
    assert (seat.drills.found, seat.drills.shown) == (1, ended - 1)


def test_who_does_drills_today_is_here(student: User, attempt_of: StartAttempt, now: datetime) -> None:
    set_times(attempt_of(student), now, last_move=10 * MINUTE, seen=10 * MINUTE)
    drill = {"player": student, "technique": "x_wing", "level": 2, "verdict": "wrong"}
    answer = DrillAnswer.objects.create(key="1", created_at=now - 12 * MINUTE, **drill)
    assert seat_of(student, now).drills is None
    DrillAnswer.objects.filter(pk=answer.pk).update(created_at=now - 10 * SECOND)
    seat = seat_of(student, now)
    assert (seat.status, seat.attempt, seat.total) == (SeatStatus.WORKING, None, 0)


# Queries


def test_a_larger_class_asks_no_more_queries(
    classroom: Classroom,
    student: User,
    classmate: User,
    attempt_of: StartAttempt,
    assignment_of: AssignmentOf,
    now: datetime,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    assignment = assignment_of()
    for player in (student, classmate):
        set_times(attempt_of(player), now)
        set_times(open_attempt(assignment, player), now)
    # Members, two of attempts, one of drills.
    with django_assert_num_queries(4):
        assert len(seats_today(classroom, now)) == 2
    with django_assert_num_queries(3):
        assert len(seats_in_assignment(classroom, assignment, now)) == 2
