"""Back to before the first mistake: the last position of the game in which no digit was wrong."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine import Board

from ...game import Effect, effect_towards
from ...models import Move
from ..play import Game, append_help
from .bounds import HelpError, game_for_help
from .reveal import is_checked, wrong_cells


@dataclass(frozen=True, slots=True)
class Rewind:
    """How a rewind went: the cells whose digits were wrong, none where there was nothing to go back from."""

    wrong: tuple[int, ...]


def rewind(*, player: User, attempt_id: int, ms: int | None = None) -> tuple[Game, Rewind]:
    """The grid as it stood before the first of the mistakes on it, as one move that can be undone.

    It tells as much as a check does, is granted where a check is, and counts as one. Raises
    Attempt.DoesNotExist and HelpError.
    """
    with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
        if not left.checking:
            raise HelpError(_("This grid is not checked before it is solved."))
        wrong = wrong_cells(game)
        if wrong or not is_checked(game):
            shown = game.attempt.cells_shown
            append_help(game, kind=Move.Kind.REWIND, effect=_way_back(game) if wrong else ())
            # The digits that come back are the player's own.
            game.attempt.cells_shown = shown
            game.attempt.checks += 1
    return game, Rewind(wrong)


def _way_back(game: Game) -> Effect:
    """What leads from the grid as it stands to the last position without a wrong digit.

    What a practice copy has taken over came all at once: of that only the wrong digits go.
    """
    solution = Board.from_line(game.attempt.puzzle.solution).digits
    digits, marks = list(game.state.digits), list(game.state.marks)
    wrong = set(wrong_cells(game))
    for kind, effect in game.attempt.moves.order_by("-number").values_list("kind", "effect"):
        for cell, digit, _digit_after, mask, _marks_after in effect:
            if kind == Move.Kind.TAKE_OVER and cell not in wrong:
                continue
            digits[cell], marks[cell] = digit, mask
            if digit in (0, solution[cell]):
                wrong.discard(cell)
            else:
                wrong.add(cell)
        if not wrong:
            break
    return effect_towards(game.state, digits, marks)
