"""A grid for a player: one at random among those not played yet, or number n of a collection.

A draw picks dense positions at random and rejects what was played, is not wished for, or is locked for the
player by an assignment, so it costs the same for a thousand grids and for a million. Only when little or
nothing is left are the remaining grids listed.

A grid that is reserved for an exam is drawn like any other: any refusal, gap or preference lists the exam.
"""

import random
import time
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import accumulate
from operator import or_
from typing import Any, TypeVar

from django.db.models import Exists, Max, Min, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine import TECHNIQUES, TIERS
from puzzles.library.models import Collection, Entry, Puzzle, RejectedLine
from puzzles.library.services.difficulty import EVERYWHERE, grade_now

from ..models import Attempt
from .access import locked_puzzles, locks_of, require_unlocked

# Below this many positions the remaining grids are listed at once: one query instead of several.
FEW = 64
# So many grids left are counted, and more are many.
LISTED_AT_MOST = 1_000
T = TypeVar("T")

# Puzzles of a list without bound (the whole library) that are looked up at a time.
AT_ONCE = 500
# How many grids without a grade may get one while somebody waits who wishes for it, and for how long.
GRADED_AT_MOST = 128
GRADING_SECONDS = 0.3
# How many positions are tried together, round by round, before the remaining grids are listed: so many that
# even a union of forty copies of one file, where one position in forty counts, is settled without a list.
ROUNDS = (8, 32, 128, 128, 128, 128)


class DrawError(Refusal):
    """Why no grid can be given, in a sentence for the player."""


class NothingLeftError(DrawError):
    """Every grid that the player may be given was played."""


class NoSuchGridError(DrawError):
    """The collection has no grid of that number."""


class NotOfferedError(DrawError):
    """The grid has no solution, or several."""


# A collection and a dense position in it.
Place = tuple[int, int]


@dataclass(frozen=True)
class Span:
    """The dense positions 1 to `length` of a collection."""

    collection_id: int
    length: int


