"""What a player's own steps were, found after the game."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby, takewhile

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .play import Attempt

# So many chances in a row, taken unaided over two puzzles or more, make a technique mastered.
CHANCES = 3
# A puzzle has no more cells to fill than this: so many chances reach back beyond one puzzle.
REACH = 65


@dataclass(frozen=True)
class Mastery:
    """How far somebody has come with a technique that there was a chance to use, in steps up to CHANCES.

    `progress` counts the last chances that were all taken unaided; the last step takes a second puzzle.
    """

    progress: int

    @property
    def is_mastered(self) -> bool:
        return self.progress == CHANCES


class PlacementQuerySet(models.QuerySet["Placement"]):
    def mastery_of(self, player: models.Model) -> dict[str, Mastery]:
        """How the player fared with each technique that there was a chance to use, by its id."""
        return self.mastery_of_many([player.pk]).get(player.pk, {})

    def mastery_of_many(self, players: Collection[int]) -> dict[int, dict[str, Mastery]]:
        """The same for each of these players, by their keys; one who had no chance is left out.

        A chance is a right placement that took this technique and none harder. Some techniques have thirty
        chances in one puzzle: these count back to the puzzle before.
        """
        newest_first = Window(
            RowNumber(),
            partition_by=[F("player"), F("technique")],
            order_by=[F("made_at").desc(), F("attempt").desc(), F("number").desc()],
        )
        chances = self.filter(player__in=players, is_right=True).exclude(technique="")
        last = chances.annotate(place=newest_first).filter(place__lte=REACH)
        rows = last.order_by("player", "technique", "place")
        columns = rows.values_list("player", "technique", "is_unaided", "attempt__puzzle")
        found: dict[int, dict[str, Mastery]] = {}
        for (player, technique), of_one in groupby(columns, key=lambda row: row[:2]):
            chain = ((is_unaided, puzzle) for _player, _technique, is_unaided, puzzle in of_one)
            found.setdefault(player, {})[technique] = Mastery(_progress(chain))
        return found


def _progress(chances: Iterable[tuple[bool, int]]) -> int:
    """How far chances lead, the newest first: (taken unaided?, puzzle)."""
    taken = [puzzle for _is_unaided, puzzle in takewhile(lambda chance: chance[0], chances)]
    return min(len(taken), CHANCES if len(set(taken)) > 1 else CHANCES - 1)


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

    objects = PlacementQuerySet.as_manager()

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
