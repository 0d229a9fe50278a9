"""The growth of a student for their teachers: a line over the weeks, never a rank and never a number."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.utils import timezone

from accounts.models import User
from puzzles.library.pages.difficulty import technique_name
from puzzles.play.pages.statistics import midnight, this_monday
from puzzles.play.pictures.charts import (
    BOTTOM,
    LEAST_POINTS,
    LEFT,
    MARGIN,
    TOP,
    WEEKS,
    monday_of,
    polyline,
    spread,
    weeks_since,
)

from ..models import RatedResult
from ..services.bank import DRILLED
from ..services.ratings import SURE, mean_at, reached_technique

# Logits that the chart shows at least, so that a small change looks small.
LEAST_SPAN = 2.0
# Lines across, about at these parts of the height, and so far from each other at least.
LINES = (0.5, 0.1, 0.9)
APART = 16
# The names beside them are long: the points have less room than in other charts, and long names are left out.
ROOM = 0.66
LONGEST_NAME = 20


class GrowthWeek(NamedTuple):
    """A week with results: the estimate after the last of them, and how many there were."""

    monday: date
    mean: float
    results: int

    @property
    def technique(self) -> str:
        """The hardest technique found three times of four, by name; "" for none yet."""
        return technique_name(reached_technique(self.mean))


class GrowthPoint(NamedTuple):
    x: float
    y: float
    week: GrowthWeek


class GrowthTick(NamedTuple):
    """A line across, at which a technique is found three times of four."""

    y: float
    name: str


@dataclass(frozen=True)
class Growth:
    """The weeks of the last half year in which a rating was sure enough, the oldest first."""

    weeks: Sequence[GrowthWeek]
    mondays: Sequence[date]
    points: Sequence[GrowthPoint]
    ticks: Sequence[GrowthTick]

    @property
    def is_drawn(self) -> bool:
        return len(self.points) >= LEAST_POINTS

    @property
    def line(self) -> str:
        return polyline([point.x for point in self.points], [point.y for point in self.points])

    @property
    def newest_first(self) -> Sequence[GrowthWeek]:
        return self.weeks[::-1]

    @property
    def last(self) -> GrowthPoint:
        return self.points[-1]


def growth_of(student: User) -> Growth | None:
    """The growth of a student; None while there is none to show: one query."""
    weeks = weeks_of(student)
    if not weeks:
        return None
    shown = weeks_since(weeks[0].monday, timezone.localdate())
    mondays = [this_monday() - timedelta(weeks=back) for back in reversed(range(shown))]
    places = dict(zip(mondays, [round(LEFT + ROOM * (x - LEFT), 1) for x in spread(shown)], strict=True))
    means = [week.mean for week in weeks]
    middle = (min(means) + max(means)) / 2
    span = max(max(means) - min(means), LEAST_SPAN)

    def height(mean: float) -> float:
        share = 0.5 + (mean - middle) / span
        return round(BOTTOM - MARGIN - share * (BOTTOM - TOP - 2 * MARGIN), 1)

    points = [GrowthPoint(places[week.monday], height(week.mean), week) for week in weeks]
    lines = [
        GrowthTick(height(mean_at(name)), words)
        for name in DRILLED
        if len(words := technique_name(name)) <= LONGEST_NAME
    ]
    return Growth(weeks, mondays, points, ticks_of(lines))


def ticks_of(lines: Sequence[GrowthTick]) -> list[GrowthTick]:
    """A line or three of these, spread over the height."""
    ticks: list[GrowthTick] = []
    for part in LINES:
        wanted = BOTTOM - part * (BOTTOM - TOP)
        nearest = min(lines, key=lambda line: abs(line.y - wanted))
        if TOP <= nearest.y <= BOTTOM and all(abs(nearest.y - tick.y) >= APART for tick in ticks):
            ticks.append(nearest)
    return ticks


def weeks_of(student: User) -> list[GrowthWeek]:
    """The weeks of the last half year in which the rating was sure enough, the oldest first."""
    first = this_monday() - timedelta(weeks=WEEKS - 1)
    rows = RatedResult.objects.filter(player=student, created_at__gte=midnight(first))
    rows = rows.order_by("created_at", "pk")
    weeks: dict[date, tuple[GrowthWeek, float]] = {}
    for created_at, mean, deviation in rows.values_list("created_at", "mean", "deviation").iterator():
        monday = monday_of(timezone.localdate(created_at))
        results = weeks[monday][0].results if monday in weeks else 0
        weeks[monday] = GrowthWeek(monday, mean, results + 1), deviation
    return [week for week, deviation in weeks.values() if deviation <= SURE]
