"""Charts as numbers: where each mark stands in its box, what its table says, and its words for the ear.

Nothing here asks the database, and no colour is chosen: what differs, differs in shape or in size, so that it
is seen on paper too. The templates `_chart_*.html` draw these with SVG attributes and classes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from math import ceil, log
from statistics import median

from django.utils.formats import number_format

from accounts.dates import date_format

MS_IN_A_MINUTE = 60_000


@dataclass(frozen=True)
class Label:
    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Told:
    """What a chart is called, what it shows in a sentence, and the table behind it."""

    id: str
    title: str
    description: str
    headings: list[str]
    rows: list[list[str]]


# Days

WEEKS, DAYS = 26, 7
PITCH = 13
# The side of a day's square by its strength; a day without play is a dot.
SIDES = (2, 5, 7.5, 10, 12)
# So many minutes make the second, third and fourth strength; any play at all makes the first.
STRENGTHS = (10, 20, 40)
HEAT_LEFT, HEAT_TOP = 32, 18


@dataclass(frozen=True)
class DaySquare:
    """A day as a square around the middle of its field; `level` is 0 without play, then 1 to 4."""

    x: float
    y: float
    side: float
    level: int
    is_today: bool
    words: str


@dataclass(frozen=True)
class HeatMap:
    told: Told
    width: int
    height: int
    squares: list[DaySquare]
    months: list[Label]
    weekdays: list[Label]


def strength(ms: int | None) -> int:
    """How strong a day is, 1 to 4, by the time that was played; 0 for none."""
    if ms is None:
        return 0
    return 1 + sum(ms >= minutes * MS_IN_A_MINUTE for minutes in STRENGTHS)


def day_square(x: float, y: float, ms: int | None, *, is_today: bool = False, words: str = "") -> DaySquare:
    """A day whose field begins at x, y."""
    level = strength(ms)
    inset = (PITCH - SIDES[level]) / 2
    return DaySquare(x + inset, y + inset, SIDES[level], level, is_today, words)


def heat_map(told: Told, played: dict[date, tuple[int, str]], today: date) -> HeatMap:
    """The days of the last weeks up to today, a column a week; `played` gives a day's time and its words."""
    first = today - timedelta(days=today.weekday(), weeks=WEEKS - 1)
    days = [first + timedelta(days=number) for number in range((today - first).days + 1)]
    squares = []
    for number, day in enumerate(days):
        x, y = field_at(number)
        ms, words = played.get(day, (None, ""))
        squares.append(day_square(x, y, ms, is_today=day == today, words=words))
    return HeatMap(
        told=told,
        width=HEAT_LEFT + WEEKS * PITCH,
        height=HEAT_TOP + DAYS * PITCH,
        squares=squares,
        months=month_labels(first),
        weekdays=weekday_labels(first),
    )


def field_at(number: int) -> tuple[int, int]:
    """Where the field of a day begins, counted from the first Monday."""
    week, weekday = divmod(number, DAYS)
    return HEAT_LEFT + week * PITCH, HEAT_TOP + weekday * PITCH


def month_labels(first: date) -> list[Label]:
    """The months over the weeks in which they begin."""
    weeks = [first + timedelta(weeks=number) for number in range(WEEKS)]
    begins = [number for number, (week, after) in enumerate(pairwise(weeks), 1) if week.month != after.month]
    # The month in which it all begins is named where there is room before the next.
    if begins and begins[0] > 2:
        begins.insert(0, 0)
    # A name at the very edge would run out of the picture.
    return [
        Label(HEAT_LEFT + number * PITCH, HEAT_TOP - 6, date_format(weeks[number] + timedelta(days=6), "N"))
        for number in begins
        if number < WEEKS - 1
    ]


def weekday_labels(monday: date) -> list[Label]:
    """The days of school by name; the weekend goes without saying."""
    return [
        Label(
            HEAT_LEFT - 5, HEAT_TOP + number * PITCH + 10, date_format(monday + timedelta(days=number), "D")
        )
        for number in range(5)
    ]


# Points and bars: both stand in a box with the same edges.

WIDTH, HEIGHT = 340, 190
LEFT, RIGHT, TOP, BOTTOM = 36, 332, 12, 162
# Marks keep away from the sides, so that none is cut.
MARGIN = 10

# Around the point itself. Equal in weight to the eye rather than in width.
SHAPES = {
    "none": "M4 0A4 4 0 1 1 -4 0A4 4 0 1 1 4 0Z",
    "hints": "M0 -5L4.7 3.6H-4.7Z",
    "cells": "M-3.7 -3.7H3.7V3.7H-3.7Z",
    "many": "M-4 -4L4 4M4 -4L-4 4",
}


