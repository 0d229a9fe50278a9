"""Code handed in: every version as it was, its verdicts with who judged it, and the comments of teachers."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from puzzles.assignments.models import Assignment

from .catalogue import NAME_LENGTH

# A program of 100 KB is thirty times the longest reference text.
SOURCE_BYTES = 100 * 1024
# What a verdict says beside its code, as JSON.
DETAILS_BYTES = 4 * 1024
COMMENT_LENGTH = 2000
FILE_NAME_LENGTH = 120


class SubmissionQuerySet(models.QuerySet["Submission"]):
    def of(self, student: User) -> Self:
        return self.filter(student=student)

    def taught_by(self, teacher: User) -> Self:
        """What was handed in for the assignments of this teacher's classes."""
        return self.filter(assignment__in=Assignment.objects.taught_by(teacher).values("pk"))

    def read_by(self, teacher: User) -> Self:
        """The same, of classes that the teacher only reads, too."""
        return self.filter(assignment__in=Assignment.objects.read_by(teacher).values("pk"))

    def counted(self) -> Self:
        """Versions that count: trials left out."""
        return self.filter(is_trial=False)

    def newest_per_student(self) -> Self:
        """The last version of each student among these."""
        newest = self.order_by().values("student").annotate(newest=models.Max("pk")).values("newest")
        return self.filter(pk__in=newest)


class Submission(models.Model):
    """One version of a program, as a student handed it in. Never changed, never run on the server.

    The oldest may make room for new ones: services/versions.py.

    `is_trial` is a test deposit: it is kept and shown, and does not count. `assignment_name` outlives the
    assignment where its class is deleted.
    """

    student = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="submissions", db_index=False
    )
    worksheet = models.CharField(_("worksheet"), max_length=NAME_LENGTH)
    assignment = models.ForeignKey(
        Assignment, models.SET_NULL, null=True, blank=True, related_name="submissions", editable=False
    )
    assignment_name = models.CharField(max_length=120, blank=True, editable=False)
    file_name = models.CharField(_("file"), max_length=FILE_NAME_LENGTH)
    size = models.PositiveIntegerField(_("bytes"), default=0, editable=False)
    is_trial = models.BooleanField(_("test deposit"), default=False)
    is_late = models.BooleanField(_("late"), default=False)
    created_at = models.DateTimeField(_("handed in"), default=timezone.now)
    # Last, so that SQLite reads the other columns without it.
    source = models.TextField(_("program"))

    objects = SubmissionQuerySet.as_manager()

    # Whether the reader of a page may open it; set where a page lists versions.
    is_readable = False
    # Number of code cells of the notebook it was made from; set when it is handed in.
    cells_taken = 0
    # Whether it had been handed in before; set likewise.
    is_unchanged = False

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["student", "worksheet", "-id"], name="submission_by_worksheet"),
            # Covers what the live table counts, so that no version is read for it.
            models.Index(
                fields=["assignment", "student", "is_trial", "-id"], name="submission_by_assignment"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.student}: {self.file_name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new version. Raises ValueError for one that is stored already."""
        if not self._state.adding:
            raise ValueError("A submission is never changed: hand in a new version.")
        self.size = len(self.source.encode())
        super().save(*args, **kwargs)

    @property
    def is_collected(self) -> bool:
        """Whether it is a draft that was taken when the work was stopped: both happen at one moment."""
        return self.assignment is not None and self.created_at == self.assignment.stopped_at

    @property
    def lines(self) -> list[str]:
        """The lines as Python counts them: a form feed or U+2028 ends none."""
        lines = self.source.split("\n")
        return lines if lines[-1] else lines[:-1]


class JudgedExercise(models.Model):
    """The verdict on one exercise of a submission, by the student's browser or by the teacher's."""

    class Verdict(models.TextChoices):
        PASSED = "passed", _("passed")
        WRONG = "wrong", _("wrong")
        RAISED = "raised", _("error")
        PRINTED_WRONG = "printed_wrong", _("printed something else")
        CHANGED = "changed", _("changed what it must not")
        NOT_DEFINED = "not_defined", _("not defined")
        TOO_SLOW = "too_slow", _("too slow")
        STOPPED = "stopped", _("stopped")

    class Judge(models.TextChoices):
        STUDENT = "student", _("by the student’s browser")
        TEACHER = "teacher", _("confirmed by the teacher")

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="verdicts", db_index=False)
    exercise = models.CharField(_("exercise"), max_length=NAME_LENGTH)
    verdict = models.CharField(_("verdict"), max_length=13, choices=Verdict)
    judged_by = models.CharField(_("judged"), max_length=7, choices=Judge)
    details = models.JSONField(default=dict, blank=True)
    judged_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("verdict")
        verbose_name_plural = _("verdicts")
        ordering = ["submission", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "exercise", "judged_by"], name="verdict_once_per_exercise_and_judge"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.exercise}: {self.verdict}"

    @property
    def is_passed(self) -> bool:
        return self.verdict == self.Verdict.PASSED

    @property
    def is_confirmed(self) -> bool:
        return self.judged_by == self.Judge.TEACHER


class Comment(models.Model):
    """What a teacher says about a submission, to the student; `line` counts from 1, empty for the whole."""

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="comments")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )
    text = models.CharField(_("comment"), max_length=COMMENT_LENGTH)
    line = models.PositiveIntegerField(_("line"), null=True, blank=True)
    created_at = models.DateTimeField(_("written"), default=timezone.now)

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ["submission", "pk"]

    def __str__(self) -> str:
        return self.text[:40]
