"""The review of a finished attempt: what proved each digit its player placed, and what could have been seen.

A placement is judged from the digits that stood on the grid and were right, and from what the proofs of
earlier ones took away: not from notes, which could hold anything. So a note of one digit is no proof of it.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone

from ..engine import (
    CELLS,
    PLACING_OPS,
    Board,
    Candidate,
    ContradictionError,
    Mistake,
    Position,
    Step,
    all_steps,
    hint_from_dict,
    justify,
)
from ..models import Attempt, Move, Placement, Puzzle, TechniqueProgress
from .solving import LISTED, step_at_once

SLICE_SECONDS = 2.0

# Of what changes digits these are the player's own, or bring back what stood there; the rest is help.
_BY_HAND = (
    *PLACING_OPS,
    Move.Kind.CLEAR,
    Move.Kind.UNDO,
    Move.Kind.REDO,
    Move.Kind.GO_BACK,
    Move.Kind.REWIND,
)

# The tiers of harder puzzles whose attempts are judged in well under a second.
_SOON_JUDGED = (1, 2, 3)

logger = logging.getLogger("puzzles.review")


def review_slice(*, seconds: float = SLICE_SECONDS) -> bool:
    """Review finished attempts for some seconds; whether there are more."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        attempt_id = Attempt.objects.to_review().order_by("pk").values_list("pk", flat=True).first()
        if attempt_id is None:
            return False
        review_attempt(attempt_id=attempt_id)
    return Attempt.objects.to_review().exists()


def review_attempt(*, attempt_id: int) -> None:
    """Write the review of a finished attempt, once. One that is open, or gone, is left alone.

    The work is done before the transaction: it takes far longer than the writing, and others want to write.
    """
    attempt = Attempt.objects.to_review().select_related("puzzle").filter(pk=attempt_id).first()
    if attempt is None:
        return
    placements = judged(attempt)
    with transaction.atomic():
        locked = Attempt.objects.to_review().select_for_update().filter(pk=attempt_id).first()
        if locked is not None:
            Placement.objects.bulk_create(placements)
            locked.reviewed_at = timezone.now()
            locked.save(update_fields=["reviewed_at"])
            if not locked.is_practice:
                techniques = {placement.technique for placement in placements}
                TechniqueProgress.objects.keep(locked.player_id, techniques)


def placements_of(attempt: Attempt) -> list[Placement] | None:
    """The judged placements of a finished attempt: as written, or worked out anew while they are not yet.

    None where that takes too long: it is being done in the background.
    """
    if attempt.reviewed_at:
        return list(attempt.placements.order_by("number", "cell"))
    puzzle = attempt.puzzle
    is_soon = puzzle.solving_class != Puzzle.SolvingClass.HARDER or puzzle.tier in _SOON_JUDGED
    return judged(attempt) if is_soon else None


def judged(attempt: Attempt) -> list[Placement]:
    """Every digit the player placed by hand for the first time in its cell, judged, in order.

    None at all where the puzzle is no sudoku with one solution, or where its moves cannot be read: nobody
    waits behind such an attempt.
    """
    if attempt.puzzle.solution_count != 1:
        return []
    try:
        review = _Review(attempt, knows_solution=_knew_solution(attempt))
        for move in attempt.moves.order_by("number"):
            review.take(move)
    except ContradictionError:
        logger.exception("attempt %s: the solution of puzzle %s is none", attempt.pk, attempt.puzzle_id)
        return []
    except (LookupError, TypeError, ValueError):
        logger.exception("attempt %s: its moves cannot be judged", attempt.pk)
        return []
    return review.placements


def position_before(attempt: Attempt, number: int) -> Position:
    """What a person could see of the grid before a move: the position that the move was judged in."""
    review = _Review(attempt, knows_solution=False)
    for move in attempt.moves.filter(number__lt=number).order_by("number"):
        review.take(move)
    return review.position()


def _knew_solution(attempt: Attempt) -> bool:
    """Whether the player had finished the same puzzle before."""
    earlier = Attempt.objects.filter(player=attempt.player_id, puzzle=attempt.puzzle_id, pk__lt=attempt.pk)
    return earlier.exclude(state=Attempt.State.OPEN).exists()


