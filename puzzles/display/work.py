"""Work given to a class, as its student sees it: on its page, on the board, and among all the rest."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User

from ..engine import ALGORITHMS
from ..models import Allotment, Assignee, Assignment, Attempt, PredictionRound
from ..services.assignments.working import Work
from .algorithms import with_grid
from .small_board import SmallBoard, small_board

# Work that is done is told of for so long.
TOLD_AFTER = timedelta(days=7)
MOST_LINES = 20

State = Attempt.State


@dataclass(frozen=True)
class GridLine:
    """A grid of the work. `state` is one of an attempt's, or new, full or done; `made` tells how far."""

    position: int
    state: str
    state_name: str
    board: SmallBoard
    made: str
    is_begun: bool
    can_open: bool
    address: str


@dataclass(frozen=True)
class WorkLine:
    """An assignment among all that a student was given; so many of its grids are done."""

    assignment: Assignment
    address: str
    state: str
    state_name: str
    when: str
    done: int
    total: int


@dataclass(frozen=True)
class BoardWork:
    """What a board tells of the work it belongs to. `next_address` is empty when no other grid is left.

    `is_told` says whether right and wrong may be told: always, but not in an exam before its release.
    """

    name: str
    address: str
    position: int
    total: int
    is_exam: bool
    is_told: bool
    next_address: str
    hand_in_address: str


# The page


def work_page(work: Work, student: User, now: datetime | None = None) -> dict[str, Any]:
    """The page of an assignment for its student."""
    now = now or timezone.now()
    assignment = work.assignment
    # Who joined later has no part yet: this is how it would be.
    part = work.assignee or Assignee(assignment=assignment, student=student)
    state = work_state(part, now)
    lines = grid_lines(part, now) if part.began_at else []
    return {
        "assignment": assignment,
        "state": state,
        "state_name": STATE_NAMES[state](),
        "facts": fact_sentences(part, grid_count(work), now),
        "exam_rules": exam_rules() if assignment.is_exam else [],
        "lines": lines,
        "done": sum(line.state not in ("new", "unopened", "open") for line in lines),
        "total": len(lines),
        "can_begin": state == "new" or (state == "late" and not part.began_at),
        "can_hand_in": can_hand_in(part, now),
        "outcome": outcome_sentence(part, state),
    }


def hand_in_page(work: Work, now: datetime | None = None) -> dict[str, Any] | None:
    """What is asked before all is handed in; None when there is nothing to hand in."""
    part, now = work.assignee, now or timezone.now()
    if part is None or not can_hand_in(part, now):
        return None
    lines = grid_lines(part, now)
    return {
        "assignment": work.assignment,
        "lines": lines,
        "unfinished": [line for line in lines if line.state in ("new", "open")],
        "user_id": part.student_id,
    }


def can_hand_in(part: Assignee, now: datetime) -> bool:
    return bool(part.began_at) and not part.assignment.algorithm and not part.is_shut(now)


# In which state it is


def work_state(part: Assignee, now: datetime) -> str:
    """Of a student's part: early, new, running, late, shut, or, for an exam, told."""
    assignment = part.assignment
    if assignment.is_exam and assignment.released_at is not None:
        return "told"
    if part.is_shut(now):
        return "shut"
    if assignment.opens_at > now:
        return "early"
    if part.is_over(now):
        return "late"
    return "running" if part.began_at else "new"


STATE_NAMES = {
    "early": lambda: _("not open yet"),
    "new": lambda: _("to do"),
    "running": lambda: _("in progress"),
    "late": lambda: _("late"),
    "shut": lambda: _("over"),
    "told": lambda: _("results given back"),
    "done": lambda: _("done"),
}


def outcome_sentence(part: Assignee, state: str) -> str:
    """After the end: what counted, and what comes next."""
    if state == "late":
        return _("The due date has passed. You can still work on it: what you do now counts as late.")
    if state != "shut":
        return ""
    if part.began_at is None:
        return _("It ended before you began.")
    ended = moment_words(part.ends_at) if part.ends_at else ""
    if part.handed_in_at:
        sentence = _("You handed it in on %(moment)s. What stood on your grids then counts.")
    else:
        sentence = _("It ended on %(moment)s. What stood on your grids then counts.")
    told = sentence % {"moment": ended}
    if part.assignment.is_exam:
        return f"{told} {_('You will see the results when your teacher gives them back.')}"
    return told


def exam_rules() -> list[str]:
    """What is different in an exam."""
    return [
        _("You can change every grid, also a full one, until you hand in."),
        _("You hand in all grids together, once. After that nothing can be changed."),
        _("When the time is up, your grids are handed in by themselves, as they stand."),
        _("Moves that reach the site after the end are kept, but do not count."),
    ]


# Sentences


