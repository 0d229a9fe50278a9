"""Lesson packs that teachers write, and the lessons that classes get from packs."""

from datetime import date
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, OfClass, User
from puzzles.assignments.models import Assignment

TITLE_LENGTH = 120
SUMMARY_LENGTH = 400


class LessonPackQuerySet(models.QuerySet["LessonPack"]):
    def owned_by(self, teacher: User) -> Self:
        return self.filter(owner=teacher)

    def readable_by(self, teacher: User) -> Self:
        """The teacher's own packs, and those that colleagues share."""
        return self.filter(Q(owner=teacher) | Q(is_shared=True))


class LessonPack(models.Model):
    """A teacher's own pack. `activities` is what `services.activities.to_json` writes, in order."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="lesson_packs", verbose_name=_("teacher")
    )
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    summary = models.CharField(_("summary"), max_length=SUMMARY_LENGTH, blank=True)
    activities = models.JSONField(_("activities"), default=list, blank=True)
    # Counts the changes of the activities: a form that shows an earlier version changes nothing.
    version = models.PositiveIntegerField(default=1, editable=False)
    is_shared = models.BooleanField(_("shared"), default=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    changed_at = models.DateTimeField(_("changed"), default=timezone.now, editable=False)

    objects = LessonPackQuerySet.as_manager()

    class Meta:
        verbose_name = _("lesson pack")
        verbose_name_plural = _("lesson packs")
        ordering = ["title", "pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("lessons:pack", args=[self.pk])


class LessonQuerySet(OfClass, models.QuerySet["Lesson"]):
    def taught_by(self, teacher: User) -> Self:
        """Lessons of this teacher's classes."""
        return self.filter(classroom__in=Classroom.objects.taught_by(teacher).values("pk"))

    def of(self, student: User, today: date | None = None) -> Self:
        """The lessons of a student's current classes, from the day on which each takes place."""
        today = today or timezone.localdate()
        classes = Classroom.objects.current().filter(memberships__student=student)
        return self.filter(classroom__in=classes.values("pk"), takes_place_on__lte=today)


class Lesson(models.Model):
    """A pack as it was given to a class: its activities do not change when the pack does.

    `token` is that of the form which gave it, so that a form sent twice gives it once.
    """

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="lessons", verbose_name=_("class"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )
    pack = models.CharField(_("lesson pack"), max_length=30)
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    takes_place_on = models.DateField(_("date"))
    due_on = models.DateField(_("due"))
    token = models.CharField(max_length=32, editable=False)
    given_at = models.DateTimeField(_("given"), default=timezone.now, editable=False)

    objects = LessonQuerySet.as_manager()

    class Meta:
        verbose_name = _("lesson")
        verbose_name_plural = _("lessons")
        ordering = ["-takes_place_on", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["classroom", "token"], name="lesson_once_per_form"),
            models.CheckConstraint(
                condition=Q(due_on__gte=F("takes_place_on")),
                name="lesson_due_after_it_takes_place",
                violation_error_message=_("The due date must not be before the lesson."),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("lessons:lesson", args=[self.pk])


class LessonActivity(models.Model):
    """An activity of a lesson. `data` is frozen; `assignment` is the class's work in it, if any."""

    lesson = models.ForeignKey(Lesson, models.CASCADE, related_name="activities")
    position = models.PositiveSmallIntegerField()
    data = models.JSONField()
    assignment = models.ForeignKey(
        Assignment, models.SET_NULL, null=True, related_name="lesson_activities", editable=False
    )
    done_at = models.DateTimeField(_("done"), null=True, editable=False)

    class Meta:
        verbose_name = _("activity of a lesson")
        verbose_name_plural = _("activities of a lesson")
        ordering = ["lesson", "position"]
        constraints = [
            models.UniqueConstraint(fields=["lesson", "position"], name="lesson_activity_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.lesson_id}/{self.position}"