@dataclass
class _Review:
    """An attempt on its way through its moves: the grid, what was proved on it, and what help has told."""

    attempt: Attempt
    knows_solution: bool
    placements: list[Placement] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.digits = list(Board.from_line(self.attempt.puzzle.givens).digits)
        self.givens = [cell for cell in CELLS if self.digits[cell]]
        self.solution = Board.from_line(self.attempt.puzzle.solution).digits
        self.known: set[Candidate] = set()
        self.seen: set[tuple[int, int]] = set()
        self.told_cells: set[int] = set()
        self.told_eliminations: set[Candidate] = set()
        # Named by a hint since the last right digit: to look for it was told, wherever it is found.
        self.told_techniques: set[str] = set()

    def take(self, move: Move) -> None:
        """Judge a move if it places a digit, remember what it tells if it is a help, and make it."""
        if move.kind in PLACING_OPS:
            self._judge(move)
        elif move.kind == Move.Kind.HINT:
            self._hear_hint(move)
        elif move.kind == Move.Kind.LIST_STEPS:
            self._hear_list(move)
        elif move.kind in (Move.Kind.CHECK, Move.Kind.REWIND, Move.Kind.DEDUCTION):
            self._hear_check(move)
        if move.kind not in _BY_HAND:
            self.told_cells.update(cell for cell, before, after, *_notes in move.effect if before != after)
        for cell, _before, after, *_notes in move.effect:
            self.digits[cell] = after

    def position(self) -> Position:
        """The right digits, and the candidates that are left after what was proved so far."""
        right = Board(tuple(digit if digit == true else 0 for digit, true in self._pairs()))
        start = Position.from_board(right, givens=self.givens, is_unique=True)
        return start.eliminate(each for each in self.known if start.has_candidate(*each))

    def _pairs(self) -> Iterable[tuple[int, int]]:
        return zip(self.digits, self.solution, strict=True)

    def _is_wrong(self, cell: int) -> bool:
        return self.digits[cell] not in (0, self.solution[cell])

    def _judge(self, move: Move) -> None:
        placed = [(cell, after) for cell, before, after, *_notes in move.effect if after and after != before]
        for cell, digit in placed:
            if (cell, digit) not in self.seen:
                self.seen.add((cell, digit))
                self.placements.append(self._judged(move, cell, digit))

    def _judged(self, move: Move, cell: int, digit: int) -> Placement:
        position = self.position()
        is_right = self.solution[cell] == digit
        easiest = step_at_once(position, None)
        found = justify(position, cell=cell, digit=digit, places=True) if is_right else None
        steps = found.steps if found else ()
        placement = Placement(
            attempt=self.attempt,
            player_id=self.attempt.player_id,
            number=move.number,
            cell=cell,
            digit=digit,
            technique=found.technique if found else "",
            easiest=easiest.technique if easiest else "",
            is_right=is_right,
            is_unaided=self._is_unaided(cell, steps),
            made_at=move.made_at,
        )
        if is_right:
            self.known.update(each for step in steps for each in step.eliminations)
            self.told_techniques.clear()
        return placement

    def _is_unaided(self, cell: int, steps: Sequence[Step]) -> bool:
        return not (
            self.knows_solution
            or cell in self.told_cells
            or any(step.technique in self.told_techniques for step in steps)
            or any(not self.told_eliminations.isdisjoint(step.eliminations) for step in steps)
        )

    def _hear_hint(self, move: Move) -> None:
        hint = hint_from_dict(move.hint) if move.hint else None
        if isinstance(hint, Step):
            self.told_techniques.add(hint.technique)
            self._hear([hint])
        elif isinstance(hint, Mistake):
            self.told_cells.add(hint.cell)

    def _hear_list(self, move: Move) -> None:
        """All steps here: or, where there is a mistake, only that."""
        if move.cell is not None:
            self.told_cells.add(move.cell)
        else:
            self._hear(all_steps(self.position(), techniques=LISTED))

    def _hear_check(self, move: Move) -> None:
        """What is wrong, and of a deduction that it holds."""
        self.told_cells.update(cell for cell in CELLS if self._is_wrong(cell))
        if move.kind == Move.Kind.DEDUCTION and move.cell is not None:
            if move.hint.get("places"):
                self.told_cells.add(move.cell)
            elif move.technique:
                self.told_eliminations.add(Candidate(move.cell, move.digit))

    def _hear(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self.told_cells.update(cell for cell, _digit in step.placements)
            self.told_eliminations.update(step.eliminations)
