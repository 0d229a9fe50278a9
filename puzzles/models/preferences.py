"""How a person wishes to play."""

from django.conf import settings
from django.db import models


class Preferences(models.Model):
    """One row per player who has wishes of their own; without a row everything is as it comes.

    `techniques_off` are the ids of the techniques that no hint may use for this player.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences", primary_key=True
    )
    techniques_off = models.JSONField(default=list)

    def __str__(self) -> str:
        return str(self.player)
