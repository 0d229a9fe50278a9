"""A grid for a player: one at random among those not played yet, or number n of a collection.

A draw picks dense positions at random and rejects grids that were played, do not meet the criteria, or are
locked for the player by an assignment, so it costs the same for a thousand grids and for a million. Only when
few or none are left are the remaining grids listed.

A grid that is reserved for an exam is drawn like any other: any refusal, gap or preference would reveal it.
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
# Up to this many remaining grids are counted.
MAX_LISTED = 1_000
T = TypeVar("T")

# Puzzles of an unbounded list (the whole library) that are looked up at a time.
AT_ONCE = 500
# How many grids without a difficulty may get one during a draw, and for how long.
MAX_GRADED = 128
GRADING_SECONDS = 0.3
# Positions tried together, round by round, before the remaining grids are listed: enough to settle even a
# union of forty copies of one file, where one position in forty counts, without a list.
ROUNDS = (8, 32, 128, 128, 128, 128)


class DrawError(Refusal):
    """No grid can be drawn; the text is for the player."""


class NothingLeftError(DrawError):
    """The player has played every grid that they may draw."""


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
    """Criteria of a draw; None in a field means any, and ranges include both ends.

    `hardest` is the id of a technique, and so is `technique`, which is anywhere on the easiest path. Only
    graded puzzles meet criteria about difficulty.
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
        """Narrower criteria, the best first: a technique is best met where nothing harder is needed."""
        if self.technique is None or self.hardest or self.tier:
            return []
        easiest = TECHNIQUES[self.technique].tier
        tiers = [replace(self, tier=tier) for tier in TIERS if tier >= easiest]
        return [replace(self, hardest=self.technique), *tiers]

    @property
    def conditions(self) -> dict[str, Any]:
        """The criteria as lookups of a puzzle that the indexes serve."""
        lookups = {
            "tier": self.tier,
            "hardest": self.hardest,
            _lookup_of_technique(self.technique): self.technique,
            "score__gte": self.score_from,
            "score__lte": self.score_to,
            "clue_count__gte": self.clues_from,
            "clue_count__lte": self.clues_to,
        }
        found: dict[str, Any] = {name: value for name, value in lookups.items() if value is not None}
        has_score = self.score_from is not None or self.score_to is not None
        if has_score and self.tier is None and self.hardest is None and self.technique is None:
            # The index has the scores below their tiers.
            found["tier__in"] = TIERS
        return found

    def is_met_by(self, puzzle: Puzzle) -> bool:
        """Whether a graded puzzle is like that."""
        return (
            self.tier in (None, puzzle.tier)
            and self.hardest in (None, puzzle.hardest)
            and (self.technique is None or self.technique in (puzzle.technique_counts or ()))
            and _is_between(puzzle.score or 0, self.score_from, self.score_to)
            and _is_between(puzzle.clue_count, self.clues_from, self.clues_to)
        )


def _lookup_of_technique(technique: str | None) -> str:
    """The lookup that finds the puzzles with a technique on their easiest path."""
    return "technique_counts__has_key" if technique in EVERYWHERE else "techniques__technique"


def _is_between(value: int, low: int | None, high: int | None) -> bool:
    """Whether a value is in a range that may be open at either end."""
    return (low is None or value >= low) and (high is None or value <= high)


ANY_GRID = Criteria()


def grid_lines(*, reader: User, collection: Collection) -> Iterator[str]:
    """The grids that may be drawn from a collection, each as 81 digits, 0 for an empty cell, in its order.

    Grids that an assignment locks for the reader are left out. Those that are reserved for an exam are not: a
    gap would reveal them.
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

    Raises NothingLeftError when all that meet the criteria were played, or are locked for the player.
    """
    entry = draw_entry(player=player, collection=collection, criteria=criteria, rng=rng)
    return start_attempt(player=player, puzzle=entry.puzzle, collection=entry.collection)


