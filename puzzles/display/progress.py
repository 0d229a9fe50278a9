"""What was played, as the history, the home page and a teacher's table of students show it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from accounts.models import Classroom, Membership, User

from ..engine.algorithms import ALGORITHMS
from ..models import Attempt, PredictionRound
from ..services.access import unreadable_attempts
from .algorithms import grid_picture, with_grid
from .small_board import SmallBoard, covered_board, small_board

# So many rounds of predictions a page lists, the last ones; the sums are over all.
ROUNDS_ON_A_PAGE = 12

# How deep a hint went, by rung.
RUNGS = (
    ngettext_lazy("%d nudge", "%d nudges"),
    ngettext_lazy("%d place", "%d places"),
    ngettext_lazy("%d reason", "%d reasons"),
    ngettext_lazy("%d step", "%d steps"),
)
HINTS = ngettext_lazy("%d hint", "%d hints")


@dataclass(frozen=True)
class AttemptRow:
    """An attempt as a line of the history. `slips` is None where the reader is not told; so is `server_ms`,
    which a teacher sees where the solve time is much shorter than that.

    `is_shut` says that an assignment keeps its player from looking back: an earlier attempt then shows the
    givens only.
    """

    attempt: Attempt
    name: str
    short_name: str
    board: SmallBoard
    help: str
    slips: int | None
    is_shut: bool = False
    server_ms: int | None = None


@dataclass(frozen=True)
class RoundRow:
    """A round of predictions as a line of the history; `algorithm` is its title.

    `work_name` and `work_url` are the assignment that it belongs to, empty for a free round; a run that is
    still to be predicted cannot be watched.
    """

    round: PredictionRound
    algorithm: str
    board: SmallBoard
    watch_url: str
    work_url: str
    work_name: str


@dataclass(frozen=True)
class Predictions:
    """The last rounds of somebody, and the sums over all of them."""

    rows: list[RoundRow]
    sums: dict[str, Any]


@dataclass(frozen=True)
class StudentRow:
    """A student of a class, and sums over all they played and predicted; empty when that is nothing."""

    student: User
    real_name: str
    sums: dict[str, Any]
    predictions: dict[str, Any]


@dataclass(frozen=True)
class ClassTable:
    classroom: Classroom
    rows: list[StudentRow]


# Attempts


def attempt_rows(attempts: Iterable[Attempt], reader: User) -> list[AttemptRow]:
    listed = list(attempts)
    shut = unreadable_attempts(reader, listed)
    return [attempt_row(attempt, reader, is_shut=attempt.pk in shut) for attempt in listed]


def attempt_row(attempt: Attempt, reader: User, *, is_shut: bool = False) -> AttemptRow:
    """One line of the history. The attempt comes from `Attempt.objects.for_history()`."""
    # What stands in a grid that was solved is its solution; in one that was handed in, what its player knew.
    tells_solution = is_shut and attempt.state in Attempt.COMPLETE
    digits = attempt.puzzle.givens if tells_solution else attempt.digits
    is_covered = attempt.is_covered and attempt.player_id == reader.pk
    return AttemptRow(
        attempt=attempt,
        name=grid_name(attempt),
        short_name=short_name(attempt),
        board=covered_board() if is_covered else small_board(attempt.puzzle.givens, digits),
        help=help_words(attempt),
        slips=attempt.slips if tells_slips(attempt, reader) and not is_shut else None,
        is_shut=is_shut,
        server_ms=attempt.server_ms if attempt.is_time_doubtful and reader.pk != attempt.player_id else None,
    )


def grid_name(attempt: Attempt) -> str:
    """`Grid 12 · Easy ones`: what the player knows the grid by, as long as its collection stands."""
    return named_practice(attempt, name_in_earnest(attempt))


def named_practice(attempt: Attempt, name: str) -> str:
    """The name of a grid, which says so where an attempt is a practice copy."""
    return _("%(name)s (practice copy)") % {"name": name} if attempt.is_practice else name


def name_in_earnest(attempt: Attempt) -> str:
    if attempt.allotment:
        return _("Grid %(number)d · %(collection)s") % {
            "collection": attempt.allotment.assignee.assignment,
            "number": attempt.allotment.position,
        }
    if attempt.assignment_name:
        return f"{short_in_earnest(attempt)} · {attempt.assignment_name}"
    if attempt.number is None:
        return unnumbered_name(attempt)
    return _("Grid %(number)d · %(collection)s") % {
        "collection": attempt.collection,
        "number": attempt.number,
    }


def short_name(attempt: Attempt) -> str:
    """`Grid 12`: the name where the collection stands beside it."""
    return named_practice(attempt, short_in_earnest(attempt))


def short_in_earnest(attempt: Attempt) -> str:
    if attempt.allotment:
        return name_in_earnest(attempt)
    if attempt.number is None:
        return unnumbered_name(attempt)
    return _("Grid %(number)d") % {"number": attempt.number}


def unnumbered_name(attempt: Attempt) -> str:
    return _("Grid of %(count)d given digits") % {"count": attempt.puzzle.clue_count}


def tells_slips(attempt: Attempt, reader: User) -> bool:
    """Whether the reader may know how many wrong digits there were.

    In an attempt that has not ended the number would be a check that nobody recorded: its player has to ask
    for one.
    """
    return attempt.has_ended or attempt.player_id != reader.pk


def help_words(attempt: Attempt) -> str:
    """`3 hints (1 nudge, 2 steps), 4 cells filled in`; empty when there was no help."""
    return ", ".join(filter(None, [hint_words(attempt), *_other_help(attempt)]))


def short_help_words(attempt: Attempt) -> str:
    """`3 hints, 4 cells filled in, 2 right digits looked up`; empty when there was no help."""
    looked_up = ngettext_lazy("%d right digit looked up", "%d right digits looked up")
    hints, corrections = counted(HINTS, attempt.hint_count), counted(looked_up, len(attempt.corrected_cells))
    return ", ".join(filter(None, [hints, *_other_help(attempt), corrections]))


def _other_help(attempt: Attempt) -> list[str]:
    return [
        counted(ngettext_lazy("%d cell filled in", "%d cells filled in"), attempt.cells_shown),
        counted(ngettext_lazy("%d check", "%d checks"), attempt.checks),
    ]


def hint_words(attempt: Attempt) -> str:
    """How many hints, and how deep they went: each is told at the last rung that was asked for."""
    depths = ", ".join(filter(None, map(counted, RUNGS, attempt.hints_by_rung)))
    hints = counted(HINTS, attempt.hint_count)
    return f"{hints} ({depths})" if depths else hints


def counted(words: Any, count: int) -> str:
    """Words with their number; empty for none. `words` is what `ngettext_lazy` gives."""
    return words % count if count else ""


# Predictions


def predictions_of(player: User) -> Predictions | None:
    """What somebody predicted of solvers at work; None for nothing."""
    rounds = PredictionRound.objects.played_by(player)
    last = rounds.select_related("allotment__assignee__assignment")[:ROUNDS_ON_A_PAGE]
    rows = [round_row(each) for each in last]
    return Predictions(rows, rounds.sums()) if rows else None


def round_row(round_: PredictionRound) -> RoundRow:
    """One line of the history. An algorithm that is no longer there keeps its name, and nothing to watch."""
    known = ALGORITHMS.get(round_.algorithm)
    may_watch = known and (round_.allotment is None or round_.is_finished)
    work = round_.allotment.assignee.assignment if round_.allotment else None
    return RoundRow(
        round=round_,
        algorithm=_(known.title) if known else round_.algorithm,
        board=grid_picture(round_.grid),
        watch_url=with_grid("viewer", round_.algorithm, round_.grid) if may_watch else "",
        work_url=reverse("work", args=[work.pk]) if work else "",
        work_name=work.name if work else "",
    )


# Weeks


def monday() -> datetime:
    """The beginning of this week, in the school's time zone."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    return today - timedelta(days=today.weekday())


