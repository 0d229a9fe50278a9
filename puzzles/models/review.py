"""What a player's own steps were, found after the game."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .play import Attempt


class Placement(models.Model):
    """A digit that stood in the solved grid, or a wrong one, as the review of an attempt judged it.

    `number` is the move that put it there. `technique` is the easiest one that proved it then, empty where
    none did: a guess. `easiest` is the technique of the easiest step there was at that moment, which the
    player may have passed over. `is_unaided`: the player placed it with no hint or fill about that cell.
    """

    attempt = models.ForeignKey(Attempt, models.CASCADE, related_name="placements", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="placements", db_index=False
    )
    number = models.PositiveIntegerField()
    cell = models.PositiveSmallIntegerField()
    digit = models.PositiveSmallIntegerField()
    technique = models.CharField(_("technique"), max_length=40, blank=True)
    easiest = models.CharField(_("easiest step"), max_length=40, blank=True)
    is_right = models.BooleanField()
    is_unaided = models.BooleanField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("placement")
        verbose_name_plural = _("placements")
        ordering = ["attempt", "number", "cell"]
        constraints = [
            models.UniqueConstraint(fields=["attempt", "number", "cell"], name="placement_once"),
            models.CheckConstraint(condition=Q(cell__lte=80), name="placement_cell_0_to_80"),
            models.CheckConstraint(condition=Q(digit__range=(1, 9)), name="placement_digit_1_to_9"),
        ]
        indexes = [models.Index(fields=["player", "technique", "-made_at"], name="placement_by_technique")]

    def __str__(self) -> str:
        return f"{self.attempt_id}.{self.number}"
