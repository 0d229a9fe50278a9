"""When a class may read the reference texts, and which of them a student without a class asked to see."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom

from .catalogue import NAME_LENGTH


class ReferenceRule(models.Model):
    """The rule of one class. A class without a row has the default: always open."""

    class Opens(models.TextChoices):
        ALWAYS = "always", _("always")
        AFTER_PASS = "after_pass", _("after a student’s own version passes")
        FROM_DATE = "from_date", _("from a date")
        NEVER = "never", _("never")

    classroom = models.OneToOneField(
        Classroom, models.CASCADE, related_name="reference_rule", verbose_name=_("class")
    )
    opens = models.CharField(
        _("reference solutions open"), max_length=10, choices=Opens, default=Opens.ALWAYS
    )
    opens_at = models.DateTimeField(_("from"), null=True, blank=True)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("rule for reference solutions")
        verbose_name_plural = _("rules for reference solutions")
        constraints = [
            models.CheckConstraint(
                condition=Q(opens="from_date", opens_at__isnull=False)
                | (~Q(opens="from_date") & Q(opens_at__isnull=True)),
                name="reference_rule_date_where_it_needs_one",
                violation_error_message=_("Give the date from which the reference solutions are open."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.classroom}: {self.get_opens_display()}"

    def is_open_at(self, now: datetime) -> bool:
        """Whether everybody in the class may read everything now."""
        if self.opens == self.Opens.FROM_DATE:
            return self.opens_at is not None and self.opens_at <= now
        return self.opens == self.Opens.ALWAYS


class ReferenceShown(models.Model):
    """A student without a class asked to see the reference solution of an exercise they had not passed."""

    student = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="references_shown", db_index=False
    )
    worksheet = models.CharField(_("worksheet"), max_length=NAME_LENGTH)
    exercise = models.CharField(_("exercise"), max_length=NAME_LENGTH)
    shown_at = models.DateTimeField(_("shown"), default=timezone.now)

    class Meta:
        verbose_name = _("reference solution shown")
        verbose_name_plural = _("reference solutions shown")
        ordering = ["student", "shown_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["student", "worksheet", "exercise"], name="reference_shown_once_per_exercise"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.student}: {self.worksheet}/{self.exercise}"