@dataclass(frozen=True, kw_only=True)
class Criteria:
    """What a grid should be like; a field that is None leaves it open, and both ends of a range are in it.

    `hardest` is the id of a technique, and so is `technique`, which is anywhere on the easiest path. Only
    graded puzzles meet a wish about grades.
    """

    tier: int | None = None
    hardest: str | None = None
    technique: str | None = None
    score_from: int | None = None
    score_to: int | None = None
    clues_from: int | None = None
    clues_to: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether every grid meets it."""
        return self == ANY_GRID

    @property
    def is_about_grades(self) -> bool:
        return replace(self, clues_from=None, clues_to=None) != ANY_GRID

    @property
    def preferred(self) -> list["Criteria"]:
        """Narrower wishes, the first ones first: a technique is best met where nothing harder is needed."""
        if self.technique is None or self.hardest or self.tier:
            return []
        easiest = TECHNIQUES[self.technique].tier
        tiers = [replace(self, tier=tier) for tier in TIERS if tier >= easiest]
        return [replace(self, hardest=self.technique), *tiers]

    @property
    def conditions(self) -> dict[str, Any]:
        """The wish as lookups of a puzzle that the indexes serve."""
        lookups = {
            "tier": self.tier,
            "hardest": self.hardest,
            lookup_of_technique(self.technique): self.technique,
            "score__gte": self.score_from,
            "score__lte": self.score_to,
            "clue_count__gte": self.clues_from,
            "clue_count__lte": self.clues_to,
        }
        found: dict[str, Any] = {name: value for name, value in lookups.items() if value is not None}
        has_score = self.score_from is not None or self.score_to is not None
        if has_score and self.tier is None and self.hardest is None and self.technique is None:
            # Scores stand in the index below their tiers.
            found["tier__in"] = TIERS
        return found

    def is_met_by(self, puzzle: Puzzle) -> bool:
        """Whether a graded puzzle is like that."""
        return (
            self.tier in (None, puzzle.tier)
            and self.hardest in (None, puzzle.hardest)
            and (self.technique is None or self.technique in (puzzle.technique_counts or ()))
            and is_between(puzzle.score or 0, self.score_from, self.score_to)
            and is_between(puzzle.clue_count, self.clues_from, self.clues_to)
        )


def lookup_of_technique(technique: str | None) -> str:
    """The lookup that finds the puzzles with a technique on their easiest path."""
    return "technique_counts__has_key" if technique in EVERYWHERE else "techniques__technique"


def is_between(value: int, low: int | None, high: int | None) -> bool:
    """Whether a value is in a range that may be open at either end."""
    return (low is None or value >= low) and (high is None or value <= high)


ANY_GRID = Criteria()


def grid_lines(*, reader: User, collection: Collection) -> Iterator[str]:
    """The grids that may be drawn from a collection, each as 81 digits, 0 for an empty cell, in its order.

    Grids that work of the reader's locks are left out. Those that are reserved for an exam are not: a gap
    would tell which they are.
    """
    entries = collection.entries.drawable().order_by("number")
    locked = {assigned_puzzle.puzzle.canonical_key for assigned_puzzle in locks_of(reader)}
    if locked:
        entries = entries.exclude(puzzle__canonical_key__in=locked)
    for givens in entries.values_list("puzzle__givens", flat=True).iterator():
        yield givens.replace(".", "0")


def draw_puzzle(
    *,
    player: User,
    collection: Collection | None = None,
    criteria: Criteria = ANY_GRID,
    rng: random.Random | None = None,
) -> Attempt:
    """An attempt on a grid never played by this player, of a collection or of all; each is equally likely.

    Raises NothingLeftError when all that meet the wish were played, or are shut to the player.
    """
    spans = [span_of(collection)] if collection else spans_open_to(player)
    entry = random_entry(player=player, spans=spans, criteria=criteria, rng=rng or random.SystemRandom())
    if entry is None:
        are_some_shut = criteria.is_open and bool(remaining_puzzles(player, spans, criteria))
        raise NothingLeftError(nothing_left(spans, collection, criteria, are_some_shut=are_some_shut))
    return start_attempt(player=player, puzzle=entry.puzzle, collection=entry.collection)


def take_puzzle(*, player: User, collection: Collection, number: int) -> Attempt:
    """The player's open attempt on grid `number` of the file, or a new one, also of a grid finished before.

    Raises NoSuchGridError or NotOfferedError when that grid cannot be played, and LockedError when an
    assignment locks it for the player.
    """
    entry = Entry.objects.filter(collection=collection, number=number).select_related("puzzle").first()
    if entry is None:
        raise NoSuchGridError(no_such_grid(collection, number))
    if not entry.puzzle.is_offered:
        raise NotOfferedError(not_offered(entry))
    require_unlocked(player=player, puzzle=entry.puzzle)
    return start_attempt(player=player, puzzle=entry.puzzle, collection=collection)


def start_attempt(*, player: User, puzzle: Puzzle, collection: Collection) -> Attempt:
    """The player's own open attempt on this puzzle, or else a new one under the collection's policy of today.

    A puzzle that waits for its grade gets it now.
    """
    grade_now(puzzle=puzzle)
    return Attempt.objects.get_or_begin(
        player=player, puzzle=puzzle, policy_id=collection.policy_id, collection=collection
    )


# The draw itself


def span_of(collection: Collection) -> Span:
    return Span(collection.pk, collection.drawable_count)


def spans_open_to(player: User) -> list[Span]:
    """One span for each collection the player may draw from, in the order of their keys."""
    collections = Collection.objects.drawable_by(player).filter(drawable_count__gt=0).order_by("pk")
    return [Span(pk, count) for pk, count in collections.values_list("pk", "drawable_count")]


def random_entry(
    *, player: User, spans: list[Span], criteria: Criteria = ANY_GRID, rng: random.Random
) -> Entry | None:
    """An entry of a puzzle the player never played, each such puzzle that meets the wish equally likely.

    A puzzle that an assignment locks for the player is never given. None when none is left. A puzzle that
    stands in several collections counts only in the first of them. Among those that need a technique, the
    easier ones come first.
    """
    for each in criteria.preferred or [criteria]:
        if found := random_found(player, spans, each, rng):
            return entry_of(*found)
    return graded_entry(player, spans, criteria, rng) if criteria.is_about_grades else None


def random_found(
    player: User, spans: list[Span], criteria: Criteria, rng: random.Random
) -> tuple[int, int] | None:
    """(puzzle, collection) of a known puzzle as wished, at random; None when none is left."""
    if sum(span.length for span in spans) > FEW:
        for tries in ROUNDS:
            found = first_accepted(player, spans, criteria, random_places(spans, tries, rng))
            if found:
                return found
    return one_of(player, remaining_puzzles(player, spans, criteria), rng)


def random_places(spans: list[Span], tries: int, rng: random.Random) -> list[Place]:
    """So many random places, uniform over all positions of the spans."""
    ends = list(accumulate(span.length for span in spans))
    places = []
    for _try in range(tries):
        rank = rng.randint(1, ends[-1])
        span = bisect_left(ends, rank)
        places.append((spans[span].collection_id, rank - ends[span] + spans[span].length))
    return places


def first_accepted(
    player: User, spans: list[Span], criteria: Criteria, places: list[Place]
) -> tuple[int, int] | None:
    """(puzzle, collection) of the first place whose puzzle is new, as wished and in no earlier collection."""
    puzzle_at = puzzles_at(places)
    wished = wished_of(set(puzzle_at.values()), criteria)
    played = Attempt.objects.played_by(player).filter(puzzle__in=wished)
    unplayed = wished - set(played.values_list("puzzle_id", flat=True)) if wished else set()
    unplayed -= locked_puzzles(player, unplayed)
    first_collection = first_collections(unplayed, spans) if unplayed else {}
    for place in places:
        puzzle = puzzle_at.get(place)
        if puzzle in unplayed and first_collection[puzzle] == place[0]:
            return puzzle, place[0]
    return None


def graded_entry(player: User, spans: list[Span], criteria: Criteria, rng: random.Random) -> Entry | None:
    """An entry as wished among some random ones that had no grade yet and get it now.

    So a wish is met soon after a large import. What singles solve is of the first tier, and nothing else is.
    """
    if not any(span.length for span in spans):
        return None
    end = time.monotonic() + GRADING_SECONDS
    ids = set(puzzles_at(random_places(spans, GRADED_AT_MOST, rng)).values())
    ungraded = Puzzle.objects.filter(pk__in=ids, tier=None)
    beyond_singles = is_beyond_singles(criteria)
    if beyond_singles is not None:
        harder = Q(solving_class=Puzzle.SolvingClass.HARDER)
        ungraded = ungraded.filter(harder if beyond_singles else ~harder)
    played = Attempt.objects.played_by(player).filter(puzzle__in=ids).values_list("puzzle_id", flat=True)
    out_of_reach = set(played) | locked_puzzles(player, ids)
    for puzzle in ungraded.order_by("pk"):
        if puzzle.pk not in out_of_reach and criteria.is_met_by(grade_now(puzzle=puzzle)):
            return entry_of(puzzle.pk, first_collections({puzzle.pk}, spans)[puzzle.pk])
        if time.monotonic() >= end:
            break
    return None


def is_beyond_singles(criteria: Criteria) -> bool | None:
    """Whether the grids as wished need more than singles; None where some may and others may not."""
    if criteria.tier:
        return criteria.tier > TIERS[0]
    if criteria.hardest in TECHNIQUES:
        return TECHNIQUES[criteria.hardest].tier > TIERS[0]
    # A single may be on any path.
    return True if criteria.technique and TECHNIQUES[criteria.technique].tier > TIERS[0] else None


def wished_of(puzzle_ids: set[int], criteria: Criteria) -> set[int]:
    """Those of these puzzles that meet the wish."""
    if criteria.is_open:
        return puzzle_ids
    puzzles = Puzzle.objects.filter(pk__in=puzzle_ids).filter(**criteria.conditions)
    return set(puzzles.values_list("pk", flat=True))


def puzzles_at(places: list[Place]) -> dict[Place, int]:
    """Which puzzle stands at each of these places, read through the index on collection and position."""
    positions: dict[int, list[int]] = {}
    for collection_id, position in places:
        positions.setdefault(collection_id, []).append(position)
    conditions = (Q(collection=key, position__in=wanted) for key, wanted in positions.items())
    entries = Entry.objects.filter(reduce(or_, conditions)).order_by()
    rows = entries.values_list("collection_id", "position", "puzzle_id")
    return {(collection_id, position or 0): puzzle_id for collection_id, position, puzzle_id in rows}


def first_collections(puzzle_ids: set[int], spans: list[Span]) -> dict[int, int]:
    """puzzle -> the first collection of the spans in which it may be drawn.

    The collections are compared here and not in the query, which would tempt a database to walk through them.
    """
    open_to_player = {span.collection_id for span in spans}
    first: dict[int, int] = {}
    entries = Entry.objects.drawable().filter(puzzle__in=puzzle_ids).order_by()
    for puzzle_id, collection_id in entries.values_list("puzzle_id", "collection_id"):
        if collection_id in open_to_player:
            first[puzzle_id] = min(collection_id, first.get(puzzle_id, collection_id))
    return first


def remaining_puzzles(player: User, spans: list[Span], criteria: Criteria) -> list[tuple[int, int]]:
    """(puzzle, first collection) of every puzzle as wished of the spans that the player never played.

    The list begins at the side that is shorter: the grids of the spans, or all puzzles as wished.
    """
    length = sum(span.length for span in spans)
    if not criteria.is_open:
        wished = Puzzle.objects.filter(**criteria.conditions).values_list("pk", flat=True)
        if length > FEW and len(rare := list(wished[:length])) < length:
            return remaining_of(player, spans, rare)
    played = Attempt.objects.played_by(player).filter(puzzle=OuterRef("puzzle"))
    entries = Entry.objects.drawable().filter(
        ~Exists(played), collection__in=[span.collection_id for span in spans]
    )
    entries = entries.filter(**{f"puzzle__{name}": value for name, value in criteria.conditions.items()})
    return sorted(entries.order_by().values_list("puzzle_id").annotate(first=Min("collection_id")))


def one_of(player: User, remaining: list[tuple[int, int]], rng: random.Random) -> tuple[int, int] | None:
    """One of these at random that is not locked for the player, each equally likely."""
    waiting = rng.sample(remaining, len(remaining))
    for some in batches(waiting):
        locked = locked_puzzles(player, [puzzle_id for puzzle_id, _collection in some])
        for found in some:
            if found[0] not in locked:
                return found
    return None


def count_left(*, player: User, criteria: Criteria) -> int | None:
    """How many grids as wished the player may still be given; None where they are too many to be listed."""
    spans = spans_open_to(player)
    if sum(span.length for span in spans) > LISTED_AT_MOST:
        wished = Puzzle.objects.filter(**criteria.conditions).order_by()[: LISTED_AT_MOST + 1]
        if wished.count() > LISTED_AT_MOST:
            return None
    remaining = [puzzle_id for puzzle_id, _collection in remaining_puzzles(player, spans, criteria)]
    return len(remaining) - len(locked_puzzles(player, remaining))


def remaining_of(player: User, spans: list[Span], puzzle_ids: list[int]) -> list[tuple[int, int]]:
    """(puzzle, first collection) of those of these puzzles that are in the spans and were never played."""
    played = set(Attempt.objects.played_by(player).values_list("puzzle_id", flat=True))
    unplayed = [puzzle_id for puzzle_id in puzzle_ids if puzzle_id not in played]
    first: dict[int, int] = {}
    for some in batches(unplayed):
        first |= first_collections(set(some), spans)
    return sorted(first.items())


def batches(rows: list[T]) -> Iterator[list[T]]:
    for start in range(0, len(rows), AT_ONCE):
        yield rows[start : start + AT_ONCE]


def entry_of(puzzle_id: int, collection_id: int) -> Entry:
    entries = Entry.objects.drawable().select_related("puzzle", "collection")
    return entries.get(puzzle=puzzle_id, collection=collection_id)


# Sentences


def nothing_left(
    spans: list[Span], collection: Collection | None, criteria: Criteria, *, are_some_shut: bool = False
) -> str:
    if not any(span.length for span in spans):
        return _("There is no grid to play yet.")
    if not criteria.is_open:
        return no_such_criteria(spans, criteria)
    if are_some_shut:
        return _("There is no other grid for you here just now.")
    if collection:
        return _("You have played every grid of %(collection)s.") % {"collection": collection}
    return _("You have played every grid there is for you.")


def no_such_criteria(spans: list[Span], criteria: Criteria) -> str:
    """Why no grid meets the wish: there is none left, or none that is known already."""
    keys = [span.collection_id for span in spans]
    if criteria.is_about_grades and Collection.objects.counted_in_part().filter(pk__in=keys).exists():
        return _("No grid like that was found. Not all grids are graded yet: try again in a few minutes.")
    return _("There is no grid like that left for you. Wish for something else.")


def no_such_grid(collection: Collection, number: int) -> str:
    """Why a collection has no grid of this number: rejected, or beyond the last."""
    if RejectedLine.objects.filter(puzzle_import__collection=collection, number=number).exists():
        return _("Grid %(number)d could not be read when the file was imported.") % {"number": number}
    last = collection.entries.aggregate(last=Max("number"))["last"] or 0
    if number > last > 0:
        return _("There is no grid %(number)d: the last one of %(collection)s is grid %(last)d.") % {
            "number": number,
            "collection": collection,
            "last": last,
        }
    return _("There is no grid %(number)d in %(collection)s.") % {"number": number, "collection": collection}


def not_offered(entry: Entry) -> str:
    if entry.puzzle.solution_count == 0:
        return _("Grid %(number)d has no solution, so it cannot be played.") % {"number": entry.number}
    return _("Grid %(number)d has more than one solution, so it cannot be played.") % {"number": entry.number}
