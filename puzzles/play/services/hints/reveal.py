"""Checking a grid, and filling it: one cell, as far as the simple method goes, or the whole solution."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.audit_log import Action, log_action
from accounts.models import User
from puzzles.engine import Board, mistakes
from puzzles.engine.simple import simple_placements

from ...models import Move
from ..play import Game, append_help
from .bounds import HelpError, HelpLeft, game_for_help, require_cells, require_solution
from .fill import filling_effect


@dataclass(frozen=True, slots=True)
class Check:
    """What a look over the grid told: the cells whose digits are wrong. It never tells the right ones."""

    wrong: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SimpleRun:
    """What the simple method filled, or what kept it back: mistakes, or the end it would reach."""

    filled: tuple[int, ...] = ()
    mistakes: Check = Check(())
    would_end: bool = False


def check_grid(*, player: User, attempt_id: int, ms: int | None = None) -> tuple[Game, Check]:
    """The wrong digits of a grid, recorded as told.

    Asked again before anything else has happened, it tells the same and costs nothing more. Raises
    Attempt.DoesNotExist and HelpError.
    """
    with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
        if not left.checking:
            raise HelpError(_("This grid is not checked before it is solved."))
        check = Check(wrong_cells(game))
        if not is_checked(game):
            _record_check(game)
    return game, check


def show_cell(*, player: User, attempt_id: int, cell: int, ms: int | None = None) -> Game:
    """The true digit in an empty cell. Raises as `check_grid` does.

    A cell with a digit is left alone, for to fill it or not would tell whether that digit is right.
    """
    with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
        _require_fills(left)
        if game.state.digits[cell]:
            raise HelpError(_("That cell holds a digit already."))
        require_cells(left, game.attempt)
        digit = int(game.attempt.puzzle.solution[cell])
        effect = filling_effect(game.attempt, game.state, [(cell, digit)])
        append_help(game, kind=Move.Kind.SHOW_CELL, effect=effect, cell=cell, digit=digit)
    return game


def show_simple(
    *, player: User, attempt_id: int, to_the_end: bool = False, ms: int | None = None
) -> tuple[Game, SimpleRun]:
    """The grid filled as far as the simple method and the policy go. Raises as `check_grid` does.

    A grid that it would complete counts as shown: that needs leave for the solution, and the player's own
    wish to go to the end; without it nothing is filled.

    Where the grid may be checked, the method starts from the grid as it stands; a wrong digit would lead it
    astray, so mistakes are told first, recorded as a check, and nothing is filled.

    Where it may not, the method starts from the givens and fills the empty ones of the cells it comes to.
    What is filled is then the same whatever digits the player has put elsewhere, right or wrong, and tells
    nothing about them beyond the filled digits themselves.
    """
    with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
        _require_fills(left)
        if not left.solution:
            require_cells(left, game.attempt)
        wrong = wrong_cells(game) if left.checking else ()
        if not wrong:
            run = _run_simple(game, left, to_the_end=to_the_end)
        else:
            run = SimpleRun(mistakes=Check(wrong))
            if not is_checked(game):
                _record_check(game)
    return game, run


def show_solution(*, player: User, attempt_id: int, ms: int | None = None) -> Game:
    """The solution on the grid, which ends the attempt as shown. Raises as `check_grid` does."""
    with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
        require_solution(left, game.now)
        missing = [
            (cell, int(digit))
            for cell, digit in enumerate(game.attempt.puzzle.solution)
            if game.state.digits[cell] != int(digit)
        ]
        effect = filling_effect(game.attempt, game.state, missing)
        append_help(game, kind=Move.Kind.SHOW_SOLUTION, effect=effect)
        log_action(Action.SOLUTION_SHOWN, by=player.pk, attempt=attempt_id)
    return game


def _require_fills(left: HelpLeft) -> None:
    if not left.fills:
        raise HelpError(_("Cells are not filled by help on this grid."))


def _run_simple(game: Game, left: HelpLeft, *, to_the_end: bool) -> SimpleRun:
    """Run the method and record it, also when it fills nothing: it tells then that no digit is wrong."""
    start = game.state.digits if left.checking else game.state.givens
    found = [
        (placement.cell, placement.digit)
        for placement in simple_placements(Board(start))
        if not game.state.digits[placement.cell]
    ]
    would_end = left.solution and not to_the_end and len(found) == game.state.digits.count(0)
    if would_end:
        found = []
    elif not left.solution:
        found = found[: left.cells]
    effect = filling_effect(game.attempt, game.state, found)
    append_help(game, kind=Move.Kind.SHOW_SIMPLE, effect=effect)
    return SimpleRun(filled=tuple(sorted(cell for cell, _digit in found)), would_end=would_end)


def wrong_cells(game: Game) -> tuple[int, ...]:
    """The cells of a game whose digits are wrong."""
    solution = Board.from_line(game.attempt.puzzle.solution)
    return tuple([mistake.cell for mistake in mistakes(Board(game.state.digits), solution=solution)])


def is_checked(game: Game) -> bool:
    """Whether the last that happened on this grid has told already which digits are wrong."""
    kinds = (Move.Kind.CHECK, Move.Kind.REWIND)
    return game.attempt.moves.filter(number=game.state.version, kind__in=kinds).exists()


def _record_check(game: Game) -> None:
    append_help(game, kind=Move.Kind.CHECK)
    game.attempt.checks += 1
