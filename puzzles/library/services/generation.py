"""Generate new grids of a kind for a collection, slice by slice like an import.

Every try has a number, and its grid depends on the seed and on that number alone. So any worker can continue
an order after its last stored batch, and the same seed gives the same grids.
"""

import random
import time
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine import TECHNIQUES, TIERS, Board, GeneratorError, Grade, SolvingClass, generate, search
from puzzles.engine import solving_class as class_of
from puzzles.engine.grading import HARDEST_TIER

from ..models import Collection, PuzzleGeneration, PuzzleImport
from .batches import OvertakenError, lock_both
from .bulk_insert import CheckedPuzzle, add_puzzles
from .difficulty import Graded, grade_of, store_grades
from .entries import append_puzzles

SLICE_SECONDS = 2.0
BATCH_SECONDS = 0.4
# A pause between two batches, for players.
BREATH_SECONDS = 0.02
# About two hundred seconds on a slow machine; finds kinds as rare as one grid in five thousand.
MAX_DRY_TRIES = 10_000
MAX_TRIES = 60_000
# Unfinished orders that a teacher may have at a time.
MAX_UNFINISHED = 3
SEED_BITS = 32

PROGRESS_FIELDS = ["state", "lease_until", "made", "tries", "dry_tries", "finished_at"]


class GenerationError(Refusal):
    """No grids can be ordered; the reason is for the teacher."""


@dataclass
class Made:
    """The result of some tries: the grids of the kind ordered, with solutions and grades."""

    tries: int = 0
    dry_tries: int = 0
    puzzles: dict[str, tuple[CheckedPuzzle, Grade]] = field(default_factory=dict)


@transaction.atomic
def order_puzzles(
    *, collection: Collection, count: int, tier: int | None = None, hardest: str = "", seed: str = ""
) -> PuzzleGeneration:
    """Order new grids for a collection: of a tier, with a hardest technique, or any.

    Raises GenerationError if its owner has too many unfinished orders.
    """
    owner: User = collection.owner
    orders = PuzzleGeneration.objects.unfinished().filter(collection__owner=owner)
    if orders.count() >= MAX_UNFINISHED:
        raise GenerationError(
            _(
                "You already have %(count)d orders of new grids in progress. Wait until one is done, or stop "
                "one."
            )
            % {"count": MAX_UNFINISHED}
        )
    return PuzzleGeneration.objects.create(
        collection=collection,
        count=count,
        tier=TECHNIQUES[hardest].tier if hardest else tier,
        hardest=hardest,
        seed=seed or str(random.SystemRandom().getrandbits(SEED_BITS)),
    )


@transaction.atomic
def stop_generation(*, generation: PuzzleGeneration) -> PuzzleGeneration:
    """Stop an order unless it has ended; the grids made so far stay."""
    locked = PuzzleGeneration.objects.select_for_update(no_key=True).get(pk=generation.pk)
    if not locked.is_finished:
        end(locked, PuzzleGeneration.State.STOPPED)
        locked.save(update_fields=PROGRESS_FIELDS)
    return locked


def continue_generation(
    *, generation_id: int, seconds: float = SLICE_SECONDS, breath_seconds: float = BREATH_SECONDS
) -> PuzzleGeneration | None:
    """Work at an order for some seconds, or to its end. None if this worker cannot have it now."""
    generation = claim_generation(generation_id)
    if generation is None:
        return None
    deadline = time.monotonic() + seconds
    try:
        while True:
            made = make(generation, min(BATCH_SECONDS, max(deadline - time.monotonic(), 0)))
            store_made(generation, made)
            if generation.is_finished or time.monotonic() >= deadline:
                break
            time.sleep(breath_seconds)
    except OvertakenError:
        return None
    finally:
        generation.set_lease(None)
    return generation


# The lease


@transaction.atomic
def claim_generation(generation_id: int) -> PuzzleGeneration | None:
    """Take the lease of an order. None if it has ended, is leased, or a file is being imported."""
    generation = PuzzleGeneration.objects.select_for_update(no_key=True).filter(pk=generation_id).first()
    if generation is None or generation.is_finished or generation.is_leased:
        return None
    if has_file_coming_in(generation.collection_id):
        return None
    generation.state = PuzzleGeneration.State.RUNNING
    generation.lease_until = timezone.now() + PuzzleGeneration.LEASE
    generation.save(update_fields=["state", "lease_until"])
    return generation


