"""Who may watch a solver on a grid: not who writes an exam, and not who is playing that grid or is to.

A trace shows a solution, and so do the explorer, the judgement of a grid of one's own, its path, and help.

**During an exam** (see `doors.is_writing_exam`) solvers rest for its student, whatever the grid. Open are the
fixed grids of the course and of the techniques, and boards of fewer than eight digits: two digits that such a
board does not hold can be exchanged everywhere, so it has no solution of its own to tell. The refusal is the
same for all grids, and so tells nothing of any.

**Otherwise** a board is refused while the reader plays a puzzle that it would tell of, or has it locked by
work. The decision must not be an answer to a guess: "the board agrees with the solution" alone would be one,
for a board with a right digit more would be refused, and one with a wrong digit more be shown. So it is made
in two ways, and a board that meets either is refused:

-   By what everybody sees, without the solution. The board repeats at least half as many digits of the
    player's grid as the puzzle has givens; or it could have the same solution, its digits and the givens of
    the puzzle excluding each other for one digit in four at most. Upright, any guess is refused alike, right
    or wrong.
-   By the class of the solution: some solution of the board is equivalent to that of the puzzle, so that the
    board is the puzzle transposed, permuted, relabelled, with a clue more or less. A shuffled puzzle with a
    right guess has this solution. With a wrong guess it has another or none, and so the solutions count too
    that a board has with any one of its digits dropped, and, where it has none, with any two dropped. One or
    two wrong guesses are so refused like right ones.

What the second way leaves open: a board shuffled both ways that holds three digits known to be wrong, or from
which so many givens are missing that it has more than `MOST_SOLUTIONS` solutions. Who makes such boards by
program could as well let a program of their own solve the puzzle; an exam is not guarded by this while it is
written.

Of what a student has been given and not begun, a board that could have the same solution must also repeat one
given in four. Otherwise an attacker could find unseen givens one by one from refusals. Nobody meets the class
of a grid not seen by chance: there are 5,472,730,538. Puzzles reserved for an exam that the student has not
begun are refused by their class, unless the student can draw them anyway (see `doors.reserved_from`); the
sentence is one for all, and names no exam.

**While a run is to be predicted**, every solver rests on its grid, and on boards with half of its givens.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from itertools import combinations

from django.db.models import F, Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from ...engine import PEERS, TECHNIQUES, Board, SearchLimitError, search, search_implementation
from ...engine.course import DEMOS
from ...engine.search import solution_lines
from ...engine.similarity import canonical_key
from ...engine.techniques import example_of
from ...models import Allotment, Attempt, Puzzle
from ...models.play import AttemptQuerySet
from ..assignments.doors import (
    SOLVERS_REST,
    has_unreleased_exams,
    held_grids,
    held_sentence,
    is_known,
    is_writing_exam,
    reserved_from,
)
from ..hints import help_left, show_solution

FEW_DIGITS = 7
ONE_IN = 4
# No board of fewer digits has only one solution.
_FEWEST_CLUES = 17
# Of a board with more solutions nothing is compared; of one with a digit dropped, because there are many of
# these, with more than the second number. A solution takes about 0.1 ms.
MOST_SOLUTIONS = 1000
MOST_OF_A_PART = 100
# A search that visits more nodes is given up: its board is one of too many solutions.
_NODE_LIMIT = 20_000


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
    """What holds a grid back: an attempt that is open, or a grid that an assignment locks."""

    attempt: Attempt | None
    may_give_up: bool = False
    allotment: Allotment | None = None


def require_watchable(user: User, board: Board) -> None:
    """Raise WatchError when solvers rest, or when the user plays this grid or one that it would tell of.

    Or when the user has to predict a run on it.
    """
    if refusal := _refusal(user, board):
        raise refusal


def require_explorable(user: User, board: Board) -> None:
    """Raise WatchError as `require_watchable` does, unless the solution may be shown to the user now.

    One function called by hand tells less than a run: nothing has to be given up for it.
    """
    refusal = _refusal(user, board)
    if refusal and not refusal.may_give_up:
        raise refusal


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
        or puzzle.canonical_key in similar_keys(board)
    )


# About 20 ms, and 300 at worst; predictions come with the same board time and again.
@lru_cache(maxsize=4096)
def similar_keys(board: Board) -> frozenset[int]:
    """The canonical keys of the solutions of a board, and of the board with a few digits dropped.

    One digit, or, where there is no solution, two. (The search in Python takes a hundred times as long:
    there, one.)
    """
    if board.clue_count < _FEWEST_CLUES - 1:
        return frozenset()
    placed = [cell for cell, digit in enumerate(board) if digit]
    keys, count = _keys_of(board, MOST_SOLUTIONS)
    most_dropped = 2 if count == 0 and search_implementation() == "compiled" else 1
    for dropped in range(1, most_dropped + 1):
        for cells in combinations(placed, dropped):
            part = Board(tuple(0 if cell in cells else digit for cell, digit in enumerate(board)))
            keys |= _keys_of(part, MOST_OF_A_PART)[0]
    return frozenset(keys)


def _keys_of(board: Board, most: int) -> tuple[set[int], int]:
    """The canonical keys of the solutions of a board (none where they are too many), and their number."""
    try:
        found = search(board, limit=most + 1, node_limit=_NODE_LIMIT)
        if not 1 <= found.count <= most:
            return set(), found.count
        every = solution_lines(board.to_line(), limit=most, node_limit=_NODE_LIMIT)
        return {canonical_key(each) for each in every}, found.count
    except SearchLimitError:
        return set(), most + 1


@cache
def _demos() -> frozenset[Board]:
    """The fixed grids of the course's worksheets and of the techniques: open during an exam, too."""
    course = {Board.from_line(demo.puzzle) for demos in DEMOS.values() for demo in demos}
    return frozenset(course | {example_of(name).position.board for name in TECHNIQUES})


