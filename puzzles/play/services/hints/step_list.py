"""Every step that is open on a grid, listed at once."""

from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine import Board, Mistake, Position, Step, all_steps, mistakes

from ...models import Move
from ..play import Game, append_help
from ..techniques import LISTED, Techniques, among, step_at_once, takes_long, techniques_for
from .bounds import HelpError, HelpLeft, game_for_help
from .positions import position_of

# Nobody reads more; the easiest come first.
MAX_LISTED = 120


@dataclass(frozen=True, slots=True)
class StepList:
    """The steps open on a grid, easiest technique first, or the mistake that must be corrected before.

    `shows_results` says that the list may also name what each step places or removes.
    """

    steps: tuple[Step, ...]
    mistake: Mistake | None = None
    shows_results: bool = False


def list_steps(*, player: User, attempt_id: int, ms: int | None = None) -> tuple[Game, StepList]:
    """Every step open on the grid, recorded and counted as a hint down to its reason.

    Asked again before the grid has changed, it is the same and costs nothing more. The steps are searched
    while the grid is not locked. Raises Attempt.DoesNotExist and HelpError.
    """
    techniques = techniques_for(player.pk)
    found: dict[Position, tuple[Step, ...]] = {}
    while True:
        with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
            listed = _listed(game, left, found)
            if isinstance(listed, StepList):
                _record(game, listed)
        if isinstance(listed, StepList):
            return game, listed
        found[listed] = _open_steps(listed, techniques)


def _listed(game: Game, left: HelpLeft, found: dict[Position, tuple[Step, ...]]) -> StepList | Position:
    """The list for a locked game; its position if the steps there are not known yet."""
    if not game.attempt.policy.lists_steps:
        raise HelpError(_("Listing all steps is not allowed on this grid."))
    solution = Board.from_line(game.attempt.puzzle.solution)
    if wrong := mistakes(Board(game.state.digits), solution=solution):
        return StepList((), wrong[0])
    position = position_of(game.attempt, game.state)
    if position not in found:
        return position
    return StepList(found[position], shows_results=left.solution)


def _open_steps(position: Position, techniques: Techniques) -> tuple[Step, ...]:
    """The steps to list. Where only an assumption leads on, the easiest of these alone."""
    steps = tuple(islice(all_steps(position, techniques=among(techniques, LISTED)), MAX_LISTED))
    if steps:
        return steps
    step = step_at_once(position, techniques)
    if step is None and takes_long(techniques) and not position.is_complete:
        raise HelpError(_("Only a trial within a trial leads on here. Ask for a hint."))
    return (step,) if step else ()


def _record(game: Game, listed: StepList) -> None:
    """Append the list and count it, unless it was the last move on this grid."""
    if game.attempt.moves.filter(number=game.state.version, kind=Move.Kind.LIST_STEPS).exists():
        return
    mistake = listed.mistake
    append_help(
        game,
        kind=Move.Kind.LIST_STEPS,
        cell=mistake.cell if mistake else None,
        technique=mistake.technique if mistake else "",
    )
    game.attempt.hints_nudge += 1
    game.attempt.hints_where += 1
    game.attempt.hints_why += 1
