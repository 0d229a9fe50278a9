"""A run to predict that belongs to an assignment, as its page shows it."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS
from puzzles.play.pictures.small_board import grid_picture

from ..access import reference_access
from ..services.assigned_predictions import AssignedRun
from .viewer import event_sentences, grid_warnings, run_view


def run_page(run: AssignedRun) -> dict[str, Any]:
    """The page of a run to predict. Nothing in it tells what comes after the next question."""
    assignment = run.assigned_puzzle.assignee.assignment
    place = [assignment.pk, run.assigned_puzzle.position]
    access = reference_access(run.round.player, assignment.algorithm)
    view = run_view(ALGORITHMS[assignment.algorithm], access.closed)
    work_url = reverse("assignments:work", args=[assignment.pk])
    facts = {
        "algorithm": view.algorithm,
        "letter": view.letter,
        "title": view.title,
        "traceUrl": reverse("assignments:work_run_trace", args=place),
        "predictUrl": reverse("assignments:work_predict", args=place),
    }
    assigned = {
        "wanted": run.round.wanted,
        "asked": run.round.asked,
        "right": run.round.right,
        "workUrl": work_url,
    }
    return {
        "title": _("%(assignment)s: run %(number)d")
        % {"assignment": assignment.name, "number": run.assigned_puzzle.position},
        "assignment": assignment,
        "work_url": work_url,
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
