"""A teacher's collections as cards, and the classes that their grids can be assigned to."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from accounts.models import Classroom, User

from ..models import Collection, Entry, PuzzleImport

# Small boards on the card of a collection.
BOARDS = 4
IMPORTS_SHOWN = 5


@dataclass(frozen=True)
class CollectionCard:
    """A collection with the givens of its first grids."""

    collection: Collection
    boards: list[str] = field(default_factory=list)

    @property
    def tiers(self) -> list[tuple[int, int]]:
        """How many grids of each tier there are, easiest first."""
        counts = self.collection.tier_counts.items()
        return sorted((int(tier), count) for tier, count in counts if count)


def collection_cards(teacher: User) -> dict[str, Any]:
    """The teacher's own collections and those shared by others; the newest imports."""
    own = list(Collection.objects.owned_by(teacher).select_related("policy"))
    shared = list(Collection.objects.shared_with(teacher).select_related("policy", "owner"))
    cards = {each.pk: CollectionCard(each) for each in (*own, *shared)}
    for key, givens in first_grids(cards):
        cards[key].boards.append(givens)
    return {
        "own": [cards[each.pk] for each in own],
        "shared": [cards[each.pk] for each in shared],
        "imports": list(PuzzleImport.objects.owned_by(teacher).select_related("collection")[:IMPORTS_SHOWN]),
    }


def first_grids(cards: dict[int, CollectionCard]) -> Iterator[tuple[int, str]]:
    """(collection, givens) of the first grids: those to play, where there are any."""
    playable = [key for key, card in cards.items() if card.collection.drawable_count]
    unplayable = cards.keys() - set(playable)
    entries = Entry.objects.values_list("collection_id", "puzzle__givens")
    yield from entries.filter(collection__in=playable, position__lte=BOARDS).order_by("position")
    if unplayable:
        yield from entries.filter(collection__in=unplayable, number__lte=BOARDS).order_by("number")


def classes_to_assign_to(teacher: User, collection: Collection) -> list[Classroom]:
    """The teacher's classes, if the collection has a grid to play."""
    return assignable_classes(teacher) if collection.drawable_count else []


def assignable_classes(teacher: User) -> list[Classroom]:
    """The classes that this teacher can give grids to; none for a student."""
    if not teacher.is_teacher:
        return []
    return list(Classroom.objects.taught_by(teacher).current().order_by("name"))
