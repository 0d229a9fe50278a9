"""Grids to print: chosen by number, by criteria, or those of an assignment, for each student their own.

Students print what they may draw, but no grid that an assignment locks. Teachers also print from their own
collections and from the assignments of their classes.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Membership, User
from accounts.names import name_key
from accounts.refusals import Refusal
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.play.services.access import locked_puzzles
from puzzles.play.services.draws import (
    ANY_GRID,
    Criteria,
    Span,
    no_such_criteria,
    no_such_grid,
    span_of,
    spans_open_to,
)

from ..models import AssignedPuzzle, Assignment
from .candidates import POOL_SIZE, matching, pool_keys
from .sources import MAX_GRIDS, SourceError, TooManyGridsError, parse_numbers

# The first sample: how many grids are considered for each that is printed.
LOOKED_AT = 20
# How many entries are read: a grid may be in many collections.
MAX_ENTRIES = 2_000


class PaperError(Refusal):
    """There is nothing to print; the text is for the reader."""


@dataclass(frozen=True, slots=True)
class PaperGrid:
    """A grid to print. `number` is its number in the collection, or its position in an assignment."""

    puzzle: Puzzle
    number: int
    collection: Collection | None = None


@dataclass(frozen=True, slots=True)
class Handout:
    """The grids for one student, or for no one in particular."""

    grids: tuple[PaperGrid, ...]
    student: User | None = None
    real_name: str = ""


# From collections


def chosen_grids(*, reader: User, collection: Collection, numbers: str) -> Handout:
    """The grids of these numbers of a collection, such as `1-12, 15`. Raises PaperError.

    Numbers of rejected lines are skipped.
    """
    try:
        wanted = list(dict.fromkeys(parse_numbers(numbers)))
    except TooManyGridsError:
        raise PaperError(too_many_words()) from None
    except SourceError as error:
        raise PaperError(str(error)) from None
    entries = entries_of(Q(collection=collection, number__in=wanted, puzzle__solution_count=1))
    found = {entry.number: entry for entry in entries}
    if not found:
        raise PaperError(no_such_grid(collection, wanted[0]))
    return handout(reader, [found[number] for number in wanted if number in found])


def first_grids(
    *, reader: User, collection: Collection | None, criteria: Criteria = ANY_GRID, count: int
) -> Handout:
    """The first grids that match, of a collection or of all, in order. Raises PaperError."""
    spans = spans_of(reader, collection)
    conditions = {f"puzzle__{name}": value for name, value in criteria.conditions.items()}
    drawable = Entry.objects.drawable().filter(collection__in=[span.collection_id for span in spans])
    wanted = drawable.filter(**conditions).order_by("collection_id", "number")
    # Some may be locked for the student, or be in two collections.
    keys = wanted.values_list("pk", flat=True)[: 2 * count]
    found = handout(reader, entries_of(Q(pk__in=list(keys))), none=no_such_criteria(spans, criteria))
    return replace(found, grids=found.grids[:count])


def random_grids(
    *, reader: User, collection: Collection | None, criteria: Criteria = ANY_GRID, count: int, seed: str
) -> Handout:
    """Random grids that match, the same for the same seed. Raises PaperError."""
    rng = random.Random(seed)
    spans = spans_of(reader, collection)
    nothing = no_such_criteria(spans, criteria)
    if not spans:
        raise PaperError(nothing)
    pool = pool_keys(spans, criteria, count, rng, (LOOKED_AT * count, POOL_SIZE))
    keys = sorted(each.puzzle for each in matching(pool, criteria))
    chosen = rng.sample(keys, min(2 * count, len(keys)))
    inside = Q(collection__in=[span.collection_id for span in spans], position__isnull=False)
    entries = entries_of(inside & Q(puzzle__in=chosen))
    places = {puzzle: place for place, puzzle in enumerate(chosen)}
    found = handout(reader, sorted(entries, key=lambda entry: places[entry.puzzle_id]), none=nothing)
    return replace(found, grids=found.grids[:count])


def spans_of(reader: User, collection: Collection | None) -> list[Span]:
    """The collection, or all that the reader may draw from, without empty ones."""
    spans = [span_of(collection)] if collection else spans_open_to(reader)
    return [span for span in spans if span.length]


def entries_of(condition: Q) -> list[Entry]:
    """These entries with their puzzles, in the order of their collections."""
    entries = Entry.objects.filter(condition).order_by("collection_id", "number")
    return list(entries.select_related("puzzle", "collection")[:MAX_ENTRIES])


def handout(reader: User, entries: Sequence[Entry], *, none: str = "") -> Handout:
    """These grids, each once, without those locked for the reader. Raises PaperError if none is left."""
    locked = locked_puzzles(reader, [entry.puzzle_id for entry in entries])
    grids: dict[int, PaperGrid] = {}
    for entry in entries:
        if entry.puzzle_id not in locked:
            grids.setdefault(entry.puzzle_id, PaperGrid(entry.puzzle, entry.number, entry.collection))
    if not grids:
        raise PaperError(_("These grids are not available now: choose others.") if entries else none)
    return Handout(tuple(grids.values()))


# From assignments


def handouts_of(*, assignment: Assignment, is_for_each: bool) -> list[Handout]:
    """The grids of an assignment: once if all students have the same, else for each student.

    Raises PaperError if no student has any.
    """
    assigned_puzzles = AssignedPuzzle.objects.filter(
        assignee__assignment=assignment, assignee__excused_at=None
    ).select_related("assignee__student", "puzzle")
    grids_of: dict[User, list[PaperGrid]] = {}
    for assigned_puzzle in assigned_puzzles.order_by("assignee__student__username", "position"):
        grid = PaperGrid(assigned_puzzle.puzzle, assigned_puzzle.position)
        grids_of.setdefault(assigned_puzzle.assignee.student, []).append(grid)
    if not grids_of:
        raise PaperError(_("This assignment has no grids yet."))
    if not is_for_each and is_same_for_all(grids_of.values()):
        return [Handout(tuple(next(iter(grids_of.values()))))]
    students = [student.pk for student in grids_of]
    names = Membership.objects.names_for_class(assignment.classroom_id, students)
    handouts = [
        Handout(tuple(grids), student, names.get(student.pk, "")) for student, grids in grids_of.items()
    ]
    return sorted(handouts, key=lambda each: name_key(each.real_name or str(each.student)))


def is_same_for_all(grids_of: Iterable[Sequence[PaperGrid]]) -> bool:
    """Whether all students have the same grids in the same order."""
    return len({tuple(grid.puzzle.pk for grid in grids) for grids in grids_of}) == 1


def too_many_words() -> str:
    return ngettext(
        "You can print at most %(count)d grid at a time.",
        "You can print at most %(count)d grids at a time.",
        MAX_GRIDS,
    ) % {"count": MAX_GRIDS}
