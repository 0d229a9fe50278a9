"""What somebody has played, as charts: the days, the times of each tier, and the slips.

Two questions to the database, however much was played. Of an exam nothing is told before its release but the
days, and of an open grid no slips: to know them its player would have to ask for a check.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, Sum, Window
from django.db.models.functions import RowNumber, TruncDate
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.dates import date_format
from accounts.models import User
from puzzles.library.pages.difficulty import tier_label
from puzzles.library.pages.durations import duration

from ..models import Attempt
from ..pictures.charts import (
    DAYS,
    MS_IN_A_MINUTE,
    SHAPES,
    SPAN,
    WEEKS,
    BarChart,
    DaySquare,
    HeatMap,
    Point,
    TimeChart,
    Told,
    bar_chart,
    day_square,
    heat_map,
    time_chart,
)

# So many grids of a tier are drawn, the last ones.
MOST_POINTS = 60
# More hints, checks and filled cells together than this are much help.
MUCH_HELP = 10

# What the shapes of the marks mean, in the order of the legend.
HELP_WORDS = {
    "none": gettext_noop("no help"),
    "hints": gettext_noop("hints or checks"),
    "cells": gettext_noop("cells filled in"),
    "many": gettext_noop("much help"),
}

# Attempts of which it may be told how they came out.
TOLD = ~Q(state__in=[Attempt.State.OPEN, Attempt.State.RESTARTED]) & (
    # A class is deleted only once its exams are released.
    Q(policy__is_exam=False)
    | Q(assigned_puzzle=None)
    | Q(assigned_puzzle__assignee__assignment__released_at__isnull=False)
)
SOLVED = Q(state=Attempt.State.SOLVED) & TOLD


class PlayedDay(NamedTuple):
    """Sums over the grids that were last played on a day; `slips` are those of `told` grids."""

    day: date
    grids: int
    ms: int
    solved: int
    told: int
    slips: int


class SolvedGrid(NamedTuple):
    """The columns of a solved attempt that its mark is made of."""

    tier: int
    elapsed_ms: int
    finished_at: datetime
    hints_nudge: int
    checks: int
    cells_shown: int

    @property
    def help(self) -> str:
        """The shape that tells how much help there was."""
        if self.hints_nudge + self.checks + self.cells_shown > MUCH_HELP:
            return "many"
        if self.cells_shown:
            return "cells"
        return "hints" if self.hints_nudge or self.checks else "none"


@dataclass(frozen=True)
class LegendSign:
    shape: str
    path: str
    words: str


@dataclass(frozen=True)
class Overview:
    """The charts of somebody's history. `slips` is None before anything was finished."""

    calendar: HeatMap
    strengths: list[tuple[DaySquare, str]]
    times: list[TimeChart]
    legend: list[LegendSign]
    slips: BarChart | None


# What the database is asked


def days_played(player: User, since: datetime) -> list[PlayedDay]:
    """The days since then on which there was play, in the school's time zone: one query."""
    attempts = Attempt.objects.played_by(player).counting().filter(last_move_at__gte=since)
    days = (
        attempts.exclude(state=Attempt.State.OPEN, move_count=0)
        .order_by()
        .annotate(day=TruncDate("last_move_at"))
        .values("day")
        .annotate(
            grids=Count("pk"),
            ms=Sum("elapsed_ms"),
            solved=Count("pk", filter=SOLVED),
            told=Count("pk", filter=TOLD),
            slipped=Sum("slips", filter=TOLD, default=0),
        )
        .order_by("day")
    )
    return [PlayedDay(*row) for row in days.values_list("day", "grids", "ms", "solved", "told", "slipped")]