def fact_sentences(part: Assignee, grids: int, now: datetime) -> list[str]:
    """How much there is, until when, and how long it may take, the student's extra time counted already."""
    return list(filter(None, [amount_words(part, grids), *date_words(part, now), minutes_words(part)]))


def amount_words(part: Assignee, grids: int) -> str:
    if not grids:
        return ""
    assignment = part.assignment
    if not assignment.algorithm:
        return ngettext("%(count)d grid", "%(count)d grids", grids) % {"count": grids}
    sentence = ngettext(
        "%(count)d run of “%(algorithm)s”, with %(predictions)d predictions each",
        "%(count)d runs of “%(algorithm)s”, with %(predictions)d predictions each",
        grids,
    )
    title = ALGORITHMS[assignment.algorithm].title if assignment.algorithm in ALGORITHMS else ""
    return sentence % {"count": grids, "algorithm": _(title), "predictions": assignment.predictions}


def date_words(part: Assignee, now: datetime) -> list[str]:
    """`Until Friday 27 November, 18:00: 5 days left`."""
    if part.assignment.opens_at > now:
        opens = _("It opens on %(moment)s.") % {"moment": moment_words(part.assignment.opens_at)}
        return [opens, *([until_words(part.ends_at)] if part.ends_at else [])]
    if part.ends_at is None or part.is_over(now):
        return []
    left = timeuntil(part.ends_at, now)
    return [_("%(until)s: %(left)s left") % {"until": until_words(part.ends_at), "left": left}]


def until_words(moment: datetime) -> str:
    return _("Until %(moment)s") % {"moment": moment_words(moment)}


def minutes_words(part: Assignee) -> str:
    if not part.assignment.minutes or part.began_at or part.due_at:
        return ""
    minutes = round(part.assignment.minutes * float(part.student.extra_time))
    return ngettext(
        "%(count)d minute from the moment you begin",
        "%(count)d minutes from the moment you begin",
        minutes,
    ) % {"count": minutes}


def moment_words(moment: datetime) -> str:
    """`Friday 27 November, 18:00`, by the clocks of the school."""
    return date_format(timezone.localtime(moment), pgettext("date format: day and hour", "l j F, H:i"))


# Grids


def grid_count(work: Work) -> int:
    """How many grids it is; for who joined later, as many as a classmate has."""
    part = work.assignee or work.assignment.assignees.order_by("pk").first()
    return part.allotments.count() if part else 0


def grid_lines(part: Assignee, now: datetime) -> list[GridLine]:
    allotments = list(
        part.allotments.select_related("puzzle", "attempt").defer("puzzle__solution").order_by("position")
    )
    if part.assignment.algorithm:
        return [run_line(part.assignment, each) for each in with_predictions(part, allotments)]
    return [grid_line(part, each, now) for each in allotments]


def grid_line(part: Assignee, allotment: Allotment, now: datetime) -> GridLine:
    attempt = allotment.attempt_or_none
    state = grid_state(part, attempt, now)
    return GridLine(
        position=allotment.position,
        state=state,
        state_name=grid_state_name(state),
        board=small_board(allotment.puzzle.givens, attempt.digits if attempt else allotment.puzzle.givens),
        made=empty_words(attempt) if state == State.OPEN and attempt else "",
        is_begun=attempt is not None,
        can_open=attempt is None and not part.is_shut(now),
        address=attempt.get_absolute_url() if attempt else open_address(part, allotment.position),
    )


def grid_state(part: Assignee, attempt: Attempt | None, now: datetime) -> str:
    """The state of an attempt; full for a full one of an exam, be it right or wrong.

    Without one it is new, and unopened once no grid can be opened any more.
    """
    if attempt is None:
        return "unopened" if part.is_shut(now) else "new"
    if not attempt.is_open:
        return attempt.state
    if part.is_shut(now):
        return State.HANDED_IN
    return "full" if part.assignment.is_exam and attempt.is_full else State.OPEN


def grid_state_name(state: str) -> str:
    names = {
        "new": _("not begun"),
        "unopened": _("not opened, handed in"),
        "full": _("full"),
        "done": _("done"),
    }
    return names.get(state) or str(State(state).label)


def empty_words(attempt: Attempt) -> str:
    empty = attempt.digits.count(".")
    return ngettext("%(count)d empty cell", "%(count)d empty cells", empty) % {"count": empty}


def open_address(part: Assignee, position: int) -> str:
    return reverse("work_open", args=[part.assignment_id, position])


@dataclass(frozen=True)
class RunToPredict:
    """A grid whose run is to be predicted, and the most predictions that a round on it holds."""

    allotment: Allotment
    made: int


