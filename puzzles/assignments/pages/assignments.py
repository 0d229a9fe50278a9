"""The teacher's page of an assignment: its grids, its rules, and the progress of each student."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import ClassActivity, Membership, User
from accounts.names import name_key
from accounts.services.activity_log import Activity, latest_activity
from puzzles.engine.runs import ALGORITHMS
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.library.services.policies import EXAM, HOMEWORK, PRACTICE
from puzzles.play.models import Attempt
from puzzles.play.pages.hints import help_rules
from puzzles.play.pictures.small_board import SmallBoard, small_board

from ..models import AssignedPuzzle, Assignee, Assignment
from ..services.fairness import Fairness, GradedPuzzle, fairness
from ..services.renewal import drawable_grids
from ..services.sources import PastedGrids, Source, puzzles_in_order
from .assignees import AssigneeLine, lines_in_parts

Progress = Assignee.Progress
Status = Assignment.Status
Kind = ClassActivity.Kind

ACTIVITIES_SHOWN = 10


@dataclass(frozen=True)
class GridPreview:
    """A grid of an assignment; `met` students of the assignment have played it elsewhere."""

    puzzle: Puzzle
    position: int
    board: SmallBoard
    met: int


@dataclass(frozen=True)
class StudentRow:
    """A student of an assignment. The assignee comes from `with_counts`; of a whole, a line for each part."""

    assignee: Assignee
    name: str
    progress: Assignee.Progress
    parts: Sequence[AssigneeLine] = ()

    @property
    def has_own_end(self) -> bool:
        """Whether the work ended, or ends, at another time than the assignment."""
        assignment, ends_at = self.assignee.assignment, self.assignee.ends_at
        return ends_at is not None and ends_at not in (assignment.due_at, assignment.stopped_at)

    def is_as_expected(self, now: datetime | None = None) -> bool:
        """Whether the progress needs no word: the results show who has begun, until the work is over."""
        is_running = self.assignee.assignment.status(now) in (Status.WAITING, Status.RUNNING)
        expected = (Progress.NEW, Progress.WORKING) if is_running else (Progress.HANDED_IN, Progress.DONE)
        return self.progress in expected


def count_words(progress: Progress, count: int) -> str:
    """`28 finished`, with the plural of languages that have one."""
    counted = {
        Progress.NEW: ngettext("%(count)d not begun", "%(count)d not begun", count),
        Progress.WORKING: ngettext("%(count)d working", "%(count)d working", count),
        Progress.MISSED: ngettext("%(count)d over, not begun", "%(count)d over, not begun", count),
        Progress.OVER: ngettext("%(count)d ended unfinished", "%(count)d ended unfinished", count),
        Progress.HANDED_IN: ngettext("%(count)d handed in", "%(count)d handed in", count),
        Progress.DONE: ngettext("%(count)d finished", "%(count)d finished", count),
        Progress.EXCUSED: ngettext("%(count)d excused", "%(count)d excused", count),
    }
    return counted[progress] % {"count": count}


def preset_words() -> dict[str, list[str]]:
    """The rules of each preset of help, in sentences."""
    presets = {"practice": PRACTICE, "homework": HOMEWORK, "exam": EXAM}
    return {name: help_rules(HelpPolicy(**rules)) for name, rules in presets.items()}


def assignment_page(assignment: Assignment, *, now: datetime | None = None) -> dict[str, Any]:
    """The context of all tabs of the page."""
    members = Membership.objects.filter(classroom=assignment.classroom_id, student__role=User.Role.STUDENT)
    present = members.real_names()
    rows = student_rows(assignment, present, now or timezone.now())
    counts = Counter(row.progress for row in rows)
    source = Source.from_json(assignment.source)
    solver = ALGORITHMS.get(assignment.algorithm)
    return {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "status": assignment.status(now),
        "source": source,
        "solver_title": _(solver.title) if solver else "",
        "drawable": len(drawable_grids(assignment)),
        "account_acts": account_activity(assignment, rows),
        "rows": rows,
        "recipients": len(rows) - counts[Progress.EXCUSED],
        "counts": [count_words(progress, counts[progress]) for progress in Progress if counts[progress]],
        "at_work": counts[Progress.NEW] + counts[Progress.WORKING],
        "newcomers": len(present.keys() - {row.assignee.student_id for row in rows}),
        "can_change": assignment.archived_at is None
        and assignment.released_at is None
        and assignment.whole_id is None
        and not assignment.is_read_only,
    }


def grids_tab(assignment: Assignment, rows: Iterable[StudentRow], *, student: str = "") -> dict[str, Any]:
    """The context of the grids; `student` is the user name of the one whose grids are shown."""
    shown = next((row for row in rows if row.assignee.student.username == student), None)
    source = Source.from_json(assignment.source)
    report = None if source.is_same_for_all else fairness_report(assignment, source)
    shares = {share.student: share for share in report.shares} if report else {}
    return {
        "grids": grid_previews(assignment, source, shown.assignee.student_id if shown else None),
        "shown": shown,
        "fairness": report,
        "shares": [(row, shares[key]) for row in rows if (key := row.assignee.student_id) in shares],
    }


def running_first(assignments: Iterable[Assignment], now: datetime) -> list[Assignment]:
    """Running assignments, then upcoming ones, drafts and past ones, each in the given order."""
    first = [Assignment.Status.RUNNING, Assignment.Status.WAITING, Assignment.Status.DRAFT]
    places = {status: place for place, status in enumerate(first)}
    return sorted(assignments, key=lambda assignment: places.get(assignment.status(now), len(places)))


def account_activity(assignment: Assignment, rows: Iterable[StudentRow]) -> list[Activity]:
    """Changes that teachers of other classes made to the students' accounts during an exam."""
    if assignment.is_draft or not assignment.is_unreleased_exam:
        return []
    classroom = assignment.classroom
    events = classroom.activities.filter(
        kind__in=[Kind.EXTRA_TIME, Kind.PASSWORD_RESET, Kind.ACCOUNT_DEACTIVATED],
        at__gte=assignment.handed_out_at,
        subject__in=assignment.assignees.filter(excused_at=None).values("student"),
    ).exclude(actor__in=classroom.teachers.all())
    names = {row.assignee.student.username: row.name for row in rows}
    return latest_activity(events, names, limit=ACTIVITIES_SHOWN)


