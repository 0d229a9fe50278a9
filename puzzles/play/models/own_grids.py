"""Own grids: typed in, pasted, or generated for a player."""

from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from puzzles.library.models.puzzles import Puzzle


class OwnGridQuerySet(models.QuerySet["OwnGrid"]):
    def owned_by(self, user: models.Model) -> Self:
        return self.filter(owner=user)


class OwnGrid(models.Model):
    """A grid that a player keeps, private to them.

    The puzzle is shared by its givens, as every puzzle is, and does not say who brought it. This gives it no
    entry in a collection, so it is neither drawn nor listed for anybody.
    """

    MAX_GRIDS = 100

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_grids")
    puzzle = models.ForeignKey(Puzzle, models.PROTECT, related_name="own_grids")
    name = models.CharField(_("name"), max_length=80, blank=True)
    created_at = models.DateTimeField(_("kept since"), default=timezone.now, editable=False)

    objects = OwnGridQuerySet.as_manager()

    class Meta:
        verbose_name = _("own grid")
        verbose_name_plural = _("own grids")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "puzzle"], name="own_grid_once_per_owner"),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.owner_id}: {self.puzzle_id}"
