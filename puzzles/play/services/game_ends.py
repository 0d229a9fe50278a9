"""Leaving a game without finishing it: set aside, taken up again, or started over."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refusal

from ..models import Attempt
from .access import require_playable

# Copied to the new game, so starting over resets no help limit.
HELP_COUNTERS = ("hints_nudge", "hints_where", "hints_why", "hints_do", "cells_shown", "checks")


class LeaveError(Refusal):
    """The game cannot be ended like this; the text is for its player."""


@transaction.atomic
def set_aside(*, player: User, attempt_id: int) -> Attempt:
    """Remove the open game from the list of grids to continue; its next move brings it back.

    Raises Attempt.DoesNotExist, LockedError, and LeaveError for a grid of an assignment.
    """
    attempt = _locked(player, attempt_id)
    attempt.set_aside_at = timezone.now()
    attempt.save(update_fields=["set_aside_at"])
    return attempt


@transaction.atomic
def take_up(*, player: User, attempt_id: int) -> Attempt:
    """Put the game back on that list. Raises as `set_aside` does."""
    attempt = _locked(player, attempt_id)
    attempt.set_aside_at = None
    attempt.save(update_fields=["set_aside_at"])
    return attempt


@transaction.atomic
def start_over(*, player: User, attempt_id: int) -> Attempt:
    """A new game on the grid of this open one, which stays in the history as it is.

    Its policy is the same, and the help already given counts. A game without a move is returned as it is.
    Raises as `set_aside` does, and LeaveError for a practice copy: it starts at a position, not the givens.
    """
    attempt = _locked(player, attempt_id)
    if attempt.is_practice:
        raise LeaveError(
            _("You cannot start a practice copy over. Begin another one from the finished grid.")
        )
    if attempt.version == 0:
        return attempt
    attempt.state, attempt.finished_at = Attempt.State.RESTARTED, timezone.now()
    attempt.save(update_fields=["state", "finished_at"])
    return Attempt.objects.create(
        player=player,
        puzzle=attempt.puzzle,
        collection=attempt.collection,
        policy=attempt.policy,
        digits=attempt.puzzle.givens,
        **{name: getattr(attempt, name) for name in HELP_COUNTERS},
    )


def _locked(player: User, attempt_id: int) -> Attempt:
    rows = Attempt.objects.played_by(player).select_for_update(of=("self",))
    attempt = rows.select_related("puzzle", "policy", "collection").get(pk=attempt_id)
    require_playable(player=player, attempt=attempt)
    if attempt.assigned_puzzle_id is not None:
        raise LeaveError(
            _("This grid belongs to an assignment: you can neither set it aside nor start it over.")
        )
    if not attempt.is_open:
        raise LeaveError(_("This grid is finished."))
    return attempt
