"""The puzzles that may be assigned to these students: as asked for, new to them, reserved for no exam."""

import random
import time
from collections.abc import Collection as Keys
from collections.abc import Iterable, Iterator, Sequence

from accounts.models import User
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.play.models import Attempt
from puzzles.play.services.access import reserved_for_exams
from puzzles.play.services.draws import Criteria, Span, batches, first_collections, puzzles_at, random_places

from ..models import AssignedPuzzle, Assignment
from .fairness import GradedPuzzle
from .sources import Source

# How many puzzles are considered: all of a small collection, a sample of a large one.
POOL_SIZE = 5000
# How long puzzles are graded while the teacher waits for the form.
GRADING_SECONDS = 2.0


def candidates(
    *, source: Source, assignment: Assignment, students: Sequence[User], enough: int, rng: random.Random
) -> list[GradedPuzzle]:
    """Puzzles of the source that may be assigned to all of these students, in the order of their keys.

    All of a small collection, a sample of a large one. If fewer than `enough` are graded, others are graded
    for a short time. Ungraded ones have tier 0, and are left out if the work is to be equal.
    """
    spans = spans_of(source, assignment)
    keys = pool_keys(spans, source.criteria, enough, rng)
    keys -= reserved_for_exams(keys, except_for=assignment)
    if not source.played_too:
        keys -= met_before(keys, students, assignment)
    needs_grades = source.criteria.is_about_grades or not source.is_same_for_all
    found = list(matching(keys, source.criteria))
    if needs_grades:
        found = [each for each in found if each.tier]
        if len(found) < enough and grade_some(keys, rng):
            found = [each for each in matching(keys, source.criteria) if each.tier]
    return sorted(found)


def spans_of(source: Source, assignment: Assignment) -> list[Span]:
    """The collections of a source; if it names none, those open to students and the author's own."""
    collections = Collection.objects.filter(drawable_count__gt=0).order_by("pk")
    if source.collections:
        collections = collections.filter(pk__in=source.collections)
    else:
        collections = collections.filter(audience=Collection.Audience.EVERYONE) | collections.filter(
            owner=assignment.author_id
        )
    return [Span(pk, count) for pk, count in collections.values_list("pk", "drawable_count")]


def pool_keys(
    spans: list[Span],
    criteria: Criteria,
    enough: int,
    rng: random.Random,
    sizes: Sequence[int] = (POOL_SIZE,),
) -> set[int]:
    """The puzzles to choose from: all of the spans if they are few, else a random sample.

    If the sample of one size has too few that match, the next size is tried. For rare criteria, all matching
    puzzles are taken.
    """
    collections = [span.collection_id for span in spans]
    entries = Entry.objects.drawable().filter(collection__in=collections).order_by()
    keys: set[int] = set()
    for size in sizes:
        if sum(span.length for span in spans) <= size:
            return set(entries.values_list("puzzle_id", flat=True))
        # SQLite allows a thousand terms of an OR: one for each collection.
        for places in batches(random_places(spans, size, rng)):
            keys.update(puzzles_at(places).values())
        if criteria.is_open or len(list(matching(keys, criteria))) >= 2 * enough:
            return keys
    rare = set(Puzzle.objects.filter(**criteria.conditions).values_list("pk", flat=True)[:POOL_SIZE])
    if len(rare) < POOL_SIZE:
        return keys | set(first_collections(rare, spans))
    conditions = {f"puzzle__{name}": value for name, value in criteria.conditions.items()}
    return keys | set(entries.filter(**conditions).values_list("puzzle_id", flat=True)[:POOL_SIZE])


def matching(keys: Iterable[int], criteria: Criteria) -> Iterator[GradedPuzzle]:
    """Select the puzzles that meet the criteria."""
    puzzles = Puzzle.objects.filter(pk__in=keys, solution_count=1).filter(**criteria.conditions)
    for key, tier, score in puzzles.values_list("pk", "tier", "score"):
        yield GradedPuzzle(key, tier or 0, score or 0)


def grade_some(keys: Keys[int], rng: random.Random) -> int:
    """Grade ungraded puzzles at random for a short time. Returns how many."""
    end = time.monotonic() + GRADING_SECONDS
    graded = 0
    waiting = list(Puzzle.objects.filter(pk__in=keys, tier=None, solution_count=1).order_by("pk"))
    for puzzle in rng.sample(waiting, len(waiting)):
        if time.monotonic() >= end:
            break
        grade_now(puzzle=puzzle)
        graded += 1
    return graded


def met_before(keys: Iterable[int], students: Sequence[User], assignment: Assignment) -> set[int]:
    """Select the puzzles that one of the students has played or has in another assignment."""
    players = [student.pk for student in students]
    played = Attempt.objects.filter(player__in=players, puzzle__in=keys).order_by()
    assigned = AssignedPuzzle.objects.filter(assignee__student__in=players, puzzle__in=keys).order_by()
    assigned = assigned.exclude(assignee__assignment=assignment.pk)
    return {key for rows in (played, assigned) for key in rows.values_list("puzzle_id", flat=True)}
