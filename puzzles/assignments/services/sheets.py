"""Grids to be printed: chosen by number, searched for, or given to a class, to each student their own.

A student prints what may be drawn, and nothing that an assignment holds. A teacher prints what her
collections and the assignments of her classes hold.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Membership, User
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
from .candidates import POOL_SIZE, pool_keys, wished
from .sources import GRIDS_AT_MOST, SourceError, TooManyGridsError, parse_numbers

# So many grids are looked at for each that is printed, before many more are.
LOOKED_AT = 20
# Entries of one sheet that are read: a grid may stand in many collections.
ENTRIES_AT_MOST = 2_000


class PaperError(Refusal):
    """Why there is nothing to print, in a sentence for who asked."""


@dataclass(frozen=True, slots=True)
class PaperGrid:
    """A grid to be printed. `number` is its number in the collection, or its place in an assignment."""

    puzzle: Puzzle
    number: int
    collection: Collection | None = None


@dataclass(frozen=True, slots=True)
class Handout:
    """What is printed for one student, or, without a student, once for whoever takes it."""

    grids: tuple[PaperGrid, ...]
    student: User | None = None
    real_name: str = ""


# From collections


def chosen_grids(*, reader: User, collection: Collection, numbers: str) -> Handout:
    """The grids of these numbers of a collection, such as `1-12, 15`. Raises PaperError.

    Numbers of lines that gave no grid are passed over.
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
    """The first grids that meet a wish, of a collection or of all, in their order. Raises PaperError."""
    spans = spans_of(reader, collection)
    conditions = {f"puzzle__{name}": value for name, value in criteria.conditions.items()}
    drawable = Entry.objects.drawable().filter(collection__in=[span.collection_id for span in spans])
    wanted = drawable.filter(**conditions).order_by("collection_id", "number")
    # Some of them may be shut to a student, or stand in two collections.
    keys = wanted.values_list("pk", flat=True)[: 2 * count]
    found = handout(reader, entries_of(Q(pk__in=list(keys))), none=no_such_criteria(spans, criteria))
    return replace(found, grids=found.grids[:count])


def random_grids(
    *, reader: User, collection: Collection | None, criteria: Criteria = ANY_GRID, count: int, seed: str
) -> Handout:
    """Grids at random that meet a wish, the same for the same seed. Raises PaperError."""
    rng = random.Random(seed)
    spans = spans_of(reader, collection)
    nothing = no_such_criteria(spans, criteria)
    if not spans:
        raise PaperError(nothing)
    pool = pool_keys(spans, criteria, count, rng, (LOOKED_AT * count, POOL_SIZE))
    keys = sorted(each.puzzle for each in wished(pool, criteria))
    chosen = rng.sample(keys, min(2 * count, len(keys)))
    inside = Q(collection__in=[span.collection_id for span in spans], position__isnull=False)
    entries = entries_of(inside & Q(puzzle__in=chosen))
    places = {puzzle: place for place, puzzle in enumerate(chosen)}
    found = handout(reader, sorted(entries, key=lambda entry: places[entry.puzzle_id]), none=nothing)
    return replace(found, grids=found.grids[:count])


def spans_of(reader: User, collection: Collection | None) -> list[Span]:
    """The collection, or all that the reader may draw from, where they hold grids."""
    spans = [span_of(collection)] if collection else spans_open_to(reader)
    return [span for span in spans if span.length]


def entries_of(condition: Q) -> list[Entry]:
    """These entries with all that is printed of them, in the order of their collections."""
    entries = Entry.objects.filter(condition).order_by("collection_id", "number")
    return list(entries.select_related("puzzle", "collection")[:ENTRIES_AT_MOST])


def handout(reader: User, entries: Sequence[Entry], *, none: str = "") -> Handout:
    """These grids, each once, without those shut to the reader. Raises PaperError if none is left."""
    shut = locked_puzzles(reader, [entry.puzzle_id for entry in entries])
    grids: dict[int, PaperGrid] = {}
    for entry in entries:
        if entry.puzzle_id not in shut:
            grids.setdefault(entry.puzzle_id, PaperGrid(entry.puzzle, entry.number, entry.collection))
    if not grids:
        raise PaperError(_("These grids are put by for now: choose others.") if entries else none)
    return Handout(tuple(grids.values()))


# From assignments


def handouts_of(*, assignment: Assignment, is_for_each: bool) -> list[Handout]:
    """The grids of an assignment: once where all were given the same, otherwise for each student.

    Raises PaperError when nothing was given to anybody.
    """
    assigned_puzzles = AssignedPuzzle.objects.filter(
        assignee__assignment=assignment, assignee__excluded_at=None
    ).select_related("assignee__student", "puzzle")
    hands: dict[User, list[PaperGrid]] = {}
    for assigned_puzzle in assigned_puzzles.order_by("assignee__student__username", "position"):
        grid = PaperGrid(assigned_puzzle.puzzle, assigned_puzzle.position)
        hands.setdefault(assigned_puzzle.assignee.student, []).append(grid)
    if not hands:
        raise PaperError(_("This assignment has no grids yet."))
    if not is_for_each and is_same_for_all(hands.values()):
        return [Handout(tuple(next(iter(hands.values()))))]
    names = Membership.objects.filter(classroom=assignment.classroom_id).real_names()
    handouts = [Handout(tuple(grids), student, names.get(student.pk, "")) for student, grids in hands.items()]
    return sorted(handouts, key=lambda each: each.real_name.casefold())


def is_same_for_all(hands: Iterable[Sequence[PaperGrid]]) -> bool:
    """Whether everybody was given the same grids in the same order."""
    return len({tuple(grid.puzzle.pk for grid in grids) for grids in hands}) == 1


def too_many_words() -> str:
    return ngettext(
        "%(count)d grid at most is printed at once.",
        "%(count)d grids at most are printed at once.",
        GRIDS_AT_MOST,
    ) % {"count": GRIDS_AT_MOST}
