"""The overview of a class: four figures, and a row for each student with the last days."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import median
from typing import Any

from django.utils import timezone

from accounts.models import Classroom, Membership
from puzzles.course.pages.history import exercise_sums
from puzzles.library.pages.difficulty import tier_name
from puzzles.library.pages.durations import clock

from ..services.following import Flag, StudentFigures, class_progress, flags_of, play_by_day
from .class_table import MS_IN_A_MINUTE, sort_name, with_exercises

# The figures are of a week, the bars of two.
FIGURE_DAYS, BAR_DAYS = 7, 14
# A bar of this much play or more has the full height.
FULL_BAR_MS = 30 * MS_IN_A_MINUTE
BAR_WIDTH, BAR_STEP, BAR_HEIGHT = 5, 7, 16


@dataclass(frozen=True)
class RosterRow:
    """A student. `bars` is an SVG path with a bar for each of the last days, `played` counts these days."""

    progress: StudentFigures
    bars: str
    played: int
    flag: Flag | None

    @property
    def member(self) -> Membership:
        return self.progress.member

    @property
    def hints(self) -> int:
        return sum(self.progress.hints)

    @property
    def minutes(self) -> int:
        return round(self.progress.time_ms / MS_IN_A_MINUTE)


@dataclass(frozen=True)
class Roster:
    """The figures of a class. Of `total` assigned grids, `done` are finished.

    `median` is the median time in `tier`, the one in which most grids were solved.
    """

    rows: list[RosterRow]
    active: int
    solved: int
    median: str
    tier: str
    done: int
    total: int
    figure_days: int = FIGURE_DAYS
    bar_days: int = BAR_DAYS
    bars_width: int = BAR_DAYS * BAR_STEP - (BAR_STEP - BAR_WIDTH)
    bars_height: int = BAR_HEIGHT


def class_roster(*, classroom: Classroom, now: datetime | None = None, **_rest: Any) -> Roster:
    """The overview of a class, in a fixed number of queries."""
    now = now or timezone.now()
    since = now - timedelta(days=FIGURE_DAYS)
    sums = exercise_sums(classroom, since)
    found = [with_exercises(each, sums) for each in class_progress(classroom, since=since, now=now)]
    today = timezone.localdate(now)
    days = [today - timedelta(days=back) for back in reversed(range(BAR_DAYS))]
    played = play_by_day(classroom, now - timedelta(days=BAR_DAYS))
    tier, times = usual_times(found)
    return Roster(
        rows=[
            roster_row(each, played.get(each.member.student_id, {}), days, now)
            for each in sorted(found, key=sort_name)
        ],
        active=sum(each.last_active is not None and each.last_active >= since for each in found),
        solved=sum(each.solved for each in found),
        median=clock(round(median(times))) if times else "",
        tier=tier_name(tier) if times else "",
        done=sum(each.done for each in found),
        total=sum(each.total for each in found),
    )


def usual_times(found: list[StudentFigures]) -> tuple[int, list[int]]:
    """The tier in which most grids were solved, and the solve times in it; no times if none was solved."""
    times: dict[int, list[int]] = defaultdict(list)
    for each in found:
        for tier, solved in each.times_ms.items():
            times[tier] += solved
    return max(times.items(), key=lambda item: (len(item[1]), -item[0]), default=(1, []))


def roster_row(
    progress: StudentFigures, played: Mapping[date, int], days: list[date], now: datetime
) -> RosterRow:
    flags = flags_of(progress, now)
    return RosterRow(
        progress=progress,
        bars="".join(bar(place, played[day]) for place, day in enumerate(days) if day in played),
        played=sum(day in played for day in days),
        flag=flags[0] if flags else None,
    )


def bar(place: int, ms: int) -> str:
    """An SVG path of one day: a bar from the ground upwards, 2 units high at least."""
    height = max(2, round(BAR_HEIGHT * min(1, ms / FULL_BAR_MS)))
    return f"M{place * BAR_STEP} {BAR_HEIGHT}v-{height}h{BAR_WIDTH}v{height}z"
