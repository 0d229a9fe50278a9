"""The pages of an assignment of several kinds of work: its parts for the teacher, and for a student."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from ..models import Assignee, Assignment
from ..services.creation import MOST_PARTS
from ..services.grades import FinalGrade, GradeRule, final_grade
from ..services.results import StudentResult
from .assignees import AssigneeLine, all_lines_of
from .assignments import StudentRow, assignment_page
from .results import results_page


@dataclass(frozen=True)
class PartCell:
    """A part of a student in the table of results: how much of it is done, and its grade."""

    line: AssigneeLine
    grade: FinalGrade | None


@dataclass(frozen=True)
class PartsRow:
    """A student in the table of results, with a cell for each part in order: None where they are spared."""

    row: StudentRow
    result: StudentResult
    grade: FinalGrade
    cells: list[PartCell | None]

    @property
    def done(self) -> int:
        return sum(cell is not None and cell.line.is_done for cell in self.cells)

    @property
    def total(self) -> int:
        return sum(cell is not None for cell in self.cells)


def whole_page(whole: Assignment, now: datetime) -> dict[str, Any]:
    """The context of all tabs of the page of a whole for its teacher."""
    parts = list(whole.parts.in_order().select_related("policy"))
    can_add = whole.is_draft and len(parts) < MOST_PARTS
    return assignment_page(whole, now=now) | {"parts": parts, "can_add": can_add}


def whole_results(
    whole: Assignment, parts: Sequence[Assignment], rows: Sequence[StudentRow], *, sort: str, now: datetime
) -> dict[str, Any]:
    """The table of results: students by parts, each with its grade, and the grade of the whole.

    `has_questions`: published marks show the right answers to who has handed in.
    """
    results, rows_of = results_page(whole, sort=sort, now=now), {row.assignee.pk: row for row in rows}
    lines = [
        PartsRow(row, result, grade, cells_of(row, result, parts, now))
        for result, grade in results.rows
        if (row := rows_of.get(result.assignee.pk))
    ]
    has_questions = any(part.asks_questions for part in parts)
    return {"results": results, "lines": lines, "has_questions": has_questions}


def cells_of(
    row: StudentRow, result: StudentResult, parts: Sequence[Assignment], now: datetime
) -> list[PartCell | None]:
    """The student's cells, in the order of the parts."""
    grades = {
        each.assignment.pk: final_grade(each, GradeRule.of(each.assignment), now) for each in result.parts
    }
    lines = {line.assignee.assignment_id: line for line in row.parts}
    return [PartCell(lines[part.pk], grades.get(part.pk)) if part.pk in lines else None for part in parts]


def assignee_parts(assignee: Assignee, now: datetime) -> dict[str, Any]:
    """The parts of an assignment for its student, and the next that is not done.

    A student who joined later has no parts before they begin.
    """
    whole = assignee.assignment
    own = Assignee.objects.of(assignee.student).filter(Q(assignment=whole) | Q(assignment__whole=whole))
    parts = [part for line in all_lines_of(own, assignee.student, now) for part in line.parts]
    done = sum(part.is_done for part in parts)
    is_open = not assignee.is_closed(now) and whole.opens_at <= now
    return {
        "parts": parts,
        "done": done,
        "total": len(parts),
        "status": assignee.status(now, is_done=0 < len(parts) == done),
        "next_part": next((part for part in parts if is_open and part.is_left), None),
        "can_begin": is_open and assignee.pk is None,
    }
