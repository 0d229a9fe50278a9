"""Students in assignments: their dates, what they did, and their answers to questions."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Count, F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User

from .assignments import ENDED_DRILL, Assignment


class AssigneeQuerySet(models.QuerySet["Assignee"]):
    def locked(self) -> Self:
        """Locked until the transaction ends, in the one order, with all that decides about their time."""
        rows = self.select_for_update(of=("self",)).order_by("pk")
        return rows.select_related("assignment__policy", "assignment__classroom", "student")

    def taught_by(self, teacher: User) -> Self:
        """The students of assignments of this teacher's classes."""
        return self.filter(assignment__in=Assignment.objects.taught_by(teacher))

    def read_by(self, teacher: User) -> Self:
        """The same, of classes that the teacher only reads, too."""
        return self.filter(assignment__in=Assignment.objects.read_by(teacher).values("pk"))

    def of(self, student: models.Model) -> Self:
        """The student's assignments, without drafts, races, and those they are excused from."""
        rows = self.filter(student=student, assignment__handed_out_at__isnull=False, excused_at__isnull=True)
        return rows.filter(assignment__is_race=False)

    def with_counts(self) -> Self:
        """Count the `grids`, those `solved` and `done`, positions `drilled` and questions `answered`."""
        attempt = "assigned_puzzles__attempt"
        return self.select_related("student", "assignment__policy", "assignment__classroom").annotate(
            grids=Count("assigned_puzzles"),
            solved=Count(attempt, filter=Q(**{f"{attempt}__state": "solved"})),
            done=Count(attempt, filter=Q(**{f"{attempt}__finished_at__isnull": False})),
            drilled=Count("drill_answers", filter=ENDED_DRILL, distinct=True),
            answered=Count("question_answers", distinct=True),
        )

    def with_progress(self) -> Self:
        """Count for the student: all `grids`, those `played` to the end, runs `predicted`, drills `drilled`,
        questions `answered`.

        A full grid of an exam counts as played, be it right or wrong.
        """
        grid = "assigned_puzzles"
        full = Q(assignment__policy__is_exam=True) & ~Q(**{f"{grid}__attempt__digits__contains": "."})
        played = Q(**{f"{grid}__attempt__finished_at__isnull": False}) | full
        predicted = Q(**{f"{grid}__prediction_round__asked__gte": F(f"{grid}__prediction_round__wanted")})
        return self.select_related("assignment__policy", "assignment__classroom").annotate(
            grids=Count(grid),
            played=Count(grid, filter=Q(**{f"{grid}__attempt__isnull": False}) & played),
            predicted=Count(grid, filter=predicted),
            drilled=Count("drill_answers", filter=ENDED_DRILL, distinct=True),
            answered=Count("question_answers", distinct=True),
        )

    def writing_exam(self) -> Self:
        """Exams that are begun, not handed in and not stopped. Their time may be up."""
        return self.filter(
            assignment__policy__is_exam=True,
            assignment__algorithm="",
            assignment__handed_out_at__isnull=False,
            assignment__stopped_at=None,
            excused_at=None,
            began_at__isnull=False,
            handed_in_at=None,
        )


