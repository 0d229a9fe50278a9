"""Practice copies: go on from a position of a finished attempt, to try another way.

A copy is free play, and counts in no sum, table or mastery. A player has at most one open copy of a puzzle: a
second one takes its position over into the open one, as a move that can be undone.

A half-filled grid is practice, too: an easy grid that the player never played, with half of its empty cells
filled in. It is drawn as any other, so its answer tells nothing about exams.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine import Board
from puzzles.library.models import Puzzle
from puzzles.library.services.policies import PRACTICE, policy_with

from ..game import GameState, ReplayError, apply_effect, effect_towards, new_game, replay
from ..models import Attempt, Move
from .access import locked_puzzles, require_readable, require_unlocked
from .draws import Criteria, draw_entry
from .play import limit_met, lock_game, save_game
from .watching import SOLVERS_REST, is_writing_exam

EASY_GRID = Criteria(tier=1)


class PracticeError(Refusal):
    """No practice copy can be begun; the text is for the player."""


@transaction.atomic
def practise(*, player: User, attempt_id: int, number: int) -> Attempt:
    """The player's practice copy, at the position of their finished attempt after move `number`.

    Raises Attempt.DoesNotExist unless the attempt is the player's, PracticeError, and LockedError where an
    assignment locks the grid.
    """
    attempts = (
        Attempt.objects.played_by(player).with_assignment().select_related("puzzle", "collection__policy")
    )
    source = attempts.get(pk=attempt_id)
    require_readable(reader=player, attempt=source)
    require_unlocked(player=player, puzzle=source.puzzle)
    if is_writing_exam(player):
        raise PracticeError(SOLVERS_REST)
    _require_not_in_earnest(player, source.puzzle_id)
    position = position_after(source, number)
    if position.is_solved:
        raise PracticeError(_("The grid is already solved at this move. Choose an earlier one."))
    copy = _open_copy(player, source)
    _take_over(player, copy, position, min(number, source.version))
    return copy


@transaction.atomic
def practise_at(*, player: User, puzzle: Puzzle, digits: Sequence[int], marks: Sequence[int]) -> Attempt:
    """The player's practice copy of a puzzle, at a position that no game of theirs led to.

    Raises PracticeError while they play the puzzle in earnest, and LockedError.
    """
    require_unlocked(player=player, puzzle=puzzle)
    _require_not_in_earnest(player, puzzle.pk)
    copy = Attempt.objects.get_or_begin(
        player=player, puzzle=puzzle, is_practice=True, policy=policy_with(**PRACTICE)
    )
    givens = Board.from_line(puzzle.givens).digits
    _take_over(player, copy, replace(new_game(givens), digits=tuple(digits), marks=tuple(marks)), 0)
    return copy


def _require_not_in_earnest(player: User, puzzle_id: int) -> None:
    in_earnest = Attempt.objects.played_by(player).unfinished().counting().filter(puzzle=puzzle_id)
    if in_earnest.exists():
        raise PracticeError(_("You are still playing this grid. Finish it first."))


def begin_half_filled(*, player: User, rng: random.Random | None = None) -> Attempt:
    """The player's open half-filled grid, or a new one.

    Raises PracticeError during an exam, since half a solution is a solver's answer, and NothingLeftError.
    """
    if is_writing_exam(player):
        raise PracticeError(SOLVERS_REST)
    if unfinished := _open_half_filled(player):
        return unfinished
    rng = rng or random.SystemRandom()
    # Before the transaction: a draw may grade grids, and would keep all other writers waiting.
    entry = draw_entry(player=player, criteria=EASY_GRID, rng=rng)
    with transaction.atomic():
        # Two requests at once wait for each other here: the second finds the grid of the first.
        User.objects.select_for_update().filter(pk=player.pk).values("pk").first()
        if unfinished := _open_half_filled(player):
            return unfinished
        require_unlocked(player=player, puzzle=entry.puzzle)
        attempt = Attempt.objects.get_or_begin(
            player=player,
            puzzle=entry.puzzle,
            is_practice=True,
            policy_id=entry.collection.policy_id,
            collection=entry.collection,
        )
        if attempt.version == 0:
            _take_over(player, attempt, _half_filled(attempt, rng), None)
    return attempt


def is_half_filled(attempt: Attempt) -> bool:
    """Whether the site filled in half of it at the beginning."""
    return attempt.is_practice and attempt.moves.filter(**_HALF_FILLING).exists()


# What is taken over from another attempt names its move; half of a solution comes from none.
_HALF_FILLING = {"number": 1, "kind": Move.Kind.TAKE_OVER, "target": None}


def _open_half_filled(player: User) -> Attempt | None:
    half_filling = Move.objects.filter(**_HALF_FILLING, attempt=OuterRef("pk"))
    attempts = Attempt.objects.played_by(player).unfinished().filter(Exists(half_filling), is_practice=True)
    found = {attempt.puzzle_id: attempt for attempt in attempts}
    locked = locked_puzzles(player, found)
    return next((attempt for puzzle_id, attempt in found.items() if puzzle_id not in locked), None)


def _half_filled(attempt: Attempt, rng: random.Random) -> GameState:
    """The givens, and the solution in half of the other cells."""
    state = attempt.game_state()
    empty = [cell for cell, digit in enumerate(state.digits) if not digit]
    solution = Board.from_line(attempt.puzzle.solution).digits
    filled = set(rng.sample(empty, len(empty) // 2))
    digits = [solution[cell] if cell in filled else digit for cell, digit in enumerate(state.digits)]
    return replace(state, digits=tuple(digits))


def position_after(attempt: Attempt, number: int) -> GameState:
    """The grid and its marks after this move. Raises PracticeError if its moves do not fit together."""
    effects = attempt.moves.filter(number__lte=number).effects()
    try:
        return replay(
            Board.from_line(attempt.puzzle.givens).digits, [effects[each] for each in sorted(effects)]
        )
    except ReplayError as error:
        raise PracticeError(_("This position cannot be restored.")) from error


def _open_copy(player: User, source: Attempt) -> Attempt:
    """The open practice copy of the puzzle, or a new one.

    The cells that help filled in the attempt count in the copy too, against the limit of its policy: the
    collection's current one, or else the attempt's own, but never that of an exam.
    """
    if source.is_practice and source.is_open:
        return source
    if source.collection:
        policy = source.collection.policy
    else:
        policy = policy_with() if source.policy.is_exam else source.policy
    is_known = source.state in Attempt.COMPLETE
    return Attempt.objects.get_or_begin(
        player=player,
        puzzle=source.puzzle,
        is_practice=True,
        policy=policy,
        collection=source.collection,
        cells_shown=0 if is_known else source.cells_shown,
    )


def _take_over(player: User, copy: Attempt, position: GameState, number: int | None) -> None:
    """Bring the position into the copy, as one move. In a new copy undo stops there."""
    game = lock_game(player=player, attempt_id=copy.pk)
    effect = effect_towards(game.state, position.digits, position.marks)
    if not effect or limit_met(Move.Kind.TAKE_OVER, moves=game.state.version, changes=copy.change_count):
        return
    game.state = apply_effect(game.state, effect).state
    if game.attempt.version == 0:
        game.state = replace(game.state, undo=())
    game.moves.append(
        Move(
            attempt=game.attempt,
            number=game.state.version,
            kind=Move.Kind.TAKE_OVER,
            effect=effect,
            target=number,
            elapsed_ms=game.attempt.elapsed_ms,
            made_at=game.now,
        )
    )
    save_game(game)
