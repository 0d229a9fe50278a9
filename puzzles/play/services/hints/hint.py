"""Hints: each press reveals the same hint one rung deeper, until the grid calls for another."""

from dataclasses import dataclass

from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from puzzles.engine import Board, Hint, Mistake, Step, WriteNotes, next_hint
from puzzles.engine.techniques import hint_from_dict, is_same_hint
from puzzles.library.models import HelpPolicy

from ...game import Effect
from ...models import Attempt, AttemptTechnique, Move
from ..play import Game, append_help, note_rules
from ..techniques import techniques_for
from .bounds import HelpError, HelpLeft, game_for_help, help_left
from .positions import narrowing
from .reveal import clearing_effect, filling_effect, noting_effect, removing_effect
from .step_search import StepFinder

Rung = HelpPolicy.Rung


@dataclass(frozen=True, slots=True)
class RevealedHint:
    """A hint down to the rung that was revealed; `hint` is None where no known step applies.

    `is_deepest` says that a further press reveals no more: the policy goes no deeper, or the step is done.
    `is_searching` says that nothing is revealed or counted yet: the worker searches the step, and the same
    press, made again, reveals it.
    """

    hint: Hint | None
    rung: int
    is_deepest: bool
    is_searching: bool = False


_NOTHING = RevealedHint(None, Rung.NONE, is_deepest=True)
_SEARCHING = RevealedHint(None, Rung.NONE, is_deepest=False, is_searching=True)


def give_hint(
    *, player: User, attempt_id: int, seen_version: int, ms: int | None = None
) -> tuple[Game, RevealedHint]:
    """The next rung of the hint that helps on this grid, or the first rung of a new one.

    The recorded moves decide which rung that is. A page that has not seen the last press yet (its answer was
    lost, or it was sent twice) gets the same again. A step that takes long is searched while the grid is not
    locked. Raises Attempt.DoesNotExist and HelpError.
    """
    finder = StepFinder(techniques_for(player.pk), player.pk)
    while True:
        with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
            if left.rung == Rung.NONE:
                raise HelpError(_("There are no hints on this grid."))
            last = _last_press(game.attempt)
            if last is not None and seen_version < last.number == game.state.version:
                return game, _revealed_by(left, last)
            revealed = _reveal(game, left, last, finder)
        if finder.unknown is None:
            return game, revealed
        finder.search(finder.unknown)


def open_hint(attempt: Attempt) -> RevealedHint | None:
    """The hint that is still open on this grid, for a page that is loaded again; None if there is none."""
    if not attempt.is_open or not attempt.hints_nudge:
        return None
    last = _last_press(attempt)
    if last is None or _is_closed(last, _effects_after(attempt, last)):
        return None
    return _revealed_by(help_left(attempt, timezone.now()), last)


def _is_closed(press: Move, later: list[Effect]) -> bool:
    """Whether the grid changed since: another digit, or another note where the press itself changed some.

    Other notes leave a hint open: to judge them would say whether they are right, without a press.
    """
    done = {cell for cell, *_change in press.effect}
    return any(
        change.digit_before != change.digit_after or change.cell in done
        for effect in later
        for change in effect
    )


def _reveal(game: Game, left: HelpLeft, last: Move | None, finder: StepFinder) -> RevealedHint:
    has_changed = last is not None and bool(_effects_after(game.attempt, last))
    if has_changed:
        # Whether the hint is still the same reveals something of the moves since, so it is not looked at.
        _require_budget(left, game.attempt)
    hint = _next_hint(game, finder)
    if finder.unknown is not None or (hint is None and finder.is_searching):
        return _SEARCHING
    begun = last if last and hint and _is_about(last, hint, has_changed=has_changed) else None
    if begun is None:
        _require_budget(left, game.attempt)
    if hint is None:
        append_help(game, kind=Move.Kind.HINT)
        return _NOTHING
    before, deepest = begun.rung if begun else Rung.NONE, _deepest(left, hint)
    rung = min(before + 1, deepest)
    effect = _effect_of(game, hint) if rung == Rung.DO else ()
    # The step may have been done and undone: then it is done again.
    if rung > before or effect:
        _append_press(game, hint, rung, effect)
        _count_press(game.attempt, hint.technique, rung)
    elif has_changed:
        # The same again, and with it that the moves since are right.
        _append_press(game, hint, rung, ())
    return RevealedHint(hint, rung, is_deepest=rung == deepest)


