"""A player's statistics: the days played, the solve times of each tier, the mistakes week by week.

Two queries, however much was played. Before the release of an exam only its days count; an open grid counts
no mistakes, which its player could otherwise learn without asking for a check.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, F, Q, Sum, Window
from django.db.models.functions import RowNumber, TruncDate
from django.utils import timezone

from accounts.models import User

from ..models import Attempt
from ..models.attempts import AttemptQuerySet
from ..pictures.charts import (
    DAYS,
    LEVELS,
    WEEKS,
    DaySquare,
    HeatMap,
    PlayedDay,
    SolvedGrid,
    TimeChart,
    Week,
    WeekChart,
    day_square,
    heat_map,
    level_of,
    monday_of,
    time_chart,
    week_chart,
    weeks_since,
)

# The last grids of a tier are drawn, at most so many.
MAX_POINTS = 60

# Attempts whose result may be shown.
KNOWN = ~Q(state__in=[Attempt.State.OPEN, Attempt.State.RESTARTED]) & (
    # A class is deleted only once its exams are released.
    Q(policy__is_exam=False)
    | Q(assigned_puzzle=None)
    | Q(assigned_puzzle__assignee__assignment__released_at__isnull=False)
)
SOLVED = Q(state=Attempt.State.SOLVED) & KNOWN


@dataclass(frozen=True)
class Overview:
    """The charts of a player's history. `mistakes` is None before anything was finished."""

    today: date
    days: list[PlayedDay]
    calendar: HeatMap
    levels: list[DaySquare]
    times: dict[int, TimeChart]
    weeks: list[Week]
    mistakes: WeekChart | None

    @property
    def minutes(self) -> int:
        return round(self.played_ms / 60_000)

    @property
    def hours(self) -> int:
        return round(self.played_ms / 3_600_000)

    @property
    def played_ms(self) -> int:
        return sum(day.ms for day in self.days)

    @property
    def streak(self) -> int:
        """On how many days in a row there was play, up to today or to yesterday."""
        return streak_of([day.day for day in self.days], self.today)

    @property
    def usual_tier(self) -> int:
        """The tier of the solve times to show first: the one with most grids."""
        return max(self.times, key=lambda tier: len(self.times[tier].grids))

    @property
    def grids(self) -> int:
        return sum(day.grids for day in self.days)

    @property
    def finished(self) -> Week:
        """All weeks together, from the last Monday on."""
        return Week(
            self.weeks[0].monday,
            sum(week.grids for week in self.weeks),
            sum(week.mistakes for week in self.weeks),
        )


def overview_of(player: User, reader: User) -> Overview | None:
    """The charts of the last months, of what the reader may look back at; None before the first game."""
    today, monday = timezone.localdate(), this_monday()
    attempts = Attempt.objects.played_by(player).readable_by(reader).counting()
    days = days_played(attempts, midnight(monday - timedelta(weeks=WEEKS - 1)))
    solved = solved_grids(attempts)
    if not days and not solved:
        return None
    weeks = weeks_of(days)
    shown = weeks_since(days[0].day if days else today, today)
    mondays = [monday - timedelta(weeks=back) for back in reversed(range(shown))]
    return Overview(
        today=today,
        days=days[::-1],
        calendar=heat_map({day.day: day for day in days}, today, weeks=shown),
        levels=[day_square(level) for level in range(1, len(LEVELS) + 2)],
        times={tier: time_chart(grids) for tier, grids in solved.items()},
        weeks=weeks,
        mistakes=week_chart(weeks, mondays) if weeks else None,
    )


def streak_of(days: Sequence[date], today: date) -> int:
    """How many of these days, the newest first, follow each other up to today or yesterday."""
    first = 0 if days and days[0] == today else 1
    for count, day in enumerate(days):
        if (today - day).days != first + count:
            return count
    return len(days)


def days_played(attempts: AttemptQuerySet, since: datetime) -> list[PlayedDay]:
    """The days since then on which there was play, in the school's time zone: one query."""
    days = (
        attempts.filter(last_move_at__gte=since)
        .exclude(state=Attempt.State.OPEN, move_count=0)
        .order_by()
        .annotate(day=TruncDate("last_move_at"))
        .values("day")
        .annotate(
            grids=Count("pk"),
            ms=Sum("elapsed_ms"),
            solved=Count("pk", filter=SOLVED),
            finished=Count("pk", filter=KNOWN),
            mistake_sum=Sum("mistakes", filter=KNOWN, default=0),
        )
        .order_by("day")
    )
    return [
        PlayedDay(*row) for row in days.values_list("day", "grids", "ms", "solved", "finished", "mistake_sum")
    ]


def solved_grids(attempts: AttemptQuerySet) -> dict[int, list[SolvedGrid]]:
    """tier -> the last solved grids of it, the oldest first: one query."""
    newest_first = Window(
        RowNumber(), partition_by=F("puzzle__tier"), order_by=[F("finished_at").desc(), F("pk").desc()]
    )
    solved = attempts.filter(SOLVED, puzzle__tier__isnull=False)
    last = solved.annotate(place=newest_first).filter(place__lte=MAX_POINTS)
    rows = last.order_by("puzzle__tier", "-place")
    fields = ("elapsed_ms", "finished_at", "hints_nudge", "checks", "cells_shown")
    found: dict[int, list[SolvedGrid]] = defaultdict(list)
    for grid in map(SolvedGrid._make, rows.values_list("puzzle__tier", *fields)):
        found[grid.tier].append(grid)
    return found


def weeks_of(days: list[PlayedDay]) -> list[Week]:
    """The weeks in which a grid was finished, the newest first."""
    grids: Counter[date] = Counter()
    mistakes: Counter[date] = Counter()
    for day in days:
        if day.finished:
            monday = monday_of(day.day)
            grids[monday] += day.finished
            mistakes[monday] += day.mistakes
    return [Week(monday, grids[monday], mistakes[monday]) for monday in sorted(grids, reverse=True)]


def this_monday() -> date:
    """The first day of this week, in the school's time zone."""
    return monday_of(timezone.localdate())


def midnight(day: date) -> datetime:
    """The beginning of a day, in the school's time zone."""
    return timezone.make_aware(datetime(day.year, day.month, day.day))


# This week


class WeekDay(NamedTuple):
    """A day of this week."""

    day: date
    square: DaySquare
    is_today: bool
    is_ahead: bool


@dataclass(frozen=True)
class ThisWeek:
    """What a player played since Monday, day by day."""

    days: list[WeekDay]
    played: int
    solved: int


def week_of(player: User) -> ThisWeek:
    today, monday = timezone.localdate(), this_monday()
    attempts = Attempt.objects.played_by(player).counting()
    found = {played.day: played for played in days_played(attempts, midnight(monday))}
    days = []
    for day in (monday + timedelta(days=number) for number in range(DAYS)):
        played = found.get(day)
        square = day_square(level_of(played.ms if played else None), played=played)
        days.append(WeekDay(day, square, is_today=day == today, is_ahead=day > today))
    return ThisWeek(
        days=days,
        played=sum(day.grids for day in found.values()),
        solved=sum(day.solved for day in found.values()),
    )
