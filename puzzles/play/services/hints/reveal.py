"""Checking a grid, rewinding it, and filling it: one cell, by the simple method, or the whole solution.

Each help changes the grid by one effect, so it is one move.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from accounts.audit_log import Action, log_action
from accounts.models import User
from puzzles.engine import Board, mistakes
from puzzles.engine.simple import simple_placements

from ...game import (
    Change,
    Effect,
    GameState,
    Op,
    OpKind,
    apply_effect,
    apply_op,
    centre_marks_of,
    colour_of,
    effect_towards,
    pack_marks,
    placing_effect,
)
from ...models import Attempt, Move, Preferences
from ..play import Game, append_help, note_rules
from .bounds import HelpError, HelpLeft, game_for_help, require_cells, require_solution


@dataclass(frozen=True, slots=True)
class SimpleRun:
    """Result of the simple method: filled cells, or wrong digits, or that it would complete the grid."""

    filled: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()
    would_end: bool = False


def check_grid(*, player: User, attempt_id: int, ms: int | None = None) -> tuple[Game, tuple[int, ...]]:
    """The cells whose digits are wrong, recorded as a check. It never reveals the right digits.

    Asked again before anything else has happened, it answers the same and costs nothing more. Raises
    Attempt.DoesNotExist and HelpError.
    """
    with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
        require_checking(left)
        wrong = wrong_cells(game)
        _record_check(game)
    return game, wrong


def rewind(*, player: User, attempt_id: int, ms: int | None = None) -> tuple[Game, tuple[int, ...]]:
    """The grid as it was before the first of its mistakes, as one move; and the cells that were wrong.

    It reveals as much as a check, is allowed where a check is, and counts as one. Raises as `check_grid`.
    """
    with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
        require_checking(left)
        wrong = wrong_cells(game)
        if not wrong:
            _record_check(game, Move.Kind.REWIND)
        else:
            shown = game.attempt.cells_shown
            append_help(game, kind=Move.Kind.REWIND, effect=_effect_of_rewind(game, wrong))
            # The digits that come back are the player's own.
            game.attempt.cells_shown = shown
            game.attempt.checks += 1
    return game, wrong


def show_cell(*, player: User, attempt_id: int, cell: int, ms: int | None = None) -> Game:
    """Fill an empty cell with its right digit. Raises as `check_grid` does.

    A cell with a digit is refused: to fill it or not would reveal whether that digit is right.
    """
    with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
        _require_fills(left)
        if game.state.digits[cell]:
            raise HelpError(_("That cell already has a digit."))
        require_cells(left, game.attempt)
        digit = int(game.attempt.puzzle.solution[cell])
        effect = filling_effect(game.attempt, game.state, [(cell, digit)])
        append_help(game, kind=Move.Kind.SHOW_CELL, effect=effect, cell=cell, digit=digit)
    return game


def show_simple(
    *, player: User, attempt_id: int, to_the_end: bool = False, ms: int | None = None
) -> tuple[Game, SimpleRun]:
    """Fill the grid as far as the simple method and the policy go. Raises as `check_grid` does.

    A grid that it would complete counts as shown: that needs a policy that grants the solution, and the
    player's consent (`to_the_end`); without it nothing is filled.

    Where the grid may be checked, the method starts from the grid as it is; a wrong digit would lead it
    astray, so mistakes come first, recorded as a check, and nothing is filled.

    Where it may not, the method starts from the givens and fills the empty ones of the cells it comes to.
    What is filled is then the same whatever digits the player has put elsewhere, right or wrong, and reveals
    nothing about them beyond the filled digits themselves.
    """
    with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
        _require_fills(left)
        if not left.solution:
            require_cells(left, game.attempt)
        wrong = wrong_cells(game) if left.checking else ()
        if wrong:
            _record_check(game)
            return game, SimpleRun(wrong=wrong)
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
        # Recorded also where nothing is filled: that reveals that no digit is wrong.
        effect = filling_effect(game.attempt, game.state, found)
        append_help(game, kind=Move.Kind.SHOW_SIMPLE, effect=effect)
    return game, SimpleRun(filled=tuple(sorted(cell for cell, _digit in found)), would_end=would_end)


def show_solution(*, player: User, attempt_id: int, ms: int | None = None) -> Game:
    """Fill in the solution, which ends the attempt as shown. Raises as `check_grid` does."""
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


def wrong_cells(game: Game) -> tuple[int, ...]:
    """The cells of a game whose digits are wrong."""
    solution = Board.from_line(game.attempt.puzzle.solution)
    return tuple([mistake.cell for mistake in mistakes(Board(game.state.digits), solution=solution)])


def require_checking(left: HelpLeft) -> None:
    """Raise HelpError where the policy does not let the grid be checked."""
    if not left.checking:
        raise HelpError(_("Checking is not allowed on this grid."))


def _require_fills(left: HelpLeft) -> None:
    if not left.fills:
        raise HelpError(_("Help does not fill cells on this grid."))


def _record_check(game: Game, kind: Move.Kind = Move.Kind.CHECK) -> None:
    """Append a check and count it, unless the last move on this grid was one."""
    kinds = (Move.Kind.CHECK, Move.Kind.REWIND)
    if not game.attempt.moves.filter(number=game.state.version, kind__in=kinds).exists():
        append_help(game, kind=kind)
        game.attempt.checks += 1


# Effects


def filling_effect(attempt: Attempt, state: GameState, digits: Iterable[tuple[int, int]]) -> Effect:
    """The effect of placing these (cell, digit) in order; notes are cleaned as in the player's own moves."""
    cleans = Preferences.objects.filter(player=attempt.player_id).values_list("clean_notes", flat=True)
    rules = replace(note_rules(attempt.policy), clean_notes=cleans.first() is not False)
    after = state
    for cell, digit in digits:
        after = apply_effect(after, placing_effect(after, cell, digit, rules)).state
    return effect_towards(state, after.digits, after.marks)


def clearing_effect(state: GameState, cell: int) -> Effect:
    """The effect of emptying a cell; its colour stays."""
    marks = state.marks[cell]
    return (Change(cell, state.digits[cell], 0, marks, pack_marks(colour=colour_of(marks))),)


def removing_effect(state: GameState, candidates: Iterable[tuple[int, int]]) -> Effect:
    """The effect of removing these (cell, digit) from the notes; a cell without notes gets the others."""
    removed: dict[int, int] = {}
    for cell, digit in candidates:
        removed[cell] = removed.get(cell, 0) | 1 << digit - 1
    possible = Board(state.digits).candidate_masks()
    changes = []
    for cell, mask in sorted(removed.items()):
        marks, notes = state.marks[cell], state.notes[cell]
        left = (notes or possible[cell]) & ~mask
        changes.append(
            Change(cell, 0, 0, marks, pack_marks(left, centre_marks_of(marks) & ~mask, colour_of(marks)))
        )
    return tuple(changes)


def noting_effect(attempt: Attempt, state: GameState) -> Effect:
    """The effect of filling in all notes; none where the policy leaves that to the player."""
    return apply_op(state, Op(OpKind.FILL_NOTES), note_rules(attempt.policy)).effect


def _effect_of_rewind(game: Game, wrong_now: Iterable[int]) -> Effect:
    """The changes from the grid as it is to the last position without a wrong digit.

    What a practice copy has taken over came all at once: of that only the wrong digits go.
    """
    solution = Board.from_line(game.attempt.puzzle.solution).digits
    digits, marks = list(game.state.digits), list(game.state.marks)
    wrong = set(wrong_now)
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
