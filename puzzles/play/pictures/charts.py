"""The geometry of the history's charts; the templates `_chart_*.html` draw them and add the words.

A unit is a pixel. Values differ in shape or size, never in colour alone: charts are readable on paper too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from math import ceil, log
from statistics import median
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.dates import date_format

MS_IN_A_MINUTE = 60_000


# Days

WEEKS, DAYS = 26, 7
# A player who began later sees the weeks since then, but at least so many.
LEAST_WEEKS = 8
# The side of a day's field: larger where there are fewer weeks, as far as the picture has room.
PITCH, MAX_PITCH, HEAT_ROOM = 12, 18, 312
# The side of a day's square by its level in the smallest field; a day without play is a dot.
SIDES = (2, 5, 7, 9, 11)
# Minutes from which a day has the second, third and fourth level; any play at all gives the first.
LEVELS = (10, 20, 40)
HEAT_LEFT, HEAT_TOP = 28, 18


class PlayedDay(NamedTuple):
    """Sums over the grids that were last played on a day; `mistakes` are those of the `finished` grids."""

    day: date
    grids: int
    ms: int
    solved: int
    finished: int
    mistakes: int

    @property
    def minutes(self) -> int:
        return round(self.ms / MS_IN_A_MINUTE)


@dataclass(frozen=True)
class Label:
    x: float
    y: float
    text: str


@dataclass(frozen=True)
class DaySquare:
    """A day as a square around the middle of its field; `level` is 0 without play, then 1 to 4."""

    x: float
    y: float
    side: float
    level: int
    is_today: bool = False
    played: PlayedDay | None = None


@dataclass(frozen=True)
class HeatMap:
    """The days of the last weeks up to today, a column a week."""

    squares: list[DaySquare]
    months: list[Label]
    weekdays: list[Label]
    width: int
    height: int


def level_of(ms: int | None) -> int:
    """How much was played on a day, 1 to 4; 0 for a day without play."""
    if ms is None:
        return 0
    return 1 + sum(ms >= minutes * MS_IN_A_MINUTE for minutes in LEVELS)


def day_square(
    level: int,
    *,
    x: float = 0,
    y: float = 0,
    pitch: int = PITCH,
    is_today: bool = False,
    played: PlayedDay | None = None,
) -> DaySquare:
    """The square of a day whose field begins at x, y."""
    side = SIDES[level] * pitch // PITCH
    inset = (pitch - side) / 2
    return DaySquare(x + inset, y + inset, side, level, is_today, played)


def monday_of(day: date) -> date:
    """The first day of a day's week."""
    return day - timedelta(days=day.weekday())


