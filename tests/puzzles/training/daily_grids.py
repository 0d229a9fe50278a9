"""Collections whose grids have a tier, for the grids of the day."""

from collections.abc import Iterable

from puzzles.library.models import Collection, Puzzle


def graded(collection: Collection, tiers: Iterable[int]) -> Collection:
    """The collection, with these tiers for its grids in their order."""
    counts: dict[str, int] = {}
    for entry, tier in zip(collection.entries.order_by("position"), tiers, strict=True):
        Puzzle.objects.filter(pk=entry.puzzle_id).update(tier=tier, score=100 * tier, rating=tier, grader=1)
        counts[str(tier)] = counts.get(str(tier), 0) + 1
    collection.tier_counts = counts
    collection.save(update_fields=["tier_counts"])
    return collection
