"""The class table: one list of columns for the page and for the CSV file."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.dates import day_words
from accounts.models import Classroom
from puzzles.course.pages.history import ExerciseSums, exercise_sums
from puzzles.course.pages.worksheets import SHEETS
from puzzles.library.pages.csv import Cell
from puzzles.library.pages.difficulty import tier_name
from puzzles.library.pages.durations import clock
from puzzles.library.pages.numbers import out_of

from ..services.following import (
    EVER,
    PERIODS,
    Flag,
    StudentFigures,
    add_predictions,
    class_progress,
    flags_of,
)

MS_IN_A_MINUTE = 60_000


# Shown for nothing: a table of many columns would be full of dashes.
NONE = "·"
# The tier whose name is too long for the head of a column.
VERY_HARD = 4


@dataclass(frozen=True)
class Column:
    """A column. `value` sorts it and goes into files; `text` is shown; `filed` goes into files instead.

    `fold` names the columns that are hidden and shown together. `has_bars`: a bar lies before each number.
    `head` is a shorter title for the page.
    """

    key: str
    title: str | Promise
    value: Callable[[StudentFigures], Any]
    text: Callable[[StudentFigures], str] = lambda row: ""
    filed: Callable[[StudentFigures], Cell] | None = None
    group: str | Promise = ""
    is_number: bool = True
    fold: str = ""
    has_bars: bool = False
    head: str | Promise = ""


@dataclass(frozen=True)
class Heading:
    """A column's title as a link that sorts by it; `direction` is the value of aria-sort."""

    title: str
    sort: str
    direction: str
    is_number: bool
    fold: str


@dataclass(frozen=True)
class TableCell:
    """A cell of the table. `bar` is the share of the largest number, in percent."""

    text: str
    is_number: bool
    fold: str
    bar: int | None


@dataclass(frozen=True)
class Group:
    """Columns under one title; without a title, a single column. Remarks are in the column of the names."""

    title: str
    headings: list[Heading]
    fold: str


# A student who was active in these last minutes may have a board to follow.
HERE = timedelta(minutes=10)


@dataclass(frozen=True)
class TableRow:
    progress: StudentFigures
    cells: list[TableCell]
    flags: list[Flag]
    is_here: bool


@dataclass(frozen=True)
class TablePage:
    """The table. The page has the columns that are `shown`, a file has all; `folds` are those of the page."""

    classroom: Classroom
    days: int
    periods: tuple[int, ...]
    columns: list[Column]
    shown: list[Column]
    groups: list[Group]
    rows: list[TableRow]
    flags: list[Flag]
    sort: str
    now: datetime

    @property
    def ever(self) -> int:
        return EVER

    @property
    def folds(self) -> set[str]:
        return {column.fold for column in self.shown if column.fold}

    @property
    def sorted_fold(self) -> str:
        """The fold of the column that sorts the rows: it must not be hidden."""
        return next(column.fold for column in self.columns if column.key == self.sort.removeprefix("-"))


def table_page(classroom: Classroom, *, days: int, sort: str, now: datetime) -> TablePage:
    """The table of the last days. `sort` is a column's key, with `-` for descending order."""
    since = now - timedelta(days=days)
    sums = exercise_sums(classroom, since)
    progress = [with_exercises(row, sums) for row in class_progress(classroom, since=since, now=now)]
    add_predictions(progress, since)
    columns = _columns_for(progress, now) + _exercise_columns(sums)
    sorted_by = sort if sort.removeprefix("-") in {column.key for column in columns} else "name"
    largest = {
        column.key: max((column.value(each) for each in progress), default=0)
        for column in columns
        if column.has_bars
    }
    seen = {flag for each in progress for flag in flags_of(each, now)}
    shown = [column for column in columns if _has_entries(column, progress, seen)]
    rows = [_table_row(each, shown, largest, now) for each in _sorted_rows(progress, columns, sorted_by)]
    return TablePage(
        classroom=classroom,
        days=days,
        periods=PERIODS,
        columns=columns,
        shown=shown,
        groups=_groups_of(shown, sorted_by),
        rows=rows,
        flags=[flag for flag in Flag if flag in seen],
        sort=sorted_by,
        now=now,
    )


def _table_row(
    progress: StudentFigures, columns: list[Column], largest: Mapping[str, int], now: datetime
) -> TableRow:
    cells = []
    for column in columns:
        if column.key not in APART:
            most = largest.get(column.key)
            bar = round(100 * column.value(progress) / most) if most else None
            cells.append(TableCell(column.text(progress), column.is_number, column.fold, bar))
    return TableRow(progress, cells, flags_of(progress, now), is_here=_is_here(progress, now))


