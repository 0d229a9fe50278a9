"""Rounds of predictions, as the history lists them."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine.runs import ALGORITHMS
from puzzles.play.pictures.small_board import SmallBoard, grid_picture

from ..models import PredictionRound
from .viewer import with_grid

# So many rounds of predictions a page lists, the last ones; the sums are over all.
ROUNDS_ON_A_PAGE = 12


@dataclass(frozen=True)
class RoundRow:
    """A round of predictions as a line of the history; `algorithm` is its title.

    `work_name` and `work_url` are the assignment that it belongs to, empty for a free round; a run that is
    still to be predicted cannot be watched.
    """

    round: PredictionRound
    algorithm: str
    board: SmallBoard
    watch_url: str
    work_url: str
    work_name: str


@dataclass(frozen=True)
class Predictions:
    """The last rounds of somebody, and the sums over all of them."""

    rows: list[RoundRow]
    sums: dict[str, Any]


def predictions_of(player: User) -> Predictions | None:
    """What somebody predicted of solvers at work; None for nothing."""
    rounds = PredictionRound.objects.played_by(player)
    last = rounds.select_related("assigned_puzzle__assignee__assignment")[:ROUNDS_ON_A_PAGE]
    rows = [round_row(each) for each in last]
    return Predictions(rows, rounds.sums()) if rows else None


def round_row(round_: PredictionRound) -> RoundRow:
    """One line of the history. An algorithm that is no longer there keeps its name, and nothing to watch."""
    known = ALGORITHMS.get(round_.algorithm)
    may_watch = known and (round_.assigned_puzzle is None or round_.is_finished)
    work = round_.assigned_puzzle.assignee.assignment if round_.assigned_puzzle else None
    return RoundRow(
        round=round_,
        algorithm=_(known.title) if known else round_.algorithm,
        board=grid_picture(round_.grid),
        watch_url=with_grid("course:viewer", round_.algorithm, round_.grid) if may_watch else "",
        work_url=reverse("assignments:work", args=[work.pk]) if work else "",
        work_name=work.name if work else "",
    )
