"""The table of a class that writes programs: students by exercises, as it stands now."""

import zlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Membership
from accounts.names import name_key
from puzzles.assignments.models import Assignment

from ..models import Submission
from ..services.class_exercises import StudentExercises, exercises_of_class
from .worksheets import exercise_label, exercise_name


@dataclass(frozen=True, slots=True)
class Cell:
    """One student with one exercise: `mark` is passed, failed, unjudged, tried, seen, or "".

    `is_handed_in`: it shows the version handed in. `is_confirmed`: the teacher's browser judged it.
    `is_contradicted`: it failed there, though the student's browser reported a pass.
    """

    exercise: str
    mark: str = ""
    words: str = ""
    tries: int = 0
    is_handed_in: bool = False
    is_confirmed: bool = False
    is_contradicted: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One student: cells in the order of the exercises, and the version that counts, if there is one."""

    username: str
    name: str
    cells: list[Cell]
    submission: Submission | None
    versions: int
    trials: int

    @property
    def passed(self) -> int:
        return sum(cell.mark == "passed" for cell in self.cells)

    @property
    def url(self) -> str:
        return reverse("assignments:submission", args=[self.submission.pk]) if self.submission else ""


@dataclass(frozen=True, slots=True)
class Table:
    """`labels` are the names of the exercises as HTML, in their order."""

    assignment: Assignment
    labels: list[str]
    lines: list[Line]
    passed: list[int]

    @property
    def stamp(self) -> str:
        """Changes when anything in the table does."""
        facts = [
            (
                line.username,
                line.submission.pk if line.submission else 0,
                line.versions,
                line.trials,
                line.cells,
            )
            for line in self.lines
        ]
        return f"{zlib.crc32(repr(facts).encode()):08x}"

    @property
    def is_confirmed_failed(self) -> bool:
        """Whether some program failed in the teacher's browser, as in the student's."""
        cells = (cell for line in self.lines for cell in line.cells)
        return any(cell.mark == "failed" and cell.is_confirmed and not cell.is_contradicted for cell in cells)

    @property
    def is_contradicted(self) -> bool:
        return any(cell.is_contradicted for line in self.lines for cell in line.cells)

    @property
    def has_unjudged(self) -> bool:
        return any(cell.mark == "unjudged" for line in self.lines for cell in line.cells)

    @property
    def handed_in(self) -> int:
        return sum(line.submission is not None for line in self.lines)


def exercise_table(assignment: Assignment) -> Table:
    """How far every student of an assignment is, sorted by name: six queries."""
    assignees = assignment.assignees.filter(excused_at=None).select_related("student")
    students = [assignee.student for assignee in assignees.order_by("pk")]
    present = Membership.objects.filter(classroom=assignment.classroom_id).real_names()
    left = {student.pk for student in students} - present.keys()
    names = present | Membership.objects.names_of_former(assignment.classroom_id, left)
    found = exercises_of_class(assignment, present)
    exercises = list(assignment.exercises)
    lines = []
    for student in students:
        own = found.get(student.pk, StudentExercises())
        cells = [_cell(key, own) for key in exercises]
        name = names.get(student.pk) or student.username
        lines.append(Line(student.username, name, cells, own.newest, own.versions, own.trials))
    lines.sort(key=lambda line: (name_key(line.name), line.username))
    passed = [sum(line.cells[at].mark == "passed" for line in lines) for at in range(len(exercises))]
    labels = [exercise_label(assignment.worksheet, key) for key in exercises]
    return Table(assignment, labels, lines, passed)


def _cell(exercise: str, own: StudentExercises) -> Cell:
    """The version handed in counts; before there is one, the student's progress."""
    tried = own.progress.get(exercise)
    tries = tried.tries if tried else 0
    if judged := own.verdict(exercise):
        is_contradicted = own.verdicts[exercise][0].is_passed and not judged.is_passed
        words = (
            _("%(verdict)s, handed in, %(judge)s; the student’s browser said passed")
            if is_contradicted
            else _("%(verdict)s, handed in, %(judge)s")
        )
        return Cell(
            exercise,
            mark="passed" if judged.is_passed else "failed",
            words=words % {"verdict": judged.get_verdict_display(), "judge": judged.get_judged_by_display()},
            tries=tries,
            is_handed_in=True,
            is_confirmed=judged.is_confirmed,
            is_contradicted=is_contradicted,
        )
    if own.newest is not None and not (tried and tried.passed_at):
        words = _("handed in, not judged yet")
        return Cell(exercise, mark="unjudged", words=words, tries=tries, is_handed_in=True)
    if tried is None:
        return Cell(exercise, words=_("not seen"))
    # Passed once is passed, as on the student's own pages.
    return Cell(exercise, mark=tried.status, words=tried.description, tries=tries)


# As a file


def table_rows(table: Table) -> list[list[Any]]:
    """The table with its headings, for a spreadsheet."""
    headings = [
        _("User name"),
        _("Real name"),
        pgettext("a program", "Handed in"),
        _("Late"),
        _("Versions"),
        _("Passed"),
    ]
    names = [exercise_name(table.assignment.worksheet, key) for key in table.assignment.exercises]
    by_exercise = [
        heading for name in names for heading in (name, _("%(exercise)s: tries") % {"exercise": name})
    ]
    rows: list[list[Any]] = [[*headings, *by_exercise]]
    for line in table.lines:
        handed_in: datetime | None = line.submission.created_at if line.submission else None
        late = _("late") if line.submission and line.submission.is_late else ""
        facts = [line.username, line.name, handed_in, late, line.versions, line.passed]
        cells = [value for cell in line.cells for value in (cell.words, cell.tries)]
        rows.append([*facts, *cells])
    return rows