def _is_here(progress: StudentFigures, now: datetime) -> bool:
    return progress.last_active is not None and now - progress.last_active < HERE


# Columns

# The template draws these two.
APART = {"name", "look"}


def _has_entries(column: Column, rows: Iterable[StudentFigures], flags: set[Flag]) -> bool:
    """Whether a row of the page has something in this column."""
    if column.key == "look":
        return bool(flags)
    return column.key in APART or any(column.text(row) != NONE for row in rows)


def _columns_for(rows: Iterable[StudentFigures], now: datetime) -> list[Column]:
    """All columns, with those of the tiers in which a student has solved a grid."""
    tiers = sorted({tier for row in rows for tier in row.median_ms})
    return [
        Column(
            "name",
            gettext_lazy("Student"),
            sort_name,
            filed=lambda row: row.member.real_name,
            is_number=False,
        ),
        Column(
            "look",
            gettext_lazy("Remarks"),
            lambda row: len(flags_of(row, now)) or None,
            filed=lambda row: ", ".join(str(flag.label) for flag in flags_of(row, now)),
            is_number=False,
        ),
        Column(
            "active",
            gettext_lazy("Last active"),
            lambda row: row.last_active,
            text=lambda row: _last_active_words(row, now),
            is_number=False,
        ),
        Column(
            "done",
            gettext_lazy("Assignments done"),
            lambda row: row.done / row.total if row.total else None,
            text=lambda row: out_of(row.done, row.total) if row.total else NONE,
            filed=lambda row: _parts_words(row.done, row.total),
        ),
        _counted("tried", gettext_lazy("Grids tried"), lambda row: row.tried),
        replace(_counted("solved", gettext_lazy("Solved"), lambda row: row.solved), has_bars=True),
        replace(
            _counted("minutes", gettext_lazy("Minutes"), lambda row: round(row.time_ms / MS_IN_A_MINUTE)),
            has_bars=True,
        ),
        *[_tier_column(tier) for tier in tiers],
        *[_rung_column(rung) for rung in range(len(RUNG_TITLES))],
        replace(
            _counted("helped", gettext_lazy("Solved with help"), lambda row: row.helped, fold="help"),
            head=pgettext_lazy("head of a column", "With help"),
        ),
        replace(
            _counted("solutions", gettext_lazy("Solutions shown"), lambda row: row.solutions, fold="help"),
            head=pgettext_lazy("head of a column", "Solutions"),
        ),
        replace(
            _counted("cells", gettext_lazy("Cells filled by help"), lambda row: row.by_help, fold="help"),
            head=pgettext_lazy("head of a column", "Cells"),
        ),
        _counted("mistakes", gettext_lazy("Mistakes"), lambda row: row.mistakes, fold="mistakes"),
        _counted("drilled", gettext_lazy("Drills found"), lambda row: row.drilled),
        Column(
            "predicted",
            gettext_lazy("Right predictions"),
            lambda row: row.predicted if row.asked else None,
            text=lambda row: out_of(row.predicted, row.asked) if row.asked else NONE,
            filed=lambda row: _parts_words(row.predicted, row.asked),
        ),
        _counted("mastered", gettext_lazy("Techniques mastered"), lambda row: row.mastered),
    ]


def with_exercises(row: StudentFigures, sums: Mapping[int, ExerciseSums]) -> StudentFigures:
    """The figures with exercises counted in the last activity."""
    seen = sums[row.member.student_id].last_at if row.member.student_id in sums else None
    signs = [sign for sign in (row.last_active, seen) if sign]
    return replace(row, last_active=max(signs, default=None))


def _exercise_columns(sums: Mapping[int, ExerciseSums]) -> list[Column]:
    """Columns of the course's exercises, if a student of the class does any."""
    if not sums:
        return []
    titles = {
        "seen": gettext_lazy("seen"),
        "tried": gettext_lazy("tried"),
        "passed": gettext_lazy("passed"),
        "answered": gettext_lazy("questions answered"),
        "bugs": gettext_lazy("bugs found"),
    }
    begun = {worksheet for each in sums.values() for worksheet in each.passed_of}
    return [
        *[_exercise_column(name, title, sums) for name, title in titles.items()],
        *[_worksheet_column(name, sums) for name in SHEETS if name in begun],
    ]


def _exercise_column(name: str, title: str | Promise, sums: Mapping[int, ExerciseSums]) -> Column:
    def value(row: StudentFigures) -> int:
        return int(getattr(sums.get(row.member.student_id, ExerciseSums()), name))

    return _counted(f"exercises_{name}", title, value, group=gettext_lazy("Exercises"), fold="exercises")


