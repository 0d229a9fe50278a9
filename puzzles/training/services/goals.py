"""Weekly goals: on how many days a week a player wants to practise, and how many weeks in a row they did.

A day counts with a grid solved without help, five drills that have ended, or a storm with a step found. The
streak counts the weeks in which the goal was met. One missed week in four does not end it, and a week in
which nobody of the player's classes practised is left out. Nobody but the player sees any of this.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate
from django.utils import timezone

from accounts.models import Membership, User
from puzzles.play.models import Attempt
from puzzles.play.pictures.charts import monday_of
from puzzles.play.services.access import unreleased_exams

from ..models import DrillAnswer, StormRun, WeeklyGoal

DRILLS_A_DAY = 5
# One missed week in so many is forgiven.
FORGIVEN_IN = 4
WEEK = timedelta(weeks=1)


class GoalWeekState(StrEnum):
    """What a week means for the streak."""

    MET = "met"
    OPEN = "open"
    FORGIVEN = "forgiven"
    MISSED = "missed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class GoalWeek:
    """A week: the goal, and the days that count."""

    monday: date
    goal: int
    days: tuple[date, ...]
    state: GoalWeekState


@dataclass(frozen=True, slots=True)
class GoalProgress:
    """The weeks since the first goal, the oldest first, the last one goes on; `streak` counts weeks."""

    weeks: tuple[GoalWeek, ...]
    streak: int

    @property
    def this_week(self) -> GoalWeek:
        return self.weeks[-1]


def choose_goal(*, player: User, days: int) -> WeeklyGoal:
    """Set the weekly goal from this week on; 0 for none."""
    goal, _is_new = WeeklyGoal.objects.update_or_create(
        player=player, week=monday_of(timezone.localdate()), defaults={"days": days}
    )
    return goal


def progress_of(player: User) -> GoalProgress | None:
    """How a player does by their goals; None without one. Two queries, three after a missed week."""
    goals = list(WeeklyGoal.objects.filter(player=player).order_by("week").values_list("week", "days"))
    if not goals or not goals[-1][1]:
        return None
    first, today = goals[0][0], timezone.localdate()
    counted = days_that_count(player, first)
    weeks = []
    monday, last = first, monday_of(today)
    while monday <= last:
        goal = next(days for week, days in reversed(goals) if week <= monday)
        days = tuple(day for day in counted if monday <= day < monday + WEEK)
        weeks.append((monday, goal, days))
        monday += WEEK
    missed = [monday for monday, goal, days in weeks if len(days) < goal and monday < last]
    active = active_weeks(player, missed[0]) if missed else set()
    return _progress(weeks, active)


def _progress(weeks: Sequence[tuple[date, int, tuple[date, ...]]], active: set[date]) -> GoalProgress:
    """The states of the weeks and the streak; the last week goes on."""
    streak, since_missed = 0, FORGIVEN_IN
    found = []
    for monday, goal, days in weeks:
        if goal and len(days) >= goal:
            state = GoalWeekState.MET
            streak, since_missed = streak + 1, since_missed + 1
        elif monday == weeks[-1][0]:
            state = GoalWeekState.OPEN
        elif not goal or monday not in active:
            state = GoalWeekState.SKIPPED
        elif streak and since_missed >= FORGIVEN_IN - 1:
            state, since_missed = GoalWeekState.FORGIVEN, 0
        else:
            state = GoalWeekState.MISSED
            streak, since_missed = 0, FORGIVEN_IN
        found.append(GoalWeek(monday, goal, days, state))
    return GoalProgress(tuple(found), streak)


def days_that_count(player: User, since: date) -> list[date]:
    """The days from one on that count for the goal of a player: one query.

    What an exam shows of a grid that was solved is not known before its release.
    """
    grids = (
        Attempt.objects.played_by(player)
        .counting()
        .filter(state=Attempt.State.SOLVED, last_help_at=None, finished_at__date__gte=since)
        .exclude(assigned_puzzle__assignee__assignment__in=unreleased_exams())
    )
    drills = DrillAnswer.objects.of(player).ended().filter(created_at__date__gte=since)
    enough = _days(drills, "created_at").annotate(count=Count("pk")).filter(count__gte=DRILLS_A_DAY)
    storms = StormRun.objects.of(player).filter(right__gt=0, started_at__date__gte=since)
    rows = _days(grids, "finished_at").union(enough.values_list("day"), _days(storms, "started_at"))
    return sorted({day for (day,) in rows})


def active_weeks(player: User, since: date) -> set[date]:
    """The Mondays of the weeks from one on in which somebody of the player's classes practised: one query."""
    classes = Membership.objects.filter(student=player, classroom__archived_at=None).values("classroom")
    members = Membership.objects.filter(classroom__in=classes, student__role=User.Role.STUDENT)
    people = members.values("student")
    games = Attempt.objects.filter(player__in=people, last_move_at__date__gte=since)
    drills = DrillAnswer.objects.filter(player__in=people, created_at__date__gte=since)
    storms = StormRun.objects.filter(player__in=people, started_at__date__gte=since)
    rows = _days(games, "last_move_at").union(_days(drills, "created_at"), _days(storms, "started_at"))
    return {monday_of(day) for (day,) in rows}


def _days(rows: QuerySet, field: str) -> QuerySet:
    """The days of some rows, each once."""
    return rows.order_by().annotate(day=TruncDate(field)).values_list("day").distinct()