# The grids


def make(generation: PuzzleGeneration, seconds: float) -> Made:
    """Make tries for some seconds, at least one, or until there are enough grids."""
    made = Made(dry_tries=generation.dry_tries)
    deadline = time.monotonic() + seconds
    for number in range(generation.tries + 1, MAX_TRIES + 1):
        made.tries += 1
        made.dry_tries += 1
        if (board := try_to_make(generation, number)) and is_as_ordered(generation, board, made):
            made.dry_tries = 0
        if generation.made + len(made.puzzles) >= generation.count or time.monotonic() >= deadline:
            break
    return made


def try_to_make(generation: PuzzleGeneration, number: int) -> Board | None:
    """The grid of a try; None if it is not of the class that the tier needs.

    Only one random grid in two hundred is of the hardest tier, so the generator climbs there by changes.
    """
    rng = random.Random(f"{generation.seed}/{number}")
    try:
        if generation.tier == HARDEST_TIER:
            return generate(rng, accept=is_hardest, weigh=weight_of, tries=1)
        return generate(rng, wanted=class_for(generation.tier, rng), tries=1)
    except GeneratorError:
        return None


def is_hardest(board: Board) -> bool:
    return grade_of(0, board.to_line()).tier == HARDEST_TIER


def weight_of(board: Board) -> int:
    return grade_of(0, board.to_line()).score


def class_for(tier: int | None, rng: random.Random) -> SolvingClass | None:
    """The class of the grids to generate: half of those of the easiest tier are simple."""
    if tier is None:
        return None
    return rng.choice(("simple", "singles")) if tier == TIERS[0] else "harder"


def is_as_ordered(generation: PuzzleGeneration, board: Board, made: Made) -> bool:
    """Whether a grid is of the kind ordered; if so, it is added to what was made."""
    line = board.to_line()
    grade = grade_of(0, line)
    if generation.tier not in (None, grade.tier) or generation.hardest not in ("", grade.hardest):
        return False
    solution = search(board).solution
    if solution is None or line in made.puzzles:
        return False
    checked = CheckedPuzzle.with_solution(line, solution.to_line(), class_of(board))
    made.puzzles[line] = (checked, grade)
    return True


# Storing


@transaction.atomic
def store_made(generation: PuzzleGeneration, made: Made) -> None:
    """Store the grids and the progress in one transaction. Raises OvertakenError."""
    collection = lock_both(generation, generation.collection_id)
    if has_file_coming_in(collection.pk):
        # The same grids are made again after the import.
        raise OvertakenError
    new = add_entries(collection, made) if made.puzzles else 0
    generation.made += new
    generation.tries += made.tries
    generation.dry_tries = made.dry_tries
    generation.lease_until = timezone.now() + PuzzleGeneration.LEASE
    if generation.made >= generation.count:
        end(generation, PuzzleGeneration.State.DONE)
    elif generation.dry_tries >= MAX_DRY_TRIES or generation.tries >= MAX_TRIES:
        end(generation, PuzzleGeneration.State.RARE)
    generation.save(update_fields=PROGRESS_FIELDS)


def has_file_coming_in(collection_id: int) -> bool:
    """Whether a file is being imported into the collection: its numbers continue from where it began."""
    return PuzzleImport.objects.filter(collection=collection_id, state=PuzzleImport.State.RUNNING).exists()


def add_entries(collection: Collection, made: Made) -> int:
    """Append grids with their grades to a collection; returns how many were new to it."""
    puzzles = add_puzzles([checked for checked, _grade in made.puzzles.values()])
    ids = {line: puzzle.pk for line, puzzle in puzzles.items()}
    store_grades([Graded(ids[line], grade) for line, (_checked, grade) in made.puzzles.items()])
    return append_puzzles(collection, [ids[line] for line in made.puzzles])


def end(generation: PuzzleGeneration, state: str) -> None:
    """Set the fields of an order that has ended in this state."""
    generation.state = state
    generation.lease_until = None
    generation.finished_at = timezone.now()
