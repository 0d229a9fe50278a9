"""The review of a finished attempt: what proved each digit its player placed, and what could have been seen.

A placement is judged from the right digits on the grid, and from the candidates that earlier proofs
eliminated; not from notes, which could hold anything. So a single note in a cell is no proof of its digit.

A digit that a technique proves need not have been found by it: a guess or a copy looks the same. So a
technique beyond singles counts as used only where nothing easier was open on the whole grid, and the player
removed a candidate that it eliminates from the pencil marks.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django_tasks import TaskResultStatus, task

from puzzles.engine import (
    CATALOGUE,
    CELLS,
    DIGITS,
    TECHNIQUES,
    Board,
    Candidate,
    ContradictionError,
    Mistake,
    Position,
    Step,
    Technique,
    all_steps,
)
from puzzles.engine.techniques import hint_from_dict, justify
from puzzles.library.models import Puzzle
from puzzles.library.services.task_queues import GRADING_PRIORITY, LATER_QUEUE, REVIEW_PRIORITY, tasks_in

from ..game import PLACING_OPS, centre_marks_of, notes_of
from ..models import Attempt, Move, Placement, TechniqueProgress, TechniqueUse
from ..models.attempts import REVIEWER, is_too_fast
from ..signals import game_reviewed
from .techniques import LISTED, LISTED_TIER, step_at_once

SLICE_SECONDS = 2.0

# Kinds of moves that change digits by the player's own hand, or restore earlier ones; all others are help.
_BY_HAND = (
    *PLACING_OPS,
    Move.Kind.CLEAR,
    Move.Kind.UNDO,
    Move.Kind.REDO,
    Move.Kind.GO_BACK,
    Move.Kind.REWIND,
)

# Removing a candidate from the pencil marks by hand.
_REMOVING_OPS = (Move.Kind.NOTE_OFF, Move.Kind.CENTRE_OFF)

# The rank of each technique, the easiest first.
EASE = {technique.id: place for place, technique in enumerate(CATALOGUE)}
SINGLES_TIER = 1
# If more than one right digit in this many needed more than the puzzle asks for, they were not solved.
FOUND_AT_LEAST = 4

# The tiers of harder puzzles whose attempts are judged in well under a second.
_SOON_JUDGED = (1, 2, 3)

logger = logging.getLogger("puzzles.review")


def review_slice(*, seconds: float = SLICE_SECONDS) -> bool:
    """Review finished attempts for some seconds; whether there are more."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        waiting = Attempt.objects.to_review().order_by("reviewer", "pk")
        attempt_id = waiting.values_list("pk", flat=True).first()
        if attempt_id is None:
            return False
        review_attempt(attempt_id=attempt_id)
    return Attempt.objects.to_review().exists()


def review_attempt(*, attempt_id: int) -> None:
    """Write the review of a finished attempt, replacing an older one; an open attempt is skipped.

    The work is done before the transaction: it takes far longer than the writing, which blocks other writers.
    """
    attempt = Attempt.objects.to_review().select_related("puzzle").filter(pk=attempt_id).first()
    if attempt is None:
        return
    review = _review_of(attempt)
    placements, uses = (review.placements, review.uses()) if review else ([], [])
    with transaction.atomic():
        attempts = Attempt.objects.to_review().select_for_update(of=("self",)).select_related("puzzle")
        locked = attempts.filter(pk=attempt_id).first()
        if locked is None:
            return
        forgotten = forget_reviews(Attempt.objects.filter(pk=attempt_id)).get(locked.player_id, set())
        Placement.objects.bulk_create(placements)
        TechniqueUse.objects.bulk_create(uses)
        if locked.state == Attempt.State.SOLVED:
            # It may have ended before the cells that help had filled decided what it counts as.
            locked.state = locked.completed_state
        locked.reviewed_at, locked.reviewer = timezone.now(), REVIEWER
        locked.save(update_fields=["state", "reviewed_at", "reviewer"])
        TechniqueProgress.objects.keep(locked.player_id, forgotten | {use.technique for use in uses})
        if review:
            game_reviewed.send(
                Attempt, attempt=locked, is_first=not review.knows_solution, is_believed=review.counts()
            )


