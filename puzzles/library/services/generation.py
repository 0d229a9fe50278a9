"""New grids of a kind are made for a collection, slice by slice, as an import comes in.

Every try has a number, and its grid depends on the seed and on that number alone. So an order can be taken up
where its last stored batch ended, on any worker, and the same seed gives the same grids.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine import TECHNIQUES, TIERS, Board, GeneratorError, Grade, SolvingClass, generate, search
from puzzles.engine import solving_class as class_of
from puzzles.engine.grading import HARDEST_TIER

from ..models import Collection, Entry, PuzzleGeneration, PuzzleImport
from .batches import OvertakenError, lock_both
from .bulk_insert import CheckedPuzzle, add_puzzles, add_rows
from .difficulty import Graded, grade_of, store_grades
from .import_jobs import last_number

SLICE_SECONDS = 2.0
BATCH_SECONDS = 0.4
# Between two batches those who play have the database and the processor to themselves.
BREATH_SECONDS = 0.02
# Some two hundred seconds of a slow machine: one grid in five thousand is found all the same.
DRY_TRIES_AT_MOST = 10_000
TRIES_AT_MOST = 60_000
# A teacher's orders that wait or run at one time.
UNFINISHED_AT_MOST = 3
SEED_BITS = 32

PROGRESS_FIELDS = ["state", "lease_until", "made", "tries", "dry_tries", "finished_at"]


class GenerationError(Refusal):
    """Why no grids can be ordered, in a sentence for the teacher."""


@dataclass
class Made:
    """What some tries gave: the grids that are as ordered, with their solutions and grades."""

    tries: int = 0
    dry_tries: int = 0
    puzzles: dict[str, tuple[CheckedPuzzle, Grade]] = field(default_factory=dict)


@transaction.atomic
def order_puzzles(
    *, collection: Collection, count: int, tier: int | None = None, hardest: str = "", seed: str = ""
) -> PuzzleGeneration:
    """Order new grids for a collection, of a tier or with a hardest technique, or any at all.

    Raises GenerationError when its owner has too many orders under way.
    """
    owner: User = collection.owner
    orders = PuzzleGeneration.objects.unfinished().filter(collection__owner=owner)
    if orders.count() >= UNFINISHED_AT_MOST:
        raise GenerationError(
            _(
                "You already have %(count)d orders of new grids in progress. Wait until one is done, or stop "
                "one."
            )
            % {"count": UNFINISHED_AT_MOST}
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
    """The order, ended; the grids that were made stay. One that has ended is left as it is."""
    standing = PuzzleGeneration.objects.select_for_update(no_key=True).get(pk=generation.pk)
    if not standing.is_finished:
        end(standing, PuzzleGeneration.State.STOPPED)
        standing.save(update_fields=PROGRESS_FIELDS)
    return standing


def continue_generation(
    *, generation_id: int, seconds: float = SLICE_SECONDS, breath_seconds: float = BREATH_SECONDS
) -> PuzzleGeneration | None:
    """Work at an order for some seconds, or to its end. None when there was nothing to do here now."""
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
    """Take an order for this worker alone. None when it is not to be had now."""
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
    """What the next tries give, one at least, as far as these seconds go or until there are enough."""
    made = Made(dry_tries=generation.dry_tries)
    deadline = time.monotonic() + seconds
    for number in range(generation.tries + 1, TRIES_AT_MOST + 1):
        made.tries += 1
        made.dry_tries += 1
        if (board := try_to_make(generation, number)) and is_as_ordered(generation, board, made):
            made.dry_tries = 0
        if generation.made + len(made.puzzles) >= generation.count or time.monotonic() >= deadline:
            break
    return made


def try_to_make(generation: PuzzleGeneration, number: int) -> Board | None:
    """The grid of a try; None where it leads to none of the class that the tier asks for.

    To a grid of the hardest tier it is led by changes: by chance about one in two hundred is.
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
    """The class of grids to look among: half of the easiest tier is solved by the simple method."""
    if tier is None:
        return None
    return rng.choice(("simple", "singles")) if tier == TIERS[0] else "harder"


def is_as_ordered(generation: PuzzleGeneration, board: Board, made: Made) -> bool:
    """Whether a grid is of the kind that was ordered; it is then among what was made."""
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
    """Store what was made, and move the order on, all or nothing. Raises OvertakenError."""
    collection = lock_both(generation, generation.collection_id)
    if has_file_coming_in(collection.pk):
        # What was made here is made again after it.
        raise OvertakenError
    new = add_entries(collection, made) if made.puzzles else 0
    generation.made += new
    generation.tries += made.tries
    generation.dry_tries = made.dry_tries
    generation.lease_until = timezone.now() + PuzzleGeneration.LEASE
    if generation.made >= generation.count:
        end(generation, PuzzleGeneration.State.DONE)
    elif generation.dry_tries >= DRY_TRIES_AT_MOST or generation.tries >= TRIES_AT_MOST:
        end(generation, PuzzleGeneration.State.RARE)
    generation.save(update_fields=PROGRESS_FIELDS)


def has_file_coming_in(collection_id: int) -> bool:
    """Whether a file is being taken into the collection; it counts its numbers from where it began."""
    return PuzzleImport.objects.filter(collection=collection_id, state=PuzzleImport.State.RUNNING).exists()


def add_entries(collection: Collection, made: Made) -> int:
    """Store grids with their grades behind those of a collection; how many it did not have yet."""
    puzzles = add_puzzles([checked for checked, _grade in made.puzzles.values()])
    ids = {line: puzzle.pk for line, puzzle in puzzles.items()}
    store_grades([Graded(ids[line], grade) for line, (_checked, grade) in made.puzzles.items()])
    standing = set(
        Entry.objects.filter(collection=collection, puzzle__in=ids.values()).values_list("puzzle", flat=True)
    )
    new = [ids[line] for line in made.puzzles if ids[line] not in standing]
    rows = list(entry_rows(collection, new))
    add_rows(Entry, ["collection", "puzzle", "number", "line", "position"], rows)
    collection.entry_count += len(rows)
    collection.drawable_count += len(rows)
    collection.save(update_fields=["entry_count", "drawable_count"])
    return len(rows)


def entry_rows(collection: Collection, ids: list[int]) -> Iterator[tuple[int, int, int, int, int]]:
    """The entries of these puzzles: numbers after the last, positions after the last."""
    first = last_number(collection.pk) + 1
    for place, puzzle_id in enumerate(ids):
        number = first + place
        yield collection.pk, puzzle_id, number, number, collection.drawable_count + 1 + place


def end(generation: PuzzleGeneration, state: str) -> None:
    """Mark an order as ended in this state."""
    generation.state = state
    generation.lease_until = None
    generation.finished_at = timezone.now()
