"""Weekly goals: the days that count, and the streak."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone

from accounts.models import Membership, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.training.models import DrillAnswer, StormRun, WeeklyGoal
from puzzles.training.services.goals import (
    DRILLS_A_DAY,
    GoalWeekState,
    choose_goal,
    days_that_count,
    progress_of,
)
from puzzles.training.services.switches import switches_of

StartAttempt = Callable[..., Attempt]
WEEK = timedelta(weeks=1)


@pytest.fixture
def monday() -> date:
    today = timezone.localdate()
    return today - timedelta(days=today.weekday())


def noon(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time(12)))


def storm(player: User, day: date, right: int = 1) -> None:
    StormRun.objects.create(player=player, started_at=noon(day), ended_at=noon(day), right=right)


def drills(player: User, day: date, count: int) -> None:
    for number in range(count):
        DrillAnswer.objects.create(
            player=player,
            technique="x_wing",
            level=2,
            key=f"{day}/{number}"[-16:],
            verdict="shown",
            created_at=noon(day),
        )


def test_without_a_goal_there_is_nothing(student: User) -> None:
    assert progress_of(student) is None
    assert switches_of(student).goal == 0
    choose_goal(player=student, days=3)
    assert switches_of(student).goal == 3
    choose_goal(player=student, days=0)
    assert progress_of(student) is None
    assert switches_of(student).goal == 0
    assert WeeklyGoal.objects.count() == 1


def test_a_student_without_a_class_has_a_goal_too(db: None) -> None:
    alone = User.objects.create_user("ada")
    choose_goal(player=alone, days=2)
    assert switches_of(alone).goal == 2


def test_a_storm_or_five_drills_make_a_day(student: User, classmate: User, monday: date) -> None:
    days = [monday + timedelta(days=number) for number in range(5)]
    storm(student, days[0])
    storm(student, days[1], right=0)
    drills(student, days[2], DRILLS_A_DAY)
    drills(student, days[3], DRILLS_A_DAY - 1)
    storm(classmate, days[4])
    storm(student, monday - timedelta(days=1))
    assert days_that_count(student, monday) == [days[0], days[2]]


@pytest.mark.parametrize(
    ("fields", "counts"),
    [
        ({}, True),
        ({"last_help_at": timezone.now()}, False),
        ({"state": "helped"}, False),
        ({"is_practice": True}, False),
    ],
)
def test_a_grid_counts_if_it_was_solved_without_help(
    fields: dict[str, object], counts: bool, student: User, attempt_of: StartAttempt, monday: date
) -> None:
    solved = {"state": "solved", "finished_at": noon(monday)}
    Attempt.objects.filter(pk=attempt_of(student).pk).update(**solved | fields)
    assert days_that_count(student, monday) == [monday] * counts


def test_a_grid_of_an_exam_counts_once_the_results_are_released(
    student: User, assignment_of: Callable[..., Assignment], monday: date
) -> None:
    exam = assignment_of(is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    attempt = open_grid(student=student, assignment_id=exam.pk, position=1)
    Attempt.objects.filter(pk=attempt.pk).update(state="solved", finished_at=noon(monday))
    assert days_that_count(student, monday) == []
    Assignment.objects.update(released_at=timezone.now())
    assert days_that_count(student, monday) == [monday]


def weeks_of(student: User, monday: date, days: str, *, goal: int = 1) -> tuple[list[str], int]:
    """The states of some weeks, of which the last goes on, and the streak; each digit counts days."""
    first = monday - WEEK * (len(days) - 1)
    WeeklyGoal.objects.create(player=student, week=first, days=goal)
    for number, count in enumerate(days):
        for day in range(int(count)):
            storm(student, first + WEEK * number + timedelta(days=day))
    progress = progress_of(student)
    assert progress is not None
    return [str(week.state) for week in progress.weeks], progress.streak


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ("0", 0),
        ("1", 1),
        ("1110", 3),
        ("1111", 4),
        ("1101", 3),
        # Two missed weeks of four.
        ("110101", 1),
        ("110011", 2),
        ("11011101", 6),
        # Nothing was begun yet.
        ("001", 1),
    ],
)
def test_one_missed_week_in_four_is_forgiven(
    days: str, streak: int, student: User, classmate: User, monday: date
) -> None:
    for number in range(len(days)):
        storm(classmate, monday - WEEK * number)
    assert weeks_of(student, monday, days)[1] == streak


def test_a_week_is_met_by_as_many_days_as_the_goal(student: User, classmate: User, monday: date) -> None:
    for number in range(4):
        storm(classmate, monday - WEEK * number)
    states, streak = weeks_of(student, monday, "3230", goal=3)
    assert states == ["met", "forgiven", "met", "open"]
    assert streak == 2


def test_a_week_in_which_nobody_of_the_class_practised_is_left_out(
    student: User, classmate: User, stranger: User, monday: date
) -> None:
    storm(stranger, monday - 2 * WEEK)
    states, streak = weeks_of(student, monday, "11001")
    assert states == ["met", "met", "skipped", "skipped", "met"]
    assert streak == 3
    storm(classmate, monday - 2 * WEEK)
    storm(classmate, monday - WEEK)
    again = progress_of(student)
    assert again is not None
    assert [week.state for week in again.weeks][2:4] == [GoalWeekState.FORGIVEN, GoalWeekState.MISSED]
    assert again.streak == 1


def test_earlier_weeks_keep_their_goal(student: User, classmate: User, monday: date) -> None:
    storm(classmate, monday - WEEK)
    weeks_of(student, monday, "11")
    choose_goal(player=student, days=5)
    progress = progress_of(student)
    assert progress is not None
    assert [(week.goal, week.state) for week in progress.weeks] == [(1, "met"), (5, "open")]
    assert progress.streak == 1


def test_what_a_class_did_is_asked_of_current_classes_only(
    student: User, classmate: User, monday: date
) -> None:
    storm(classmate, monday - WEEK)
    Membership.objects.get(student=student).delete()
    states, _streak = weeks_of(student, monday, "100")
    assert states == ["met", "skipped", "open"]
