"""Watching: who may run a solver of the site on which board. docs/architecture.md, “Access to puzzles”.

While a student writes an exam, all solvers are switched off for them (`is_writing_exam`). Otherwise watching
a solver on a board, exploring it, having it judged or explained is refused while the reader plays a puzzle
that the board would reveal (`similar_boards.leaks`), has it locked, or has to predict a run on it. Watching
is refused, too, on a position in which an assignment asks the reader for a step.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from django.db.models import F, Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.assignments.models import AssignedPuzzle, Assignee
from puzzles.engine import TECHNIQUES, Board
from puzzles.engine.techniques import example_of
from puzzles.engine.worksheets import DEMOS

from ..models import Attempt
from ..models.attempts import AttemptQuerySet
from ..signals import hidden_positions_asked
from .access import is_known, lock_sentence, locks_of, page_of, reserved_from, unreleased_exams
from .similar_boards import FEW_DIGITS, leaks, similar_keys

SOLVERS_REST = gettext_lazy("Solvers are switched off during an exam.")


class WatchError(Refusal):
    """A student may not watch solvers on a board: they play it in `attempt`, or it is locked.

    `may_give_up` says that the policy grants the solution now, to players who give the attempt up.
    `assigned_puzzle` is what locks the puzzle; it may have no attempt yet. `assignee` is set where an
    assignment asks for a step in a position.
    """

    status = 403

    def __init__(
        self,
        sentence: str | Promise,
        attempt: Attempt | None = None,
        *,
        may_give_up: bool = False,
        assigned_puzzle: AssignedPuzzle | None = None,
        assignee: Assignee | None = None,
    ) -> None:
        super().__init__(sentence, back=page_of(assigned_puzzle) if assigned_puzzle else attempt or assignee)
        self.attempt = attempt
        self.may_give_up = may_give_up
        self.assigned_puzzle = assigned_puzzle


class HiddenPosition(NamedTuple):
    """A position in which an assignment asks its student for a step; `clue_count` is that of its puzzle."""

    assignee: Assignee
    digits: str
    clue_count: int


# Exams being written


def is_writing_exam(student: User, now: datetime | None = None) -> bool:
    """Whether the student has begun an exam that is not over: one query.

    It is over once it is handed in, ended by the teacher, or its time is up for this student, extra time and
    a due date of their own included. In a pause the clock stands, and it is not over. It makes no difference
    which of its grids is open, or whether any is.
    """
    if not student.is_student:
        return False
    now = now or timezone.now()
    begun = Assignee.objects.filter(student=student).writing_exam()
    for assignee in begun.select_related("assignment__policy", "assignment__classroom").order_by():
        assignee.student = student
        if not assignee.is_over(now):
            return True
    return False


# Boards


def require_watchable(user: User, board: Board) -> None:
    """Raise WatchError if solvers are off, or if the user plays a grid that it would reveal, must predict a
    run on it, or find a step in it.
    """
    if refusal := _refusal(user, board) or _position_refusal(user, board):
        raise refusal


def require_explorable(user: User, board: Board) -> None:
    """Raise WatchError as `require_watchable` does, unless the solution may be shown to the user now.

    One function called by hand reveals less than a run: the attempt need not be given up for it.
    """
    refusal = _refusal(user, board)
    if refusal and not refusal.may_give_up:
        raise refusal


@cache
def _demos() -> frozenset[Board]:
    """The fixed grids of the course's worksheets and of the techniques: open during an exam, too."""
    course = {Board.from_line(demo.puzzle) for demos in DEMOS.values() for demo in demos}
    return frozenset(course | {example_of(name).position.board for name in TECHNIQUES})


def _refusal(user: User, board: Board) -> WatchError | None:
    """The error that refuses to show a board, first one that cannot be given up; None if it may be shown."""
    if user.is_teacher or board.clue_count <= FEW_DIGITS:
        return None
    is_demo = board in _demos()
    if not is_demo and is_writing_exam(user):
        return WatchError(SOLVERS_REST)
    if prediction := _prediction_refusal(user, board):
        return prediction
    now = timezone.now()
    # A practice copy counts nowhere, and gives no help while its puzzle is played in earnest.
    played = [
        _playing_refusal(attempt, now)
        for attempt in attempts_to_watch(user).unfinished().counting()
        if leaks(board, attempt.puzzle, attempt.digits)
    ]
    refusals = [*_lock_refusals(user, board, now), *played]
    refusal = min(refusals, key=lambda each: each.may_give_up, default=None)
    # Everybody knows the demos: they can be no secret.
    may_be_secret = not is_demo and (refusal is None or refusal.may_give_up)
    if may_be_secret and unreleased_exams().exists() and reserved_from(user, similar_keys(board)):
        return WatchError(_("This grid is not available yet."))
    return refusal


