"""Predictions of what a solver does next, kept as part of a student's progress."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Count, F, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from puzzles.assignments.models import AssignedPuzzle

_SUMS = {"rounds": Count("pk"), "all_asked": Sum("asked", default=0), "all_right": Sum("right", default=0)}


class PredictionRoundQuerySet(models.QuerySet["PredictionRound"]):
    def played_by(self, user: models.Model) -> Self:
        return self.filter(player=user)

    def free(self) -> Self:
        """Rounds of the student's own choice, which belong to no assignment."""
        return self.filter(assigned_puzzle=None)

    def finished(self) -> Self:
        """Assigned rounds of which every question is answered."""
        return self.filter(asked__gte=F("wanted"))

    def sums(self) -> dict[str, Any]:
        """How many rounds, predictions and right ones there were in all."""
        return self.order_by().aggregate(**_SUMS)

    def sums_by_player(self) -> "models.QuerySet[PredictionRound, dict[str, Any]]":
        """The same for each player."""
        return self.order_by().values("player").annotate(**_SUMS)


class PredictionRound(models.Model):
    """Some predictions in a row, of one solver on one grid.

    The grid need not be a puzzle of ours, so it stands here itself. `token` is chosen by the page, so that a
    prediction sent twice is counted once. `asked` and `right` count the round's predictions.

    The round of an assignment has its `assigned_puzzle` and `wanted`, the number of its questions; there is
    one for each assigned puzzle, and it outlives it where the class is deleted. A free round has neither.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="prediction_rounds", db_index=False
    )
    algorithm = models.CharField(_("algorithm"), max_length=20)
    grid = models.CharField(_("grid"), max_length=81)
    assigned_puzzle = models.OneToOneField(
        AssignedPuzzle, models.SET_NULL, null=True, editable=False, related_name="prediction_round"
    )
    wanted = models.PositiveSmallIntegerField(null=True, editable=False)
    token = models.CharField(max_length=32, editable=False)
    asked = models.PositiveIntegerField(_("predictions"), default=0)
    right = models.PositiveIntegerField(_("right"), default=0)
    started_at = models.DateTimeField(_("begun"), default=timezone.now, editable=False)
    last_at = models.DateTimeField(_("last prediction"), default=timezone.now, editable=False)

    objects = PredictionRoundQuerySet.as_manager()

    class Meta:
        verbose_name = _("prediction round")
        verbose_name_plural = _("prediction rounds")
        ordering = ["-last_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "token"], name="prediction_round_token_once"),
            models.CheckConstraint(
                condition=Q(right__lte=F("asked")), name="prediction_round_right_at_most_asked"
            ),
            models.CheckConstraint(
                condition=Q(assigned_puzzle=None, wanted=None)
                | Q(wanted__isnull=False, wanted__gte=F("asked")),
                name="prediction_round_free_or_assigned",
            ),
        ]
        indexes = [models.Index(fields=["player", "-last_at"], name="prediction_round_by_time")]

    def __str__(self) -> str:
        return f"{self.algorithm} {self.grid}"

    @property
    def is_finished(self) -> bool:
        """Whether it is an assigned round with every question answered."""
        return self.wanted is not None and self.asked >= self.wanted


def round_of(assigned_puzzle: AssignedPuzzle) -> PredictionRound | None:
    """The round of an assigned run; None until its student opens the run."""
    return getattr(assigned_puzzle, "prediction_round", None)


class Prediction(models.Model):
    """One prediction: what event number `event` (from 0) of the run would be.

    A digit in a cell, or, without both, that the solver goes back.
    """

    round = models.ForeignKey(PredictionRound, models.CASCADE, related_name="predictions", db_index=False)
    event = models.PositiveIntegerField()
    cell = models.PositiveSmallIntegerField(null=True)
    digit = models.PositiveSmallIntegerField(null=True)
    is_right = models.BooleanField()
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["round", "event"]
        constraints = [
            models.UniqueConstraint(fields=["round", "event"], name="prediction_event_once"),
            models.CheckConstraint(
                condition=Q(cell__isnull=True, digit__isnull=True)
                | Q(cell__range=(0, 80), digit__range=(1, 9)),
                name="prediction_cell_and_digit_or_back",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.event}"
