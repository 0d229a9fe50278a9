"""Generations: new grids that a teacher ordered for a collection."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .jobs import Job, JobQuerySet
from .puzzles import Collection


class PuzzleGenerationQuerySet(JobQuerySet["PuzzleGeneration"]):
    owner_path = "collection__owner"


class PuzzleGeneration(Job):
    """New grids of a kind, ordered for a collection.

    The grid of try n depends on the seed and on n alone, so the successor of a killed worker makes the same
    grids again. `tries` counts the tries whose grids are stored, `dry_tries` those since the last grid of the
    kind ordered.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        RARE = "rare", _("given up: too rare")
        STOPPED = "stopped", _("stopped")

    MAX_GRIDS = 500
    # From this many tries a grid on, the page says that the kind is rare.
    MANY_TRIES = 200
    counter = "tries"

    collection = models.ForeignKey(
        Collection, models.CASCADE, related_name="generations", verbose_name=_("collection")
    )
    tier = models.PositiveSmallIntegerField(_("tier"), null=True)
    hardest = models.CharField(_("hardest technique"), max_length=40, blank=True)
    count = models.PositiveSmallIntegerField(
        _("grids"), default=30, validators=[MinValueValidator(1), MaxValueValidator(MAX_GRIDS)]
    )
    seed = models.CharField(_("seed"), max_length=40)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    made = models.PositiveSmallIntegerField(_("made"), default=0, editable=False)
    tries = models.PositiveIntegerField(_("tries"), default=0, editable=False)
    dry_tries = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(_("ordered"), default=timezone.now, editable=False)

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
        return reverse("library:generation", args=[self.pk])

    @property
    def percent_made(self) -> int:
        return 100 * self.made // self.count

    @property
    def tries_per_grid(self) -> int:
        """Tries for each grid so far; all of them before the first grid."""
        return self.tries // max(self.made, 1)

    @property
    def is_rare(self) -> bool:
        return self.tries_per_grid >= self.MANY_TRIES
