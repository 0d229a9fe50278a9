"""The grids of a collection by tier, each with an example."""

from dataclasses import dataclass

from django.db.models import Min

from ..models import Collection, Entry

# The examples are looked for among so many grids: a search through a large collection would take seconds.
EXAMPLES_AMONG = 2_000


@dataclass(frozen=True)
class CountedTier:
    """How many playable grids of a tier there are, and the givens of one of them, or none near the first."""

    tier: int
    count: int
    givens: str


def counted_tiers(collection: Collection, *, first: int = 1) -> list[CountedTier]:
    """The tiers of the graded grids, easiest first, with examples from grid number `first` on."""
    counts = {int(tier): count for tier, count in collection.tier_counts.items() if count}
    if not counts:
        return []
    near = Entry.objects.drawable().filter(
        collection=collection, number__range=(first, first + EXAMPLES_AMONG - 1), puzzle__tier__in=counts
    )
    firsts = near.order_by().values("puzzle__tier").annotate(first=Min("number")).values("first")
    examples = Entry.objects.filter(collection=collection, number__in=firsts).order_by()
    givens = dict(examples.values_list("puzzle__tier", "puzzle__givens"))
    return [CountedTier(tier, counts[tier], givens.get(tier, "")) for tier in sorted(counts)]
