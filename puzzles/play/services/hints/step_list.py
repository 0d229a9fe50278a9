"""Every step that is open on a grid, listed at once."""

from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine import Board, Mistake, Position, Step, all_steps, mistakes

from ...models import Move
from ..play import Game, append_help
from ..preferences import techniques_for
from ..timed_steps import LISTED, Techniques, among, step_at_once, takes_long
from .bounds import HelpError, HelpLeft, game_for_help

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

    Asked again before the grid has changed, it tells the same and costs nothing more. They are looked for
    while the grid is not locked. Raises Attempt.DoesNotExist and HelpError.
    """
    techniques = techniques_for(player.pk)
    found: dict[Position, tuple[Step, ...]] = {}

    while True:
        with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
            listing = _listing(game, left, found)
            if isinstance(listing, Listing) and not _is_listed(game):
                _record(game, listing)
        if isinstance(listing, Listing):
            return game, listing
        found[listing] = _open_steps(listing, techniques)


def _listing(game: Game, left: HelpLeft, found: dict[Position, tuple[Step, ...]]) -> Listing | Position:
    """The list for a locked game; its position where the steps of that are not known yet."""
    if not game.attempt.policy.lists_steps:
        raise HelpError(_("The steps of this grid are not listed."))
    wrong = _mistakes(game)
    if wrong:
        return Listing((), wrong[0])
    position = _position(game)
    if position not in found:
        return position
    return Listing(found[position], tells_results=left.solution)


def _mistakes(game: Game) -> list[Mistake]:
    solution = Board.from_line(game.attempt.puzzle.solution)
    return mistakes(Board(game.state.digits), solution=solution, notes=game.state.notes)


def _position(game: Game) -> Position:
    return Position.from_notes(
        Board(game.state.digits),
        notes=game.state.notes,
        solution=Board.from_line(game.attempt.puzzle.solution),
        givens=game.state.given_cells,
        is_unique=True,
    )


def _open_steps(position: Position, techniques: Techniques) -> tuple[Step, ...]:
    """The steps that are listed. Where only an assumption leads on, the easiest of these alone."""
    steps = tuple(islice(all_steps(position, techniques=among(techniques, LISTED)), MAX_LISTED))
    if steps:
        return steps
    step = step_at_once(position, techniques)
    if step is None and takes_long(techniques) and not position.is_complete:
        raise HelpError(_("Here only a trial within a trial leads on: ask for a hint."))
    return (step,) if step else ()


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