def _clashes(placed: list[tuple[int, int]], givens: Board) -> int:
    """How many of these digits the givens exclude: another digit is given there, or the same to a peer."""
    return sum(
        givens[cell] not in (0, digit) or any(givens[peer] == digit for peer in PEERS[cell])
        for cell, digit in placed
    )


def _refusal(user: User, board: Board) -> WatchError | None:
    """Why a board is not shown; first what may not be given up."""
    if user.is_teacher or board.clue_count <= FEW_DIGITS:
        return None
    is_demo = board in _demos()
    if not is_demo and is_writing_exam(user):
        return WatchError(SOLVERS_REST, None)
    if rehearsal := _rehearsal_refusal(user, board):
        return rehearsal
    now = timezone.now()
    # A practice copy is of a finished grid, whose solution its player may see.
    played = [
        Held(attempt, may_give_up=help_left(attempt, now).solution)
        for attempt in _attempts_of(user).unfinished().counting()
        if tells_of(board, attempt.puzzle, attempt.digits)
    ]
    held = min([*_given_to(user, board), *played], key=lambda each: each.may_give_up, default=None)
    # Everybody knows the demos: they can be no secret.
    is_secret_left = not is_demo and (held is None or held.may_give_up)
    if is_secret_left and has_unreleased_exams() and reserved_from(user, similar_keys(board)):
        return WatchError(_("This grid is kept for later."), None)
    return _held_refusal(held, now) if held else None


def _rehearsal_refusal(user: User, board: Board) -> WatchError | None:
    """Why solvers rest on the grid of a run that the user has to predict, or one with half of its givens.

    All of them, not only the one to predict: most try the same digits in the same order.
    """
    for allotment in _runs_to_predict(user, timezone.now()):
        if _is_much_the_same(Board.from_line(allotment.puzzle.givens), board):
            sentence = _(
                "“%(assignment)s” asks you to predict a run on this grid: answer its questions first, "
                "then you can watch it."
            )
            named = sentence % {"assignment": allotment.assignee.assignment.name}
            return WatchError(named, None, allotment=allotment)
    return None


def _runs_to_predict(student: User, now: datetime) -> list[Allotment]:
    """The runs that the student may still predict, once they are open."""
    unfinished = Q(prediction_round=None) | Q(prediction_round__asked__lt=F("prediction_round__wanted"))
    given = (
        Allotment.objects.of(student)
        .filter(
            unfinished,
            assignee__assignment__opens_at__lte=now,
            assignee__assignment__archived_at=None,
            assignee__assignment__classroom__archived_at=None,
        )
        .exclude(assignee__assignment__algorithm="")
        .select_related("assignee__assignment__policy", "assignee__assignment__classroom")
        .select_related("puzzle", "prediction_round", "assignee__student")
        .defer("puzzle__solution")
    )
    return [each for each in given if not _is_given_up(each, now)]


def _is_given_up(allotment: Allotment, now: datetime) -> bool:
    """Whether its time is up. A run that was opened can still be predicted late."""
    assignee = allotment.assignee
    return assignee.is_shut(now) if allotment.round_or_none else assignee.is_over(now)


def _is_much_the_same(givens: Board, board: Board) -> bool:
    repeated = sum(digit != 0 and board[cell] == digit for cell, digit in enumerate(givens))
    return 2 * repeated >= givens.clue_count


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


def _held_refusal(held: Held, now: datetime) -> WatchError:
    if held.allotment:
        allotment = held.allotment if is_known(held.allotment, now) else None
        return WatchError(held_sentence(held.allotment), held.attempt, allotment=allotment)
    if held.may_give_up:
        sentence = _(
            "You are playing this grid, or one very much like it, and a solver would show its solution."
        )
    else:
        sentence = _(
            "You are playing this grid, or one very much like it. Finish it first: a solver would show it."
        )
    return WatchError(sentence, held.attempt, may_give_up=held.may_give_up)
