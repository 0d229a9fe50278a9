"""How far a student is with the exercises, and what they answered to the questions of a worksheet."""

from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from .catalogue import NAME_LENGTH
from .submissions import JudgedExercise

ANSWER_LENGTH = 2000


class ExerciseProgressQuerySet(models.QuerySet["ExerciseProgress"]):
    def of_worksheet(self, worksheet: str) -> Self:
        return self.filter(worksheet=worksheet)

    def passed(self) -> Self:
        return self.filter(passed_at__isnull=False)

    def passed_exercises(self) -> set[tuple[str, str]]:
        """Those of these exercises that are passed, as pairs of a worksheet and an exercise."""
        return set(self.passed().order_by().values_list("worksheet", "exercise"))


class ExerciseProgress(models.Model):
    """One student with one exercise: when it was first seen, how often judged, and when first passed."""

    class Status(models.TextChoices):
        NEW = "new", _("not begun")
        SEEN = "seen", _("seen")
        TRIED = "tried", _("tried")
        PASSED = "passed", _("passed")

    student = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="exercise_progress", db_index=False
    )
    worksheet = models.CharField(_("worksheet"), max_length=NAME_LENGTH)
    exercise = models.CharField(_("exercise"), max_length=NAME_LENGTH)
    seen_at = models.DateTimeField(_("first seen"), default=timezone.now)
    tries = models.PositiveIntegerField(_("tries"), default=0)
    last_verdict = models.CharField(
        _("last verdict"), max_length=13, blank=True, choices=JudgedExercise.Verdict
    )
    last_at = models.DateTimeField(_("last try"), null=True)
    passed_at = models.DateTimeField(_("passed"), null=True)

    objects = ExerciseProgressQuerySet.as_manager()

    class Meta:
        verbose_name = _("progress with an exercise")
        verbose_name_plural = _("progress with exercises")
        ordering = ["student", "worksheet", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["student", "worksheet", "exercise"], name="exercise_progress_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.student}: {self.worksheet}/{self.exercise}"

    @property
    def status(self) -> Status:
        """How far the student is. A row that is not stored is an exercise that was never opened."""
        if self.passed_at:
            return self.Status.PASSED
        if self.last_verdict:
            return self.Status.TRIED
        return self.Status.SEEN if self.pk else self.Status.NEW

    @property
    def status_name(self) -> str:
        """The status in a student's own list: the last verdict, where there is one to improve on."""
        if self.status == self.Status.TRIED:
            return self.get_last_verdict_display()
        return str(self.Status.NEW.label if self.status == self.Status.SEEN else self.status.label)

    @property
    def description(self) -> str:
        """The status with the number of tries: passed, 3 tries."""
        if self.status == self.Status.PASSED:
            return gettext("passed, %(tries)s") % {"tries": tries_words(self.tries)}
        if self.status == self.Status.TRIED:
            return f"{self.get_last_verdict_display()}, {tries_words(self.tries)}"
        return str(self.status.label)


def tries_words(tries: int) -> str:
    return ngettext("%(count)d try", "%(count)d tries", tries) % {"count": tries}


class Answer(models.Model):
    """What a student last answered to one question: choices by their keys, a reason in their own words.

    `is_right` is empty where only a person can tell. `tries` counts how often it was answered.
    """

    student = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="course_answers", db_index=False
    )
    worksheet = models.CharField(_("worksheet"), max_length=NAME_LENGTH)
    question = models.CharField(_("question"), max_length=NAME_LENGTH)
    choices = models.JSONField(_("choices"), default=list, blank=True)
    text = models.CharField(_("reason"), max_length=ANSWER_LENGTH, blank=True)
    is_right = models.BooleanField(_("right"), null=True)
    tries = models.PositiveIntegerField(_("tries"), default=1)
    answered_at = models.DateTimeField(_("answered"), default=timezone.now)

    class Meta:
        verbose_name = _("answer")
        verbose_name_plural = _("answers")
        ordering = ["student", "worksheet", "question"]
        constraints = [
            models.UniqueConstraint(
                fields=["student", "worksheet", "question"], name="answer_once_per_question"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.student}: {self.worksheet}/{self.question}"
