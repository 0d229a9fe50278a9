"""The results of an assignment for its teachers: the table, one student's grids, and CSV files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from statistics import median

from django.utils import translation
from django.utils.translation import gettext as _

from puzzles.engine.translation import cell_label
from puzzles.library.models import Puzzle
from puzzles.library.pages.csv import Cell
from puzzles.library.pages.durations import clock
from puzzles.play.pages.attempt_rows import RUNGS, counted

from ..models import Assignment
from ..services.grades import GradeRule, suggested_mark
from ..services.results import GridResult, ResultStatus, StudentResult, results_of
from .class_table import RUNG_TITLES

MS_IN_A_SECOND = 1000


@dataclass(frozen=True)
class GridHeading:
    """A column of the table. `puzzle` is None where students have different grids, and for runs."""

    puzzle: Puzzle | None
    solved: int
    grids: int
    median: str


@dataclass(frozen=True)
class ResultsPage:
    """The table: each student's results with the suggested mark; `chosen` is shown grid by grid."""

    headings: list[GridHeading]
    rows: list[tuple[StudentResult, Decimal | None]]
    statuses: list[ResultStatus]
    rule: GradeRule
    chosen: StudentResult | None


def results_page(assignment: Assignment, *, student: str = "", now: datetime | None = None) -> ResultsPage:
    """The results of all students; `student` is the user name of the one shown grid by grid."""
    results, rule = results_of(assignment, now), GradeRule.of(assignment)
    counted_results = [each for each in results if not each.is_excused]
    seen = {grid.status for each in counted_results for grid in each.grids}
    places = max((len(each.grids) for each in results), default=0)
    return ResultsPage(
        headings=[
            heading(assignment, [each.grids[place] for each in counted_results if place < len(each.grids)])
            for place in range(places)
        ],
        rows=[(each, suggested_mark(each, rule)) for each in results],
        statuses=[status for status in ResultStatus if status in seen],
        rule=rule,
        chosen=next((each for each in results if each.username == student), None),
    )


def heading(assignment: Assignment, grids: Sequence[GridResult]) -> GridHeading:
    puzzles = {grid.puzzle.pk: grid.puzzle for grid in grids}
    times = [grid.elapsed_ms for grid in grids if grid.is_solved]
    is_same = len(puzzles) == 1 and not assignment.algorithm
    return GridHeading(
        puzzle=next(iter(puzzles.values())) if is_same else None,
        solved=len(times),
        grids=len(grids),
        median=clock(round(median(times))) if times else "",
    )


def rung_words(hints: Sequence[int]) -> str:
    """`1 nudge, 2 steps`: hints by the last rung asked for."""
    return ", ".join(filter(None, map(counted, RUNGS, hints)))


def wrong_words(grid: GridResult) -> str:
    """`r3c4: 5, r1c2: 7`: the wrong digits in the order of entry."""
    words = _("%(cell)s: %(digit)d")
    return ", ".join(
        words % {"cell": cell_label(cell, translation), "digit": digit} for cell, digit in grid.wrong
    )


# Files


def file_of_grids(assignment: Assignment) -> list[list[Cell]]:
    """A line for each student and grid, below the headings."""
    titles: list[Cell] = [
        _("Real name"),
        _("User name"),
        _("Grid"),
        _("Tier"),
        _("State"),
        _("Seconds"),
        _("Time (h:mm:ss)"),
        *hint_titles(),
        _("Cells filled by help"),
        _("Checks"),
        _("Mistakes"),
        _("Wrong digits"),
        _("Right cells of their own"),
        _("Cells to fill"),
        _("Predictions"),
        _("Right predictions"),
        _("Last move"),
    ]
    results = results_of(assignment)
    return [titles, *[grid_cells(each, grid) for each in results for grid in each.grids]]


def grid_cells(result: StudentResult, grid: GridResult) -> list[Cell]:
    is_played = grid.attempt is not None
    return [
        result.real_name,
        result.username,
        grid.position,
        grid.puzzle.tier,
        excused() if result.is_excused else grid.label,
        round(grid.elapsed_ms / MS_IN_A_SECOND, 1) if is_played else None,
        hours(grid.elapsed_ms) if is_played else "",
        *(grid.hints if is_played else [None] * len(grid.hints)),
        *((grid.cells, grid.checks, grid.mistakes) if is_played else (None, None, None)),
        wrong_words(grid),
        *((grid.own_right, grid.to_fill) if is_played else (None, None)),
        *((grid.asked, grid.right) if grid.wanted else (None, None)),
        grid.last_at,
    ]


def file_of_students(assignment: Assignment) -> list[list[Cell]]:
    """A line of sums for each student, with the suggested mark, below the headings."""
    rule = GradeRule.of(assignment)
    titles: list[Cell] = [
        _("Real name"),
        _("User name"),
        _("Grids"),
        _("Done"),
        _("Solved"),
        _("Seconds"),
        _("Time (h:mm:ss)"),
        *hint_titles(),
        _("Cells filled by help"),
        _("Mistakes"),
        _("Predictions"),
        _("Right predictions"),
        _("Suggested mark out of %(scale)d") % {"scale": rule.scale},
    ]
    return [titles, *[sum_cells(each, rule) for each in results_of(assignment)]]


def sum_cells(result: StudentResult, rule: GradeRule) -> list[Cell]:
    return [
        result.real_name,
        result.username,
        len(result.grids),
        result.done,
        result.solved,
        round(result.elapsed_ms / MS_IN_A_SECOND, 1),
        hours(result.elapsed_ms),
        *result.hints,
        result.cells,
        result.mistakes,
        result.asked,
        result.right,
        excused() if result.is_excused else suggested_mark(result, rule),
    ]


def hint_titles() -> list[Cell]:
    return [_("Hints: %(rung)s") % {"rung": title} for title in RUNG_TITLES]


def excused() -> str:
    return translation.pgettext("one student", "excused")


def hours(ms: int) -> str:
    """`0:06:52`, `1:05:09`: as a spreadsheet reads a time."""
    minutes, seconds = divmod(round(ms / MS_IN_A_SECOND), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"


# What the lines of a file are -> its rows.
FILES: dict[str, Callable[[Assignment], list[list[Cell]]]] = {
    "grids": file_of_grids,
    "students": file_of_students,
}
