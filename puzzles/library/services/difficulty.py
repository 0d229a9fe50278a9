"""Grading: puzzles get their difficulty in the background, or at once when one is handed out.

There is no lease. A grade is written only where this grader's is missing, so grading a puzzle twice does no
harm, and a killed worker's puzzles are found again by their missing grade.
"""

import logging
import time
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from puzzles.engine import CATALOGUE, Board, ContradictionError, Grade, grade
from puzzles.engine.grading import GRADER_VERSION, HARDEST_TIER

from ..models import Collection, Entry, Puzzle, PuzzleTechnique

SLICE_SECONDS = 2.0
BATCH_SECONDS = 0.25
BATCH_PUZZLES = 200
# A pause between two batches, for players.
BREATH_SECONDS = 0.02
# Without the one technique that takes seconds: the others end after about one second.
QUICK_TECHNIQUES = frozenset(technique.id for technique in CATALOGUE) - {"nested_trial"}

# Most puzzles of the first two classes take a few milliseconds: they are graded first.
CHEAP_FIRST = (Puzzle.SolvingClass.SIMPLE, Puzzle.SolvingClass.SINGLES, Puzzle.SolvingClass.HARDER)
# For a puzzle on which the techniques fail, so that it is not tried again and again.
NO_GRADE = Grade(HARDEST_TIER, 0, "", 0.0, {}, is_solved=False)
GRADE_FIELDS = ("tier", "score", "hardest", "rating", "technique_counts", "grader")

# These are on nearly every path: they have no rows in PuzzleTechnique, only the JSON counts of the puzzle.
EVERYWHERE = frozenset({"full_house", "hidden_single"})

# Counting takes about a second for a million grids: a collection is counted again after COUNT_AGAIN at the
# earliest, and later if it is large.
COUNT_AGAIN = timedelta(seconds=5)
GRIDS_A_SECOND_OF_WAITING = 20_000

logger = logging.getLogger("puzzles.grading")


@dataclass(frozen=True, slots=True)
class Graded:
    """A puzzle and its new grade."""

    puzzle_id: int
    grade: Grade


def grade_slice(*, seconds: float = SLICE_SECONDS, breath_seconds: float = BREATH_SECONDS) -> int:
    """Grade puzzles for some seconds, then recount the tiers of collections; returns how many were graded."""
    deadline = time.monotonic() + seconds
    done = 0
    while batch := next_puzzles():
        graded = grade_for(batch, min(BATCH_SECONDS, max(deadline - time.monotonic(), 0)))
        done += store_grades(graded)
        if time.monotonic() >= deadline:
            break
        time.sleep(breath_seconds)
    count_collections(all_of_them=not has_ungraded())
    return done


def grade_now(*, puzzle: Puzzle) -> Puzzle:
    """The puzzle, graded now if it had no grade and is not one of the very hardest."""
    if puzzle.is_graded or not puzzle.is_offered:
        return puzzle
    graded = quick_grade_of(puzzle.pk, puzzle.givens)
    if graded is None:
        return puzzle
    values = grade_values(graded)
    with transaction.atomic():
        if Puzzle.objects.filter(pk=puzzle.pk, tier=None).update(**values):
            PuzzleTechnique.objects.bulk_create(technique_rows({puzzle.pk: graded}))
    for name, value in values.items():
        setattr(puzzle, name, value)
    return puzzle


def is_grading_left() -> bool:
    """Whether there is something to grade or to count."""
    return has_ungraded() or Collection.objects.counted_in_part().exists()


# The queues: puzzles without a grade, then those with an outdated one


def has_ungraded() -> bool:
    """Whether a puzzle has no grade, or that of an earlier grader."""
    return any(queue.exists() for queue in queues())


def queues() -> list[QuerySet[Puzzle]]:
    """The puzzles to grade, by priority."""
    ungraded = Puzzle.objects.filter(tier=None).order_by("pk")
    again = Puzzle.objects.filter(grader__lt=GRADER_VERSION).order_by("grader", "pk")
    return [*(ungraded.filter(solving_class=each) for each in CHEAP_FIRST), again]


def next_puzzles() -> list[tuple[int, str]]:
    """(key, givens) of the next puzzles to grade, all of one queue."""
    for queue in queues():
        if found := list(queue.values_list("pk", "givens")[:BATCH_PUZZLES]):
            return found
    return []


def grade_for(puzzles: Iterable[tuple[int, str]], seconds: float) -> list[Graded]:
    """Grade puzzles for some seconds, at least one."""
    end = time.monotonic() + seconds
    graded = []
    for puzzle_id, givens in puzzles:
        graded.append(Graded(puzzle_id, grade_of(puzzle_id, givens)))
        if time.monotonic() >= end:
            break
    return graded


