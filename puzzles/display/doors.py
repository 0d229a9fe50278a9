"""Where a grid that is held may be played, and what a page says in place of what it does not show."""

from typing import Any

from django.urls import reverse
from django.utils import timezone

from ..models import Allotment
from ..services.algorithms import WatchError
from ..services.assignments.doors import is_known
from .small_board import small_board


def held_address(allotment: Allotment) -> str:
    """The attempt of an allotment that is being played, or else the page of its assignment.

    Work that is not open yet is not pointed at; who is excluded from it has no page of it.
    """
    if not is_known(allotment, timezone.now()):
        return reverse("home")
    attempt = allotment.attempt_or_none
    if attempt and attempt.is_open:
        return attempt.get_absolute_url()
    if allotment.assignee.excluded_at:
        return reverse("home")
    return reverse("work", args=[allotment.assignee.assignment_id])


def refusal_context(refusal: WatchError) -> dict[str, Any]:
    """Why a grid is not shown, and where its reader goes on.

    The picture is of a game that is open; a grid not yet begun may not have been seen.
    """
    sentence, attempt = str(refusal), refusal.attempt
    if refusal.allotment:
        return {"sentence": sentence, "address": held_address(refusal.allotment), "board": None}
    board = small_board(attempt.puzzle.givens, attempt.digits) if attempt else None
    return {"sentence": sentence, "address": attempt.get_absolute_url() if attempt else "", "board": board}
