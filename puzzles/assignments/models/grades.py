"""What teachers say of students' work: grades by hand, and levels of their own competences."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .assignees import Assignee


class Grade(models.Model):
    """What a teacher changed about a student's suggested grade, or wrote about it.

    Without a `value` the suggested grade stays. `reason` is for teachers, `comment` for the student. The
    audit log records each change.
    """

    class State(models.TextChoices):
        COUNTED = "counted", _("counted")
        ABSENT = "absent", _("absent")
        NOT_COUNTED = "not-counted", _("not counted")

    assignee = models.OneToOneField(Assignee, models.CASCADE, related_name="grade")
    state = models.CharField(_("state"), max_length=11, choices=State, default=State.COUNTED)
    value = models.DecimalField(_("mark"), max_digits=5, decimal_places=2, null=True, blank=True)
    reason = models.CharField(_("reason for the change"), max_length=200, blank=True)
    comment = models.TextField(_("comment for the student"), max_length=1000, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("mark")
        verbose_name_plural = _("marks")
        constraints = [
            models.CheckConstraint(
                condition=Q(value__isnull=True) | Q(value__gte=0, state="counted"),
                name="grade_value_only_if_counted",
            ),
        ]

    def __str__(self) -> str:
        return f"grade of {self.assignee_id}"


class Competence(models.Model):
    """One of a teacher's own competences, with the techniques and exercises that show it.

    An exercise is `worksheet/key`.
    """

    teacher = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="competences", editable=False
    )
    code = models.CharField(_("short code"), max_length=6)
    name = models.CharField(_("name"), max_length=60)
    techniques = models.JSONField(_("techniques"), default=list, blank=True)
    exercises = models.JSONField(_("exercises"), default=list, blank=True)

    class Meta:
        verbose_name = _("competence")
        verbose_name_plural = _("competences")
        ordering = ["code"]
        constraints = [models.UniqueConstraint(fields=["teacher", "code"], name="competence_code_once")]

    def __str__(self) -> str:
        return f"{self.code} · {self.name}"


class CompetenceLevel(models.Model):
    """A student's level of a competence that its teacher set by hand, in place of the one by rule."""

    class Level(models.IntegerChoices):
        INSUFFICIENT = 1, _("insufficient")
        FRAGILE = 2, _("fragile")
        SATISFACTORY = 3, _("satisfactory")
        VERY_GOOD = 4, _("very good")

    competence = models.ForeignKey(Competence, models.CASCADE, related_name="levels")
    student = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="competence_levels")
    level = models.PositiveSmallIntegerField(_("level"), choices=Level)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("level of a competence")
        verbose_name_plural = _("levels of competences")
        constraints = [
            models.UniqueConstraint(fields=["competence", "student"], name="competence_level_once"),
            models.CheckConstraint(condition=Q(level__range=(1, 4)), name="competence_level_1_to_4"),
        ]

    def __str__(self) -> str:
        return f"{self.competence_id}, {self.student_id}: {self.level}"