def solved_grids(player: User) -> dict[int, list[SolvedGrid]]:
    """tier -> the last solved grids of it, the oldest first: one query."""
    newest_first = Window(
        RowNumber(), partition_by=F("puzzle__tier"), order_by=[F("finished_at").desc(), F("pk").desc()]
    )
    played = Attempt.objects.played_by(player).counting()
    solved = played.filter(SOLVED, puzzle__tier__isnull=False)
    last = solved.annotate(place=newest_first).filter(place__lte=MOST_POINTS)
    rows = last.order_by("puzzle__tier", "-place")
    fields = ("elapsed_ms", "finished_at", "hints_nudge", "checks", "cells_shown")
    found: dict[int, list[SolvedGrid]] = defaultdict(list)
    for grid in map(SolvedGrid._make, rows.values_list("puzzle__tier", *fields)):
        found[grid.tier].append(grid)
    return found


# The page


def overview_of(player: User) -> Overview | None:
    """The charts of the last months; None where nothing was played yet."""
    today = timezone.localdate()
    monday = today - timedelta(days=today.weekday())
    first = monday - timedelta(weeks=WEEKS - 1)
    days = days_played(player, midnight(first))
    times = solved_grids(player)
    if not days and not times:
        return None
    return Overview(
        calendar=calendar_of(days, today),
        strengths=strength_legend(),
        times=[times_of(tier, grids) for tier, grids in times.items()],
        legend=[LegendSign(shape, path, _(HELP_WORDS[shape])) for shape, path in SHAPES.items()],
        slips=slips_of(days, first),
    )


def midnight(day: date) -> datetime:
    """The beginning of a day, in the school's time zone."""
    return timezone.make_aware(datetime(day.year, day.month, day.day))


def strength_legend() -> list[tuple[DaySquare, str]]:
    """A square of each strength, and the minutes it stands for."""
    words = [_("under 10 min"), _("10 to 19 min"), _("20 to 39 min"), _("40 min or more")]
    minutes = (0, 10, 20, 40)
    return [
        (day_square(0, 0, least * MS_IN_A_MINUTE), each) for least, each in zip(minutes, words, strict=True)
    ]


def calendar_of(days: list[PlayedDay], today: date) -> HeatMap:
    sums = {"days": len(days), "grids": sum(day.grids for day in days)}
    sentence = ngettext(
        "Played on %(days)d day of the last %(weeks)d weeks: %(minutes)s minutes, grids: %(grids)d.",
        "Played on %(days)d days of the last %(weeks)d weeks: %(minutes)s minutes, grids: %(grids)d.",
        len(days),
    ) % (sums | {"weeks": WEEKS, "minutes": minutes_text(sum(day.ms for day in days))})
    told = Told(
        id="days",
        title=_("Days played"),
        description=sentence,
        headings=[_("Day"), _("Minutes"), _("Grids"), _("Solved")],
        rows=[
            [date_format(day.day, "DATE_FORMAT"), minutes_text(day.ms), str(day.grids), str(day.solved)]
            for day in reversed(days)
        ],
    )
    return heat_map(told, {day.day: (day.ms, day_words(day)) for day in days}, today)


def day_words(day: PlayedDay) -> str:
    """What the square of a day says."""
    grids = ngettext("%(count)d grid", "%(count)d grids", day.grids) % {"count": day.grids}
    return _("%(day)s: %(minutes)s min, %(grids)s") % {
        "day": date_format(day.day, "DATE_FORMAT"),
        "minutes": minutes_text(day.ms),
        "grids": grids,
    }


def minutes_text(ms: int) -> str:
    return number_format(round(ms / MS_IN_A_MINUTE), force_grouping=True)


def times_of(tier: int, grids: list[SolvedGrid]) -> TimeChart:
    """The chart of a tier's solve times, the oldest grid first."""
    days = [date_format(timezone.localtime(grid.finished_at), "SHORT_DATE_FORMAT") for grid in grids]
    lines = [
        [day, duration(grid.elapsed_ms), _(HELP_WORDS[grid.help])]
        for day, grid in zip(days, grids, strict=True)
    ]
    told = Told(
        id=f"tier-{tier}",
        title=capfirst(tier_label(tier)),
        description=times_sentence([grid.elapsed_ms for grid in grids]),
        headings=[_("Day"), _("Solve time"), _("Help")],
        rows=lines[::-1],
    )
    points = [
        Point(grid.elapsed_ms, grid.help, " · ".join(line)) for grid, line in zip(grids, lines, strict=True)
    ]
    return time_chart(told, points, (days[0], days[-1]))


