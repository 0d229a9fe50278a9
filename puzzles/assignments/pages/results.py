"""The results of an assignment, as its teachers see them: a table, one student's grids, and files."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from statistics import median
from typing import Any

from django.urls import reverse
from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from accounts.fields import plain_letters
from puzzles.engine.translation import cell_label
from puzzles.library.pages.csv import Cell
from puzzles.library.pages.difficulty import tier_label
from puzzles.play.pages.attempt_rows import RUNGS, counted

from ..models import Assignment
from ..services.grades import MarkRule, suggested_mark
from ..services.results import GridResult, Outcome, StudentResult, results_of
from .assignments import real_names
from .class_table import RUNG_TITLES, clock

MS_IN_A_SECOND = 1000

# A sign of its own shape for each outcome, so that no colour alone says it.
SIGNS = {
    Outcome.NEW: "–",
    Outcome.OPEN: "…",
    Outcome.SOLVED: "✓",
    Outcome.HELPED: "◒",
    Outcome.SHOWN: "◎",
    Outcome.RIGHT: "✓",
    Outcome.WRONG: "✗",
    Outcome.UNFINISHED: "◐",
    Outcome.PREDICTED: "✓",
    Outcome.RESTARTED: "↺",
}
OUTCOME_WORDS = {
    Outcome.NEW: gettext_lazy("not begun"),
    Outcome.OPEN: gettext_lazy("in progress"),
    Outcome.SOLVED: gettext_lazy("solved"),
    Outcome.HELPED: gettext_lazy("solved with help"),
    Outcome.SHOWN: gettext_lazy("solution shown"),
    Outcome.RIGHT: gettext_lazy("handed in, right"),
    Outcome.WRONG: gettext_lazy("handed in, wrong"),
    Outcome.UNFINISHED: gettext_lazy("handed in, unfinished"),
    Outcome.PREDICTED: gettext_lazy("predicted"),
    Outcome.RESTARTED: pgettext_lazy("one grid", "started over"),
}
FILLED = ngettext_lazy("%d cell filled in", "%d cells filled in")
SHORT_COUNTS: tuple[tuple[Any, Callable[[GridResult], int]], ...] = (
    (ngettext_lazy("%d hint", "%d hints"), lambda grid: grid.hint_count),
    (ngettext_lazy("%d cell", "%d cells"), lambda grid: grid.cells),
    (ngettext_lazy("%d slip", "%d slips"), lambda grid: grid.slips),
)


@dataclass(frozen=True)
class GridCell:
    """A grid of a student in the table: its sign and word, how long it took, and what help it needed."""

    outcome: str
    sign: str
    word: str
    is_late: bool
    time: str
    notes: list[str]
    url: str


@dataclass(frozen=True)
class GridLine:
    """A grid of one student with all that is known of it."""

    name: str
    tier: str
    cell: GridCell
    hints: str
    cells: int
    checks: int
    slips: int
    wrong: str
    puzzle_url: str


@dataclass(frozen=True)
class ResultRow:
    """A student in the table: sums, the suggested mark, and the grids; `missing` are places without one."""

    username: str
    name: str
    is_excluded: bool
    done: str
    time: str
    help: str
    slips: int
    predictions: str
    mark: str
    grids: list[GridCell]
    missing: range


@dataclass(frozen=True)
class GridHeading:
    """A grid that all have, or only a place: how many solved it, and how long that took."""

    name: str
    url: str
    solved: str
    time: str


@dataclass(frozen=True)
class ResultsPage:
    headings: list[GridHeading]
    rows: list[ResultRow]
    is_predicted: bool
    legend: list[tuple[str, str]]
    formula: list[str]
    scale: int
    chosen: ResultRow | None
    lines: list[GridLine]


def results_page(assignment: Assignment, *, student: str = "", now: datetime | None = None) -> ResultsPage:
    """The results of everybody; grid by grid those of the student who is chosen by user name."""
    names = real_names(assignment.classroom)
    results = in_order_of_names(results_of(assignment, now), names)
    rule = MarkRule.of(assignment)
    places = max((len(each.grids) for each in results), default=0)
    rows = [result_row(each, names, rule, places) for each in results]
    chosen = next((each for each in results if each.assignee.student.username == student), None)
    counted_results = [each for each in results if not each.is_excluded]
    return ResultsPage(
        headings=headings(assignment, counted_results, places),
        rows=rows,
        is_predicted=bool(assignment.algorithm),
        legend=legend(counted_results),
        formula=formula(rule, is_predicted=bool(assignment.algorithm), is_exam=assignment.is_exam),
        scale=rule.scale,
        chosen=rows[results.index(chosen)] if chosen else None,
        lines=[grid_line(assignment, grid, names, chosen) for grid in chosen.grids] if chosen else [],
    )


def in_order_of_names(results: Iterable[StudentResult], names: dict[int, str]) -> list[StudentResult]:
    return sorted(results, key=lambda each: plain_letters(name_of(each, names)))


def name_of(result: StudentResult, names: dict[int, str]) -> str:
    return names.get(result.assignee.student_id) or result.assignee.student.username


# The table


def result_row(result: StudentResult, names: dict[int, str], rule: MarkRule, places: int) -> ResultRow:
    mark = suggested_mark(result, rule)
    # Who has left the class keeps the result, but is no longer looked over the shoulder.
    is_member = result.assignee.student_id in names
    return ResultRow(
        username=result.assignee.student.username,
        name=name_of(result, names),
        is_excluded=result.is_excluded,
        done=f"{result.solved} / {len(result.grids)}",
        time=clock(result.elapsed_ms) if result.elapsed_ms else "",
        help=", ".join(filter(None, [rung_words(result.hints), counted(FILLED, result.cells)])),
        slips=result.slips,
        predictions=f"{result.right} / {result.asked}" if result.asked else "",
        mark=mark_words(mark),
        grids=[grid_cell(grid, is_linked=is_member) for grid in result.grids],
        missing=range(len(result.grids), places),
    )


def grid_cell(grid: GridResult, *, is_linked: bool) -> GridCell:
    return GridCell(
        outcome=grid.outcome,
        sign=SIGNS[grid.outcome],
        word=outcome_word(grid),
        is_late=grid.is_late,
        time=f"{grid.right} / {grid.asked}" if grid.asked else clock(grid.elapsed_ms) if grid.attempt else "",
        notes=[words for told, count in SHORT_COUNTS if (words := counted(told, count(grid)))],
        url=reverse("play:replay", args=[grid.attempt]) if grid.attempt and is_linked else "",
    )


def outcome_word(grid: GridResult) -> str:
    """How a grid ended, in words."""
    if grid.is_late and grid.outcome == Outcome.SOLVED:
        return _("solved late")
    word = str(OUTCOME_WORDS[grid.outcome])
    return _("%(outcome)s, late") % {"outcome": word} if grid.is_late else word


def rung_words(hints: Sequence[int]) -> str:
    """`1 nudge, 2 steps`: hints by the last rung that was asked for."""
    return ", ".join(filter(None, map(counted, RUNGS, hints)))


def mark_words(mark: Decimal | None) -> str:
    return "" if mark is None else number_format(mark)


def headings(assignment: Assignment, results: Sequence[StudentResult], places: int) -> list[GridHeading]:
    """A heading for each place; where all have the same grid there, with the way to its page."""
    return [
        heading(assignment, place, [each.grids[place] for each in results if place < len(each.grids)])
        for place in range(places)
    ]


def heading(assignment: Assignment, place: int, grids: Sequence[GridResult]) -> GridHeading:
    puzzles = {grid.puzzle.pk for grid in grids}
    times = [grid.elapsed_ms for grid in grids if grid.is_solved]
    is_played = not assignment.algorithm
    return GridHeading(
        name=_("Grid %(number)d") % {"number": place + 1},
        url=puzzle_address(assignment, puzzles.pop()) if is_played and len(puzzles) == 1 else "",
        solved=f"{len(times)} / {len(grids)}" if is_played else "",
        time=clock(round(median(times))) if times else "",
    )


def puzzle_address(assignment: Assignment, puzzle: int) -> str:
    return reverse("assignments:puzzle_view", args=[assignment.classroom_id, puzzle])


def legend(results: Iterable[StudentResult]) -> list[tuple[str, str]]:
    """(sign, word) of each outcome that is in the table."""
    seen = {grid.outcome for each in results for grid in each.grids}
    return [(SIGNS[outcome], str(OUTCOME_WORDS[outcome])) for outcome in Outcome if outcome in seen]


def grid_line(
    assignment: Assignment, grid: GridResult, names: dict[int, str], result: StudentResult
) -> GridLine:
    return GridLine(
        name=_("Grid %(number)d") % {"number": grid.position},
        tier=tier_label(grid.puzzle.tier) if grid.puzzle.tier else "",
        cell=grid_cell(grid, is_linked=result.assignee.student_id in names),
        hints=rung_words(grid.hints),
        cells=grid.cells,
        checks=grid.checks,
        slips=grid.slips,
        wrong=wrong_words(grid),
        puzzle_url="" if assignment.algorithm else puzzle_address(assignment, grid.puzzle.pk),
    )


def wrong_words(grid: GridResult) -> str:
    """`r3c4: 5, r1c2: 7`: the wrong digits, as they were entered."""
    told = _("%(cell)s: %(digit)d")
    return ", ".join(
        told % {"cell": cell_label(cell, translation), "digit": digit} for cell, digit in grid.wrong
    )


# The formula


def formula(rule: MarkRule, *, is_predicted: bool, is_exam: bool) -> list[str]:
    """How the mark is made, in sentences."""
    mean = _("The mark is the mean of all grids, out of %(scale)d, rounded to the nearest half point.")
    told = [mean % {"scale": rule.scale}]
    if is_predicted:
        told.insert(0, _("A run is worth the share of right predictions among those asked for."))
    else:
        told = [_("A solved grid is worth all of it."), *taken_words(rule, is_exam), part_words(rule), *told]
    if rule.late and not is_exam:
        told.insert(
            -1, _("What ends after the due date loses %(percent)s.") % {"percent": percent(rule.late)}
        )
    return told


def taken_words(rule: MarkRule, is_exam: bool) -> list[str]:
    """What help takes off, in a sentence; in an exam there is none."""
    named = [] if is_exam else [(_("each hint"), rule.hint), (_("each cell filled by help"), rule.cell)]
    named.append((_("each slip"), rule.slip))
    parts = [
        _("%(thing)s %(percent)s") % {"thing": thing, "percent": percent(off)} for thing, off in named if off
    ]
    if not parts:
        return [_("Slips take nothing off.") if is_exam else _("Help and slips take nothing off.")]
    return [_("Taken off: %(parts)s.") % {"parts": ", ".join(parts)}]


def part_words(rule: MarkRule) -> str:
    if not rule.part:
        return _("What is not solved is worth nothing, and so is a grid whose solution was shown.")
    return _(
        "What is not solved is worth %(part)s of the share of cells that the student filled rightly alone; "
        "a shown solution takes at least %(solution)s off that."
    ) % {"part": percent(rule.part), "solution": percent(rule.solution)}


def percent(value: int) -> str:
    return _("%(value)d %%") % {"value": value}


# As files


def file_of_grids(assignment: Assignment) -> list[list[Cell]]:
    """A line for each student and grid, with its headings."""
    names = real_names(assignment.classroom)
    results = in_order_of_names(results_of(assignment), names)
    lines = [
        [*who(each, names), *grid_cells(grid, is_excluded=each.is_excluded)]
        for each in results
        for grid in each.grids
    ]
    return [[*who_titles(), *grid_titles()], *lines]


def file_of_students(assignment: Assignment) -> list[list[Cell]]:
    """A line of sums for each student, with the suggested mark, under its headings."""
    names, rule = real_names(assignment.classroom), MarkRule.of(assignment)
    results = in_order_of_names(results_of(assignment), names)
    return [
        [*who_titles(), *sum_titles(rule)],
        *[[*who(each, names), *sum_cells(each, rule)] for each in results],
    ]


def who_titles() -> list[Cell]:
    return [_("Real name"), _("User name")]


def who(result: StudentResult, names: dict[int, str]) -> list[Cell]:
    username = result.assignee.student.username
    real_name = names.get(result.assignee.student_id, "")
    return [real_name if real_name != username else "", username]


def grid_titles() -> list[Cell]:
    return [
        _("Grid"),
        _("Tier"),
        _("State"),
        _("Seconds"),
        _("Time (h:mm:ss)"),
        *hint_titles(),
        _("Cells filled by help"),
        _("Checks"),
        _("Slips"),
        _("Wrong digits"),
        _("Right cells of their own"),
        _("Cells to fill"),
        _("Predictions"),
        _("Right predictions"),
        _("Last move"),
    ]


def hint_titles() -> list[Cell]:
    return [_("Hints: %(rung)s") % {"rung": title} for title in RUNG_TITLES]


def grid_cells(grid: GridResult, *, is_excluded: bool) -> list[Cell]:
    is_played = grid.attempt is not None
    return [
        grid.position,
        grid.puzzle.tier,
        _("let off") if is_excluded else outcome_word(grid),
        round(grid.elapsed_ms / MS_IN_A_SECOND, 1) if is_played else None,
        hours(grid.elapsed_ms) if is_played else "",
        *(grid.hints if is_played else [None] * len(grid.hints)),
        *((grid.cells, grid.checks, grid.slips) if is_played else (None, None, None)),
        wrong_words(grid),
        *((grid.own_right, grid.to_fill) if is_played else (None, None)),
        *((grid.asked, grid.right) if grid.wanted else (None, None)),
        grid.last_at,
    ]


def sum_titles(rule: MarkRule) -> list[Cell]:
    return [
        _("Grids"),
        _("Done"),
        _("Solved"),
        _("Seconds"),
        _("Time (h:mm:ss)"),
        *hint_titles(),
        _("Cells filled by help"),
        _("Slips"),
        _("Predictions"),
        _("Right predictions"),
        _("Suggested mark out of %(scale)d") % {"scale": rule.scale},
    ]


def sum_cells(result: StudentResult, rule: MarkRule) -> list[Cell]:
    return [
        len(result.grids),
        result.done,
        result.solved,
        round(result.elapsed_ms / MS_IN_A_SECOND, 1),
        hours(result.elapsed_ms),
        *result.hints,
        result.cells,
        result.slips,
        result.asked,
        result.right,
        _("let off") if result.is_excluded else suggested_mark(result, rule),
    ]


def hours(ms: int) -> str:
    """`0:06:52`, `1:05:09`: as a spreadsheet reads a time."""
    minutes, seconds = divmod(round(ms / MS_IN_A_SECOND), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"


# What a file may hold, by the word in the address.
FILES: dict[str, Callable[[Assignment], list[list[Cell]]]] = {
    "grids": file_of_grids,
    "students": file_of_students,
}