def grade_of(puzzle_id: int, givens: str) -> Grade:
    """A puzzle's grade; NO_GRADE, and a line in the log, if the techniques fail on it.

    So no puzzle blocks the queue behind it, or a player.
    """
    return _grade_of(puzzle_id, givens, techniques=None)


def quick_grade_of(puzzle_id: int, givens: str) -> Grade | None:
    """A puzzle's grade while somebody waits. None for the very hardest, which take seconds."""
    graded = _grade_of(puzzle_id, givens, techniques=QUICK_TECHNIQUES)
    return graded if graded.is_solved or graded is NO_GRADE else None


def _grade_of(puzzle_id: int, givens: str, *, techniques: Set[str] | None) -> Grade:
    try:
        return grade(Board.from_line(givens), techniques=techniques)
    except ContradictionError as error:
        logger.error("The techniques contradict each other on puzzle %d: %s", puzzle_id, error)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        logger.exception("The techniques fail on puzzle %d", puzzle_id)
    return NO_GRADE


@transaction.atomic
def store_grades(graded: list[Graded]) -> int:
    """Write grades where there is none, or that of an earlier grader; returns how many were written."""
    written: dict[int, Grade] = {}
    keys = [each.puzzle_id for each in graded]
    again = list(Puzzle.objects.filter(pk__in=keys, grader__lt=GRADER_VERSION).values_list("pk", flat=True))
    # Sorted by key: two workers lock in one order, so there is no deadlock.
    for each in sorted(graded, key=lambda each: each.puzzle_id):
        puzzle = Puzzle.objects.filter(Q(tier=None) | Q(grader__lt=GRADER_VERSION), pk=each.puzzle_id)
        if puzzle.update(**grade_values(each.grade)):
            written[each.puzzle_id] = each.grade
    PuzzleTechnique.objects.filter(puzzle__in=again).delete()
    PuzzleTechnique.objects.bulk_create(technique_rows(written))
    if again:
        Collection.objects.filter(entries__puzzle__in=again).update(graded_count=0)
    return len(written)


def technique_rows(grades: Mapping[int, Grade]) -> Iterator[PuzzleTechnique]:
    """The rows for the techniques on the paths of these puzzles, without EVERYWHERE."""
    for puzzle_id, graded in grades.items():
        for technique in graded.counts:
            if technique not in EVERYWHERE:
                yield PuzzleTechnique(puzzle_id=puzzle_id, technique=technique)


def grade_values(graded: Grade) -> dict[str, Any]:
    """The fields of a puzzle that store its grade."""
    rating = Decimal(str(round(graded.se, 1)))
    values = (graded.tier, graded.score, graded.hardest, rating, dict(graded.counts), GRADER_VERSION)
    return dict(zip(GRADE_FIELDS, values, strict=True))


# How many grids of each tier a collection has


def count_collections(*, all_of_them: bool) -> None:
    """Recount partly counted collections: those not counted for a while, or all."""
    now = timezone.now()
    for collection in Collection.objects.counted_in_part().order_by("pk"):
        wait = max(COUNT_AGAIN, timedelta(seconds=collection.drawable_count / GRIDS_A_SECOND_OF_WAITING))
        counted = collection.tiers_counted_at
        if all_of_them or counted is None or counted <= now - wait:
            count_grades(collection=collection)


def count_grades(*, collection: Collection) -> None:
    """Count how many grids of each tier, and with each technique, may be drawn from a collection."""
    entries = Entry.objects.drawable().filter(collection=collection, puzzle__tier__isnull=False).order_by()
    counts = dict(sorted(entries.values_list("puzzle__tier").annotate(count=Count("pk"))))
    Collection.objects.filter(pk=collection.pk).update(
        tier_counts={str(tier): count for tier, count in counts.items()},
        graded_count=sum(counts.values()),
        technique_counts=technique_counts(entries),
        tiers_counted_at=timezone.now(),
    )


def technique_counts(entries: QuerySet[Entry]) -> dict[str, int]:
    """technique -> how many of these grids have it on their easiest path."""
    everywhere = {
        name: Count("pk", filter=Q(puzzle__technique_counts__has_key=name)) for name in sorted(EVERYWHERE)
    }
    rows = entries.filter(puzzle__techniques__technique__isnull=False).values_list(
        "puzzle__techniques__technique"
    )
    counts = entries.aggregate(**everywhere) | dict(rows.annotate(count=Count("pk")))
    return {technique: count for technique, count in counts.items() if count}