def _worksheet_column(worksheet: str, sums: Mapping[int, ExerciseSums]) -> Column:
    def value(row: StudentFigures) -> int:
        return sums.get(row.member.student_id, ExerciseSums()).passed_of.get(worksheet, 0)

    number = SHEETS[worksheet].number
    title = _("passed of worksheet %(number)d") % {"number": number}
    return _counted(f"passed_{number}", title, value, group=gettext_lazy("Exercises"), fold="exercises")


# Hints count at the last rung asked for.
RUNG_TITLES = [
    gettext_lazy("nudges"),
    gettext_lazy("places"),
    gettext_lazy("reasons"),
    gettext_lazy("steps"),
]


def _rung_column(rung: int) -> Column:
    return _counted(
        f"hint{rung + 1}",
        RUNG_TITLES[rung],
        lambda row: row.hints[rung],
        group=gettext_lazy("Hints"),
        fold="help",
    )


def _tier_column(tier: int) -> Column:
    column = _timed(
        f"tier{tier}",
        capfirst(tier_name(tier)),
        lambda row: row.median_ms.get(tier),
        group=gettext_lazy("Median time"),
    )
    head = pgettext_lazy("head of a column", "Very hard") if tier == VERY_HARD else ""
    return replace(column, head=head)


def _counted(
    key: str,
    title: str | Promise,
    value: Callable[[StudentFigures], int],
    *,
    group: str | Promise = "",
    fold: str = "",
) -> Column:
    return Column(
        key, title, value, text=lambda row: str(value(row) or NONE), filed=value, group=group, fold=fold
    )


def _timed(
    key: str,
    title: str | Promise,
    value: Callable[[StudentFigures], int | None],
    *,
    group: str | Promise = "",
) -> Column:
    """A column of times: minutes and seconds on the page, minutes in a file."""

    def text(row: StudentFigures) -> str:
        ms = value(row)
        return NONE if ms is None else clock(ms)

    def filed(row: StudentFigures) -> Cell:
        ms = value(row)
        return None if ms is None else round(ms / MS_IN_A_MINUTE, 2)

    return Column(key, title, value, text=text, filed=filed, group=group, fold="time")


def sort_name(row: StudentFigures) -> tuple[str, str]:
    return row.member.sort_key


def _last_active_words(row: StudentFigures, now: datetime) -> str:
    return day_words(row.last_active, now) if row.last_active else _("never")


def _parts_words(done: int, total: int) -> str:
    return _("%(done)d of %(total)d") % {"done": done, "total": total} if total else ""


# Sorting


def _sorted_rows(rows: list[StudentFigures], columns: list[Column], sort: str) -> list[StudentFigures]:
    """The rows sorted by a column, ties by name; rows without a value come last in both directions."""
    by = next(column.value for column in columns if column.key == sort.removeprefix("-"))
    named = sorted(rows, key=sort_name)
    valued = [row for row in named if by(row) is not None]
    return sorted(valued, key=by, reverse=sort.startswith("-")) + [row for row in named if by(row) is None]


def _groups_of(columns: list[Column], sort: str) -> list[Group]:
    groups: list[Group] = []
    for column in columns:
        heading = _heading_of(column, sort)
        is_grouped = column.group and groups and groups[-1].title == str(column.group)
        if is_grouped or column.key == "look":
            groups[-1].headings.append(heading)
        else:
            groups.append(Group(str(column.group), [heading], column.fold))
    return groups


def _heading_of(column: Column, sort: str) -> Heading:
    """The first click sorts names ascending and other columns descending, a second click reverses it."""
    upwards, downwards = column.key, f"-{column.key}"
    directions = {upwards: "ascending", downwards: "descending"}
    first, second = (upwards, downwards) if column.key == "name" else (downwards, upwards)
    return Heading(
        title=str(column.head or column.title),
        sort=second if sort == first else first,
        direction=directions.get(sort, ""),
        is_number=column.is_number,
        fold=column.fold,
    )


# The CSV file


def file_rows(page: TablePage) -> list[list[Cell]]:
    """The rows of the CSV file, below the headings."""
    headings = [_file_heading(column) for column in page.columns]
    rows: list[list[Cell]] = [[_("User name"), *headings]]
    for row in page.rows:
        filed = [(column.filed or column.value)(row.progress) for column in page.columns]
        rows.append([row.progress.member.student.username, *filed])
    return rows


def _file_heading(column: Column) -> str:
    title = f"{column.group}: {column.title}" if column.group else str(column.title)
    if column.key == "name":
        return _("Real name")
    return f"{title} (min)" if column.key.startswith("tier") else title
