"""The pages of an assignment of several kinds of work: its parts for the teacher, and for a student."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from ..models import Assignee, Assignment
from ..services.creation import MOST_PARTS
from .assignees import AssigneeLine, all_lines_of
from .assignments import StudentRow, assignment_page


@dataclass(frozen=True)
class PartsRow:
    """A student in the table of results, with a line for each part in order: None where they are spared."""

    row: StudentRow
    cells: list[AssigneeLine | None]

    @property
    def done(self) -> int:
        return sum(cell is not None and cell.is_done for cell in self.cells)

    @property
    def total(self) -> int:
        return sum(cell is not None for cell in self.cells)


def whole_page(whole: Assignment, now: datetime) -> dict[str, Any]:
    """The context of all tabs of the page of a whole for its teacher."""
    page = assignment_page(whole, now=now)
    parts = list(whole.parts.select_related("policy").order_by("part_number", "pk"))
    return page | {
        "parts": parts,
        "can_add": whole.is_draft and len(parts) < MOST_PARTS,
        "lines": [PartsRow(row, cells_of(row, parts)) for row in page["rows"]],
    }


def cells_of(row: StudentRow, parts: Sequence[Assignment]) -> list[AssigneeLine | None]:
    found: Mapping[int, AssigneeLine] = {line.assignee.assignment_id: line for line in row.parts}
    return [found.get(part.pk) for part in parts]


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
        "next_part": next((part for part in parts if is_open and not part.is_done), None),
        "can_begin": is_open and assignee.pk is None,
    }
