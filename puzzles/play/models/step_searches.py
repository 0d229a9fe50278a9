"""Searches for steps that take long, in the background, and their results."""

from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class StepSearchQuerySet(models.QuerySet["StepSearch"]):
    def unattended(self) -> Self:
        """Unfinished ones that no worker holds: waiting, or left by one that died."""
        free = Q(lease_until=None) | Q(lease_until__lt=timezone.now())
        return self.filter(free, found_at=None)

    def unfinished_of(self, asker_id: int, *, is_path: bool) -> Self:
        """The unfinished searches of this person."""
        return self.filter(asker=asker_id, is_path=is_path, found_at=None)


class StepSearch(models.Model):
    """The next step on a position, or with `is_path` all from there on; the unfinished rows are the queue.

    `key` is a hash of the position and the techniques that may be used: all players at the same position
    share a search. `steps` are those found so far, as the engine writes them; with `found_at` there are no
    more, and the asker is forgotten. `techniques` are ids, None for all. `slices` counts the slices of work.
    """

    LEASE = timedelta(seconds=30)

    key = models.CharField(max_length=64, unique=True)
    is_path = models.BooleanField(default=False)
    digits = models.CharField(max_length=81)
    candidates = models.CharField(max_length=243)
    givens = models.CharField(max_length=81)
    techniques = models.JSONField(null=True)
    steps = models.JSONField(default=list)
    asker = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    slices = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    asked_at = models.DateTimeField(default=timezone.now)
    found_at = models.DateTimeField(null=True)

    objects = StepSearchQuerySet.as_manager()

    class Meta:
        verbose_name = _("search for steps")
        verbose_name_plural = _("searches for steps")
        indexes = [
            models.Index(fields=["asked_at"], name="search_by_age"),
            models.Index(fields=["id"], condition=Q(found_at__isnull=True), name="search_unfinished"),
        ]

    def __str__(self) -> str:
        return self.key[:8]
