"""What a policy still grants an attempt: read on the page before asking, decided again under the lock."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.dates import date_format
from accounts.models import User
from accounts.refusals import Refusal

from ...models import Attempt, Move
from ..access import SOLVERS_REST, is_writing_exam
from ..limits import PACE, SENTENCES, TooFastError, limit_met
from ..play import Game, lock_game, save_game

# A wait that is longer is told by its end, not by its minutes.
LONG_WAIT = timedelta(hours=3)


class HelpError(Refusal):
    """Why a help is not given, in a sentence for the player."""


@dataclass(frozen=True, slots=True)
class HelpLeft:
    """The help an attempt may still ask for.

    `rung` is the deepest rung of hints, 0 where there are none; `hints` how many may still be begun, None for
    any number; `fills` says whether cells are filled on request, and `cells` how many still may be, by hints
    and one by one. `solution_at` is the time from which the solution may be asked for, None for never.
    """

    rung: int
    hints: int | None
    checking: bool
    fills: bool
    cells: int
    solution: bool
    solution_at: datetime | None


def help_left(attempt: Attempt, now: datetime) -> HelpLeft:
    """What the policy grants the attempt at this moment; nothing once it is finished, or in an exam."""
    policy = attempt.policy
    if not attempt.is_open or policy.is_exam:
        return HelpLeft(0, 0, checking=False, fills=False, cells=0, solution=False, solution_at=None)
    solution_at, solution = attempt.solution_granted_at, attempt.is_solution_granted(now)
    return HelpLeft(
        rung=policy.hint_rung if policy.has_hints else 0,
        hints=None if policy.hint_budget is None else max(policy.hint_budget - attempt.hints_nudge, 0),
        checking=policy.checking,
        fills=policy.partial_cells > 0,
        cells=_cells_left(attempt, solution_permitted=solution),
        solution=solution,
        solution_at=solution_at,
    )


def minutes_until(moment: datetime, now: datetime) -> int:
    """The whole minutes to wait, at least one: after so many, the moment has come."""
    return max(ceil((moment - now) / timedelta(minutes=1)), 1)


@contextmanager
def game_for_help(*, player: User, attempt_id: int, ms: int | None) -> Iterator[tuple[Game, HelpLeft]]:
    """A game locked for one help, and what help is left; saved at the end if a move was appended.

    Raises Attempt.DoesNotExist for what is not the player's. Raises HelpError in an exam, in any other game
    while its player writes an exam, and when the game is finished.
    """
    with transaction.atomic(durable=True):
        game = lock_game(player=player, attempt_id=attempt_id, ms=ms)
        if game.attempt.policy.is_exam:
            raise HelpError(_("This is an exam: there is no help before the results are released."))
        if is_writing_exam(player, game.now):
            raise HelpError(SOLVERS_REST)
        if not game.attempt.is_open:
            raise HelpError(_("This grid is finished: there is nothing left to help with."))
        require_room(game)
        yield game, help_left(game.attempt, game.now)
        if game.moves:
            save_game(game)


def require_room(game: Game) -> None:
    """Raise HelpError where the attempt is full, or its player asks faster than people can."""
    attempt = game.attempt
    limit = limit_met(Move.Kind.HINT, moves=attempt.version, changes=attempt.change_count)
    if limit:
        raise HelpError(str(SENTENCES[limit]))
    try:
        PACE.require(attempt.player_id)
    except TooFastError as refusal:
        raise HelpError(str(refusal)) from None


def require_cells(left: HelpLeft, attempt: Attempt) -> None:
    """Raise HelpError when help may not fill one more cell."""
    if left.cells:
        return
    if left.solution or attempt.policy.partial_cells > attempt.cells_shown:
        raise HelpError(_("Help leaves the last cell to you."))
    raise HelpError(
        ngettext(
            "Help fills no more than %(count)d cell of this grid.",
            "Help fills no more than %(count)d cells of this grid.",
            attempt.policy.partial_cells,
        )
        % {"count": attempt.policy.partial_cells}
    )


def require_solution(left: HelpLeft, now: datetime) -> None:
    """Raise HelpError when the solution may not be shown, or not yet."""
    if not left.solution:
        raise HelpError(solution_refusal(left.solution_at, now))


def solution_refusal(solution_at: datetime | None, now: datetime) -> str:
    """Why the solution may not be asked for; empty from `solution_at` on."""
    if solution_at is None:
        return _("The solution of this grid is not shown.")
    if solution_at <= now:
        return ""
    if solution_at - now > LONG_WAIT:
        moment = date_format(
            timezone.localtime(solution_at), pgettext("date format: day and hour", "l j F, H:i")
        )
        return _("The solution may be asked for from %(moment)s.") % {"moment": moment}
    minutes = minutes_until(solution_at, now)
    return ngettext(
        "The solution may be asked for in %(count)d minute.",
        "The solution may be asked for in %(count)d minutes.",
        minutes,
    ) % {"count": minutes}


def _cells_left(attempt: Attempt, *, solution_permitted: bool) -> int:
    """How many cells help may still fill one by one: it leaves the last one to the player.

    Who may ask for the solution may ask for any part of it. Everybody else is given the policy's number of
    cells, hints that were carried out included.
    """
    all_but_one = 80 - attempt.filled_count
    if solution_permitted:
        return max(all_but_one, 0)
    return max(min(attempt.policy.partial_cells - attempt.cells_shown, all_but_one), 0)
