"""Hints: each press tells the same hint one rung deeper, as long as it is the one to tell."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from puzzles.engine import Board, Hint, Mistake, Step, WriteNotes, next_hint
from puzzles.engine.techniques import hint_from_dict, is_same_hint
from puzzles.library.models import HelpPolicy

from ...game import Effect, GameState
from ...models import Attempt, AttemptTechnique, Move
from ..play import Game, append_help, note_rules
from ..preferences import techniques_for
from .bounds import HelpError, HelpLeft, game_for_help, help_left
from .fill import clearing_effect, filling_effect, noting_effect, removing_effect
from .step_search import Seeker

Rung = HelpPolicy.Rung


@dataclass(frozen=True, slots=True)
class Told:
    """A hint as far as it has been told; without a hint, that no known step applies.

    `is_deepest` says that a further press tells no more: the policy goes no deeper, or the step is done.
    `is_looking` says that nothing is told or counted yet: the step is being found, and the same press, made
    again, tells it.
    """

    hint: Hint | None
    rung: int
    is_deepest: bool
    is_looking: bool = False


_NOTHING = Told(None, Rung.NONE, is_deepest=True)
_LOOKING = Told(None, Rung.NONE, is_deepest=False, is_looking=True)


def give_hint(
    *, player: User, attempt_id: int, seen_version: int, ms: int | None = None
) -> tuple[Game, Told]:
    """The next rung of the hint that helps on this grid, or the first rung of a new one.

    Which rung that is, the recorded moves decide. A page that has not yet seen the last press (its answer was
    lost, or it was sent twice) is told the same again. What takes long to find is looked for while the grid
    is not locked. Raises Attempt.DoesNotExist and HelpError.
    """
    seeker = Seeker(techniques_for(player.pk), player.pk)

    while True:
        with game_for_help(player=player, attempt_id=attempt_id, ms=ms) as (game, left):
            if left.rung == Rung.NONE:
                raise HelpError(_("There are no hints on this grid."))
            last = _last_press(game.attempt)
            if last is not None and seen_version < last.number == game.state.version:
                return game, _told_again(left, last)
            told = _tell(game, left, last, seeker)
        if seeker.unsought is None:
            return game, told
        seeker.seek(seeker.unsought)


def told_last(attempt: Attempt) -> Told | None:
    """The hint that is still open on this grid, for a page that is loaded again; None when there is none."""
    if not attempt.is_open or not attempt.hints_nudge:
        return None
    last = _last_press(attempt)
    if last is None or _is_closed(last, _effects_after(attempt, last)):
        return None
    return _told_again(help_left(attempt, timezone.now()), last)


def _is_closed(press: Move, later: list[Effect]) -> bool:
    """Whether the grid went on since: another digit, or another note where the press itself changed some.

    Other notes leave a hint open as it was told; judged by them, it would tell of them without a press.
    """
    done = {cell for cell, *_change in press.effect}
    return any(
        change.digit_before != change.digit_after or change.cell in done
        for effect in later
        for change in effect
    )


def _tell(game: Game, left: HelpLeft, last: Move | None, seeker: Seeker) -> Told:
    has_changed = last is not None and bool(_effects_after(game.attempt, last))
    if has_changed:
        # Whether it is still the same hint tells of the moves since then, so it is not even looked at.
        _require_budget(left, game.attempt)
    hint = _hint_for(game.attempt, game.state, seeker)
    if seeker.unsought is not None or (hint is None and seeker.is_looking):
        return _LOOKING
    begun = last if last and hint and _is_about(last, hint, has_changed=has_changed) else None
    if begun is None:
        _require_budget(left, game.attempt)
    if hint is None:
        append_help(game, kind=Move.Kind.HINT)
        return _NOTHING
    told, deepest = begun.rung if begun else Rung.NONE, _deepest(left, hint)
    rung = min(told + 1, deepest)
    effect = _carried_out(game, hint) if rung == Rung.DO else ()
    # The step may have been done and taken back: then it is done again.
    if rung > told or effect:
        _record(game, hint, rung, effect)
    elif has_changed:
        # The same again, and with it that the moves since then are right.
        _append_press(game, hint, rung)
    return Told(hint, rung, is_deepest=rung == deepest)


def _deepest(left: HelpLeft, hint: Hint) -> int:
    """The deepest rung of this hint: a step that fills cells is not done where help may fill no more."""
    is_filling = isinstance(hint, Step) and bool(hint.placements)
    return left.rung if left.cells or not is_filling else min(left.rung, Rung.WHY)


def _hint_for(attempt: Attempt, state: GameState, seeker: Seeker) -> Hint | None:
    fills_notes = note_rules(attempt.policy).fill_notes
    hint = next_hint(
        Board(state.digits),
        solution=Board.from_line(attempt.puzzle.solution),
        notes=state.notes,
        givens=state.given_cells,
        fills_notes=fills_notes,
        find=seeker.find,
    )
    if hint is None and seeker.is_looking and not any(state.notes):
        # Whatever step it is, notes come first.
        return WriteNotes(Board(state.digits).empty_cells, form="" if fills_notes else "by_hand")
    return hint


def _last_press(attempt: Attempt) -> Move | None:
    return attempt.moves.filter(kind=Move.Kind.HINT).order_by("-number").first()


def _effects_after(attempt: Attempt, press: Move) -> list[Effect]:
    """What has changed since a press, in order."""
    if attempt.version == press.number:
        return []
    later = attempt.moves.filter(number__gt=press.number).exclude(effect=[]).effects()
    return [later[number] for number in sorted(later)]


def _is_about(press: Move, hint: Hint, *, has_changed: bool) -> bool:
    """Whether a press told of this hint; a mistake made again after it was taken away is another one."""
    if not press.hint or (has_changed and press.rung == Rung.DO and isinstance(hint, Mistake)):
        return False
    return is_same_hint(hint_from_dict(press.hint), hint)


def _told_again(left: HelpLeft, press: Move) -> Told:
    """What a press told, as it was recorded."""
    if not press.hint:
        return _NOTHING
    hint = hint_from_dict(press.hint)
    return Told(hint, press.rung, is_deepest=press.rung >= _deepest(left, hint))


def _require_budget(left: HelpLeft, attempt: Attempt) -> None:
    if left.hints == 0:
        count = attempt.policy.hint_budget or 0
        sentence = ngettext(
            "The %(count)d hint of this grid has been used.",
            "All %(count)d hints of this grid have been used.",
            count,
        )
        raise HelpError(sentence % {"count": count})


def _record(game: Game, hint: Hint, rung: int, effect: Effect) -> None:
    """Append the press, counted by its rung and with its technique."""
    _append_press(game, hint, rung, effect)
    counter = f"hints_{Rung(rung).name.lower()}"
    setattr(game.attempt, counter, getattr(game.attempt, counter) + 1)
    row, _created = AttemptTechnique.objects.get_or_create(attempt=game.attempt, technique=hint.technique)
    row.hints += rung == Rung.NUDGE
    row.deepest_rung = max(row.deepest_rung, rung)
    row.save(update_fields=["hints", "deepest_rung"])


def _append_press(game: Game, hint: Hint, rung: int, effect: Effect = ()) -> None:
    """Append the press, with what it told of. A digit is named only by the press that places it."""
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


def _carried_out(game: Game, hint: Hint) -> Effect:
    """What doing the hint changes: a mistake is cleared, never put right."""
    if isinstance(hint, Mistake):
        return clearing_effect(game.state, hint.cell)
    if isinstance(hint, WriteNotes):
        return noting_effect(game.attempt, game.state)
    if hint.placements:
        return filling_effect(game.attempt, game.state, hint.placements)
    return removing_effect(game.state, hint.eliminations)