# Classes


def class_tables(teacher: User) -> list[ClassTable]:
    """The teacher's classes of today, each student with sums over everything they played."""
    classrooms = list(Classroom.objects.taught_by(teacher).current())
    members = list(
        Membership.objects.filter(classroom__in=classrooms)
        .select_related("student")
        .order_by("student__username")
    )
    students = [member.student_id for member in members]
    attempts = Attempt.objects.filter(player__in=students)
    sums = {row["player"]: row for row in attempts.sums_by_player()}
    rounds = PredictionRound.objects.filter(player__in=students)
    predictions = {row["player"]: row for row in rounds.sums_by_player()}
    return [
        ClassTable(
            classroom,
            [
                StudentRow(
                    member.student,
                    member.real_name,
                    sums.get(member.student_id, {}),
                    predictions.get(member.student_id, {}),
                )
                for member in members
                if member.classroom_id == classroom.pk
            ],
        )
        for classroom in classrooms
    ]


def class_overview(teacher: User) -> Iterable[Classroom]:
    """The teacher's classes of today with `student_count`, and how many of them were `active` this week.

    Both are counts of distinct students: the joins multiply rows, and plain sums over them would be wrong.
    """
    return (
        Classroom.objects.taught_by(teacher)
        .current()
        .annotate(
            student_count=Count("memberships__student", distinct=True),
            active=Count(
                "memberships__student",
                distinct=True,
                filter=Q(memberships__student__attempts__last_move_at__gte=monday()),
            ),
            solved=Count(
                "memberships__student__attempts",
                distinct=True,
                filter=Q(
                    memberships__student__attempts__state=Attempt.State.SOLVED,
                    memberships__student__attempts__finished_at__gte=monday(),
                    memberships__student__attempts__is_practice=False,
                ),
            ),
        )
    )


def real_names(student: User, teacher: User) -> str:
    """What the student is called in the classes of this teacher."""
    members = Membership.objects.taught_by(teacher).filter(student=student).exclude(real_name="")
    return ", ".join(sorted(set(members.values_list("real_name", flat=True))))
