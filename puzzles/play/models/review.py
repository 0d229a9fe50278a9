"""The review of a player's own steps, after the game."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .attempts import Attempt

# A technique is mastered after this many chances in a row, taken unaided over two puzzles or more.
CHANCES = 3


@dataclass(frozen=True)
class Mastery:
    """A player's progress with a technique, in steps up to CHANCES.

    `progress` counts the last chances that were all taken unaided; the last step takes a second puzzle.
    """

    progress: int

    @property
    def is_mastered(self) -> bool:
        return self.progress == CHANCES


class Placement(models.Model):
    """A digit that a player placed, right or wrong, as the review of the attempt judged it.

    `number` is the move that placed it. `technique` is the easiest one that proved it then, empty if none
    did. `easiest` is the technique of the easiest step at that moment, which the player may have missed.
    `is_unaided`: no hint or fill about that cell came before.
    """

    attempt = models.ForeignKey(Attempt, models.CASCADE, related_name="placements", db_index=False)
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

    def __str__(self) -> str:
        return f"{self.attempt_id}.{self.number}"


class TechniqueUseQuerySet(models.QuerySet["TechniqueUse"]):
    def mastery_of(self, player: models.Model | int) -> dict[str, Mastery]:
        """The player's mastery of each technique that there was a chance to use, by its id."""
        newest_first = Window(
            RowNumber(), partition_by=F("technique"), order_by=[F("made_at").desc(), F("attempt").desc()]
        )
        # Each row is a chance at least: further back than CHANCES rows nothing counts.
        last = self.filter(player=player).annotate(place=newest_first).filter(place__lte=CHANCES)
        rows = last.order_by("technique", "place").values_list(
            "technique", "taken", "is_unbroken", "attempt__puzzle"
        )
        return {
            technique: Mastery(
                _progress((taken, whole, puzzle) for _technique, taken, whole, puzzle in found)
            )
            for technique, found in groupby(rows, key=lambda row: row[0])
        }


def _progress(games: Iterable[tuple[int, bool, int]]) -> int:
    """The progress from games, the newest first: (last chances taken in a row, whether all were, puzzle)."""
    chances, puzzles = 0, set()
    for taken, is_unbroken, puzzle in games:
        chances += taken
        puzzles.update([puzzle] if taken else [])
        if not is_unbroken:
            break
    return min(chances, CHANCES if len(puzzles) > 1 else CHANCES - 1)


class TechniqueUse(models.Model):
    """The chances a player had in one game to use a technique, as its review judged them.

    A chance is a moment at which no easier technique led on anywhere on the grid. It is taken by a single
    that is placed, or by the elimination of a harder technique that the player marks; it is missed when help
    gave the step away, or something was removed that no technique shows. `taken` counts the chances since
    the last one missed; `is_unbroken` says that none was.
    """

    attempt = models.ForeignKey(Attempt, models.CASCADE, related_name="technique_uses", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="technique_uses", db_index=False
    )
    technique = models.CharField(_("technique"), max_length=40)
    taken = models.PositiveSmallIntegerField()
    is_unbroken = models.BooleanField()
    # When the game ended.
    made_at = models.DateTimeField(default=timezone.now)

    objects = TechniqueUseQuerySet.as_manager()

    class Meta:
        verbose_name = _("use of a technique")
        verbose_name_plural = _("uses of techniques")
        constraints = [
            models.UniqueConstraint(fields=["attempt", "technique"], name="technique_use_once"),
            models.CheckConstraint(
                condition=Q(taken__gt=0) | Q(is_unbroken=False), name="technique_use_of_a_chance"
            ),
        ]
        indexes = [models.Index(fields=["player", "technique", "-made_at"], name="technique_use_latest")]

    def __str__(self) -> str:
        return f"{self.attempt_id}: {self.technique}"


class TechniqueProgressQuerySet(models.QuerySet["TechniqueProgress"]):
    def mastery_of(self, player: models.Model) -> dict[str, Mastery]:
        """The player's mastery of each technique that they had a chance to use, or were drilled in."""
        return self.of_many([player.pk]).get(player.pk, {})

    def of_many(self, players: Iterable[int]) -> dict[int, dict[str, Mastery]]:
        """player -> mastery of each technique, by games or by drills, whichever is further.

        As of the last review and the last drill. A player who had no chance is left out.
        """
        found: dict[int, dict[str, Mastery]] = {}
        rows = self.filter(player__in=players).order_by()
        for player, technique, *progress in rows.values_list("player", "technique", "progress", "drilled"):
            found.setdefault(player, {})[technique] = Mastery(max(filter(None, progress), default=0))
        return found

    def keep(self, player: int, techniques: Collection[str]) -> None:
        """Store the player's current progress with these techniques, in the caller's transaction."""
        # Two reviews of one player at a time would each miss what the other writes.
        get_user_model().objects.select_for_update().filter(pk=player).values("pk").first()
        mastery = TechniqueUse.objects.filter(technique__in=techniques).mastery_of(player)
        unused = self.filter(player=player, technique__in=set(techniques) - set(mastery))
        unused.filter(drilled=None).delete()
        unused.update(progress=0)
        self.bulk_create(
            [
                self.model(player_id=player, technique=technique, progress=found.progress)
                for technique, found in mastery.items()
            ],
            update_conflicts=True,
            unique_fields=["player", "technique"],
            update_fields=["progress"],
        )

    def keep_drilled(self, player: int, technique: str, drilled: int) -> None:
        """Store the player's current progress by drills, in the caller's transaction."""
        defaults = {"drilled": drilled}
        self.update_or_create(
            player_id=player,
            technique=technique,
            defaults=defaults,
            create_defaults=defaults | {"progress": 0},
        )


class TechniqueProgress(models.Model):
    """A player's progress with a technique, stored: for a class it would be counted from many rows.

    `progress` is that by games, as of the last review, `drilled` that by drills (None before the
    first that counts), both as in `Mastery`.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="technique_progress", db_index=False
    )
    technique = models.CharField(_("technique"), max_length=40)
    progress = models.PositiveSmallIntegerField(_("progress by games"))
    drilled = models.PositiveSmallIntegerField(_("progress by drills"), null=True)

    objects = TechniqueProgressQuerySet.as_manager()

    class Meta:
        verbose_name = _("progress with a technique")
        verbose_name_plural = _("progress with techniques")
        constraints = [
            models.UniqueConstraint(fields=["player", "technique"], name="technique_progress_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.technique} {self.progress}"
