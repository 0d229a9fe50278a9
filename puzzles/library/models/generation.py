"""Grids that a teacher has had made: ordered, made in the background, put into a collection."""

from datetime import timedelta
from typing import Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from .puzzles import Collection


class PuzzleGenerationQuerySet(models.QuerySet["PuzzleGeneration"]):
    def managed_by(self, user: User) -> Self:
        """What the admin shows this user: what goes into one's own collections, all to an administrator."""
        return self.all() if user.is_superuser else self.filter(collection__owner=user)

    def unfinished(self) -> Self:
        return self.filter(state__in=[PuzzleGeneration.State.WAITING, PuzzleGeneration.State.RUNNING])

    def unattended(self) -> Self:
        """Unfinished ones that no worker holds: waiting, or left by one that died."""
        return self.unfinished().filter(Q(lease_until=None) | Q(lease_until__lt=timezone.now()))


class PuzzleGeneration(models.Model):
    """New grids of a kind, ordered for a collection; the unfinished rows are the queue.

    What try n gives depends on the seed and on n alone. `tries` counts those whose grids are stored: a killed
    worker's successor makes the others again, and a worker whose number is not the row's has been overtaken.
    `dry_tries` are those since the last grid that was as ordered.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        RARE = "rare", _("given up: too rare")
        STOPPED = "stopped", _("stopped")

    LEASE = timedelta(seconds=15)
    MOST = 500

    collection = models.ForeignKey(
        Collection, models.CASCADE, related_name="generations", verbose_name=_("collection")
    )
    tier = models.PositiveSmallIntegerField(_("tier"), null=True)
    hardest = models.CharField(_("hardest technique"), max_length=40, blank=True)
    count = models.PositiveSmallIntegerField(
        _("grids"), default=30, validators=[MinValueValidator(1), MaxValueValidator(MOST)]
    )
    seed = models.CharField(_("seed"), max_length=40)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    lease_until = models.DateTimeField(null=True, editable=False)
    made = models.PositiveSmallIntegerField(_("made"), default=0, editable=False)
    tries = models.PositiveIntegerField(_("tries"), default=0, editable=False)
    dry_tries = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(_("ordered"), default=timezone.now, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)

    objects = PuzzleGenerationQuerySet.as_manager()

    class Meta:
        verbose_name = _("order of new grids")
        verbose_name_plural = _("orders of new grids")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(made__lte=models.F("count")), name="generation_makes_no_more_than_ordered"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["done", "rare", "stopped"], finished_at__isnull=False)
                | Q(state__in=["waiting", "running"], finished_at__isnull=True),
                name="generation_finished_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.collection}: {self.count}"

    def get_absolute_url(self) -> str:
        return reverse("admin:library_puzzlegeneration_change", args=[self.pk])

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    @property
    def is_leased(self) -> bool:
        """Whether a worker holds it."""
        return self.lease_until is not None and self.lease_until > timezone.now()