def forget_reviews(attempts: "models.QuerySet[Attempt]") -> dict[int, set[str]]:
    """Delete the reviews of these attempts, in the caller's transaction: player -> techniques in them.

    The caller writes the progress of these players with these techniques anew.
    """
    techniques: dict[int, set[str]] = defaultdict(set)
    for review in (
        Placement.objects.filter(attempt__in=attempts).order_by(),
        TechniqueUse.objects.filter(attempt__in=attempts).order_by(),
    ):
        for player, technique in review.values_list("attempt__player", "technique").distinct():
            techniques[player].add(technique)
        review.delete()
    return {player: found - {""} for player, found in techniques.items()}


def placements_of(attempt: Attempt) -> list[Placement] | None:
    """The judged placements of a finished attempt: as stored, or judged now while they are not.

    None where that takes too long: the worker does it.
    """
    if attempt.reviewed_at:
        return list(attempt.placements.order_by("number", "cell"))
    puzzle = attempt.puzzle
    is_soon = puzzle.solving_class != Puzzle.SolvingClass.HARDER or puzzle.tier in _SOON_JUDGED
    return judged(attempt) if is_soon else None


def judged(attempt: Attempt) -> list[Placement]:
    """Every digit the player placed by hand for the first time in its cell, judged, in order.

    None at all if the puzzle has not one solution, or its moves cannot be read: such an attempt must not
    block the queue.
    """
    review = _review_of(attempt)
    return review.placements if review else []


def _review_of(attempt: Attempt) -> "_Review | None":
    """The attempt after its last move; None where it cannot be judged."""
    if attempt.puzzle.solution_count != 1:
        return None
    try:
        review = _Review(attempt, knows_solution=_knew_solution(attempt))
        for move in attempt.moves.order_by("number"):
            review.take(move)
    except ContradictionError:
        logger.exception("attempt %s: the solution of puzzle %s is none", attempt.pk, attempt.puzzle_id)
        return None
    except (LookupError, TypeError, ValueError):
        logger.exception("attempt %s: its moves cannot be judged", attempt.pk)
        return None
    return review


def position_before(attempt: Attempt, number: int) -> Position:
    """The position in which a move was judged: the grid as a person could see it before the move."""
    review = _Review(attempt, knows_solution=False)
    for move in attempt.moves.filter(number__lt=number).order_by("number"):
        review.take(move)
    return review.position()


def _knew_solution(attempt: Attempt) -> bool:
    """Whether the player had finished the same puzzle before, started it over, or practised on it."""
    earlier = Attempt.objects.filter(player=attempt.player_id, puzzle=attempt.puzzle_id, pk__lt=attempt.pk)
    # Help in a practice copy is not bounded: what it showed may be known, whether it has ended or not.
    return earlier.filter(~Q(state=Attempt.State.OPEN) | Q(is_practice=True)).exists()