class Assignee(models.Model):
    """A student in an assignment.

    `due_at` is the student's own due date. It is not stretched by extra time, the assignment's due date is.
    `given_back_s` counts the seconds that pauses took from a running exam. `extra_time` is the student's
    factor when they began the exam: a later change, perhaps by a teacher of another class, has no effect.

    The ends of the work:

    `is_closed`                     handed in by the student, or stopped by the teacher
    `is_over`, `ends_at`            closed, or time up (`times_out_at`); none runs out in a pause of an exam
    `is_read_only`, `read_only_at`  in an exam over, in homework closed: late work still counts
    `latest_end_at`                 stopped or time up, whether it is handed in earlier or not
    """

    class Status(models.TextChoices):
        """Status of the assignment for the student."""

        EARLY = "early", _("not open yet")
        NEW = "new", _("to do")
        RUNNING = "running", _("in progress")
        LATE = "late", _("late")
        OVER = "over", _("over")
        RELEASED = "released", _("results released")
        DONE = "done", _("done")

    class Progress(models.TextChoices):
        """Progress of the student for the teacher, in the order of the counts on the page."""

        NEW = "new", _("not begun")
        WORKING = "working", _("working")
        MISSED = "missed", _("over, not begun")
        OVER = "over", _("ended unfinished")
        HANDED_IN = "handed_in", _("handed in")
        DONE = "done", _("finished")
        EXCUSED = "excused", pgettext_lazy("one student", "excused")

    ENDED = (Status.OVER, Status.RELEASED, Status.DONE)
    TO_DO = (Status.NEW, Status.RUNNING, Status.LATE)

    assignment = models.ForeignKey(Assignment, models.CASCADE, related_name="assignees")
    student = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="assignees")
    due_at = models.DateTimeField(_("own due date"), null=True, blank=True)
    excused_at = models.DateTimeField(null=True, blank=True)
    began_at = models.DateTimeField(_("begun"), null=True, editable=False)
    handed_in_at = models.DateTimeField(_("handed in"), null=True, editable=False)
    given_back_s = models.PositiveIntegerField(default=0, editable=False)
    extra_time = models.DecimalField(max_digits=3, decimal_places=2, null=True, editable=False)

    objects = AssigneeQuerySet.as_manager()

    class Meta:
        verbose_name = _("student of an assignment")
        verbose_name_plural = _("students of an assignment")
        ordering = ["assignment", "student"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "student"], name="assignee_once_per_assignment"),
        ]

    def __str__(self) -> str:
        return f"{self.student}: {self.assignment}"

    def get_absolute_url(self) -> str:
        """The student's page of the assignment."""
        return reverse("assignments:assignee", args=[self.assignment_id])

    @property
    def ends_at(self) -> datetime | None:
        """The end of the work for the student: handed in, stopped, or time up. None without an end."""
        return _first(self._closed_at, self.times_out_at)

    @property
    def times_out_at(self) -> datetime | None:
        """The end of the student's time: the due date or the end of the minutes, whichever comes first."""
        return _first(self._due_at, self._minutes_over_at)

    @property
    def latest_end_at(self) -> datetime | None:
        """The time when the work ends for the student unless they hand it in earlier."""
        return _first(self.assignment.stopped_at, self.times_out_at)

    def is_over(self, now: datetime) -> bool:
        """Whether the work has ended. The clock of an exam does not run while its class is paused."""
        if self.is_closed(now):
            return True
        time_out = self.times_out_at
        return time_out is not None and time_out <= now and not self._is_clock_stopped_at(time_out)

    def is_closed(self, now: datetime) -> bool:
        """Whether the student has handed it in, or the teacher has stopped it."""
        return self._closed_at is not None and self._closed_at <= now

    def is_read_only(self, now: datetime) -> bool:
        """Whether the work takes no more moves. Homework stays open after its due date and counts as late.

        Questions do not: their answers are shown then.
        """
        ends_in_time = self.assignment.is_exam or self.assignment.asks_questions
        return self.is_over(now) if ends_in_time else self.is_closed(now)

    def is_puzzle_available(self, now: datetime, *, has_begun: bool) -> bool:
        """Whether the student may still begin one of the puzzles, or finish one that is begun."""
        return not (self.is_read_only(now) if has_begun else self.is_over(now))

    def status(self, now: datetime, *, is_done: bool = False) -> Status:
        """The status for the student; `is_done` if all grids are finished, which does not end an exam."""
        if self.assignment.is_exam and self.assignment.released_at is not None:
            return self.Status.RELEASED
        if self.is_read_only(now):
            return self.Status.OVER
        if self.assignment.opens_at > now:
            return self.Status.EARLY
        is_late = self.is_over(now)
        if not is_late and self.began_at is None:
            return self.Status.NEW
        if is_done and not self.assignment.is_exam:
            return self.Status.DONE
        return self.Status.LATE if is_late else self.Status.RUNNING

    def progress(self, now: datetime, *, is_done: bool) -> Progress:
        """The progress for the teacher; `is_done` if there are grids and all are finished."""
        if self.excused_at:
            return self.Progress.EXCUSED
        if self.handed_in_at:
            return self.Progress.HANDED_IN
        if is_done:
            return self.Progress.DONE
        if self.is_over(now):
            return self.Progress.OVER if self.began_at else self.Progress.MISSED
        return self.Progress.WORKING if self.began_at else self.Progress.NEW

    @property
    def time_factor(self) -> Decimal:
        """The factor that stretches the student's dates and minutes."""
        return self.student.extra_time if self.extra_time is None else self.extra_time

    @property
    def read_only_at(self) -> datetime | None:
        """The time when the work stops taking moves."""
        ends_in_time = self.assignment.is_exam or self.assignment.asks_questions
        return self.ends_at if ends_in_time else self._closed_at

    @property
    def _closed_at(self) -> datetime | None:
        return _first(self.assignment.stopped_at, self.handed_in_at)

    def _is_clock_stopped_at(self, time_out: datetime) -> bool:
        since = self.assignment.clock_stopped_at
        return since is not None and since < time_out

    @property
    def _due_at(self) -> datetime | None:
        if self.due_at or not self.assignment.due_at:
            return self.due_at
        given = self.assignment.due_at - self.assignment.opens_at
        return self.assignment.opens_at + given * float(self.time_factor) + self._given_back

    @property
    def _minutes_over_at(self) -> datetime | None:
        if not self.assignment.minutes or self.began_at is None or self.due_at:
            return None
        minutes = self.assignment.minutes * float(self.time_factor)
        return self.began_at + timedelta(minutes=minutes) + self._given_back

    @property
    def _given_back(self) -> timedelta:
        return timedelta(seconds=self.given_back_s)


def _first(*moments: datetime | None) -> datetime | None:
    return min((moment for moment in moments if moment is not None), default=None)


class QuestionAnswer(models.Model):
    """A student's last answer to one of the questions of an assignment, by its number from 1.

    `value` is described in `services/questions.py`. `is_right` is what a teacher said of a text, None
    where nobody did; a new answer clears it.
    """

    MAX_VALUE = 200

    assignee = models.ForeignKey(Assignee, models.CASCADE, related_name="question_answers", db_index=False)
    number = models.PositiveSmallIntegerField()
    value = models.CharField(_("answer"), max_length=MAX_VALUE)
    is_right = models.BooleanField(_("right"), null=True, editable=False)
    answered_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("answer to a question of an assignment")
        verbose_name_plural = _("answers to questions of assignments")
        ordering = ["assignee", "number"]
        constraints = [
            models.UniqueConstraint(fields=["assignee", "number"], name="question_answer_once"),
            models.CheckConstraint(condition=Q(number__range=(1, 30)), name="question_answer_number_1_to_30"),
        ]

    def __str__(self) -> str:
        return f"{self.assignee_id}/{self.number}"
