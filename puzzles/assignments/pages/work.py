"""Work given to a class, as its student sees it: on its page, on the board, and among all the rest."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.dates import moment_words
from accounts.models import User
from puzzles.course.models import Comment, ExerciseProgress, PredictionRound, round_of
from puzzles.engine.runs import ALGORITHMS
from puzzles.play.models import Attempt
from puzzles.play.pages.assigned_board import (
    empty_words,
    grid_state_name,
    handed_in_state,
    open_address,
    wrong_words,
)
from puzzles.play.pictures.small_board import SmallBoard, covered_board, small_board
from puzzles.play.services.access import unreadable_attempts

from ..models import AssignedPuzzle, Assignee, Assignment
from ..services.student_work import Work

# Work that is done is told of for so long.
TOLD_AFTER = timedelta(days=7)
MOST_LINES = 20

State = Attempt.State
Status = Assignee.Status


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
    """An assignment among all that a student was given; so many of its grids are done.

    `comments` counts what teachers wrote about the student's programs within the last days.
    """

    assignment: Assignment
    address: str
    status: Status
    when: str
    done: int
    total: int
    comments: int


# The page


def work_page(work: Work, student: User, now: datetime | None = None) -> dict[str, Any]:
    """The page of an assignment for its student."""
    now = now or timezone.now()
    assignment = work.assignment
    # Who joined later has no part yet: this is how it would be.
    part = work.assignee or Assignee(assignment=assignment, student=student)
    status = part.status(now)
    lines = grid_lines(part, now) if part.began_at else []
    return {
        "assignment": assignment,
        "status": status,
        "facts": fact_sentences(part, grid_count(work), now),
        "exam_rules": exam_rules() if assignment.is_exam else [],
        "lines": lines,
        "done": sum(line.state not in ("new", "unopened", "open") for line in lines),
        "total": len(lines),
        "can_begin": status == Status.NEW or (status == Status.LATE and not part.began_at),
        "can_hand_in": can_hand_in(part, now),
        "outcome": outcome_sentence(part, status),
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


def outcome_sentence(part: Assignee, status: Status) -> str:
    """After the end: what counted, and what comes next."""
    if status == Status.LATE:
        return _("The due date has passed. You can still work on it: what you do now counts as late.")
    if status != Status.SHUT:
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
        return f"{told} {_('You will see the results when your teacher releases them.')}"
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
    minutes = round(part.assignment.minutes * float(part.time_factor))
    return ngettext(
        "%(count)d minute from the moment you begin",
        "%(count)d minutes from the moment you begin",
        minutes,
    ) % {"count": minutes}


# Grids


def grid_count(work: Work) -> int:
    """How many grids it is; for who joined later, as many as a classmate has."""
    part = work.assignee or work.assignment.assignees.order_by("pk").first()
    return part.assigned_puzzles.count() if part else 0


def grid_lines(part: Assignee, now: datetime) -> list[GridLine]:
    assigned_puzzles = part.assigned_puzzles.select_related("puzzle").order_by("position")
    is_told = not part.assignment.is_unreleased_exam
    if not is_told:
        assigned_puzzles = assigned_puzzles.defer("puzzle__solution")
    if part.assignment.algorithm:
        return [run_line(part, each, now) for each in assigned_puzzles.select_related("prediction_round")]
    grids = list(assigned_puzzles.select_related("attempt"))
    ended = (State.HANDED_IN, State.SOLVED) if part.assignment.is_exam else (State.HANDED_IN,)
    attempts = [
        each.attempt for each in grids if is_told and each.attempt_or_none and each.attempt.state in ended
    ]
    for each in grids:
        if each.attempt_or_none:
            each.attempt.puzzle, each.attempt.player = each.puzzle, part.student
    # Other work may hold a grid with the same solution: then nothing is told of it here either.
    shut = unreadable_attempts(part.student, attempts)
    told = {attempt.pk for attempt in attempts} - shut
    return [grid_line(part, each, now, told) for each in grids]


def grid_line(
    part: Assignee, assigned_puzzle: AssignedPuzzle, now: datetime, told: Collection[int]
) -> GridLine:
    """A grid of the work; of the attempts in `told`, by their keys, it says whether they are right."""
    attempt = assigned_puzzle.attempt_or_none
    state = grid_state(part, attempt, now)
    digits = attempt.digits if attempt else assigned_puzzle.puzzle.givens
    made = empty_words(attempt) if state == State.OPEN and attempt else ""
    if attempt and attempt.pk in told and attempt.state == State.HANDED_IN:
        state, made = handed_in_state(attempt), wrong_words(attempt)
    elif attempt and attempt.pk in told and part.assignment.is_exam and state == State.SOLVED:
        state = "right"
    return GridLine(
        position=assigned_puzzle.position,
        state=state,
        state_name=grid_state_name(state),
        board=covered_board()
        if stands_still(part, now)
        else small_board(assigned_puzzle.puzzle.givens, digits),
        made=made,
        is_begun=attempt is not None,
        can_open=attempt is None and not part.is_shut(now),
        address=attempt.get_absolute_url() if attempt else open_address(part, assigned_puzzle.position),
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


def stands_still(part: Assignee, now: datetime) -> bool:
    """Whether a pause of the class interrupts an exam of this student: no page then holds its grids."""
    return part.assignment.stands_since is not None and not part.is_over(now)


def run_line(part: Assignee, assigned_puzzle: AssignedPuzzle, now: datetime) -> GridLine:
    """A run to predict: how many of its questions are answered, and, where all are, how many rightly."""
    givens = assigned_puzzle.puzzle.givens
    round_ = round_of(assigned_puzzle)
    return GridLine(
        position=assigned_puzzle.position,
        state=(state := run_state(round_)),
        state_name=grid_state_name(state),
        board=small_board(givens, givens),
        made=made_words(round_, part.assignment),
        is_begun=round_ is not None,
        can_open=round_ is None and not part.is_shut(now),
        address=reverse("assignments:work_run", args=[part.assignment_id, assigned_puzzle.position]),
    )


def run_state(round_: PredictionRound | None) -> str:
    if round_ is None:
        return "new"
    return "done" if round_.is_finished else State.OPEN


def made_words(round_: PredictionRound | None, assignment: Assignment) -> str:
    """`4 of 10 predictions, 3 right`."""
    wanted = assignment.predictions if round_ is None else round_.wanted
    asked, right = (round_.asked, round_.right) if round_ else (0, 0)
    words = ngettext("%(made)d of %(asked)d predictions", "%(made)d of %(asked)d predictions", asked)
    words %= {"made": asked, "asked": wanted}
    return with_right(words, right) if asked else words


def with_right(predictions: str, right: int) -> str:
    """`4 of 10 predictions, none right`, from their count in words and the number of right ones."""
    if not right:
        return _("%(predictions)s, none right") % {"predictions": predictions}
    sentence = ngettext("%(predictions)s, %(right)d right", "%(predictions)s, %(right)d right", right)
    return sentence % {"predictions": predictions, "right": right}


# On the board


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
            total=Count("assigned_puzzles"),
            ready=Count("assigned_puzzles", filter=Q(assigned_puzzles__attempt__isnull=False) & DONE),
            ready_runs=Count("assigned_puzzles", filter=PREDICTED),
        )
        .order_by("-assignment__opens_at", "-pk")
    )
    for part in given:
        part.student = student
    is_asked = any(part.assignment.asks_exercises for part in given)
    passed = passed_exercises(student) if is_asked else frozenset()
    comments = new_comments(student, now) if is_asked else {}
    lines = [
        line for part in given if (line := work_line(part, now, passed, comments.get(part.assignment_id, 0)))
    ]
    return sorted(lines, key=lambda line: (line.status in Assignee.ENDED, line.assignment.due_at or FAR))[
        :MOST_LINES
    ]


# A grid with nothing left to do: finished, or full in an exam, right or wrong.
DONE = ~Q(assigned_puzzles__attempt__state=State.OPEN) | (
    Q(assigned_puzzles__attempt__policy__is_exam=True) & ~Q(assigned_puzzles__attempt__digits__contains=".")
)
# A run of which every question is answered.
PREDICTED = Q(assigned_puzzles__prediction_round__asked__gte=F("assigned_puzzles__prediction_round__wanted"))
FAR = datetime.max.replace(tzinfo=UTC)


# The exercises that a student has passed, each with its worksheet.
Passed = Collection[tuple[str, str]]


def passed_exercises(student: User) -> Passed:
    rows = ExerciseProgress.objects.filter(student=student).passed()
    return set(rows.values_list("worksheet", "exercise"))


def new_comments(student: User, now: datetime) -> dict[int, int]:
    """Assignment -> how many comments teachers have written about the student's programs lately."""
    rows = Comment.objects.filter(
        submission__student=student, submission__assignment__isnull=False, created_at__gte=now - TOLD_AFTER
    )
    return Counter(rows.values_list("submission__assignment", flat=True))