def with_predictions(part: Assignee, allotments: Iterable[Allotment]) -> list[RunToPredict]:
    """What was predicted of these runs since the assignment opened."""
    allotments = list(allotments)
    rounds = PredictionRound.objects.played_by(part.student).filter(
        algorithm=part.assignment.algorithm,
        grid__in=[each.puzzle.givens for each in allotments],
        started_at__gte=part.assignment.opens_at,
    )
    made: dict[str, int] = {}
    for grid, asked in rounds.values_list("grid", "asked"):
        made[grid] = max(asked, made.get(grid, 0))
    return [RunToPredict(each, made.get(each.puzzle.givens, 0)) for each in allotments]


def run_line(assignment: Assignment, run: RunToPredict) -> GridLine:
    is_done = run.made >= assignment.predictions
    state = "done" if is_done else State.OPEN if run.made else "new"
    givens = run.allotment.puzzle.givens
    sentence = _("%(made)d of %(asked)d predictions")
    return GridLine(
        position=run.allotment.position,
        state=state,
        state_name=grid_state_name(state),
        board=small_board(givens, givens),
        made=sentence % {"made": min(run.made, assignment.predictions), "asked": assignment.predictions},
        is_begun=True,
        can_open=False,
        address=with_grid("viewer", assignment.algorithm, givens),
    )


# On the board


def board_work(attempt: Attempt) -> BoardWork | None:
    """What the board of an attempt tells of its work: one query; None for a grid the player drew."""
    part = attempt.assignee
    if part is None or attempt.allotment is None:
        return None
    assignment, position = part.assignment, attempt.allotment.position
    grids = part.allotments.order_by("position").values_list("position", "attempt__state", "attempt__digits")
    found = list(grids)
    left = [other for other, state, digits in found if other != position and is_left(state, digits)]
    coming = [other for other in left if other > position] or left
    is_shut = part.is_shut(timezone.now())
    return BoardWork(
        name=assignment.name,
        address=reverse("work", args=[assignment.pk]),
        position=position,
        total=len(found),
        is_exam=assignment.is_exam,
        is_told=not assignment.is_exam or assignment.released_at is not None,
        next_address=open_address(part, coming[0]) if coming and not is_shut else "",
        hand_in_address="" if is_shut else reverse("work_hand_in", args=[assignment.pk]),
    )


def is_left(state: str | None, digits: str | None) -> bool:
    """Whether there is still something to do on a grid, as far as anybody may know."""
    return state is None or (state == State.OPEN and "." in (digits or ""))


# Among all the rest


def open_work(student: User, now: datetime | None = None) -> list[WorkLine]:
    """What a student was given, as far as it is still to be told: what is to do first, by due dates."""
    now = now or timezone.now()
    parts = Assignee.objects.of(student).filter(
        assignment__archived_at=None, assignment__classroom__archived_at=None
    )
    given = list(
        parts.select_related("assignment__policy", "assignment__classroom")
        .annotate(
            total=Count("allotments"),
            ready=Count("allotments", filter=Q(allotments__attempt__isnull=False) & DONE),
        )
        .order_by("-assignment__opens_at", "-pk")
    )
    for part in given:
        part.student = student
    lines = [line for part in given if (line := work_line(part, now))]
    return sorted(lines, key=lambda line: (line.state in OVER, line.assignment.due_at or FAR))[:MOST_LINES]


# A grid with nothing left to do: finished, or full in an exam, right or wrong.
DONE = ~Q(allotments__attempt__state=State.OPEN) | (
    Q(allotments__attempt__policy__is_exam=True) & ~Q(allotments__attempt__digits__contains=".")
)
OVER = ("shut", "told", "done")
FAR = datetime.max.replace(tzinfo=UTC)


def work_line(part: Any, now: datetime) -> WorkLine | None:
    """One line; None for what ended long ago. The part comes with `total` and `ready`."""
    assignment = part.assignment
    done = part.ready
    if assignment.algorithm and part.began_at:
        runs = with_predictions(part, part.allotments.select_related("puzzle").defer("puzzle__solution"))
        done = sum(run.made >= assignment.predictions for run in runs)
    state = work_state(part, now)
    if state in ("running", "late") and done == part.total and not assignment.is_exam:
        state = "done"
    if state in OVER and is_long_ago(part, now):
        return None
    return WorkLine(
        assignment=assignment,
        address=reverse("work", args=[assignment.pk]),
        state=state,
        state_name=STATE_NAMES[state](),
        when=line_when(part, state),
        done=done,
        total=part.total,
    )


def is_long_ago(part: Assignee, now: datetime) -> bool:
    """Whether the last that happened to it need not be told any more."""
    assignment = part.assignment
    if assignment.is_exam and part.began_at and assignment.released_at is None:
        return False
    last = assignment.released_at or part.ends_at or part.began_at
    return last is not None and last < now - TOLD_AFTER


def line_when(part: Assignee, state: str) -> str:
    if state == "early":
        return _("opens on %(moment)s") % {"moment": moment_words(part.assignment.opens_at)}
    if state in ("new", "running") and part.ends_at:
        return _("until %(moment)s") % {"moment": moment_words(part.ends_at)}
    return ""