def grid_previews(assignment: Assignment, source: Source, student: int | None = None) -> list[GridPreview]:
    """The grids all students have, else those of this student, else those of the first one."""
    keys = list(source.puzzles)
    if not source.is_same_for_all:
        assigned = AssignedPuzzle.objects.in_assignment(assignment)
        if student is None:
            student = assigned.values_list("assignee__student", flat=True).first()
        keys = list(assigned.filter(assignee__student=student).values_list("puzzle_id", flat=True))
    met = dict(
        Attempt.objects.filter(puzzle__in=keys, player__in=assignment.assignees.values("student"))
        .exclude(assigned_puzzle__assignee__assignment=assignment)
        .order_by()
        .values_list("puzzle")
        .annotate(count=Count("player", distinct=True))
    )
    return [
        GridPreview(puzzle, position, small_board(puzzle.givens, puzzle.givens), met.get(puzzle.pk, 0))
        for position, puzzle in enumerate(puzzles_in_order(keys), start=1)
    ]


def previews_of(puzzles: Iterable[int]) -> list[GridPreview]:
    """The first of these puzzles, for a preview that names no students."""
    return [
        GridPreview(puzzle, position, small_board(puzzle.givens, puzzle.givens), met=0)
        for position, puzzle in enumerate(puzzles_in_order(puzzles), start=1)
    ]


def previews_of_pasted(pasted: PastedGrids, most: int) -> list[GridPreview]:
    """The first pasted grids, of which some may not be stored yet."""
    return [
        GridPreview(pasted.known.get(line, Puzzle(givens=line)), position, small_board(line, line), met=0)
        for position, line in enumerate(pasted.grids[:most], start=1)
    ]


def fairness_report(assignment: Assignment, source: Source) -> Fairness | None:
    """The fairness of the students' work; None if no student has any."""
    assigned = AssignedPuzzle.objects.in_assignment(assignment).filter(assignee__excused_at=None)
    columns = ("assignee__student", "puzzle", "puzzle__tier", "puzzle__score")
    found: dict[int, list[GradedPuzzle]] = {}
    for student, puzzle, tier, score in assigned.values_list(*columns):
        found.setdefault(student, []).append(GradedPuzzle(puzzle, tier or 0, score or 0))
    return fairness(found, source.band or 0)


def student_rows(assignment: Assignment, present: Mapping[int, str], now: datetime) -> list[StudentRow]:
    """The students of an assignment by name; `present` holds the real names of the class."""
    rows = []
    assignees: list[Any] = list(assignment.assignees.with_counts().order_by("pk"))
    left = {assignee.student_id for assignee in assignees} - present.keys()
    names = {**present, **Membership.objects.names_of_former(assignment.classroom_id, left)}
    lines = lines_in_parts(assignment, now) if assignment.has_parts else {}
    for assignee in assignees:
        done, total = assignee.done, assignee.grids
        parts = lines.get(assignee.student_id, ())
        if assignment.has_parts:
            done, total = sum(part.is_done for part in parts), len(parts)
        elif assignment.asks_drills:
            done, total = assignee.drilled, len(assignment.positions)
        elif assignment.asks_questions:
            # Answers may change until they are handed in.
            done, total = 0, len(assignment.questions)
        progress = assignee.progress(now, is_done=0 < total == done)
        name = names.get(assignee.student_id) or assignee.student.username
        rows.append(StudentRow(assignee, name, progress, parts))
    return sorted(rows, key=lambda row: (name_key(row.name), row.assignee.student.username))


def student_name(assignee: Assignee) -> str:
    """The student's name for the teachers of the class."""
    names = Membership.objects.names_for_class(assignee.assignment.classroom_id, [assignee.student_id])
    return names.get(assignee.student_id) or assignee.student.username
