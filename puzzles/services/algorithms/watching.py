"""Who may watch a solver on a grid: not who is playing it, for a trace holds a solution.

The decision must tell nothing about the solution either. A refusal of every grid that agrees with the
solution would be an answer to a guess: refused when right, shown when wrong. So the solution is never looked
at. A grid is held back for what everybody sees:

-   it could have the same solution: its digits and the givens of the puzzle stand in each other's way
    nowhere, or for one digit in four at most. That holds back whatever agrees with the solution, and some
    digits made wrong on purpose, in cells where they harm no run, do not open the door. Of unrelated grids
    one digit in three stands in the way, or more.
-   it is a good part of the puzzle: it repeats at least half as many digits of the player's grid as the
    puzzle has givens. That holds back the puzzle with a guess added, right or wrong, and with givens changed.
-   it is the puzzle turned, mirrored, with its rows or its columns in another order, or with its digits
    renamed: seen in one of these ways it repeats two givens in three. Unrelated grids come to three in five.

A grid of fewer than eight digits is open to all: two digits that it does not hold can be exchanged
everywhere, so it has no solution of its own to tell.
"""

from dataclasses import dataclass
from functools import lru_cache

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from ...engine import PEERS, Board, likeness
from ...models import Attempt
from ...models.play import AttemptQuerySet
from ..hints import help_left, show_solution

FEW_DIGITS = 7
ONE_IN = 4


class WatchError(Exception):
    """Why a grid is not to be watched, in a sentence for the student who is playing it in `attempt`.

    `may_give_up` says that the policy grants the solution now, to who gives the attempt up.
    """

    def __init__(self, sentence: str | Promise, attempt: Attempt, *, may_give_up: bool) -> None:
        super().__init__(sentence)
        self.attempt = attempt
        self.may_give_up = may_give_up


@dataclass(frozen=True, slots=True)
class Held:
    """An attempt that holds a grid back."""

    attempt: Attempt
    may_give_up: bool


def require_watchable(user: User, board: Board) -> None:
    """Raise WatchError when the user is playing this grid, or one that it would tell of."""
    held = _held_by(user, board)
    if held:
        raise _refusal(held)


def require_explorable(user: User, board: Board) -> None:
    """Raise WatchError when the user is playing such a grid and may not be shown its solution now.

    One function called by hand tells less than a run: nothing has to be given up for it.
    """
    held = _held_by(user, board)
    if held and not held.may_give_up:
        raise _refusal(held)


def give_up_and_watch(*, player: User, attempt_id: int, board: Board) -> None:
    """End the player's attempt that holds this grid back: it counts as shown.

    Raises Attempt.DoesNotExist for an attempt that holds nothing back, and HelpError when its policy does
    not grant the solution. One that is finished is left as it is.
    """
    attempt = _attempts_of(player).get(pk=attempt_id)
    if attempt.is_open:
        if not tells_of(board, attempt):
            raise Attempt.DoesNotExist
        show_solution(player=player, attempt_id=attempt_id)


def tells_of(board: Board, attempt: Attempt) -> bool:
    """Whether a run on this board could tell the player of an attempt something about its solution."""
    placed = [(cell, digit) for cell, digit in enumerate(board) if digit]
    if len(placed) <= FEW_DIGITS:
        return False
    givens, own = Board.from_line(attempt.puzzle.givens), Board.from_line(attempt.digits)
    repeated = sum(own[cell] == digit for cell, digit in placed)
    return (
        2 * repeated >= givens.clue_count
        or ONE_IN * _clashes(placed, givens) <= len(placed)
        or _is_alike(givens, board)
    )


# It takes some 2 ms, for each open grid at each request; predictions come with the same board time and again.
@lru_cache(maxsize=4096)
def _is_alike(givens: Board, board: Board) -> bool:
    """Whether the board is the puzzle seen in another way."""
    return 3 * likeness(givens, board) >= 2 * givens.clue_count


def _clashes(placed: list[tuple[int, int]], givens: Board) -> int:
    """How many of these digits the givens exclude: another digit is given there, or the same to a peer."""
    return sum(
        givens[cell] not in (0, digit) or any(givens[peer] == digit for peer in PEERS[cell])
        for cell, digit in placed
    )


def _held_by(user: User, board: Board) -> Held | None:
    """The open attempt that holds a board back: first one that may not be given up."""
    if user.is_teacher or 81 - len(board.empty_cells) <= FEW_DIGITS:
        return None
    now = timezone.now()
    holding = [
        Held(attempt, may_give_up=help_left(attempt, now).solution)
        for attempt in _attempts_of(user).unfinished()
        if tells_of(board, attempt)
    ]
    return min(holding, key=lambda held: held.may_give_up, default=None)


def _attempts_of(player: User) -> AttemptQuerySet:
    return Attempt.objects.played_by(player).select_related("puzzle", "policy").defer("puzzle__solution")


def _refusal(held: Held) -> WatchError:
    if held.may_give_up:
        sentence = _(
            "You are playing this grid, or one very much like it, and a solver would show its solution."
        )
    else:
        sentence = _(
            "You are playing this grid, or one very much like it. Finish it first: a solver would show it."
        )
    return WatchError(sentence, held.attempt, may_give_up=held.may_give_up)
