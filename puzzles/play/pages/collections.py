"""What a player sees of the collections: how much is left, and their grids page by page."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine import TECHNIQUES
from puzzles.library.models import Collection, Entry, Puzzle

from ..models import Attempt
from ..services.draws import Criteria

GRIDS_ON_A_PAGE = 24

State = Attempt.State


class CollectionRow(NamedTuple):
    """A collection and how many of its grids the player has not played yet."""

    collection: Collection
    left: int
    is_own: bool


class GridCard(NamedTuple):
    """A grid of a collection; its `state` is None when the player never played it."""

    number: int
    puzzle: Puzzle
    state: Attempt.State | None


@dataclass(frozen=True)
class CollectionPage:
    """The grids numbered `first` to `last` of a collection, without those that cannot be played."""

    cards: list[GridCard]
    page: int
    page_count: int
    first: int
    last: int

    @property
    def previous_page(self) -> int | None:
        return self.page - 1 if self.page > 1 else None

    @property
    def next_page(self) -> int | None:
        return self.page + 1 if self.page < self.page_count else None


def collection_rows(player: User) -> list[CollectionRow]:
    """Every collection with a grid that the player may draw; those of their own classes first."""
    found = Collection.objects.drawable_by(player).filter(drawable_count__gt=0)
    collections = sorted(found, key=lambda each: each.audience == Collection.Audience.EVERYONE)
    played = played_counts(player)
    return [collection_row(collection, player, played) for collection in collections]


def collection_row(
    collection: Collection, player: User, played: dict[int, int] | None = None
) -> CollectionRow:
    """A row; `played` are the counts of the player, where the caller has them."""
    count = (played_counts(player) if played is None else played).get(collection.pk, 0)
    return CollectionRow(collection, collection.drawable_count - count, collection.owner_id == player.pk)


def played_counts(player: User) -> dict[int, int]:
    """collection -> how many of its grids were played, found from the attempts and not from the grids."""
    played = Attempt.objects.played_by(player).order_by().values("puzzle")
    entries = Entry.objects.drawable().filter(puzzle__in=played).order_by()
    return dict(entries.values_list("collection_id").annotate(played=Count("pk")))


def collection_page(collection: Collection, player: User, asked: str) -> CollectionPage:
    """A page of grids by their numbers, so that page 40,000 costs what page 1 costs."""
    last_number = collection.entries.aggregate(last=Max("number"))["last"] or 0
    page_count = max(1, -(-last_number // GRIDS_ON_A_PAGE))
    wanted = int(asked) if asked.isdecimal() and len(asked) < 10 else 1
    page = min(max(wanted, 1), page_count)
    last = min(page * GRIDS_ON_A_PAGE, last_number)
    first = min((page - 1) * GRIDS_ON_A_PAGE + 1, last)
    entries = list(
        collection.entries.filter(number__range=(first, last), puzzle__solution_count=1)
        .select_related("puzzle")
        .defer("puzzle__solution")
        .order_by("number")
    )
    states = best_states(player, [entry.puzzle_id for entry in entries])
    cards = [GridCard(entry.number, entry.puzzle, states.get(entry.puzzle_id)) for entry in entries]
    return CollectionPage(cards, page, page_count, first, last)


def best_states(player: User, puzzle_ids: list[int]) -> dict[int, Attempt.State]:
    """puzzle -> the state of the player's attempts on it: an open one first, then a solved one."""
    worst_first = [State.RESTARTED, State.HANDED_IN, State.SHOWN, State.HELPED, State.SOLVED, State.OPEN]
    attempts = Attempt.objects.played_by(player).counting().filter(puzzle__in=puzzle_ids).order_by()
    found = [(puzzle, State(state)) for puzzle, state in attempts.values_list("puzzle_id", "state")]
    return dict(sorted(found, key=lambda pair: worst_first.index(pair[1])))


def harder_than_asked(attempt: Attempt, criteria: Criteria) -> str:
    """A warning that a grid drawn for a technique needs harder ones too; "" where a tier was asked for."""
    if not criteria.technique or criteria.tier or criteria.hardest:
        return ""
    if (attempt.puzzle.tier or 0) <= TECHNIQUES[criteria.technique].tier:
        return ""
    return _("No easier grid that needs this technique was found: this one also needs harder ones.")