def _prediction_refusal(user: User, board: Board) -> WatchError | None:
    """The refusal to show solvers on a run that the user has to predict, or on half of its givens.

    All of them, not only the one to predict: most try the same digits in the same order.
    """
    for assigned_puzzle in _runs_to_predict(user, timezone.now()):
        givens = Board.from_line(assigned_puzzle.puzzle.givens)
        repeated = sum(digit != 0 and board[cell] == digit for cell, digit in enumerate(givens))
        if 2 * repeated >= givens.clue_count:
            sentence = _(
                "“%(assignment)s” asks you to predict a run on this grid: answer its questions first, "
                "then you can watch it."
            )
            named = sentence % {"assignment": assigned_puzzle.assignee.assignment.name}
            return WatchError(named, assigned_puzzle=assigned_puzzle)
    return None


def _position_refusal(user: User, board: Board) -> WatchError | None:
    """The refusal to show solvers on a position that the user has to find a step in, or on half of it.

    One's own drills go on: they ask `require_explorable`.
    """
    if not user.is_student or board.clue_count <= FEW_DIGITS:
        return None
    answers: list[tuple[Any, Any]] = hidden_positions_asked.send(WatchError, student=user)
    for assignee, digits, clue_count in (each for _receiver, found in answers for each in found):
        repeated = sum(digit == own != 0 for digit, own in zip(Board.from_line(digits), board, strict=True))
        if 2 * repeated >= clue_count:
            sentence = _(
                "“%(assignment)s” asks you to find a step on this grid: answer it there first, then you can "
                "watch solvers on it."
            )
            return WatchError(sentence % {"assignment": assignee.assignment.name}, assignee=assignee)
    return None


def _runs_to_predict(student: User, now: datetime) -> list[AssignedPuzzle]:
    """The runs that the student may still predict, once they are open."""
    unfinished = Q(prediction_round=None) | Q(prediction_round__asked__lt=F("prediction_round__wanted"))
    runs = (
        AssignedPuzzle.objects.of(student)
        .filter(
            unfinished,
            assignee__assignment__opens_at__lte=now,
            assignee__assignment__archived_at=None,
            assignee__assignment__classroom__archived_at=None,
        )
        .exclude(assignee__assignment__algorithm="")
        .select_related("assignee__assignment__policy", "assignee__assignment__classroom")
        .select_related("puzzle", "prediction_round", "assignee__student")
        .defer("puzzle__solution")
    )
    return [
        run
        for run in runs
        if run.assignee.is_puzzle_available(now, has_begun=hasattr(run, "prediction_round"))
    ]


def _lock_refusals(user: User, board: Board, now: datetime) -> Iterator[WatchError]:
    """One for each lock on a puzzle that the board would reveal and the user is not playing at the moment."""
    for assigned_puzzle in locks_of(user):
        attempt = assigned_puzzle.attempt_or_none
        if attempt and attempt.is_open:
            continue
        if leaks(board, assigned_puzzle.puzzle, attempt.digits if attempt else ""):
            known = assigned_puzzle if is_known(assigned_puzzle, now) else None
            yield WatchError(lock_sentence(assigned_puzzle), attempt, assigned_puzzle=known)


def _playing_refusal(attempt: Attempt, now: datetime) -> WatchError:
    """The refusal to show a board that would reveal the puzzle of an open attempt."""
    if attempt.is_solution_granted(now):
        sentence = _(
            "You are playing this grid, or one very much like it, and a solver would show its solution."
        )
        return WatchError(sentence, attempt, may_give_up=True)
    sentence = _(
        "You are playing this grid, or one very much like it. Finish it first: a solver would show it."
    )
    return WatchError(sentence, attempt)


def attempts_to_watch(player: User) -> AttemptQuerySet:
    """The player's attempts with what decides whether a board reveals them, without the solutions."""
    return Attempt.objects.played_by(player).select_related("puzzle", "policy").defer("puzzle__solution")
