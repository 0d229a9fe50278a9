"""What a teacher sees of work given to a class: its grids, its rules, and how far everybody is."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.dates import date_format
from accounts.fields import plain_letters
from accounts.models import ClassActivity, Classroom, Membership, User
from accounts.services.activity_log import Activity, latest_activity
from puzzles.engine.runs import ALGORITHMS
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.library.pages.difficulty import tier_label
from puzzles.library.services.policies import EXAM, HOMEWORK, PRACTICE
from puzzles.play.models import Attempt
from puzzles.play.pages.hints import help_rules
from puzzles.play.pictures.small_board import SmallBoard, small_board

from ..models import AssignedPuzzle, Assignee, Assignment
from ..services.fairness import Candidate, Fairness, fairness
from ..services.renewal import drawable_grids
from ..services.sources import Source, puzzles_in_order

State = Attempt.State
Progress = Assignee.Progress
Kind = ClassActivity.Kind

# So much that was done to accounts is told on the page of an exam.
ACTS_SHOWN = 10


@dataclass(frozen=True)
class AssignmentLine:
    """An assignment in the list of a class."""

    assignment: Assignment
    status: Assignment.Status
    dates: str
    grids: int
    students: int
    finished: int

    @property
    def total(self) -> int:
        """How many grids all students have together."""
        return self.grids * self.students


@dataclass(frozen=True)
class GridPreview:
    """A grid of an assignment as a picture; `met` students of the class have played it before."""

    puzzle: Puzzle
    position: int
    board: SmallBoard
    met: int


@dataclass(frozen=True)
class WorkShare:
    """How much work one student has, in words."""

    username: str
    name: str
    score: int
    tiers: str


@dataclass(frozen=True)
class FairnessReport:
    """How equal the work of a class is, in words and student by student."""

    sentence: str
    is_kept: bool
    shares: list[WorkShare]


@dataclass(frozen=True)
class StudentRow:
    """How far a student is."""

    assignee: Assignee
    name: str
    progress: Progress
    solved: int
    done: int
    grids: int
    ends_at: datetime | None
    last_at: datetime | None


# The form


def preset_words() -> dict[str, list[str]]:
    """What each choice of help at once means, for those who give it."""
    presets = {"practice": PRACTICE, "homework": HOMEWORK, "exam": EXAM}
    return {name: help_rules(HelpPolicy(**rules)) for name, rules in presets.items()}


# The list of a class


def assignment_lines(
    classroom: Classroom, *, archived: bool = False, now: datetime | None = None
) -> list[AssignmentLine]:
    """The assignments of a class, the latest first."""
    now = now or timezone.now()
    rows = Assignment.objects.filter(classroom=classroom, archived_at__isnull=not archived)
    return lines_of(rows, now)


def lines_of(rows: QuerySet[Assignment], now: datetime) -> list[AssignmentLine]:
    """These assignments, in their order, with how far everybody is: two queries."""
    given = Q(assignees__excluded_at=None)
    listed = list(
        rows.select_related("policy", "classroom").annotate(
            students=Count("assignees", filter=given, distinct=True)
        )
    )
    finished = dict(
        Attempt.objects.filter(assigned_puzzle__assignee__assignment__in=[row.pk for row in listed])
        .filter(assigned_puzzle__assignee__excluded_at=None)
        .exclude(state=State.OPEN)
        .order_by()
        .values_list("assigned_puzzle__assignee__assignment")
        .annotate(count=Count("pk"))
    )
    return [line_of(row, row.students, finished.get(row.pk, 0), now) for row in listed]


def line_of(assignment: Assignment, students: int, finished: int, now: datetime) -> AssignmentLine:
    source = Source.from_json(assignment.source)
    return AssignmentLine(
        assignment=assignment,
        status=assignment.status(now),
        dates=dates_words(assignment),
        grids=source.count or len(source.puzzles),
        students=students,
        finished=finished,
    )


# One assignment


def assignment_page(
    assignment: Assignment, *, student: str = "", now: datetime | None = None
) -> dict[str, Any]:
    """What the page of an assignment is drawn from; `student` is whose grids are to be seen."""
    now = now or timezone.now()
    names = real_names(assignment.classroom)
    rows = student_rows(assignment, names, now)
    shown = next((row for row in rows if row.assignee.student.username == student), None)
    given = {row.assignee.student_id for row in rows}
    return {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "status": assignment.status(now),
        "facts": facts(assignment),
        "source": source_words(assignment),
        "is_drawn": Source.from_json(assignment.source).is_drawn,
        "rules": rules_words(assignment),
        "drawable": len(drawable_grids(assignment)),
        "account_acts": account_acts(assignment, rows),
        "grids": grid_previews(assignment, shown.assignee.student_id if shown else None),
        "shown": shown,
        "fairness": fairness_report(assignment, rows),
        "rows": rows,
        "counts": progress_counts(rows),
        "at_work": sum(row.progress in (Progress.NEW, Progress.WORKING) for row in rows),
        "newcomers": len(names.keys() - given),
        "can_change": assignment.archived_at is None and assignment.released_at is None,
    }


def account_acts(assignment: Assignment, rows: Iterable[StudentRow]) -> list[Activity]:
    """What others than the teachers of its class did to accounts of its students while an exam is out."""
    if assignment.is_draft or not assignment.is_exam or assignment.released_at:
        return []
    classroom = assignment.classroom
    events = classroom.activities.filter(
        kind__in=[Kind.EXTRA_TIME, Kind.PASSWORD_RESET, Kind.ACCOUNT_DEACTIVATED],
        at__gte=assignment.handed_out_at,
        subject__in=assignment.assignees.filter(excluded_at=None).values("student"),
    ).exclude(actor__in=classroom.teachers.all())
    names = {row.assignee.student.username: row.name for row in rows}
    return latest_activity(events, names, limit=ACTS_SHOWN)


def facts(assignment: Assignment) -> list[str]:
    """When, for how long and what, a sentence each."""
    told = [dates_words(assignment)]
    if assignment.minutes:
        told.append(
            ngettext(
                "%(count)d minute for each student, from the first look at the grids.",
                "%(count)d minutes for each student, from the first look at the grids.",
                assignment.minutes,
            )
            % {"count": assignment.minutes}
        )
    elif assignment.is_exam and not assignment.due_at:
        told.append(_("The exam lasts until you stop it."))
    if assignment.algorithm in ALGORITHMS:
        told.append(
            _("To predict: %(algorithm)s, %(count)d predictions for each grid.")
            % {"algorithm": _(ALGORITHMS[assignment.algorithm].title), "count": assignment.predictions}
        )
    return told


def dates_words(assignment: Assignment) -> str:
    opens = moment_words(assignment.opens_at)
    if not assignment.due_at:
        return _("From %(opens)s, without a due date.") % {"opens": opens}
    return _("From %(opens)s until %(due)s.") % {"opens": opens, "due": moment_words(assignment.due_at)}


def moment_words(moment: datetime) -> str:
    """A moment as the clocks of the school show it."""
    local = timezone.localtime(moment)
    return f"{date_format(local, 'SHORT_DATE_FORMAT')} {date_format(local, 'H:i')}"


def rules_words(assignment: Assignment) -> list[str]:
    """What help there is, as it is told to the students before they begin."""
    return [] if assignment.algorithm else help_rules(assignment.policy)


def source_words(assignment: Assignment) -> str:
    """Where the grids come from and who gets which, in a sentence."""
    source = Source.from_json(assignment.source)
    if source.is_same_for_all:
        return ngettext(
            "%(count)d grid, the same for all.", "%(count)d grids, the same for all.", len(source.puzzles)
        ) % {"count": len(source.puzzles)}
    return ngettext(
        "%(count)d grid each, different for every student, of equal work within %(band)d %%.",
        "%(count)d grids each, different for every student, of equal work within %(band)d %%.",
        source.count,
    ) % {"count": source.count, "band": source.band or 0}


def grid_previews(assignment: Assignment, student: int | None = None) -> list[GridPreview]:
    """The grids that all have, or those of this student, or of the first who has some."""
    source = Source.from_json(assignment.source)
    keys = list(source.puzzles) if source.is_same_for_all else hand_of(assignment, student)
    players = assignment.assignees.values("student")
    met = dict(
        Attempt.objects.filter(puzzle__in=keys, player__in=players)
        .exclude(assigned_puzzle__assignee__assignment=assignment)
        .order_by()
        .values_list("puzzle")
        .annotate(count=Count("player", distinct=True))
    )
    return [
        GridPreview(puzzle, position, small_board(puzzle.givens, puzzle.givens), met.get(puzzle.pk, 0))
        for position, puzzle in enumerate(puzzles_in_order(keys), start=1)
    ]


def hand_of(assignment: Assignment, student: int | None) -> list[int]:
    allotted = AssignedPuzzle.objects.filter(assignee__assignment=assignment)
    if student is None:
        student = (
            allotted.order_by("assignee", "position").values_list("assignee__student", flat=True).first()
        )
    allotted = allotted.filter(assignee__student=student)
    return list(allotted.order_by("position").values_list("puzzle_id", flat=True))


# Fairness


def fairness_report(assignment: Assignment, rows: Iterable[StudentRow]) -> FairnessReport | None:
    """How equal the work is; None where all have the same grids, or nobody has any."""
    source = Source.from_json(assignment.source)
    if source.is_same_for_all:
        return None
    told = fairness(hands(assignment), source.band or 0)
    if told is None:
        return None
    share_of = {share.student: share for share in told.shares}
    shares = [
        WorkShare(row.assignee.student.username, row.name, share.score, tiers_words(share.tiers))
        for row in rows
        if (share := share_of.get(row.assignee.student_id))
    ]
    return FairnessReport(fairness_words(told), told.is_kept, shares)


def hands(assignment: Assignment) -> dict[int, list[Candidate]]:
    """student -> their grids with what makes them hard."""
    allotted = AssignedPuzzle.objects.filter(assignee__assignment=assignment, assignee__excluded_at=None)
    found: dict[int, list[Candidate]] = {}
    columns = ("assignee__student", "puzzle", "puzzle__tier", "puzzle__score")
    for student, puzzle, tier, score in allotted.order_by("assignee", "position").values_list(*columns):
        found.setdefault(student, []).append(Candidate(puzzle, tier or 0, score or 0))
    return found


def fairness_words(told: Fairness) -> str:
    words = {
        "low": number_format(told.low, force_grouping=True),
        "high": number_format(told.high, force_grouping=True),
        "spread": number_format(told.spread, decimal_pos=1),
        "band": told.band,
    }
    if told.is_kept:
        sentence = _(
            "The scores add up to between %(low)s and %(high)s a student: %(spread)s %% apart, within the "
            "%(band)d %% allowed."
        )
    else:
        sentence = _(
            "The scores add up to between %(low)s and %(high)s a student: %(spread)s %% apart, more than the "
            "%(band)d %% allowed."
        )
    return sentence % words


def tiers_words(tiers: dict[int, int]) -> str:
    """How many grids of which tier."""
    return " · ".join(f"{count} × {tier_label(tier)}" for tier, count in sorted(tiers.items()) if tier)


# How far everybody is


def student_rows(
    assignment: Assignment, names: dict[int, str], now: datetime | None = None
) -> list[StudentRow]:
    """Everybody who has work of this assignment, by name."""
    now = now or timezone.now()
    rows = [row_of(assignee, names, now) for assignee in counted_assignees(assignment)]
    return sorted(rows, key=lambda row: plain_letters(row.name))


def counted_assignees(assignment: Assignment) -> QuerySet[Assignee]:
    attempt = "assigned_puzzles__attempt"
    return (
        assignment.assignees.select_related("student", "assignment__policy", "assignment__classroom")
        .annotate(
            grids=Count("assigned_puzzles"),
            solved=Count(attempt, filter=Q(**{f"{attempt}__state": State.SOLVED})),
            done=Count(attempt, filter=~Q(**{f"{attempt}__state": State.OPEN})),
            last_at=Max(F(f"{attempt}__last_move_at")),
        )
        .order_by("pk")
    )


def row_of(assignee: Assignee, names: dict[int, str], now: datetime) -> StudentRow:
    # The sums are columns of `counted_assignees`.
    counts: dict[str, int] = {name: getattr(assignee, name) for name in ("grids", "solved", "done")}
    return StudentRow(
        assignee=assignee,
        name=names.get(assignee.student_id) or assignee.student.username,
        progress=assignee.progress(now, is_done=0 < counts["grids"] == counts["done"]),
        ends_at=assignee.ends_at,
        last_at=getattr(assignee, "last_at", None),
        **counts,
    )


def progress_counts(rows: Iterable[StudentRow]) -> list[tuple[str, int]]:
    """How many students are how far, in the order in which they pass through it."""
    counts = Counter(row.progress for row in rows)
    return [(str(progress.label), counts[progress]) for progress in Progress if counts[progress]]


def real_names(classroom: Classroom) -> dict[int, str]:
    """student -> the name that the teachers of the class know, where there is one."""
    members = Membership.objects.filter(classroom=classroom, student__role=User.Role.STUDENT)
    members = members.select_related("student")
    return {each.student_id: each.real_name or each.student.username for each in members}
