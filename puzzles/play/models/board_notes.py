"""What a teacher sends to the board of a student."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .attempts import Attempt

TEXT_LENGTH = 200


class BoardNote(models.Model):
    """A sentence of a teacher, or that a hint was sent: the hint itself is a move of the attempt."""

    class Kind(models.TextChoices):
        SENTENCE = "sentence", _("sentence")
        HINT = "hint", _("hint")

    attempt = models.ForeignKey(Attempt, models.CASCADE, related_name="board_notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind)
    text = models.CharField(_("sentence"), max_length=TEXT_LENGTH, blank=True)
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("note to a board")
        verbose_name_plural = _("notes to boards")
        ordering = ["attempt", "pk"]

    def __str__(self) -> str:
        return f"{self.attempt_id}: {self.kind}"
