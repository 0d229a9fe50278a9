"""Own grids: checked, kept, played, and generated where none is left.

The check of a grid says whether it has one solution, and so whether a guess in it is right. So a grid that
could reveal one which its reader plays or must play is refused, by the same rule as watching a solver.
"""

import random
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.fair_queue import FairQueue
from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine import (
    CELLS,
    DIGITS,
    TIERS,
    Board,
    Conflict,
    GeneratorError,
    Grade,
    SearchLimitError,
    SolvingClass,
    conflicts,
    generate,
    grade,
    search_line,
    solving_class,
)
from puzzles.engine.grading import HARDEST_TIER
from puzzles.engine.search import solution_lines
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.library.services.bulk_insert import CheckedPuzzle, add_puzzles
from puzzles.library.services.difficulty import QUICK_TECHNIQUES, Graded, quick_grade_of, store_grades
from puzzles.library.services.policies import policy_with
from puzzles.library.services.validation import NODE_LIMIT

from ..game import Op, OpKind, centre_marks_of, colour_of
from ..models import Attempt, OwnGrid
from .access import require_unlocked
from .draws import start_attempt
from .play import SentOp, play_moves, require_pace
from .watching import SOLVERS_REST, is_writing_exam, require_watchable

# No grid of fewer digits has only one solution.
FEWEST_CLUES = 17
# Solutions that are listed of a grid with several.
MAX_LISTED = 20
VERDICTS_KEPT = 512
MAKING_SECONDS = 1.5

# A check takes a few milliseconds, at most about a second: one at a time in a process.
_CHECKS = FairQueue()


_NOT_MADE = gettext_lazy("No matching grid was found in time. Try again, or change your criteria.")


class OwnGridError(Refusal):
    """The grid is refused; the text is for its owner."""


class TooManyOwnGridsError(OwnGridError):
    """The owner keeps as many grids as allowed."""


class NotMadeError(OwnGridError):
    """No grid of the tier was generated in time."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A grid that was read, the notes of its empty cells as masks, and its place in the file."""

    board: Board
    notes: tuple[int, ...] = ()
    number: int = 1
    total: int = 1


@dataclass(frozen=True, slots=True)
class GridCheck:
    """Facts about a grid.

    `count` is 0, 1, or 2 for more; None where it was not searched: where digits repeat, where there are too
    few, or where it would take too long (`is_too_long`). A grid with one solution has a class, and a grade
    if that takes no more than about a second. Of a grid with several, `solutions` are the first, up to
    `MAX_LISTED` and one more.
    """

    clue_count: int
    conflicts: tuple[Conflict, ...] = ()
    count: int | None = None
    is_too_long: bool = False
    solution: str = ""
    solving_class: SolvingClass | None = None
    grade: Grade | None = None
    solutions: tuple[str, ...] = ()

    @property
    def is_playable(self) -> bool:
        return self.count == 1


@dataclass(frozen=True, slots=True)
class Sound:
    """A grid with one solution, ready to be stored."""

    checked: CheckedPuzzle
    grade: Grade | None


def look_into(*, reader: User, board: Board) -> GridCheck:
    """Whether a grid has one solution, and how hard it is. Raises WatchError for a grid that is refused."""
    require_watchable(reader, board)
    return _checked(board, reader)


def keep_grid(*, owner: User, board: Board, name: str = "") -> OwnGrid:
    """Keep a grid under a name; one that is kept already gets the name.

    Raises WatchError for a grid that is refused, and OwnGridError for one that cannot be played.
    """
    require_watchable(owner, board)
    sound = _playable(owner, board)
    with transaction.atomic():
        return _kept(owner, _stored(owner, sound), name)


@transaction.atomic
def remove_grid(*, owner: User, grid_id: int) -> None:
    """Remove a grid from those kept. Its attempts stay; a puzzle that nothing else needs is deleted.

    Raises OwnGrid.DoesNotExist.
    """
    grid = OwnGrid.objects.owned_by(owner).select_related("puzzle").get(pk=grid_id)
    puzzle = grid.puzzle
    grid.delete()
    others = OwnGrid.objects.filter(puzzle=puzzle)
    if not any(rows.exists() for rows in (others, puzzle.entries, puzzle.attempts, puzzle.assigned_puzzles)):
        puzzle.delete()


