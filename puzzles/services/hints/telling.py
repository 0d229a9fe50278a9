"""Hints: each press tells the same hint one rung deeper, as long as it is the one to tell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User

from ...engine import CELLS, Board, Effect, GameState, Hint, Mistake, next_hint
from ...models import Attempt, AttemptTechnique, HelpPolicy, Move
from ..play import Game, append_help, lock_game, save_game
from .bounds import HelpError, HelpLeft, help_left, require_open
from .filling import clearing_effect, filling_effect

Rung = HelpPolicy.Rung


@dataclass(frozen=True, slots=True)
class Told:
    """A hint as far as it has been told; without a hint, that no known step applies.

    `is_deepest` says that a further press tells no more: the policy goes no deeper, or the step is done.
    """

    hint: Hint | None
    rung: int
    is_deepest: bool


_NOTHING = Told(None, Rung.NONE, is_deepest=True)


def give_hint(*, player: User, attempt_id: int, seen_version: int) -> tuple[Game, Told]:
    """The next rung of the hint that helps on this grid, or the first rung of a new one.

    Which rung that is, the recorded moves decide. A page that has not yet seen the last press (its answer was
    lost, or it was sent twice) is told the same again. Raises Attempt.DoesNotExist and HelpError.
    """
    with transaction.atomic(durable=True):
        game = lock_game(player=player, attempt_id=attempt_id)
        left = require_open(game)
        if left.rung == Rung.NONE:
            raise HelpError(_("There are no hints on this grid."))
        last = _last_press(game.attempt)
        told = _unseen(game, left, last, seen_version) or _tell(game, left, last)
        if game.moves:
            save_game(game)
    return game, told


def told_last(attempt: Attempt, state: GameState) -> Told | None:
    """The hint that is still open on this grid, for a page that is loaded again; None when there is none."""
    if not attempt.is_open or not attempt.hints_nudge:
        return None
    last = _last_press(attempt)
    if last is None:
        return None
    later = _effects_after(attempt, last)
    if any(change.digit_before != change.digit_after for effect in later for change in effect):
        return None
    # As it was told: found anew from later notes, it would judge them without a press.
    for effect in reversed(later):
        state = _taken_back(state, effect)
    return _told_again(attempt, state, help_left(attempt, timezone.now()), last)


def _unseen(game: Game, left: HelpLeft, last: Move | None, seen_version: int) -> Told | None:
    if last is None or not seen_version < last.number == game.state.version:
        return None
    return _told_again(game.attempt, game.state, left, last)


def _tell(game: Game, left: HelpLeft, last: Move | None) -> Told:
    has_changed = last is not None and bool(_effects_after(game.attempt, last))
    if has_changed:
        # Whether it is still the same hint tells of the moves since then, so it is not even looked at.
        _require_budget(left, game.attempt)
    hint = _hint_for(game.attempt, game.state)
    begun = last if last and hint and _is_about(last, hint, has_changed=has_changed) else None
    if begun is None:
        _require_budget(left, game.attempt)
    if hint is None:
        append_help(game, kind=Move.Kind.HINT)
        return _NOTHING
    told, deepest = begun.rung if begun else Rung.NONE, _deepest(left, hint)
    # The step may have been done and taken back: then it is done again.
    rung = min(told + 1, deepest)
    if rung > told or rung == Rung.DO:
        _record(game, hint, rung)
    elif has_changed:
        # The same again, and with it that the moves since then are right.
        _append_press(game, hint, rung)
    return Told(hint, rung, is_deepest=rung == deepest)


def _deepest(left: HelpLeft, hint: Hint) -> int:
    """The deepest rung of this hint: a step is not done where help may fill no more cells."""
    return left.rung if left.cells or isinstance(hint, Mistake) else min(left.rung, Rung.WHY)


def _hint_for(attempt: Attempt, state: GameState) -> Hint | None:
    return next_hint(
        Board(state.digits),
        solution=Board.from_line(attempt.puzzle.solution),
        notes=state.notes,
        givens=[cell for cell in CELLS if state.givens[cell]],
    )


def _last_press(attempt: Attempt) -> Move | None:
    return attempt.moves.filter(kind=Move.Kind.HINT).order_by("-number").first()


def _effects_after(attempt: Attempt, press: Move) -> list[Effect]:
    """What has changed since a press, in order."""
    if attempt.version == press.number:
        return []
    later = attempt.moves.filter(number__gt=press.number).exclude(effect=[]).effects()
    return [later[number] for number in sorted(later)]


def _is_about(press: Move, hint: Hint, *, has_changed: bool = False) -> bool:
    """Whether a press told of this hint; a mistake made again after it was taken away is another one."""
    if has_changed and press.rung == Rung.DO and isinstance(hint, Mistake):
        return False
    return (press.technique, press.cell) == (hint.technique, hint.targets[0])


def _told_again(attempt: Attempt, state: GameState, left: HelpLeft, last: Move) -> Told | None:
    """What a press told, found anew from the grid; a step that was done is first taken back for it."""
    if not last.technique:
        return _NOTHING
    before = _taken_back(state, last.effect)
    hint = _hint_for(attempt, before)
    if hint is None or not _is_about(last, hint):
        return None
    return Told(hint, last.rung, is_deepest=last.rung >= _deepest(left, hint))


def _taken_back(state: GameState, effect: Iterable[Sequence[int]]) -> GameState:
    """The grid before a change that is the last one on it."""
    digits, notes = list(state.digits), list(state.notes)
    for cell, digit_before, _digit_after, notes_before, _notes_after in effect:
        digits[cell], notes[cell] = digit_before, notes_before
    return replace(state, digits=tuple(digits), notes=tuple(notes))


def _require_budget(left: HelpLeft, attempt: Attempt) -> None:
    if left.hints == 0:
        count = attempt.policy.hint_budget or 0
        sentence = ngettext(
            "The %(count)d hint of this grid has been used.",
            "All %(count)d hints of this grid have been used.",
            count,
        )
        raise HelpError(sentence % {"count": count})


def _record(game: Game, hint: Hint, rung: int) -> None:
    """Append the press, counted by its rung and with its technique. The last rung is done on the grid."""
    effect, digit = _carried_out(game, hint) if rung == Rung.DO else ((), 0)
    _append_press(game, hint, rung, effect, digit)
    counter = f"hints_{Rung(rung).name.lower()}"
    setattr(game.attempt, counter, getattr(game.attempt, counter) + 1)
    row, _created = AttemptTechnique.objects.get_or_create(attempt=game.attempt, technique=hint.technique)
    row.hints += rung == Rung.NUDGE
    row.deepest_rung = max(row.deepest_rung, rung)
    row.save(update_fields=["hints", "deepest_rung"])


def _append_press(game: Game, hint: Hint, rung: int, effect: Effect = (), digit: int = 0) -> None:
    append_help(
        game,
        kind=Move.Kind.HINT,
        effect=effect,
        cell=hint.targets[0],
        digit=digit,
        technique=hint.technique,
        rung=rung,
    )


def _carried_out(game: Game, hint: Hint) -> tuple[Effect, int]:
    """What doing the hint changes, and the digit it places: a mistake is cleared, never put right."""
    if isinstance(hint, Mistake):
        return clearing_effect(game.state, hint.cell), 0
    return filling_effect(game.attempt, game.state, hint.placements), hint.placements[0].digit
