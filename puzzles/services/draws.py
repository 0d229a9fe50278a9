"""A grid for a player: one at random among those not played yet, or number n of a collection.

A draw picks dense positions at random and rejects what was played, so it costs the same for a thousand grids
and for a million. Only when little or nothing is left are the remaining grids listed.
"""

import random
from bisect import bisect_left
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from operator import or_

from django.db.models import Exists, Max, Min, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.models import User

from ..models import Attempt, Collection, Entry, Puzzle, RejectedLine

# Below this many positions the remaining grids are listed at once: one query instead of several.
FEW = 64
# How many positions are tried together, round by round, before the remaining grids are listed: so many that
# even a union of forty copies of one file, where one position in forty counts, is settled without a list.
ROUNDS = (8, 32, 128, 128, 128, 128)


class DrawError(Exception):
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


def draw_puzzle(
    *, player: User, collection: Collection | None = None, rng: random.Random | None = None
) -> Attempt:
    """An attempt on a grid never played by this player, of a collection or of all; each is equally likely.

    Raises NothingLeftError when all were played.
    """
    spans = [span_of(collection)] if collection else spans_open_to(player)
    entry = random_entry(player=player, spans=spans, rng=rng or random.SystemRandom())
    if entry is None:
        raise NothingLeftError(nothing_left(spans, collection))
    return start_attempt(player=player, puzzle=entry.puzzle, collection=entry.collection)


def take_puzzle(*, player: User, collection: Collection, number: int) -> Attempt:
    """The player's open attempt on grid `number` of the file, or a new one, also of a grid finished before.

    Raises NoSuchGridError or NotOfferedError when that grid cannot be played.
    """
    entry = Entry.objects.filter(collection=collection, number=number).select_related("puzzle").first()
    if entry is None:
        raise NoSuchGridError(no_such_grid(collection, number))
    if not entry.puzzle.is_offered:
        raise NotOfferedError(not_offered(entry))
    return start_attempt(player=player, puzzle=entry.puzzle, collection=collection)


def start_attempt(*, player: User, puzzle: Puzzle, collection: Collection) -> Attempt:
    """The player's open attempt on this puzzle, or else a new one under the collection's policy of today.

    Two requests at once get the same attempt: the database allows one, and the loser reads the winner's.
    """
    attempt, _created = Attempt.objects.get_or_create(
        player=player,
        puzzle=puzzle,
        state=Attempt.State.OPEN,
        defaults={"collection": collection, "policy_id": collection.policy_id, "digits": puzzle.givens},
    )
    return attempt


# The draw itself


def span_of(collection: Collection) -> Span:
    return Span(collection.pk, collection.drawable_count)


def spans_open_to(player: User) -> list[Span]:
    """One span for each collection the player may draw from, in the order of their keys."""
    collections = Collection.objects.drawable_by(player).filter(drawable_count__gt=0).order_by("pk")
    return [Span(pk, count) for pk, count in collections.values_list("pk", "drawable_count")]


def random_entry(*, player: User, spans: list[Span], rng: random.Random) -> Entry | None:
    """An entry of a puzzle the player never played, each such puzzle equally likely; None when none is left.

    A puzzle that stands in several collections counts only in the first of them.
    """
    if sum(span.length for span in spans) > FEW:
        for tries in ROUNDS:
            found = first_accepted(player, spans, random_places(spans, tries, rng))
            if found:
                return entry_of(*found)
    remaining = remaining_puzzles(player, spans)
    return entry_of(*rng.choice(remaining)) if remaining else None


def random_places(spans: list[Span], tries: int, rng: random.Random) -> list[Place]:
    """So many random places, uniform over all positions of the spans."""
    ends = list(accumulate(span.length for span in spans))
    places = []
    for _try in range(tries):
        rank = rng.randint(1, ends[-1])
        span = bisect_left(ends, rank)
        places.append((spans[span].collection_id, rank - ends[span] + spans[span].length))
    return places


def first_accepted(player: User, spans: list[Span], places: list[Place]) -> tuple[int, int] | None:
    """(puzzle, collection) of the first place whose puzzle is unplayed and in no earlier collection."""
    puzzle_at = puzzles_at(places)
    played = Attempt.objects.played_by(player).filter(puzzle__in=set(puzzle_at.values()))
    unplayed = set(puzzle_at.values()) - set(played.values_list("puzzle_id", flat=True))
    first_collection = first_collections(unplayed, spans)
    for place in places:
        puzzle = puzzle_at.get(place)
        if puzzle in unplayed and first_collection[puzzle] == place[0]:
            return puzzle, place[0]
    return None


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


def remaining_puzzles(player: User, spans: list[Span]) -> list[tuple[int, int]]:
    """(puzzle, first collection) of every puzzle of the spans that the player never played."""
    played = Attempt.objects.played_by(player).filter(puzzle=OuterRef("puzzle"))
    entries = Entry.objects.drawable().filter(
        ~Exists(played), collection__in=[span.collection_id for span in spans]
    )
    return sorted(entries.order_by().values_list("puzzle_id").annotate(first=Min("collection_id")))


def entry_of(puzzle_id: int, collection_id: int) -> Entry:
    entries = Entry.objects.drawable().select_related("puzzle", "collection")
    return entries.get(puzzle=puzzle_id, collection=collection_id)


# Sentences


def nothing_left(spans: list[Span], collection: Collection | None) -> str:
    if not any(span.length for span in spans):
        return _("There is no grid to play yet.")
    if collection:
        return _("You have played every grid of %(collection)s.") % {"collection": collection}
    return _("You have played every grid there is for you.")


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
