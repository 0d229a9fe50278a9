"""The help that a policy still grants an attempt: shown on the page, and decided again under the lock."""

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
from ..play import REFUSALS, Game, TooFastError, limit_met, lock_game, require_pace, save_game
from ..watching import SOLVERS_REST, is_writing_exam

# A longer wait is shown as the moment of its end, not in minutes.
LONG_WAIT = timedelta(hours=3)


class HelpError(Refusal):
    """Help is refused; the text is for the player."""


@dataclass(frozen=True, slots=True)
class HelpLeft:
    """The help an attempt may still ask for.

    `rung` is the deepest rung of hints, 0 for none; `hints` how many more may be begun, None for no limit;
    `fills` says whether help fills cells, and `cells` how many more it may fill, hints included.
    `solution_at` is when the solution is granted, None for never.
    """

    rung: int
    hints: int | None
    checking: bool
    fills: bool
    cells: int
    solution: bool
    solution_at: datetime | None


def help_left(attempt: Attempt, now: datetime) -> HelpLeft:
    """The help that the policy grants the attempt now; none once it is finished, or in an exam."""
    policy = attempt.policy
    if not attempt.is_open or policy.is_exam:
        return HelpLeft(0, 0, checking=False, fills=False, cells=0, solution=False, solution_at=None)
    solution_at, solution = attempt.solution_granted_at, attempt.is_solution_granted(now)
    # Help leaves the last cell to the player. A player who may see the solution may see any part of it.
    cells = 80 - attempt.filled_count
    if not solution:
        cells = min(cells, policy.partial_cells - attempt.cells_shown)
    return HelpLeft(
        rung=policy.hint_rung if policy.has_hints else 0,
        hints=None if policy.hint_budget is None else max(policy.hint_budget - attempt.hints_nudge, 0),
        checking=policy.checking,
        fills=policy.partial_cells > 0,
        cells=max(cells, 0),
        solution=solution,
        solution_at=solution_at,
    )


def minutes_until(moment: datetime, now: datetime) -> int:
    """The whole minutes until a moment, rounded up, at least one."""
    return max(ceil((moment - now) / timedelta(minutes=1)), 1)


@contextmanager
def game_for_help(*, player: User, attempt_id: int, ms: int | None) -> Iterator[tuple[Game, HelpLeft]]:
    """A game locked for one help, and the help left; saved at the end if a move was appended.

    Raises Attempt.DoesNotExist unless the attempt is the player's. Raises HelpError in an exam, in any other
    game while its player writes an exam, when the game is finished or full, and to players who ask too fast.
    """
    with transaction.atomic(durable=True):
        game = lock_game(player=player, attempt_id=attempt_id, ms=ms)
        if game.attempt.policy.is_exam:
            raise HelpError(_("This is an exam: there is no help until the results are released."))
        if is_writing_exam(player, game.now):
            raise HelpError(SOLVERS_REST)
        if not game.attempt.is_open:
            raise HelpError(_("This grid is finished, so there is nothing to help with."))
        if game.attempt.is_practice and _is_played_in_earnest(player, game.attempt):
            raise HelpError(_("You are playing this grid in another game, with its own help."))
        limit = limit_met(Move.Kind.HINT, moves=game.attempt.version, changes=game.attempt.change_count)
        if limit:
            raise HelpError(str(REFUSALS[limit]))
        try:
            require_pace(player.pk)
        except TooFastError as refusal:
            raise HelpError(str(refusal)) from None
        yield game, help_left(game.attempt, game.now)
        if game.moves:
            save_game(game)


def _is_played_in_earnest(player: User, copy: Attempt) -> bool:
    """Whether the puzzle of a practice copy is in a game that counts: the copy would solve it."""
    return Attempt.objects.played_by(player).unfinished().counting().filter(puzzle=copy.puzzle_id).exists()


def require_cells(left: HelpLeft, attempt: Attempt) -> None:
    """Raise HelpError if help may not fill one more cell."""
    if left.cells:
        return
    if left.solution or attempt.policy.partial_cells > attempt.cells_shown:
        raise HelpError(_("Help leaves the last cell to you."))
    raise HelpError(
        ngettext(
            "Help fills at most %(count)d cell of this grid.",
            "Help fills at most %(count)d cells of this grid.",
            attempt.policy.partial_cells,
        )
        % {"count": attempt.policy.partial_cells}
    )


def require_solution(left: HelpLeft, now: datetime) -> None:
    """Raise HelpError if the solution is not granted, or not yet."""
    if not left.solution:
        raise HelpError(solution_refusal(left.solution_at, now))


def solution_refusal(solution_at: datetime | None, now: datetime) -> str:
    """The reason not to show the solution; "" from `solution_at` on."""
    if solution_at is None:
        return _("The solution of this grid is not shown.")
    if solution_at <= now:
        return ""
    if solution_at - now > LONG_WAIT:
        moment = date_format(
            timezone.localtime(solution_at), pgettext("date format: day and hour", "l j F, H:i")
        )
        return _("You can see the solution from %(moment)s.") % {"moment": moment}
    minutes = minutes_until(solution_at, now)
    return ngettext(
        "You can see the solution in %(count)d minute.",
        "You can see the solution in %(count)d minutes.",
        minutes,
    ) % {"count": minutes}