def work_line(part: Any, now: datetime, passed: Passed, comments: int) -> WorkLine | None:
    """One line; None for what ended long ago, if no comment is new.

    The part comes with `total`, `ready` and `ready_runs`.
    """
    assignment = part.assignment
    done, total = part.ready_runs if assignment.algorithm else part.ready, part.total
    if assignment.asks_exercises:
        done, total = passed_count(assignment, passed), len(assignment.exercises)
    status = part.status(now, is_done=done == total)
    if status in Assignee.ENDED and not comments and is_long_ago(part, now):
        return None
    return WorkLine(
        assignment=assignment,
        address=reverse("assignments:work", args=[assignment.pk]),
        status=status,
        when=line_when(part, status),
        done=done,
        total=total,
        comments=comments,
    )


def passed_count(assignment: Assignment, passed: Passed) -> int:
    """How many of the exercises of an assignment the student has passed."""
    return sum((assignment.worksheet, key) in passed for key in assignment.exercises)


def is_long_ago(part: Assignee, now: datetime) -> bool:
    """Whether the last that happened to it need not be told any more."""
    assignment = part.assignment
    if part.began_at and assignment.is_unreleased_exam:
        return False
    last = assignment.released_at or part.ends_at or part.began_at
    return last is not None and last < now - TOLD_AFTER


def line_when(part: Assignee, status: Status) -> str:
    if status == Status.EARLY:
        return _("opens on %(moment)s") % {"moment": moment_words(part.assignment.opens_at)}
    if status in (Status.NEW, Status.RUNNING) and part.ends_at:
        return _("until %(moment)s") % {"moment": moment_words(part.ends_at)}
    return ""
