"""Why a board is not shown, and where its reader goes on."""

from typing import Any

from django.shortcuts import resolve_url

from ..pictures.small_board import small_board
from ..services.watching import WatchError


def refusal_context(refusal: WatchError) -> dict[str, Any]:
    """Why a board is not shown, and where its reader goes on.

    The picture is of a game that is open; a grid not yet begun may not have been seen.
    """
    attempt = None if refusal.assigned_puzzle else refusal.attempt
    return {
        "sentence": str(refusal),
        "address": resolve_url(refusal.back) if refusal.back else "",
        "board": small_board(attempt.puzzle.givens, attempt.digits) if attempt else None,
    }