def draw_entry(
    *,
    player: User,
    collection: Collection | None = None,
    criteria: Criteria = ANY_GRID,
    rng: random.Random | None = None,
) -> Entry:
    """What `draw_puzzle` draws, before an attempt is begun. Raises NothingLeftError."""
    spans = [span_of(collection)] if collection else spans_open_to(player)
    entry = random_entry(player=player, spans=spans, criteria=criteria, rng=rng or random.SystemRandom())
    if entry is None:
        are_some_locked = criteria.is_open and bool(_remaining_puzzles(player, spans, criteria))
        raise NothingLeftError(_nothing_left(spans, collection, criteria, are_some_locked=are_some_locked))
    return entry


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
    """The player's open attempt on this puzzle, or else a new one under the collection's current policy.

    A puzzle without a difficulty gets it now.
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
    """An entry of a puzzle the player never played, each such puzzle that meets the criteria equally likely.

    Never one that an assignment locks for the player; None when none is left. A puzzle of several collections
    counts only in the first of them. Among those that need a technique, the easier ones come first.
    """
    for each in criteria.preferred or [criteria]:
        if found := _random_found(player, spans, each, rng):
            return _entry_of(*found)
    return _graded_entry(player, spans, criteria, rng) if criteria.is_about_grades else None


def _random_found(
    player: User, spans: list[Span], criteria: Criteria, rng: random.Random
) -> tuple[int, int] | None:
    """(puzzle, collection) of a graded puzzle that meets the criteria, at random; None when none is left."""
    if sum(span.length for span in spans) > FEW:
        for tries in ROUNDS:
            found = first_accepted(player, spans, criteria, random_places(spans, tries, rng))
            if found:
                return found
    return one_of(player, _remaining_puzzles(player, spans, criteria), rng)


def random_places(spans: list[Span], tries: int, rng: random.Random) -> list[Place]:
    """Random places, uniform over all positions of the spans."""
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
    """(puzzle, collection) of the first place with a new and matching puzzle, in no earlier collection."""
    puzzle_at = puzzles_at(places)
    matched = _matching(set(puzzle_at.values()), criteria)
    played = Attempt.objects.played_by(player).filter(puzzle__in=matched)
    unplayed = matched - set(played.values_list("puzzle_id", flat=True)) if matched else set()
    unplayed -= locked_puzzles(player, unplayed)
    first_collection = first_collections(unplayed, spans) if unplayed else {}
    for place in places:
        puzzle = puzzle_at.get(place)
        if puzzle in unplayed and first_collection[puzzle] == place[0]:
            return puzzle, place[0]
    return None


def _graded_entry(player: User, spans: list[Span], criteria: Criteria, rng: random.Random) -> Entry | None:
    """An entry that meets the criteria among some random ones that had no difficulty yet and get it now.

    So criteria are met soon after a large import. Puzzles solved by singles, and only they, are of tier 1.
    """
    if not any(span.length for span in spans):
        return None
    end = time.monotonic() + GRADING_SECONDS
    ids = set(puzzles_at(random_places(spans, MAX_GRADED, rng)).values())
    ungraded = Puzzle.objects.filter(pk__in=ids, tier=None)
    beyond_singles = _is_beyond_singles(criteria)
    if beyond_singles is not None:
        harder = Q(solving_class=Puzzle.SolvingClass.HARDER)
        ungraded = ungraded.filter(harder if beyond_singles else ~harder)
    played = Attempt.objects.played_by(player).filter(puzzle__in=ids).values_list("puzzle_id", flat=True)
    out_of_reach = set(played) | locked_puzzles(player, ids)
    for puzzle in ungraded.order_by("pk"):
        if puzzle.pk not in out_of_reach and criteria.is_met_by(grade_now(puzzle=puzzle)):
            return _entry_of(puzzle.pk, first_collections({puzzle.pk}, spans)[puzzle.pk])
        if time.monotonic() >= end:
            break
    return None


def _is_beyond_singles(criteria: Criteria) -> bool | None:
    """Whether grids that meet the criteria need more than singles; None where some do and others do not."""
    if criteria.tier:
        return criteria.tier > TIERS[0]
    if criteria.hardest in TECHNIQUES:
        return TECHNIQUES[criteria.hardest].tier > TIERS[0]
    # A single may be on any path.
    return True if criteria.technique and TECHNIQUES[criteria.technique].tier > TIERS[0] else None


def _matching(puzzle_ids: set[int], criteria: Criteria) -> set[int]:
    """Select the puzzles that meet the criteria."""
    if criteria.is_open:
        return puzzle_ids
    puzzles = Puzzle.objects.filter(pk__in=puzzle_ids).filter(**criteria.conditions)
    return set(puzzles.values_list("pk", flat=True))


def puzzles_at(places: list[Place]) -> dict[Place, int]:
    """The puzzle at each of these places, read through the index on collection and position."""
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


def _remaining_puzzles(player: User, spans: list[Span], criteria: Criteria) -> list[tuple[int, int]]:
    """(puzzle, first collection) of every puzzle of the spans that meets the criteria and was never played.

    The query starts from the shorter side: the grids of the spans, or all puzzles that meet the criteria.
    """
    length = sum(span.length for span in spans)
    if not criteria.is_open:
        matched = Puzzle.objects.filter(**criteria.conditions).values_list("pk", flat=True)
        if length > FEW and len(rare := list(matched[:length])) < length:
            return _remaining_of(player, spans, rare)
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
    """The number of grids that the player may still draw by these criteria; None if too many to list."""
    spans = spans_open_to(player)
    if sum(span.length for span in spans) > MAX_LISTED:
        matched = Puzzle.objects.filter(**criteria.conditions).order_by()[: MAX_LISTED + 1]
        if matched.count() > MAX_LISTED:
            return None
    remaining = [puzzle_id for puzzle_id, _collection in _remaining_puzzles(player, spans, criteria)]
    return len(remaining) - len(locked_puzzles(player, remaining))


def _remaining_of(player: User, spans: list[Span], puzzle_ids: list[int]) -> list[tuple[int, int]]:
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


def _entry_of(puzzle_id: int, collection_id: int) -> Entry:
    entries = Entry.objects.drawable().select_related("puzzle", "collection")
    return entries.get(puzzle=puzzle_id, collection=collection_id)


# Sentences


def _nothing_left(
    spans: list[Span], collection: Collection | None, criteria: Criteria, *, are_some_locked: bool = False
) -> str:
    if not any(span.length for span in spans):
        return _("There is no grid to play yet.")
    if not criteria.is_open:
        return no_such_criteria(spans, criteria)
    if are_some_locked:
        return _("No other grid is available for you right now.")
    if collection:
        return _("You have played every grid in %(collection)s.") % {"collection": collection}
    return _("You have played every grid available to you.")


def no_such_criteria(spans: list[Span], criteria: Criteria) -> str:
    """The sentence for criteria that no grid meets: none is left, or none is graded yet."""
    keys = [span.collection_id for span in spans]
    if criteria.is_about_grades and Collection.objects.counted_in_part().filter(pk__in=keys).exists():
        return _("No matching grid was found. Some grids have no difficulty yet: try again in a few minutes.")
    return _("No matching grid is left for you. Change your criteria.")


def no_such_grid(collection: Collection, number: int) -> str:
    """The sentence for a number without a grid: rejected, or beyond the last."""
    if RejectedLine.objects.filter(puzzle_import__collection=collection, number=number).exists():
        return _("Grid %(number)d could not be read when the file was imported.") % {"number": number}
    last = collection.entries.aggregate(last=Max("number"))["last"] or 0
    if number > last > 0:
        return _("There is no grid %(number)d: the last grid in %(collection)s is %(last)d.") % {
            "number": number,
            "collection": collection,
            "last": last,
        }
    return _("There is no grid %(number)d in %(collection)s.") % {"number": number, "collection": collection}


def not_offered(entry: Entry) -> str:
    if entry.puzzle.solution_count == 0:
        return _("Grid %(number)d has no solution, so it cannot be played.") % {"number": entry.number}
    return _("Grid %(number)d has more than one solution, so it cannot be played.") % {"number": entry.number}