def _next_hint(game: Game, finder: StepFinder) -> Hint | None:
    state = game.state
    fills_notes = note_rules(game.attempt.policy).fill_notes
    board = Board(state.digits)
    hint = next_hint(
        board,
        solution=Board.from_line(game.attempt.puzzle.solution),
        notes=state.notes,
        givens=state.given_cells,
        **narrowing(game.attempt, board, state.notes)._asdict(),
        fills_notes=fills_notes,
        find=finder.find,
    )
    if hint is None and finder.is_searching and not any(state.notes):
        # Whatever step it is, notes come first.
        return WriteNotes(board.empty_cells, form="" if fills_notes else "by_hand")
    return hint


def _deepest(left: HelpLeft, hint: Hint) -> int:
    """The deepest rung of this hint: a step that fills cells is not done where help may fill no more."""
    is_filling = isinstance(hint, Step) and bool(hint.placements)
    return left.rung if left.cells or not is_filling else min(left.rung, Rung.WHY)


def _last_press(attempt: Attempt) -> Move | None:
    return attempt.moves.filter(kind=Move.Kind.HINT).order_by("-number").first()


def _effects_after(attempt: Attempt, press: Move) -> list[Effect]:
    """The effects of the moves since a press, in order."""
    if attempt.version == press.number:
        return []
    later = attempt.moves.filter(number__gt=press.number).exclude(effect=[]).effects()
    return [later[number] for number in sorted(later)]


def _is_about(press: Move, hint: Hint, *, has_changed: bool) -> bool:
    """Whether a press revealed this hint; a mistake made again after it was cleared is another hint."""
    if not press.hint or (has_changed and press.rung == Rung.DO and isinstance(hint, Mistake)):
        return False
    return is_same_hint(hint_from_dict(press.hint), hint)


def _revealed_by(left: HelpLeft, press: Move) -> RevealedHint:
    """The hint that a press revealed, as it was recorded."""
    if not press.hint:
        return _NOTHING
    hint = hint_from_dict(press.hint)
    return RevealedHint(hint, press.rung, is_deepest=press.rung >= _deepest(left, hint))


def _require_budget(left: HelpLeft, attempt: Attempt) -> None:
    if left.hints == 0:
        count = attempt.policy.hint_budget or 0
        sentence = ngettext(
            "You have used the %(count)d hint of this grid.",
            "You have used all %(count)d hints of this grid.",
            count,
        )
        raise HelpError(sentence % {"count": count})


def _append_press(game: Game, hint: Hint, rung: int, effect: Effect) -> None:
    """Append the press, with the hint as data. A digit is named only by the press that places it."""
    placed = hint.placements[0].digit if effect and isinstance(hint, Step) and hint.placements else 0
    append_help(
        game,
        kind=Move.Kind.HINT,
        effect=effect,
        cell=None if isinstance(hint, WriteNotes) else hint.targets[0],
        digit=placed,
        technique=hint.technique,
        rung=rung,
        hint=hint.to_dict(),
    )


def _count_press(attempt: Attempt, technique: str, rung: int) -> None:
    """Count a press by its rung, in the attempt, and by its technique."""
    counter = f"hints_{Rung(rung).name.lower()}"
    setattr(attempt, counter, getattr(attempt, counter) + 1)
    begun = int(rung == Rung.NUDGE)
    rows = AttemptTechnique.objects.filter(attempt=attempt, technique=technique)
    # The attempt is locked, so no other request creates the row meanwhile.
    if not rows.update(hints=F("hints") + begun, deepest_rung=Greatest("deepest_rung", rung)):
        rows.create(attempt=attempt, technique=technique, hints=begun, deepest_rung=rung)


def _effect_of(game: Game, hint: Hint) -> Effect:
    """The effect of doing the hint: a mistake is cleared, never corrected."""
    if isinstance(hint, Mistake):
        return clearing_effect(game.state, hint.cell)
    if isinstance(hint, WriteNotes):
        return noting_effect(game.attempt, game.state)
    if hint.placements:
        return filling_effect(game.attempt, game.state, hint.placements)
    return removing_effect(game.state, hint.eliminations)
