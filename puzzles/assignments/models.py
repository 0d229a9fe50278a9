"""Work given to a class: which grids, under which rules, until when; and each student's share of it."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, User
from puzzles.library.models.policies import HelpPolicy
from puzzles.library.models.puzzles import Puzzle

if TYPE_CHECKING:
    from puzzles.play.models.attempts import Attempt


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    def locked(self) -> Self:
        """Locked until the transaction ends, with all that its services read of it."""
        return self.select_for_update(of=("self",)).select_related("policy", "classroom")

    def taught_by(self, teacher: User) -> Self:
        """Assignments of this teacher's classes."""
        return self.filter(classroom__in=Classroom.objects.taught_by(teacher).values("pk"))

    def handed_out(self) -> Self:
        return self.filter(handed_out_at__isnull=False)

    def of_exercises(self) -> Self:
        """Assignments for which programs are written, not grids played."""
        return self.exclude(worksheet="")

    def unreleased_exams(self) -> Self:
        """Exams whose results nobody may know yet, drafts included."""
        return self.filter(policy__is_exam=True, released_at=None, archived_at=None)


class Assignment(models.Model):
    """Grids for a class. A draft until it is handed out; from then on its assigned puzzles are frozen.

    `source` says, as data, where the grids came from, so that a student who joins later is given the like.
    `algorithm` is the id of a solver where runs are to be predicted, and empty where grids are to be played.
    `worksheet` names the worksheet of which `exercises` are to be written; then there are no grids at all.
    `exam_time` is how long an exam lasts from handing out; empty where its teacher has written the dates.
    """

    class ExamTime(models.TextChoices):
        HOUR = "hour", _("until the end of this hour")
        HALF = "30", _("30 minutes")
        LESSON = "55", _("55 minutes")

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        WAITING = "waiting", _("not open yet")
        RUNNING = "running", _("running")
        OVER = "over", _("due date passed")
        STOPPED = "stopped", _("stopped")
        RELEASED = "released", _("results released")
        ARCHIVED = "archived", _("in the archive")

    classroom = models.ForeignKey(
        Classroom, models.CASCADE, related_name="assignments", verbose_name=_("class")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )
    name = models.CharField(_("title"), max_length=120)
    policy = models.ForeignKey(HelpPolicy, models.PROTECT, related_name="assignments")
    algorithm = models.CharField(_("algorithm"), max_length=20, blank=True)
    predictions = models.PositiveSmallIntegerField(
        _("predictions"), default=10, help_text=_("How many predictions of a run are asked for.")
    )
    worksheet = models.CharField(_("worksheet"), max_length=30, blank=True)
    exercises = models.JSONField(_("exercises"), default=list, blank=True)
    instructions = models.TextField(_("instructions"), max_length=4000, blank=True)
    source = models.JSONField(default=dict, editable=False)
    opens_at = models.DateTimeField(_("opens"), default=timezone.now)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(
        _("minutes per student"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
        help_text=_("From a student's first look at the grids; empty for no limit."),
    )
    exam_time = models.CharField(max_length=4, choices=ExamTime, blank=True, editable=False)
    # How a mark is suggested: its scale and what each help takes off, in percent of a grid's worth.
    mark_rule = models.JSONField(default=dict, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    handed_out_at = models.DateTimeField(null=True, editable=False)
    stopped_at = models.DateTimeField(null=True, editable=False)
    released_at = models.DateTimeField(null=True, editable=False)
    archived_at = models.DateTimeField(null=True, editable=False)

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        verbose_name = _("assignment")
        verbose_name_plural = _("assignments")
        ordering = ["-opens_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(due_at__isnull=True) | Q(due_at__gt=F("opens_at")),
                name="assignment_due_after_it_opens",
                violation_error_message=_("An assignment is due after it opens."),
            ),
        ]
        indexes = [models.Index(fields=["classroom", "-opens_at"], name="assignment_by_class")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("assignments:assignment", args=[self.pk])

    @property
    def is_exam(self) -> bool:
        return self.policy.is_exam

    @property
    def is_unreleased_exam(self) -> bool:
        """Whether it is an exam whose students may not know yet what is right and wrong."""
        return self.is_exam and self.released_at is None

    @property
    def is_draft(self) -> bool:
        return self.handed_out_at is None

    @property
    def asks_exercises(self) -> bool:
        """Whether programs are to be written: there are no grids then."""
        return bool(self.worksheet)

    @property
    def stands_since(self) -> datetime | None:
        """Since when an exam stands still because its class is paused; None while it goes on."""
        return self.classroom.paused_at if self.is_exam else None

    def status(self, now: datetime) -> Status:
        """Where it is in its life."""
        if self.archived_at:
            return self.Status.ARCHIVED
        if self.is_draft:
            return self.Status.DRAFT
        if self.released_at:
            return self.Status.RELEASED
        if self.stopped_at:
            return self.Status.STOPPED
        if self.opens_at > now:
            return self.Status.WAITING
        return self.Status.OVER if self.due_at and self.due_at <= now else self.Status.RUNNING

    def is_open(self, now: datetime) -> bool:
        """Whether students may begin now, the due dates of single students aside."""
        return self.handed_out_at is not None and self.stopped_at is None and self.opens_at <= now


class AssigneeQuerySet(models.QuerySet["Assignee"]):
    def locked(self) -> Self:
        """Locked until the transaction ends, in the one order, with all that decides about their time."""
        rows = self.select_for_update(of=("self",)).order_by("pk")
        return rows.select_related("assignment__policy", "assignment__classroom", "student")

    def taught_by(self, teacher: User) -> Self:
        """The students of assignments of this teacher's classes."""
        return self.filter(assignment__in=Assignment.objects.taught_by(teacher))

    def of(self, student: models.Model) -> Self:
        """What this student was given: drafts, and what they are excluded from, left out."""
        return self.filter(student=student, assignment__handed_out_at__isnull=False, excluded_at__isnull=True)

    def writing_exam(self) -> Self:
        """Exams that are begun, and neither handed in nor ended by the teacher. Their time may be up."""
        return self.filter(
            assignment__policy__is_exam=True,
            assignment__algorithm="",
            assignment__handed_out_at__isnull=False,
            assignment__stopped_at=None,
            excluded_at=None,
            began_at__isnull=False,
            handed_in_at=None,
        )


class Assignee(models.Model):
    """A student in an assignment: their own dates, and how far they are with the whole of it.

    `due_at` is the student's own due date, taken as it stands; without it the assignment's counts, with the
    student's extra time. `given_back_s` are seconds of pauses that a running exam gives back. `extra_time` is
    the student's factor as it was when they began an exam: what is changed later, perhaps by a teacher of
    another class, does not move an exam that runs.
    """

    class Status(models.TextChoices):
        """How the work stands for its student."""

        EARLY = "early", _("not open yet")
        NEW = "new", _("to do")
        RUNNING = "running", _("in progress")
        LATE = "late", _("late")
        SHUT = "shut", _("over")
        TOLD = "told", _("results released")
        DONE = "done", _("done")

    class Progress(models.TextChoices):
        """How far the student is, for the teacher; in the order in which students pass through it."""

        NEW = "new", _("not begun")
        WORKING = "working", _("working")
        MISSED = "missed", _("over, not begun")
        OVER = "over", _("over, not finished")
        HANDED_IN = "handed_in", _("handed in")
        DONE = "done", _("finished")
        EXCLUDED = "excluded", _("let off")

    # Nothing is left to do.
    ENDED = (Status.SHUT, Status.TOLD, Status.DONE)
    TO_DO = (Status.NEW, Status.RUNNING, Status.LATE)

    assignment = models.ForeignKey(Assignment, models.CASCADE, related_name="assignees")
    student = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="assignees")
    due_at = models.DateTimeField(_("own due date"), null=True, blank=True)
    excluded_at = models.DateTimeField(null=True, blank=True)
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
        return reverse("assignments:work", args=[self.assignment_id])

    @property
    def ends_at(self) -> datetime | None:
        """The moment after which nothing counts any more; None where there is no end.

        Dates and minutes are stretched by the student's extra time, except a due date of their own.
        """
        return _first(self._closed_at, self.times_out_at)

    @property
    def times_out_at(self) -> datetime | None:
        """The moment at which time is up by itself: by the date or by the minutes, whichever comes first."""
        return _first(self._due_at, self._minutes_over_at)

    @property
    def time_up_at(self) -> datetime | None:
        """The moment at which it ends for the student, whether they hand it in before or not."""
        return _first(self.assignment.stopped_at, self.times_out_at)

    def is_over(self, now: datetime) -> bool:
        """Whether nothing that is done now counts any more.

        The clock of an exam stands while its class is paused: the pause is given back when it ends.
        """
        if self.is_closed(now):
            return True
        time_out = self.times_out_at
        return time_out is not None and time_out <= now and not self._stands_at(time_out)

    def is_closed(self, now: datetime) -> bool:
        """Whether it was handed in, or ended by the teacher."""
        return self._closed_at is not None and self._closed_at <= now

    def is_shut(self, now: datetime) -> bool:
        """Whether the grids take no more moves: homework is played on after its date, and counts as late."""
        return self.is_over(now) if self.assignment.is_exam else self.is_closed(now)

    def status(self, now: datetime, *, is_done: bool = False) -> Status:
        """How it stands for the student; `is_done` where all its grids are finished, which ends no exam."""
        if self.assignment.is_exam and self.assignment.released_at is not None:
            return self.Status.TOLD
        if self.is_shut(now):
            return self.Status.SHUT
        if self.assignment.opens_at > now:
            return self.Status.EARLY
        is_late = self.is_over(now)
        if not is_late and self.began_at is None:
            return self.Status.NEW
        if is_done and not self.assignment.is_exam:
            return self.Status.DONE
        return self.Status.LATE if is_late else self.Status.RUNNING

    def progress(self, now: datetime, *, is_done: bool) -> Progress:
        """How far the student is; `is_done` where there are grids and all are finished."""
        if self.excluded_at:
            return self.Progress.EXCLUDED
        if self.handed_in_at:
            return self.Progress.HANDED_IN
        if is_done:
            return self.Progress.DONE
        if self.is_over(now):
            return self.Progress.OVER if self.began_at else self.Progress.MISSED
        return self.Progress.WORKING if self.began_at else self.Progress.NEW

    @property
    def time_factor(self) -> Decimal:
        """By what the student's dates and minutes are stretched."""
        return self.student.extra_time if self.extra_time is None else self.extra_time

    @property
    def shut_at(self) -> datetime | None:
        """The moment after which the grids take no more moves."""
        return self.ends_at if self.assignment.is_exam else self._closed_at

    @property
    def _closed_at(self) -> datetime | None:
        return _first(self.assignment.stopped_at, self.handed_in_at)

    def _stands_at(self, time_out: datetime) -> bool:
        since = self.assignment.stands_since
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


class AssignedPuzzleQuerySet(models.QuerySet["AssignedPuzzle"]):
    def of(self, student: models.Model) -> Self:
        """What this student was given: drafts, and what they are excluded from, left out."""
        return self.filter(assignee__in=Assignee.objects.of(student))


class AssignedPuzzle(models.Model):
    """One grid, or the grid of one run, that one student was given.

    `position` counts from 1 in the order in which the student meets the grids.
    """

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


# What a suggested mark takes off: percent of a grid's worth for each hint, filled cell, wrong digit, a shown
# solution, and lateness. `part` is what the right cells of a grid that is not solved are worth.
MARK_RULE: dict[str, int] = {
    "scale": 20,
    "hint": 5,
    "solution": 100,
    "cell": 5,
    "slip": 0,
    "late": 0,
    "part": 0,
}