def weeks_since(first: date, today: date) -> int:
    """How many weeks the charts show of someone whose first day of play this was."""
    return min(WEEKS, max(LEAST_WEEKS, (monday_of(today) - monday_of(first)).days // DAYS + 1))


def heat_map(days: Mapping[date, PlayedDay], today: date, *, weeks: int = WEEKS) -> HeatMap:
    first = monday_of(today) - timedelta(weeks=weeks - 1)
    pitch = min(MAX_PITCH, HEAT_ROOM // weeks)
    squares = []
    for number in range((today - first).days + 1):
        day = first + timedelta(days=number)
        played = days.get(day)
        x, y = HEAT_LEFT + number // DAYS * pitch, HEAT_TOP + number % DAYS * pitch
        level = level_of(played.ms if played else None)
        squares.append(day_square(level, x=x, y=y, pitch=pitch, is_today=day == today, played=played))
    return HeatMap(
        squares=squares,
        months=month_labels(first, weeks, pitch),
        weekdays=weekday_labels(first, pitch),
        width=HEAT_LEFT + weeks * pitch,
        height=HEAT_TOP + DAYS * pitch,
    )


def month_labels(first: date, weeks: int, pitch: int) -> list[Label]:
    """The months over the weeks in which they begin."""
    mondays = [first + timedelta(weeks=number) for number in range(weeks)]
    begins = [
        number for number, (week, after) in enumerate(pairwise(mondays), 1) if week.month != after.month
    ]
    # The month in which it all begins is named where there is room before the next.
    if begins and begins[0] > 2:
        begins.insert(0, 0)
    # A name at the very edge would run out of the picture.
    return [
        Label(HEAT_LEFT + number * pitch, HEAT_TOP - 6, date_format(mondays[number] + timedelta(days=6), "N"))
        for number in begins
        if number < weeks - 1
    ]


def weekday_labels(monday: date, pitch: int) -> list[Label]:
    """Every second day of school by name: there is no room for all."""
    return [
        Label(
            HEAT_LEFT - 5,
            HEAT_TOP + day * pitch + pitch // 2 + 4,
            date_format(monday + timedelta(days=day), "D"),
        )
        for day in (0, 2, 4)
    ]


# The edges of the box that contains the points; `_chart_axes.html` draws them too. To the right of it is room
# for the value at the end of the line.

LEFT, RIGHT, TOP, BOTTOM = 26, 292, 12, 118
# With fewer points a sentence says more than a chart.
LEAST_POINTS = 3
# Marks keep away from the sides, so that none is cut.
MARGIN = 10


class Tick(NamedTuple):
    """A line across the box, and the value beside it."""

    y: float
    value: float


class Help(models.TextChoices):
    """How much help a solved grid took; each has its own mark."""

    NONE = "none", _("no help")
    HINTS = "hints", _("hints or checks")
    CELLS = "cells", _("cells filled in")
    MANY = "many", _("much help")

    @property
    def path(self) -> str:
        """The mark, drawn around the point itself."""
        return SHAPES[self]


# Equal in weight to the eye rather than in width.
SHAPES = {
    Help.NONE: "M4 0A4 4 0 1 1 -4 0A4 4 0 1 1 4 0Z",
    Help.HINTS: "M0 -5L4.7 3.6H-4.7Z",
    Help.CELLS: "M-3.7 -3.7H3.7V3.7H-3.7Z",
    Help.MANY: "M-4 -4L4 4M4 -4L-4 4",
}
# More hints, checks and filled cells together than this are much help.
MUCH_HELP = 10


class SolvedGrid(NamedTuple):
    """The columns of a solved attempt that its mark is made of."""

    tier: int
    elapsed_ms: int
    finished_at: datetime
    hints_nudge: int
    checks: int
    cells_shown: int

    @property
    def help(self) -> Help:
        if self.hints_nudge + self.checks + self.cells_shown > MUCH_HELP:
            return Help.MANY
        if self.cells_shown:
            return Help.CELLS
        return Help.HINTS if self.hints_nudge or self.checks else Help.NONE


class DataPoint(NamedTuple):
    x: float
    y: float
    grid: SolvedGrid


@dataclass(frozen=True)
class TimeChart:
    """Solve times in their order on a logarithmic scale, with a running median as the line.

    `last_ms` is the value at the line's end, at the height `end`. `recent_ms` is the median of the last
    grids; None where there are no others before them.
    """

    grids: Sequence[SolvedGrid]
    points: list[DataPoint]
    line: str
    ticks: list[Tick]
    end: float
    last_ms: int
    median_ms: int
    recent_ms: int | None

    @property
    def is_drawn(self) -> bool:
        return len(self.points) >= LEAST_POINTS

    @property
    def helps(self) -> list[Help]:
        """The kinds of help that its marks show."""
        found = {grid.help for grid in self.grids}
        return [each for each in Help if each in found]

    @property
    def newest_first(self) -> Sequence[SolvedGrid]:
        return self.grids[::-1]


# In minutes. Times beyond the ends are drawn at the ends.
TICKS = (0.5, 1, 2, 5, 10, 20, 50, 100)
# A running median is of a grid and those before it, this many together.
SPAN = 7


def time_chart(grids: Sequence[SolvedGrid]) -> TimeChart:
    """The chart of one solved grid or more, the oldest first."""
    times = [grid.elapsed_ms for grid in grids]
    minutes = [ms / MS_IN_A_MINUTE for ms in times]
    ticks = ticks_around(minutes)
    xs = spread(len(grids))
    medians = running_medians(minutes)
    heights = [height_of(each, ticks) for each in medians]
    return TimeChart(
        grids=grids,
        points=[
            DataPoint(x, height_of(ms, ticks), grid) for x, ms, grid in zip(xs, minutes, grids, strict=True)
        ],
        line=polyline(xs, heights),
        ticks=[Tick(height_of(tick, ticks), tick) for tick in shown(ticks)],
        end=heights[-1],
        last_ms=round(medians[-1] * MS_IN_A_MINUTE),
        median_ms=round(median(times)),
        recent_ms=round(median(times[-SPAN:])) if len(times) > SPAN else None,
    )


def ticks_around(minutes: Sequence[float]) -> tuple[float, ...]:
    """The ticks of the scale that hold these minutes, three or more of them."""
    low = max((place for place, tick in enumerate(TICKS) if tick <= min(minutes)), default=0)
    high = min((place for place, tick in enumerate(TICKS) if tick >= max(minutes)), default=len(TICKS) - 1)
    low = min(low, len(TICKS) - 3)
    return TICKS[low : max(high, low + 2) + 1]


def shown(ticks: Sequence[float]) -> Sequence[float]:
    """The lowest tick, the highest and one between them: more lines would hide the marks."""
    return ticks[0], ticks[len(ticks) // 2], ticks[-1]


def polyline(xs: Iterable[float], ys: Iterable[float]) -> str:
    """Points as SVG writes them."""
    return " ".join(f"{x:g},{y:g}" for x, y in zip(xs, ys, strict=True))


def height_of(minutes: float, ticks: Sequence[float]) -> float:
    """The y of a time: equal factors lie at equal distances."""
    low, high = ticks[0], ticks[-1]
    share = log(min(max(minutes, low), high) / low) / log(high / low)
    return round(BOTTOM - MARGIN - share * (BOTTOM - TOP - 2 * MARGIN), 1)


def spread(count: int) -> list[float]:
    """Evenly spaced x positions; a single one is at the right, where the newest is."""
    room = RIGHT - LEFT - 2 * MARGIN
    return [round(RIGHT - MARGIN - room * back / max(1, count - 1), 1) for back in reversed(range(count))]


def running_medians(values: Sequence[float]) -> list[float]:
    """For each value the median of it and the few before it."""
    return [median(values[max(0, place - SPAN + 1) : place + 1]) for place in range(len(values))]


# Weeks


class Week(NamedTuple):
    """The grids finished in a week, and the mistakes in them."""

    monday: date
    grids: int
    mistakes: int

    @property
    def average(self) -> float:
        return self.mistakes / self.grids


class WeekPoint(NamedTuple):
    x: float
    y: float
    week: Week


@dataclass(frozen=True)
class WeekChart:
    """A mark for each week with a finished grid, and the average of the last weeks as the line.

    `last` is the value at the line's end, at the height `end`; both are 0 without any week.
    """

    mondays: Sequence[date]
    points: list[WeekPoint]
    line: str
    ticks: list[Tick]
    end: float
    last: float

    @property
    def is_drawn(self) -> bool:
        return len(self.points) >= LEAST_POINTS


# An average is of a week and those before it in which a grid was finished, this many together.
WEEK_SPAN = 4


def week_chart(weeks: Iterable[Week], mondays: Sequence[date]) -> WeekChart:
    """The chart of these weeks, on an axis of all `mondays`."""
    found = {week.monday: week for week in weeks}
    places = [(place, found[monday]) for place, monday in enumerate(mondays) if monday in found]
    # Even, so that the half is a whole number too.
    top = max(2, 2 * ceil(max((week.average for _place, week in places), default=0) / 2))

    def height(value: float) -> float:
        return round(BOTTOM - value / top * (BOTTOM - TOP), 1)

    xs = spread(len(mondays))
    points = [WeekPoint(xs[place], height(week.average), week) for place, week in places]
    averages = running_averages([week for _place, week in places])
    last = averages[-1] if averages else 0
    return WeekChart(
        mondays=mondays,
        points=points,
        line=polyline([point.x for point in points], map(height, averages)),
        ticks=[Tick(height(value), value) for value in (0, top // 2, top)],
        end=height(last),
        last=last,
    )


def running_averages(weeks: Sequence[Week]) -> list[float]:
    """For each week the mistakes per grid of it and the few before it together."""
    spans = [weeks[max(0, place - WEEK_SPAN + 1) : place + 1] for place in range(len(weeks))]
    return [sum(week.mistakes for week in span) / sum(week.grids for week in span) for span in spans]