def play_grid(
    *, player: User, board: Board, name: str = "", digits: str = "", marks: Sequence[int] = ()
) -> Attempt:
    """The player's open attempt on a grid, or a new one; a new one begins with these digits and marks.

    They were written elsewhere, and come in as moves. Raises WatchError and LockedError for a grid that is
    refused, OwnGridError for one that cannot be played or kept, and TooFastError.
    """
    if attempt := open_attempt(player, board):
        return attempt
    require_watchable(player, board)
    # Checked first: the digits and marks must be able to follow as moves.
    require_pace(player.pk)
    sound = _playable(player, board)
    with transaction.atomic():
        puzzle = _stored(player, sound)
        require_unlocked(player=player, puzzle=puzzle)
        _kept(player, puzzle, name)
    attempt = _started(player, puzzle)
    ops = list(_brought_ops(attempt, digits, marks))
    if ops and attempt.version == 0:
        play_moves(player=player, attempt_id=attempt.pk, client=secrets.token_hex(8), ops=ops)
    return attempt


def open_attempt(player: User, board: Board) -> Attempt | None:
    """The player's open attempt on a grid that no assignment gave."""
    attempts = Attempt.objects.played_by(player).unfinished().filter(assigned_puzzle=None, is_practice=False)
    return attempts.filter(puzzle__givens=board.to_line()).first()


def make_grid(*, player: User, tier: int | None = None, rng: random.Random | None = None) -> Attempt:
    """An attempt on a grid generated now, of this tier.

    Raises NotMadeError when time is up, and OwnGridError while the player writes an exam.
    """
    if is_writing_exam(player):
        raise OwnGridError(SOLVERS_REST)
    rng = rng or random.SystemRandom()
    with _CHECKS.slot(player.pk):
        sound = _made(tier, rng)
    with transaction.atomic():
        puzzle = _stored(player, sound)
        _kept(player, puzzle, _("Made for you"))
    return _started(player, puzzle)


def new_puzzle(*, maker: User, tier: int | None, rng: random.Random) -> Puzzle:
    """A puzzle generated now, of this tier, in no collection. Raises NotMadeError."""
    with _CHECKS.slot(maker.pk):
        sound = _made(tier, rng)
    with transaction.atomic():
        return _stored(maker, sound)


def own_collection(player: User) -> Collection:
    """The private collection for grids that are generated for a player in the background."""
    found = Collection.objects.owned_by(player).filter(audience=Collection.Audience.NOBODY).order_by("pk")
    return found.first() or Collection.objects.create(
        owner=player,
        name=_("Made for you"),
        audience=Collection.Audience.NOBODY,
        policy=policy_with(),
    )


# Checking


def _checked(board: Board, reader: User) -> GridCheck:
    found = tuple(conflicts(board))
    if found or board.clue_count < FEWEST_CLUES:
        return GridCheck(board.clue_count, found)
    with _CHECKS.slot(reader.pk):
        return _searched(board.to_line())


@lru_cache(maxsize=VERDICTS_KEPT)
def _searched(line: str) -> GridCheck:
    board = Board.from_line(line)
    try:
        count, solution = search_line(line, node_limit=NODE_LIMIT)
    except SearchLimitError:
        return GridCheck(board.clue_count, is_too_long=True)
    if count != 1:
        several = solution_lines(line, limit=MAX_LISTED + 1, node_limit=NODE_LIMIT) if count else ()
        return GridCheck(board.clue_count, count=count, solutions=tuple(several))
    kind = solving_class(board)
    return GridCheck(
        board.clue_count, count=1, solution=solution or "", solving_class=kind, grade=quick_grade_of(0, line)
    )


def _playable(player: User, board: Board) -> Sound:
    """A grid with one solution, as the table of puzzles holds it. Raises OwnGridError."""
    verdict = _checked(board, player)
    if verdict.solving_class is None:
        raise OwnGridError(_("Only a grid with exactly one solution can be played and kept."))
    if not board.empty_cells:
        raise OwnGridError(_("This grid is full: there is nothing left to play."))
    line = board.to_line()
    checked = CheckedPuzzle.with_solution(line, verdict.solution, verdict.solving_class)
    return Sound(checked, verdict.grade)


# Keeping and playing