def times_sentence(times: list[int]) -> str:
    """`12 grids: median 6 min 52 s; of the last 7, 5 min 10 s.`"""
    sums = {"count": len(times), "median": duration(round(median(times)))}
    if len(times) <= SPAN:
        sentence = ngettext("%(count)d grid: %(median)s.", "%(count)d grids: median %(median)s.", len(times))
        return sentence % sums
    recent = {"last": SPAN, "recent": duration(round(median(times[-SPAN:])))}
    sentence = _("%(count)d grids: median %(median)s; of the last %(last)d, %(recent)s.")
    return sentence % (sums | recent)


def slips_of(days: list[PlayedDay], first: date) -> BarChart | None:
    """The slips of a finished grid on average, week by week; None where none was finished."""
    weeks: dict[date, tuple[int, int]] = {}
    for day in days:
        if day.told:
            week = day.day - timedelta(days=day.day.weekday())
            grids, slips = weeks.get(week, (0, 0))
            weeks[week] = (grids + day.told, slips + day.slips)
    if not weeks:
        return None
    told = Told(
        id="slips",
        title=_("Slips per grid"),
        description=slips_sentence(weeks),
        headings=[_("Week of"), _("Grids finished"), _("Slips"), _("Slips per grid")],
        rows=[slips_row(week, *weeks[week]) for week in sorted(weeks, reverse=True)],
    )
    mondays = [first + timedelta(weeks=number) for number in range(WEEKS)]
    values = [week_value(week, weeks.get(week)) for week in mondays]
    return bar_chart(told, values, (day_text(mondays[0]), day_text(mondays[-1])))


def week_value(week: date, found: tuple[int, int] | None) -> tuple[float | None, str]:
    if found is None:
        return None, ""
    grids, slips = found
    words = _("Week of %(day)s: %(slips)s per grid") % {"day": day_text(week), "slips": average(slips, grids)}
    return slips / grids, words


def slips_row(week: date, grids: int, slips: int) -> list[str]:
    return [day_text(week), str(grids), str(slips), average(slips, grids)]


def slips_sentence(weeks: dict[date, tuple[int, int]]) -> str:
    grids = sum(count for count, _slips in weeks.values())
    slips = sum(slips for _count, slips in weeks.values())
    sentence = ngettext(
        "%(count)d finished grid: %(slips)d wrong digits in all, %(average)s per grid.",
        "%(count)d finished grids: %(slips)d wrong digits in all, %(average)s per grid.",
        grids,
    )
    return sentence % {"count": grids, "slips": slips, "average": average(slips, grids)}


def average(slips: int, grids: int) -> str:
    return number_format(slips / grids, decimal_pos=1)


def day_text(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


# This week


@dataclass(frozen=True)
class WeekDay:
    """A day of this week; `words` tells it whole."""

    name: str
    square: DaySquare
    grids: int
    is_today: bool
    is_ahead: bool
    words: str


@dataclass(frozen=True)
class Week:
    """What somebody played since Monday, day by day."""

    days: list[WeekDay]
    played: int
    solved: int


def week_of(player: User) -> Week:
    today = timezone.localdate()
    monday = today - timedelta(days=today.weekday())
    played = days_played(player, midnight(monday))
    found = {day.day: day for day in played}
    days = [monday + timedelta(days=number) for number in range(DAYS)]
    return Week(
        days=[week_day(day, found.get(day), today) for day in days],
        played=sum(day.grids for day in played),
        solved=sum(day.solved for day in played),
    )


def week_day(day: date, played: PlayedDay | None, today: date) -> WeekDay:
    nothing: dict[str, Any] = {"day": date_format(day, "l")}
    return WeekDay(
        name=date_format(day, "D"),
        square=day_square(0, 0, played.ms if played else None),
        grids=played.grids if played else 0,
        is_today=day == today,
        is_ahead=day > today,
        words=day_words(played) if played else _("%(day)s: nothing played") % nothing,
    )
