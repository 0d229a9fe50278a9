"""Assigned predictions: runs of an assignment, whose next events only the server knows.

The page of such a run gets the run only up to its next question, and the rest as it answers. Each question
counts once. As long as a student has such a run to predict, no solver shows its grid (see `access`).

A run reveals the solution of its grid. So it is closed while its student writes an exam, and while another
assignment locks the grid.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from puzzles.assignments.models import AssignedPuzzle
from puzzles.engine.runs import Trace, assigned_questions
from puzzles.play.services.access import lock_sentence, locks_on
from puzzles.play.services.assigned_puzzles import AssignmentError, lock_working_assignee
from puzzles.play.services.watching import SOLVERS_REST, is_writing_exam

from ..models import PredictionRound, round_of
from .predictions import Marked, PredictionError, append_prediction
from .traces import watched_run


@dataclass(frozen=True, slots=True)
class AssignedRun:
    """A run to predict: its round, and the events that are asked for."""

    assigned_puzzle: AssignedPuzzle
    round: PredictionRound
    trace: Trace
    questions: list[int]

    @property
    def start(self) -> int:
        """The state after the last answer."""
        return self.questions[self.round.asked - 1] + 1 if self.round.asked else 0

    @property
    def end(self) -> int:
        """The last state that its student may see: the one before the next question."""
        return self.start if self.round.is_finished else self.questions[self.round.asked]

    @property
    def known(self) -> Trace:
        """The part of the run that its student may know."""
        return self.trace.cut(self.end)


def open_run(
    *, student: User, assignment_id: int, position: int, now: datetime | None = None
) -> PredictionRound:
    """The student's round on one of the runs, created if there is none.

    Raises Assignee.DoesNotExist or AssignedPuzzle.DoesNotExist, AssignmentError while the assignment is not
    open, and BusyError.
    """
    assigned_puzzle = _open_assigned_puzzle(student, assignment_id, position)
    if (opened := round_of(assigned_puzzle)) is not None:
        return opened
    asked = len(_asked(assigned_puzzle, student)[1])
    now = now or timezone.now()
    with transaction.atomic():
        lock_working_assignee(student=student, assignment_id=assignment_id, now=now)
        round_, _created = PredictionRound.objects.get_or_create(
            assigned_puzzle=assigned_puzzle,
            defaults={
                "player": student,
                "algorithm": assigned_puzzle.assignee.assignment.algorithm,
                "grid": assigned_puzzle.puzzle.givens,
                # No free round can have a token with a hyphen.
                "token": f"assigned_puzzle-{assigned_puzzle.pk}",
                "wanted": asked,
            },
        )
    return round_


def assigned_run(*, student: User, assignment_id: int, position: int) -> AssignedRun:
    """A run that the student has opened.

    Raises AssignedPuzzle.DoesNotExist, AssignmentError and BusyError.
    """
    assigned_puzzle = _open_assigned_puzzle(student, assignment_id, position)
    round_ = round_of(assigned_puzzle)
    if round_ is None:
        raise AssignmentError(_("Open the run first."))
    trace, questions = _asked(assigned_puzzle, student)
    return AssignedRun(assigned_puzzle, round_, trace, questions)


def record_assigned_prediction(
    *,
    student: User,
    assignment_id: int,
    position: int,
    event: int,
    cell: int | None,
    digit: int | None,
    now: datetime | None = None,
) -> Marked:
    """Mark the prediction of an event: a digit in a cell, or, without both, a going back.

    The first answer counts: an event that is marked already gets the same mark again. Raises
    AssignedPuzzle.DoesNotExist, AssignmentError, PredictionError for an event that is not the next question,
    and BusyError.
    """
    assigned_puzzle = _open_assigned_puzzle(student, assignment_id, position)
    trace, questions = _asked(assigned_puzzle, student)
    with transaction.atomic(durable=True):
        lock_working_assignee(student=student, assignment_id=assignment_id, now=now or timezone.now())
        try:
            round_ = PredictionRound.objects.select_for_update().get(assigned_puzzle=assigned_puzzle)
        except PredictionRound.DoesNotExist:
            raise AssignmentError(_("Open the run first.")) from None
        made = round_.predictions.filter(event=event).first()
        if made is None:
            if event not in questions[round_.asked : round_.asked + 1]:
                raise PredictionError(_("This is not the next question. Load the page again."))
            made = append_prediction(round_, trace, event=event, cell=cell, digit=digit)
    return Marked(made.is_right, trace.event(event), round_.asked, round_.right)


def _open_assigned_puzzle(student: User, assignment_id: int, position: int) -> AssignedPuzzle:
    """The run, if nothing locks its grid. Raises AssignedPuzzle.DoesNotExist and AssignmentError."""
    runs = AssignedPuzzle.objects.of(student).exclude(assignee__assignment__algorithm="")
    rows = runs.select_related("assignee__assignment", "puzzle", "prediction_round").defer("puzzle__solution")
    assigned_puzzle = rows.get(assignee__assignment=assignment_id, position=position)
    if is_writing_exam(student):
        raise AssignmentError(SOLVERS_REST)
    for lock in locks_on(student, assigned_puzzle.puzzle)[:1]:
        raise AssignmentError(lock_sentence(lock))
    return assigned_puzzle


def _asked(assigned_puzzle: AssignedPuzzle, student: User) -> tuple[Trace, list[int]]:
    """The whole run, and the events of it that are asked for."""
    assignment = assigned_puzzle.assignee.assignment
    trace = watched_run(assignment.algorithm, assigned_puzzle.puzzle.givens, asker=student.pk)
    return trace, assigned_questions(trace, assignment.predictions)