def _stored(owner: User, sound: Sound) -> Puzzle:
    """The puzzle of a grid, new or known; the owner is locked, so that the limit of kept grids holds."""
    User.objects.select_for_update(no_key=True).filter(pk=owner.pk).first()
    puzzle = add_puzzles([sound.checked])[sound.checked.givens]
    if sound.grade is not None:
        store_grades([Graded(puzzle.pk, sound.grade)])
    return Puzzle.objects.get(pk=puzzle.pk)


def _kept(owner: User, puzzle: Puzzle, name: str) -> OwnGrid:
    grids = OwnGrid.objects.owned_by(owner)
    grid = grids.filter(puzzle=puzzle).first()
    if grid is None:
        if grids.count() >= OwnGrid.MAX_GRIDS:
            raise TooManyOwnGridsError(
                _("You already keep %(count)d grids, which is the limit. Remove one first.")
                % {"count": OwnGrid.MAX_GRIDS}
            )
        return OwnGrid.objects.create(owner=owner, puzzle=puzzle, name=name)
    if name and name != grid.name:
        grid.name = name
        grid.save(update_fields=["name"])
    return grid


def _started(player: User, puzzle: Puzzle) -> Attempt:
    """An attempt under the rules of a collection from which the player may draw it, or the usual ones."""
    entries = Entry.objects.drawable().filter(
        puzzle=puzzle, collection__in=Collection.objects.drawable_by(player)
    )
    entry = entries.select_related("collection").order_by("collection").first()
    if entry:
        return start_attempt(player=player, puzzle=puzzle, collection=entry.collection)
    return Attempt.objects.get_or_begin(player=player, puzzle=puzzle, policy=policy_with())


def _brought_ops(attempt: Attempt, digits: str, marks: Sequence[int]) -> Iterator[SentOp]:
    """Digits and marks from elsewhere as ops: the digits of empty cells, then marks where possible."""
    empty = [cell for cell in CELLS if attempt.puzzle.givens[cell] == "."]
    written = {cell: int(digits[cell]) for cell in empty if digits and digits[cell] in "123456789"}
    ops = [Op(OpKind.DIGIT, cell, digit) for cell, digit in written.items()]
    for cell, mark in enumerate(marks):
        if cell in empty and cell not in written:
            ops += [Op(OpKind.NOTE_ON, cell, digit) for digit in DIGITS if mark >> digit - 1 & 1]
            centre = centre_marks_of(mark)
            ops += [Op(OpKind.CENTRE_ON, cell, digit) for digit in DIGITS if centre >> digit - 1 & 1]
        if colour_of(mark) in DIGITS:
            ops.append(Op(OpKind.COLOUR, cell, colour_of(mark)))
    return (SentOp(seq, op) for seq, op in enumerate(ops, start=1))


# Making


def _made(tier: int | None, rng: random.Random) -> Sound:
    deadline = time.monotonic() + MAKING_SECONDS
    while True:
        board = _tried(tier, rng, deadline)
        if board:
            line = board.to_line()
            graded = quick_grade_of(0, line)
            if tier in (None, graded.tier if graded else HARDEST_TIER):
                _count, solution = search_line(line)
                checked = CheckedPuzzle.with_solution(line, solution or "", solving_class(board))
                return Sound(checked, graded)
        if time.monotonic() >= deadline:
            raise NotMadeError(_NOT_MADE)


def _tried(tier: int | None, rng: random.Random, deadline: float) -> Board | None:
    """One new grid of the class in which the tier is found; None if this try finds none.

    For the hardest tier it changes a grid until it is hard enough. Raises NotMadeError when time is up.
    """

    def is_hardest(board: Board) -> bool:
        return grade(board, techniques=QUICK_TECHNIQUES).tier == HARDEST_TIER

    def weigh(board: Board) -> int:
        if time.monotonic() >= deadline:
            raise NotMadeError(_NOT_MADE)
        return grade(board, techniques=QUICK_TECHNIQUES).score

    wanted: SolvingClass | None = None
    if tier is not None:
        wanted = rng.choice(("simple", "singles")) if tier == TIERS[0] else "harder"
    try:
        if tier == HARDEST_TIER:
            return generate(rng, accept=is_hardest, weigh=weigh, tries=1)
        return generate(rng, wanted=wanted, tries=1)
    except GeneratorError:
        return None
