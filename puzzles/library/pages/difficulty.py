"""Difficulty in words: tiers, the hardest technique, and the choices of a draw."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from puzzles.engine import CATALOGUE, TIERS
from puzzles.engine.grading import HARDEST_TIER, degree_of
from puzzles.engine.wording import TECHNIQUE_NAMES

from ..models import Collection, Puzzle
from .numbers import grouped

TIER_NAMES = {
    1: gettext_noop("easy"),
    2: gettext_noop("medium"),
    3: gettext_noop("hard"),
    4: gettext_noop("very hard"),
    5: gettext_noop("extreme"),
}


@dataclass(frozen=True)
class TierChoice:
    """A tier to choose; `count` is how many such grids a collection has, None if unknown."""

    tier: int
    name: str
    count: int | None


@dataclass(frozen=True)
class TechniqueGroup:
    """The techniques of a tier, easiest first.

    Each is (id, name, how many grids need it, None if unknown, how many positions to practise it there are).
    """

    label: str
    techniques: list[tuple[str, str, int | None, int]]


@dataclass(frozen=True)
class CriteriaChoices:
    """The choices of the criteria form; `ungraded` grids of the collection have no tier yet."""

    tiers: list[TierChoice]
    techniques: list[TechniqueGroup]
    ungraded: int = 0


def tier_name(tier: int) -> str:
    """The name of a tier."""
    return _(TIER_NAMES[tier])


def tier_label(tier: int) -> str:
    """The number and name of a tier."""
    return _("tier %(tier)d, %(name)s") % {"tier": tier, "name": tier_name(tier)}


def degree(puzzle: Puzzle) -> str:
    """5.1 to 5.9 for a puzzle of the hardest tier; empty in other tiers and where no path was found."""
    if puzzle.tier == HARDEST_TIER and puzzle.hardest:
        return f"{puzzle.tier}.{degree_of(puzzle.tier, float(puzzle.rating or 0))}"
    return ""


def technique_name(technique: str) -> str:
    """The name of a technique; the id of one that no longer exists."""
    return _(TECHNIQUE_NAMES[technique]) if technique in TECHNIQUE_NAMES else technique


def hardest_name(puzzle: Puzzle) -> str:
    """The name of the hardest technique that a graded puzzle needs."""
    return technique_name(puzzle.hardest) if puzzle.hardest else _("not found")


def about(puzzle: Puzzle) -> str:
    """A graded puzzle's SE rating; a lower bound if no path was found."""
    value = number_format(puzzle.rating or 0, decimal_pos=1)
    words = _("about %(value)s") if puzzle.hardest else _("at least %(value)s")
    return words % {"value": value}


def criteria_choices(*collections: Collection, positions: Mapping[str, int] | None = None) -> CriteriaChoices:
    """Tiers and techniques to choose from; with one collection, how many grids of each tier it has.

    With several collections only techniques are counted; a grid counts in each collection that has it.
    `positions` are those to practise a technique in, by its id.
    """
    groups = technique_groups(technique_counts(collections), positions)
    if len(collections) != 1 or not collections[0].graded_count:
        return CriteriaChoices([TierChoice(tier, tier_name(tier), None) for tier in TIERS], groups)
    [collection] = collections
    counts = collection.tier_counts
    tiers = [TierChoice(tier, tier_name(tier), counts.get(str(tier), 0)) for tier in TIERS]
    return CriteriaChoices(tiers, groups, collection.drawable_count - collection.graded_count)


def technique_counts(collections: Iterable[Collection]) -> dict[str, int | None]:
    """Technique -> how many grids of these collections need it; None if some are not counted yet."""
    counted = list(collections)
    sums: Counter[str] = Counter()
    for collection in counted:
        sums.update(collection.technique_counts)
    is_whole = bool(counted) and all(
        each.graded_count == each.drawable_count and each.technique_counts for each in counted
    )
    return {each.id: sums[each.id] or (0 if is_whole else None) for each in CATALOGUE}


def tier_counts(collection: Collection) -> str:
    """How many grids of each tier a collection has, and how many have none yet, in one line."""
    parts = [
        _("%(tier)s: %(count)s") % {"tier": tier_label(tier), "count": grouped(count)}
        for tier in TIERS
        if (count := collection.tier_counts.get(str(tier), 0))
    ]
    waiting = collection.drawable_count - collection.graded_count
    if waiting:
        parts.append(_("not graded yet: %(count)s") % {"count": grouped(waiting)})
    return " · ".join(parts)


def technique_groups(
    counts: Mapping[str, int | None] | None = None, positions: Mapping[str, int] | None = None
) -> list[TechniqueGroup]:
    """All techniques by tier."""
    groups: dict[int, list[tuple[str, str, int | None, int]]] = {}
    for technique in CATALOGUE:
        count = counts[technique.id] if counts else None
        row = technique.id, technique_name(technique.id), count, (positions or {}).get(technique.id, 0)
        groups.setdefault(technique.tier, []).append(row)
    return [TechniqueGroup(tier_label(tier), groups[tier]) for tier in sorted(groups)]
