"""Who may watch a solver on a grid: not who is playing it, or is to, for a trace holds a solution.

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

What a student has been given and not begun is held back in the same ways, but for one: of what only could
have the same solution, it must also repeat one given in four. Or else grids made for the purpose would be
refused or shown digit by digit as they fit the givens, and so tell a grid that nobody has seen yet.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from ...engine import PEERS, Board, likeness
from ...models import Allotment, Attempt, Puzzle
from ...models.play import AttemptQuerySet
from ..assignments.doors import held_grids, held_sentence
from ..hints import help_left, show_solution

FEW_DIGITS = 7
ONE_IN = 4


class WatchError(Exception):
    """Why a grid is not to be watched, in a sentence for the student who is playing it in `attempt`.

    `may_give_up` says that the policy grants the solution now, to who gives the attempt up. `allotment` is
    what holds a grid that an assignment gave: it need not be begun, and then there is no attempt.
    """

    def __init__(
        self,
        sentence: str | Promise,
        attempt: Attempt | None,
        *,
        may_give_up: bool = False,
        allotment: Allotment | None = None,
    ) -> None:
        super().__init__(sentence)
        self.attempt = attempt
        self.may_give_up = may_give_up
        self.allotment = allotment


@dataclass(frozen=True, slots=True)
class Held:
    """What holds a grid back: an attempt that is open, or a grid that an assignment holds."""

    attempt: Attempt | None
    may_give_up: bool = False
    allotment: Allotment | None = None


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
        if not tells_of(board, attempt.puzzle, attempt.digits):
            raise Attempt.DoesNotExist
        show_solution(player=player, attempt_id=attempt_id)


def tells_of(board: Board, puzzle: Puzzle, digits: str = "") -> bool:
    """Whether a run on this board could tell a player something about the solution of a puzzle.

    `digits` are the player's own grid, empty for who may not have seen the puzzle yet.
    """
    placed = [(cell, digit) for cell, digit in enumerate(board) if digit]
    if len(placed) <= FEW_DIGITS:
        return False
    givens, own = Board.from_line(puzzle.givens), Board.from_line(digits or puzzle.givens)
    repeated = sum(own[cell] == digit for cell, digit in placed)
    is_of_it = bool(digits) or ONE_IN * repeated >= givens.clue_count
    return (
        2 * repeated >= givens.clue_count
        or (is_of_it and ONE_IN * _clashes(placed, givens) <= len(placed))
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
    """What holds a board back: first what may not be given up."""
    if user.is_teacher or 81 - len(board.empty_cells) <= FEW_DIGITS:
        return None
    now = timezone.now()
    played = [
        Held(attempt, may_give_up=help_left(attempt, now).solution)
        for attempt in _attempts_of(user).unfinished()
        if tells_of(board, attempt.puzzle, attempt.digits)
    ]
    return min([*_given_to(user, board), *played], key=lambda held: held.may_give_up, default=None)


def _given_to(user: User, board: Board) -> Iterator[Held]:
    """What assignments hold back that the user does not play at the moment."""
    for allotment in held_grids(user):
        attempt = allotment.attempt_or_none
        if attempt and attempt.is_open:
            continue
        if tells_of(board, allotment.puzzle, attempt.digits if attempt else ""):
            yield Held(attempt, allotment=allotment)


def _attempts_of(player: User) -> AttemptQuerySet:
    return Attempt.objects.played_by(player).select_related("puzzle", "policy").defer("puzzle__solution")


def _refusal(held: Held) -> WatchError:
    if held.allotment:
        return WatchError(held_sentence(held.allotment), held.attempt, allotment=held.allotment)
    if held.may_give_up:
        sentence = _(
            "You are playing this grid, or one very much like it, and a solver would show its solution."
        )
    else:
        sentence = _(
            "You are playing this grid, or one very much like it. Finish it first: a solver would show it."
        )
    return WatchError(sentence, held.attempt, may_give_up=held.may_give_up)
