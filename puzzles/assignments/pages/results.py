"""The results of an assignment for its teachers: the table, one student's grids, and CSV files."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any

from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounts.names import RealName, name_key
from puzzles.engine.translation import cell_label
from puzzles.library.models import Puzzle
from puzzles.library.pages.csv import Cell
from puzzles.library.pages.durations import clock
from puzzles.play.pages.attempt_rows import RUNGS, counted

from ..models import Assignment
from ..services.grades import FinalGrade, GradeRule, final_grade
from ..services.results import GridResult, ResultStatus, StudentResult, results_of
from .class_table import RUNG_TITLES, Heading
from .grade_summary import GradeSummary, grade_summary

MS_IN_A_SECOND = 1000


@dataclass(frozen=True)
class GridHeading:
    """A column of the table. `puzzle` is None where students have different grids, and for runs."""

    puzzle: Puzzle | None
    solved: int
    grids: int
    median: str


@dataclass(frozen=True)
class GradeSheet:
    """The grades beside a table of exercises or drills: `of` goes by user name. See also ResultsPage."""

    rule: GradeRule
    grades: GradeSummary
    absent: int
    of: dict[str, FinalGrade]


def grade_sheet(assignment: Assignment, now: datetime | None = None) -> GradeSheet:
    """The grades of all students."""
    now, rule = now or timezone.now(), GradeRule.of(assignment)
    results = results_of(assignment, now)
    grades = {each.username: final_grade(each, rule, now) for each in results}
    values = [grade.value for grade in grades.values() if grade.value is not None]
    absent = sum(each.grade is None and each.never_began(now) for each in results)
    return GradeSheet(rule, grade_summary(values, rule.scale), absent, grades)


def table_context(table: Any) -> dict[str, Any]:
    """The context of a table of exercises or drills, with the grades of its lines."""
    sheet = grade_sheet(table.assignment)
    lines = graded_lines(table.lines, sheet)
    return {"table": table, "assignment": table.assignment, "results": sheet, "lines": lines}


def graded_lines(lines: Sequence[Any], sheet: GradeSheet) -> list[tuple[Any, FinalGrade | None]]:
    """Lines of students, each with the grade."""
    return [(line, sheet.of.get(line.username)) for line in lines]


def with_grades(rows: list[list[Cell]], lines: Sequence[Any], assignment: Assignment) -> list[list[Cell]]:
    """Rows of a file, a heading and one for each of the lines, with grade and comment at the end."""
    sheet = grade_sheet(assignment)
    heading, *rest = rows
    added: list[list[Cell]] = [
        [grade_cell(grade), grade.comment] if grade else [None, ""]
        for _line, grade in graded_lines(lines, sheet)
    ]
    titles: list[Cell] = [
        _("Mark out of %(scale)d") % {"scale": sheet.rule.scale},
        pgettext("noun", "Comment"),
    ]
    return [[*heading, *titles], *[[*row, *cells] for row, cells in zip(rest, added, strict=True)]]


@dataclass(frozen=True)
class ResultsPage:
    """The table: each student's results with the grade; `chosen` is shown grid by grid.

    `sorts` are the headings by which the table can be sorted. `absent` students never began, and have no
    grade by hand yet.
    """

    headings: list[GridHeading]
    rows: list[tuple[StudentResult, FinalGrade]]
    statuses: list[ResultStatus]
    rule: GradeRule
    chosen: StudentResult | None
    sorts: dict[str, Heading]
    grades: GradeSummary
    absent: int


# Column -> what it is sorted by; rows without a value come last.
Sorted = Callable[[StudentResult, FinalGrade], Any]
SORTS: dict[str, tuple[Promise, Sorted]] = {
    "name": (gettext_lazy("Student"), lambda result, _grade: name_key(result.name)),
    "mark": (gettext_lazy("Mark"), lambda _result, grade: grade.value),
    "solved": (gettext_lazy("Solved"), lambda result, _grade: result.solved),
    "right": (gettext_lazy("Right predictions"), lambda result, _grade: result.right),
    "time": (gettext_lazy("Solve time"), lambda result, _grade: result.elapsed_ms or None),
    "mistakes": (gettext_lazy("Mistakes"), lambda result, _grade: result.mistakes),
}


def sort_headings(sort: str) -> dict[str, Heading]:
    """The headings: a first click sorts names upwards and figures downwards, a second click the other way."""
    headings = {}
    for key, (title, _value) in SORTS.items():
        first, second = (key, f"-{key}") if key == "name" else (f"-{key}", key)
        direction = {key: "ascending", f"-{key}": "descending"}.get(sort, "")
        headings[key] = Heading(str(title), second if sort == first else first, direction, key != "name", "")
    return headings


def sorted_rows(
    rows: list[tuple[StudentResult, FinalGrade]], sort: str
) -> list[tuple[StudentResult, FinalGrade]]:
    """The rows, which are sorted by name, by another column; ties stay sorted by name."""
    _title, value = SORTS[sort.removeprefix("-")]
    valued = [row for row in rows if value(*row) is not None]
    valued.sort(key=lambda row: value(*row), reverse=sort.startswith("-"))
    return valued + [row for row in rows if value(*row) is None]


def results_page(
    assignment: Assignment, *, student: str = "", sort: str = "", now: datetime | None = None
) -> ResultsPage:
    """The results of all students; `student` is the user name of the one shown grid by grid."""
    now = now or timezone.now()
    sort = sort if sort.removeprefix("-") in SORTS else "name"
    results, rule = results_of(assignment, now), GradeRule.of(assignment)
    counted_results = [each for each in results if not each.is_excused]
    seen = {grid.status for each in counted_results for grid in each.grids}
    rows = [(each, final_grade(each, rule, now)) for each in results]
    table = sorted_rows(rows, sort)
    if assignment.for_group:
        table.sort(key=lambda row: row[0].is_excused)
    values = [grade.value for _result, grade in rows if grade.value is not None]
    places = max((len(each.grids) for each in results), default=0)
    return ResultsPage(
        headings=[
            heading(assignment, [each.grids[place] for each in counted_results if place < len(each.grids)])
            for place in range(places)
        ],
        rows=table,
        statuses=[status for status in ResultStatus if status in seen],
        rule=rule,
        chosen=next((each for each in results if each.username == student), None),
        sorts=sort_headings(sort),
        grades=grade_summary(values, rule.scale),
        absent=sum(each.grade is None and each.never_began(now) for each in results),
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
        _("Mark out of %(scale)d") % {"scale": rule.scale},
        _("Suggested mark"),
        pgettext("noun", "Comment"),
    ]
    return [titles, *[sum_cells(each, final_grade(each, rule)) for each in results_of(assignment)]]


def sum_cells(result: StudentResult, grade: FinalGrade) -> list[Cell]:
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
        grade_cell(grade),
        grade.suggested,
        grade.comment,
    ]


def grade_cell(grade: FinalGrade) -> Cell:
    """The points, or in a word why there are none."""
    if grade.is_excused:
        return excused()
    return grade.value if grade.is_counted else str(grade.state.label)


def file_of_parts(assignment: Assignment) -> list[list[Cell]]:
    """A line for each student: what is done of each part and its grade, then the grade of the whole."""
    rule, parts = GradeRule.of(assignment), list(assignment.parts.in_order())
    titles: list[Cell] = [_("Real name"), _("User name")]
    for part in parts:
        mark = _("Mark out of %(scale)d") % {"scale": GradeRule.of(part).scale}
        titles += [f"{part}{_(': ')}{_('Done')}", f"{part}{_(': ')}{mark}"]
    titles += [
        _("Mark out of %(scale)d") % {"scale": rule.scale},
        _("Suggested mark"),
        pgettext("noun", "Comment"),
    ]
    rows = [titles]
    for each in results_of(assignment):
        grade, found = final_grade(each, rule), {part.assignment.pk: part for part in each.parts}
        cells: list[Cell] = [each.real_name, each.username]
        for part in parts:
            own = found.get(part.pk)
            cells += [own.done, final_grade(own, GradeRule.of(part)).value] if own else [excused(), None]
        rows.append([*cells, grade_cell(grade), grade.suggested, grade.comment])
    return rows


def file_for_pronote(assignment: Assignment) -> list[list[Cell]]:
    """Family name, given name and grade, in the order of a French list, with the signs of Pronote."""
    rule = GradeRule.of(assignment)
    titles: list[Cell] = [
        _("Family name"),
        _("Given name"),
        _("Mark out of %(scale)d") % {"scale": rule.scale},
    ]
    return [
        titles,
        *[[*names_in_two(each), pronote_cell(final_grade(each, rule))] for each in results_of(assignment)],
    ]


def pronote_cell(grade: FinalGrade) -> Cell:
    """`Abs` absent, `Disp` excused, `N.Not` not graded."""
    if grade.is_excused:
        return "Disp"
    if grade.is_absent:
        return "Abs"
    return "N.Not" if grade.value is None else grade.value


def file_for_moodle(assignment: Assignment) -> list[list[Cell]]:
    """User name, names, grade and feedback, by the rules of Moodle's import (docs/gradebooks.md)."""
    rule = GradeRule.of(assignment)
    titles = (
        *("username", "lastname", "firstname"),
        *(f"{assignment.name} (/ {rule.scale})", f"{assignment.name} (feedback)"),
    )
    rows: list[list[Cell]] = [[moodle_text(title) for title in titles]]
    for each in results_of(assignment):
        grade = final_grade(each, rule)
        names = [moodle_text(str(name)) for name in names_in_two(each)]
        # In a new grade item an empty cell is read as 0, a hyphen as no grade.
        points = "-" if grade.value is None else grade.value
        rows.append([each.username, *names, points, moodle_text(grade.comment)])
    return rows


def moodle_text(text: str) -> str:
    r"""Text without `\"`, which PHP's `fgetcsv` takes for a quotation mark within the cell."""
    return re.sub(r'\\(?="|$)', r"\\ ", text)


def names_in_two(result: StudentResult) -> list[Cell]:
    """Family name in capitals and given name; the pseudonym alone without a real name."""
    name = result.real_name
    if not isinstance(name, RealName) or not name:
        return [result.username, ""]
    return [name.family.upper(), name.given]


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
    "parts": file_of_parts,
    "pronote": file_for_pronote,
    "moodle": file_for_moodle,
}
# Those for every kind of work.
FILES_OF_GRADES = ("pronote", "moodle")
