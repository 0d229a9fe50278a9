"""The puzzles of students in assignments."""

from datetime import datetime
from typing import TYPE_CHECKING, Self

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from puzzles.library.models.puzzles import Puzzle

from .assignees import Assignee
from .assignments import Assignment

if TYPE_CHECKING:
    from puzzles.play.models.attempts import Attempt


class AssignedPuzzleQuerySet(models.QuerySet["AssignedPuzzle"]):
    def of(self, student: models.Model) -> Self:
        """The student's puzzles, without drafts and assignments they are excused from."""
        return self.filter(assignee__in=Assignee.objects.of(student))

    def in_assignment(self, assignment: Assignment) -> Self:
        """The puzzles of all students of an assignment, student by student."""
        return self.filter(assignee__assignment=assignment).order_by("assignee", "position")


class AssignedPuzzle(models.Model):
    """One puzzle of one student of an assignment, to be played or for a run to be predicted.

    `position` counts from 1.
    """

    class Status(models.TextChoices):
        """Status on the student's card of the puzzle. Those of an attempt have the attempt's values."""

        NEW = "new", _("not begun")
        UNOPENED = "unopened", _("not opened, handed in")
        OPEN = "open", _("in progress")
        FULL = "full", _("full")
        PREDICTED = "done", _("done")
        SOLVED = "solved", _("solved")
        HELPED = "helped", _("solved with help")
        SHOWN = "shown", _("solution shown")
        HANDED_IN = "handed_in", pgettext_lazy("one grid", "handed in")
        RIGHT = "right", pgettext_lazy("one grid", "right")
        WRONG = "wrong", pgettext_lazy("one grid", "wrong")
        UNFINISHED = "unfinished", pgettext_lazy("one grid", "not finished")

    LEFT = (Status.NEW, Status.OPEN)

    assignee = models.ForeignKey(Assignee, models.CASCADE, related_name="assigned_puzzles")
    puzzle = models.ForeignKey(Puzzle, models.PROTECT, related_name="assigned_puzzles")
    position = models.PositiveSmallIntegerField()

    objects = AssignedPuzzleQuerySet.as_manager()

    class Meta:
        verbose_name = _("assigned puzzle")
        verbose_name_plural = _("assigned puzzles")
        ordering = ["assignee", "position"]
        constraints = [
            models.UniqueConstraint(fields=["assignee", "position"], name="assigned_puzzle_position_once"),
            models.UniqueConstraint(fields=["assignee", "puzzle"], name="assigned_puzzle_puzzle_once"),
        ]

    def __str__(self) -> str:
        return f"{self.assignee_id}/{self.position}"

    @property
    def attempt_or_none(self) -> "Attempt | None":
        return getattr(self, "attempt", None)

    def status(self, now: datetime, *, is_verdict_shown: bool = False) -> Status:
        """The status for the student; right and wrong only if the verdict is shown.

        In an exam a full grid is full, whatever it holds, until the results are released.
        """
        if self.assignee.assignment.algorithm:
            return self._run_status()
        attempt, is_read_only = self.attempt_or_none, self.assignee.is_read_only(now)
        is_exam = self.assignee.assignment.is_exam
        if attempt is None:
            return self.Status.UNOPENED if is_read_only else self.Status.NEW
        if attempt.is_open:
            if is_read_only:
                return self.Status.HANDED_IN
            return self.Status.FULL if is_exam and attempt.is_full else self.Status.OPEN
        status = self.Status(attempt.state)
        if is_verdict_shown and status == self.Status.HANDED_IN:
            return self.verdict_on(attempt)
        if is_verdict_shown and is_exam and status == self.Status.SOLVED:
            return self.Status.RIGHT
        return status

    @classmethod
    def verdict_on(cls, attempt: "Attempt") -> Status:
        """The status of an attempt that was handed in and is not right, once its verdict is shown."""
        return cls.Status.WRONG if attempt.is_full else cls.Status.UNFINISHED

    def _run_status(self) -> Status:
        round_ = getattr(self, "prediction_round", None)
        if round_ is None:
            return self.Status.NEW
        return self.Status.PREDICTED if round_.is_finished else self.Status.OPEN