@dataclass(frozen=True)
class Point:
    """What one mark tells: a time, a shape of SHAPES, and its words."""

    ms: int
    shape: str
    words: str


@dataclass(frozen=True)
class Mark:
    x: float
    y: float
    shape: str
    path: str
    words: str


@dataclass(frozen=True)
class TimeChart:
    """Times in their order on a scale of equal factors, with the median of each and those just before it."""

    told: Told
    marks: list[Mark]
    line: str
    ticks: list[Label]
    ends: list[Label]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


# In minutes. What took less or longer than the ends stands at the ends.
TICKS = (0.5, 1, 2, 5, 10, 20, 50, 100)
SPAN = 7


def time_chart(told: Told, points: Sequence[Point], ends: tuple[str, str]) -> TimeChart:
    """The chart of one point or more, the oldest first; `ends` stand under the first and the last."""
    minutes = [point.ms / MS_IN_A_MINUTE for point in points]
    ticks = ticks_around(minutes)
    xs = spread(len(points))
    ys = [height_of(each, ticks) for each in minutes]
    medians = [height_of(each, ticks) for each in running_medians(minutes)]
    marks = [
        Mark(x, y, point.shape, SHAPES[point.shape], point.words)
        for x, y, point in zip(xs, ys, points, strict=True)
    ]
    return TimeChart(
        told=told,
        marks=marks,
        line=" ".join(f"{x:g},{y:g}" for x, y in zip(xs, medians, strict=True)) if len(points) > 1 else "",
        ticks=[Label(LEFT - 6, height_of(tick, ticks), tick_text(tick)) for tick in ticks],
        ends=end_labels(ends if len(points) > 1 else ("", ends[1])),
    )


def ticks_around(minutes: Iterable[float]) -> tuple[float, ...]:
    """The ticks of the scale that hold these minutes, three or more of them."""
    found = list(minutes)
    low = max((place for place, tick in enumerate(TICKS) if tick <= min(found)), default=0)
    high = min((place for place, tick in enumerate(TICKS) if tick >= max(found)), default=len(TICKS) - 1)
    low = min(low, len(TICKS) - 3)
    high = max(high, low + 2)
    return TICKS[low : high + 1]


def height_of(minutes: float, ticks: Sequence[float]) -> float:
    """Where so many minutes stand between the ticks' ends, equal factors at equal distances."""
    low, high = ticks[0], ticks[-1]
    share = log(min(max(minutes, low), high) / low) / log(high / low)
    return round(BOTTOM - MARGIN - share * (BOTTOM - TOP - 2 * MARGIN), 1)


def spread(count: int) -> list[float]:
    """So many places from side to side; a single one stands at the right, where the newest is."""
    room = RIGHT - LEFT - 2 * MARGIN
    return [round(RIGHT - MARGIN - room * back / max(1, count - 1), 1) for back in reversed(range(count))]


def running_medians(values: Sequence[float]) -> list[float]:
    """For each value the median of it and the few before it."""
    return [median(values[max(0, place - SPAN + 1) : place + 1]) for place in range(len(values))]


def tick_text(value: float) -> str:
    return number_format(int(value) if value == int(value) else value)


def end_labels(ends: tuple[str, str]) -> list[Label]:
    """The words under the two sides, the left one first."""
    return [Label(LEFT, BOTTOM + 18, ends[0]), Label(RIGHT, BOTTOM + 18, ends[1])]


# Bars


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    words: str


@dataclass(frozen=True)
class BarChart:
    """A bar for each value that there is; a value of zero is a line on the ground, none is a gap."""

    told: Told
    bars: list[Bar]
    ticks: list[Label]
    ends: list[Label]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM


GROUND = 1.5


def bar_chart(told: Told, values: Sequence[tuple[float | None, str]], ends: tuple[str, str]) -> BarChart:
    """The chart of values with their words, the oldest first."""
    top = whole_top(value for value, _words in values if value is not None)
    step = (RIGHT - LEFT) / max(1, len(values))
    bars = []
    for place, (value, words) in enumerate(values):
        if value is not None:
            height = max(GROUND, round(value / top * (BOTTOM - TOP), 1))
            x = round(LEFT + step * (place + 0.15), 1)
            bars.append(Bar(x, round(BOTTOM - height, 1), round(step * 0.7, 1), height, words))
    ticks = [
        Label(LEFT - 6, round(BOTTOM - share * (BOTTOM - TOP), 1), tick_text(share * top))
        for share in (0, 0.5, 1)
    ]
    return BarChart(told, bars, ticks, end_labels(ends))


def whole_top(values: Iterable[float]) -> int:
    """The end of the scale: even, so that its half is a whole number too."""
    return max(2, 2 * ceil(max(values, default=0) / 2))
