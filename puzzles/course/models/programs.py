"""The programs students write: one per student and worksheet, and texts set aside in a conflict."""

from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .catalogue import NAME_LENGTH


class ProgramQuerySet(models.QuerySet["Program"]):
    def written_by(self, student: models.Model) -> Self:
        return self.filter(student=student)


class Program(models.Model):
    """The draft of one student for one worksheet.

    Each stored text raises `version`. `client` and `seq` name the page that wrote it and which of its saves
    it was: a save sent twice, or late, is recognised by them.
    """

    student = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="programs")
    worksheet = models.CharField(_("worksheet"), max_length=NAME_LENGTH)
    text = models.TextField(_("text"), blank=True)
    version = models.PositiveIntegerField(default=0)
    client = models.CharField(max_length=32, blank=True)
    seq = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField(_("saved"), default=timezone.now)

    objects = ProgramQuerySet.as_manager()

    class Meta:
        verbose_name = _("program")
        verbose_name_plural = _("programs")
        constraints = [
            models.UniqueConstraint(fields=["student", "worksheet"], name="program_once_per_worksheet"),
        ]

    def __str__(self) -> str:
        return f"{self.student_id}: {self.worksheet}"


class ProgramCopy(models.Model):
    """A text of a program that a conflict set aside: written on another page, and kept for its student."""

    MAX_KEPT = 20

    program = models.ForeignKey(Program, models.CASCADE, related_name="copies")
    text = models.TextField(_("text"), blank=True)
    saved_at = models.DateTimeField(_("set aside"), default=timezone.now)

    class Meta:
        verbose_name = _("text set aside")
        verbose_name_plural = _("texts set aside")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.program_id}: {self.saved_at:%Y-%m-%d %H:%M}"
