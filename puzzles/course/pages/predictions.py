"""Predictions on their pages: the rounds in a history, and a run that an assignment asks to predict."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS
from puzzles.play.pictures.small_board import grid_picture, tile_board

from ..access import reference_access
from ..models import PredictionRound
from ..services.assigned_predictions import AssignedRun
from .viewer import event_sentences, grid_warnings, run_view, with_grid

# How many rounds a history lists, the last ones first. The sums are over all.
ROUNDS_ON_A_PAGE = 12


def predictions_of(player: User) -> dict[str, Any] | None:
    """The last rounds of a player and the sums over all; None where there is no round."""
    rounds = PredictionRound.objects.played_by(player)
    last = rounds.select_related("assigned_puzzle__assignee__assignment")[:ROUNDS_ON_A_PAGE]
    rows = [round_context(each) for each in last]
    return {"rows": rows, "sums": rounds.sums()} if rows else None


def round_context(round_: PredictionRound) -> dict[str, Any]:
    """A round in the history. An algorithm that no longer exists keeps its name and cannot be watched.

    Nor can a run that is still to be predicted.
    """
    known = ALGORITHMS.get(round_.algorithm)
    may_watch = known and (round_.assigned_puzzle is None or round_.is_finished)
    return {
        "round": round_,
        "algorithm": _(known.title) if known else round_.algorithm,
        "tiles": tile_board(round_.grid, round_.grid),
        "watch_url": with_grid("course:viewer", round_.algorithm, round_.grid) if may_watch else "",
        "assignment": round_.assigned_puzzle.assignee.assignment if round_.assigned_puzzle else None,
    }


def run_page(run: AssignedRun) -> dict[str, Any]:
    """The page of an assigned run to predict. It holds nothing of the run beyond the next question."""
    assignment = run.assigned_puzzle.assignee.assignment
    place = [assignment.pk, run.assigned_puzzle.position]
    access = reference_access(run.round.player, assignment.algorithm)
    view = run_view(ALGORITHMS[assignment.algorithm], access.closed)
    assignee_url = reverse("assignments:assignee", args=[assignment.pk])
    facts = {
        "algorithm": view.algorithm,
        "letter": view.letter,
        "title": view.title,
        "traceUrl": reverse("assignments:assigned_run_trace", args=place),
        "predictUrl": reverse("assignments:assigned_run_predictions", args=place),
    }
    assigned = {
        "wanted": run.round.wanted,
        "asked": run.round.asked,
        "right": run.round.right,
        "workUrl": assignee_url,
    }
    return {
        "title": _("%(assignment)s: run %(number)d")
        % {"assignment": assignment.name, "number": run.assigned_puzzle.position},
        "assignment": assignment,
        "assignee_url": assignee_url,
        "is_assigned": True,
        "runs": [view],
        "grid": run.round.grid,
        "board": grid_picture(run.round.grid),
        "data": {
            "runs": [facts],
            "step": run.start,
            "sentences": event_sentences(),
            "assigned": assigned,
        },
        "warnings": grid_warnings(Board.from_line(run.round.grid)),
    }