@dataclass
class _Review:
    """A replay of an attempt's moves: the grid, what was proved, what help revealed, what was used."""

    attempt: Attempt
    knows_solution: bool
    placements: list[Placement] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.digits = list(Board.from_line(self.attempt.puzzle.givens).digits)
        self.givens = [cell for cell in CELLS if self.digits[cell]]
        self.solution = Board.from_line(self.attempt.puzzle.solution).digits
        self.known: set[Candidate] = set()
        self.seen: set[tuple[int, int]] = set()
        # Right digits that the player saw before the game was reopened.
        self.revealed_cells: set[int] = set(self.attempt.corrected_cells)
        self.revealed_eliminations: set[Candidate] = set()
        # Named by a hint since the last right digit: wherever the player finds it, the hint named it.
        self.named_techniques: set[str] = set()
        # Correctly removed by the player or by help.
        self.removed: set[Candidate] = set()
        # technique -> for each chance, in the order of the game, whether it was taken.
        self.chances: dict[str, list[bool]] = defaultdict(list)

    def take(self, move: Move) -> None:
        """Judge a move if it places a digit or removes a mark, record what help reveals, and make it."""
        if move.kind in PLACING_OPS:
            self._judge(move)
        elif move.kind in _REMOVING_OPS:
            for candidate in _removed_by(move):
                self._judge_removal(candidate)
        elif move.kind == Move.Kind.HINT:
            self._learn_hint(move)
        elif move.kind == Move.Kind.LIST_STEPS:
            self._learn_list(move)
        elif move.kind in (Move.Kind.CHECK, Move.Kind.REWIND, Move.Kind.DEDUCTION):
            self._learn_check(move)
        if move.kind not in _BY_HAND:
            self.revealed_cells.update(
                cell for cell, before, after, *_notes in move.effect if before != after
            )
        for cell, _before, after, *_notes in move.effect:
            self.digits[cell] = after

    def position(self) -> Position:
        """The right digits, and the candidates that are left after what was proved so far."""
        pairs = zip(self.digits, self.solution, strict=True)
        right = Board(tuple(digit if digit == true else 0 for digit, true in pairs))
        start = Position.from_board(right, givens=self.givens, is_unique=True)
        return start.eliminate(each for each in self.known if start.has_candidate(*each))

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
        found = justify(position, cell=cell, digit=digit, is_placement=True) if is_right else None
        steps = found.steps if found else ()
        placement = Placement(
            attempt=self.attempt,
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
            self.named_techniques.clear()
            if _is_single(placement.technique) and placement.technique == placement.easiest:
                self.chances[placement.technique].append(placement.is_unaided)
        return placement

    def _judge_removal(self, candidate: Candidate) -> None:
        """Judge a candidate that the player removed from the pencil marks.

        Where the easiest step open on the grid is no single, it is a chance to use its technique: taken where
        that eliminates the candidate, missed where nothing shows it. Another technique is neither: a person
        may see the harder one first.
        """
        position = self.position()
        position = position.eliminate(each for each in self.removed if position.has_candidate(*each))
        if not position.has_candidate(*candidate):
            return
        is_right = self.solution[candidate.cell] != candidate.digit
        if is_right:
            self.removed.add(candidate)
        easiest = step_at_once(position, None)
        if easiest is None or not SINGLES_TIER < TECHNIQUES[easiest.technique].tier <= LISTED_TIER:
            return
        if not is_right:
            self.chances[easiest.technique].append(False)
            return
        shown = _shown_by(position, candidate, TECHNIQUES[easiest.technique])
        if shown is None:
            self.chances[easiest.technique].append(False)
        else:
            self.removed.update(shown.eliminations)
            if shown.technique == easiest.technique:
                self.chances[shown.technique].append(self._is_unaided(candidate.cell, [shown]))
                self.named_techniques.discard(shown.technique)

    def uses(self) -> list[TechniqueUse]:
        """The chances of the game by technique; none where it does not say what its player knows."""
        if not self.counts():
            return []
        most = _most_asked(self.attempt.puzzle)
        return [
            TechniqueUse(
                attempt=self.attempt,
                player_id=self.attempt.player_id,
                technique=technique,
                taken=_taken_last(taken),
                is_unbroken=all(taken),
                made_at=self.attempt.finished_at or timezone.now(),
            )
            for technique, taken in self.chances.items()
            if EASE[technique] <= most
        ]

    def counts(self) -> bool:
        """Whether it was played to be solved, in human time, and by what the puzzle asks for."""
        attempt, most = self.attempt, _most_asked(self.attempt.puzzle)
        right = [each for each in self.placements if each.is_right]
        beyond = sum(EASE.get(each.technique, len(EASE)) > most for each in right)
        return not (
            attempt.is_practice
            or self.knows_solution
            or Attempt.State.SHOWN in (attempt.state, attempt.completed_state)
            or is_too_fast(elapsed_ms=attempt.elapsed_ms, digits=len(right))
            or beyond * FOUND_AT_LEAST > len(right)
        )

    def _is_unaided(self, cell: int, steps: Sequence[Step]) -> bool:
        return not (
            self.knows_solution
            or cell in self.revealed_cells
            or any(step.technique in self.named_techniques for step in steps)
            or any(not self.revealed_eliminations.isdisjoint(step.eliminations) for step in steps)
        )

    def _learn_hint(self, move: Move) -> None:
        hint = hint_from_dict(move.hint) if move.hint else None
        if isinstance(hint, Step):
            self.named_techniques.add(hint.technique)
            self._learn([hint])
            if move.effect and hint.eliminations:
                self.removed.update(hint.eliminations)
                self.named_techniques.discard(hint.technique)
                if hint.technique in LISTED:
                    self.chances[hint.technique].append(False)
        elif isinstance(hint, Mistake):
            self.revealed_cells.add(hint.cell)

    def _learn_list(self, move: Move) -> None:
        """A list of all steps; where there is a mistake, only that."""
        if move.cell is not None:
            self.revealed_cells.add(move.cell)
        else:
            self._learn(all_steps(self.position(), techniques=LISTED))

    def _learn_check(self, move: Move) -> None:
        """The wrong cells; of a deduction also that it or its opposite holds, and what its proof fills."""
        wrong = [cell for cell in CELLS if self.digits[cell] not in (0, self.solution[cell])]
        self.revealed_cells.update(wrong)
        if move.kind == Move.Kind.DEDUCTION and move.cell is not None:
            self.revealed_cells.update(move.hint.get("filled", []))
            if move.hint.get("places") or "opposite" in move.hint:
                self.revealed_cells.add(move.cell)
            elif move.technique:
                self.revealed_eliminations.add(Candidate(move.cell, move.digit))

    def _learn(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self.revealed_cells.update(cell for cell, _digit in step.placements)
            self.revealed_eliminations.update(step.eliminations)


def _removed_by(move: Move) -> Iterator[Candidate]:
    """The candidates that a move removes from the marks of their cells."""
    for cell, _before, _after, marks_before, marks_after in move.effect:
        before = notes_of(marks_before) | centre_marks_of(marks_before)
        gone = before & ~(notes_of(marks_after) | centre_marks_of(marks_after))
        yield from (Candidate(cell, digit) for digit in DIGITS if gone >> digit - 1 & 1)


def _shown_by(position: Position, candidate: Candidate, easiest: Technique) -> Step | None:
    """The easiest step that eliminates a candidate by itself; `easiest` is the easiest technique open."""
    for technique in CATALOGUE[EASE[easiest.id] :]:
        if technique.tier <= LISTED_TIER:
            for step in technique.find(position):
                if candidate in step.eliminations:
                    return step
    return None


def _is_single(technique: str) -> bool:
    return technique in TECHNIQUES and TECHNIQUES[technique].tier == SINGLES_TIER


def _most_asked(puzzle: Puzzle) -> int:
    """The rank of the hardest technique that the puzzle asks for; the last rank where that is not known."""
    if puzzle.hardest in EASE:
        return EASE[puzzle.hardest]
    if puzzle.solving_class == Puzzle.SolvingClass.HARDER:
        return len(EASE) - 1
    return max(place for name, place in EASE.items() if _is_single(name))


def _taken_last(chances: list[bool]) -> int:
    """The number of last chances that were taken in a row."""
    return next((count for count, taken in enumerate(reversed(chances)) if not taken), len(chances))


# In the background


@task(priority=REVIEW_PRIORITY)
def review_attempts() -> None:
    """Review finished attempts for some seconds, and enqueue the next slice while there are more."""
    if review_slice():
        wake_reviews()


def wake_reviews() -> None:
    """Enqueue the review task, unless it waits already; attempts that have an old review come last."""
    task = review_attempts
    if not Attempt.objects.to_review().filter(reviewer=0).exists():
        task = review_attempts.using(priority=GRADING_PRIORITY, queue_name=LATER_QUEUE)
    waiting = tasks_in(TaskResultStatus.READY, review_attempts)
    if not waiting.filter(queue_name=task.queue_name).exists():
        task.enqueue()
