"""Every step that is open on a grid, listed at once."""

from dataclasses import dataclass
from itertools import islice

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from ...engine import Board, Mistake, Position, Step, all_steps, mistakes
from ...models import Move
from ..play import Game, append_help, lock_game, save_game
from ..preferences import techniques_for
from .bounds import HelpError, require_open

# Nobody reads on so far; the easiest come first.
MAX_LISTED = 120


@dataclass(frozen=True, slots=True)
class Listing:
    """The steps open on a grid, easiest technique first, or the mistake that must be told before.

    `tells_results` says that the list may also name what each step places or removes.
    """

    steps: tuple[Step, ...]
    mistake: Mistake | None = None
    tells_results: bool = False


def list_steps(*, player: User, attempt_id: int, ms: int | None = None) -> tuple[Game, Listing]:
    """Every step open on the grid, recorded and counted as a hint told down to its reason.

    Asked again before the grid has changed, it tells the same and costs nothing more. Raises
    Attempt.DoesNotExist and HelpError.
    """
    with transaction.atomic(durable=True):
        game = lock_game(player=player, attempt_id=attempt_id, ms=ms)
        left = require_open(game)
        if not game.attempt.policy.lists_steps:
            raise HelpError(_("The steps of this grid are not listed."))
        wrong = _mistakes(game)
        if wrong:
            listing = Listing((), wrong[0])
        else:
            listing = Listing(_open_steps(game), tells_results=left.solution)
        if not _is_listed(game):
            _record(game, listing)
            save_game(game)
    return game, listing


def _mistakes(game: Game) -> list[Mistake]:
    solution = Board.from_line(game.attempt.puzzle.solution)
    return mistakes(Board(game.state.digits), solution=solution, notes=game.state.notes)


def _open_steps(game: Game) -> tuple[Step, ...]:
    position = Position.from_notes(
        Board(game.state.digits),
        notes=game.state.notes,
        solution=Board.from_line(game.attempt.puzzle.solution),
        givens=game.state.given_cells,
        is_unique=True,
    )
    steps = all_steps(position, techniques=techniques_for(game.attempt.player_id))
    return tuple(islice(steps, MAX_LISTED))


def _is_listed(game: Game) -> bool:
    """Whether the last that happened on this grid was the list."""
    return game.attempt.moves.filter(number=game.state.version, kind=Move.Kind.LIST_STEPS).exists()


def _record(game: Game, listing: Listing) -> None:
    mistake = listing.mistake
    append_help(
        game,
        kind=Move.Kind.LIST_STEPS,
        cell=mistake.cell if mistake else None,
        technique=mistake.technique if mistake else "",
    )
    game.attempt.hints_nudge += 1
    game.attempt.hints_where += 1
    game.attempt.hints_why += 1
