"""Filters for the grids of a collection, at a cost that does not grow with the collection."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from puzzles.engine import CATALOGUE, TECHNIQUES, TIERS

from ..models import Entry, Puzzle
from ..pages.difficulty import technique_name, tier_label

# Up to so many puzzles are looked up by key.
RARE = 500


def solutions_word(count: int) -> str:
    """The number of solutions in words; 2 means two or more."""
    words = (pgettext("solutions", "none"), pgettext("solutions", "one"), pgettext("solutions", "several"))
    return words[count]


def of_puzzles(entries: QuerySet[Entry], **conditions: Any) -> QuerySet[Entry]:
    """The entries of these puzzles; of rare ones by their keys, to avoid a scan of all entries."""
    rare = list(Puzzle.objects.filter(**conditions).order_by().values_list("pk", flat=True)[: RARE + 1])
    if len(rare) <= RARE:
        return entries.filter(puzzle__in=rare)
    return entries.filter(**{f"puzzle__{name}": value for name, value in conditions.items()})


class SolutionsFilter(admin.SimpleListFilter):
    """Filters by the number of solutions."""

    title = gettext_lazy("solutions")
    parameter_name = "solutions"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(count), solutions_word(count)) for count in (1, 0, 2)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Entry]) -> QuerySet[Entry]:
        value = self.value()
        if value == "1":
            return queryset.filter(puzzle__solution_count=1)
        # These have no class, which lets the index of ungraded puzzles find them.
        unplayable = {"tier": None, "solving_class": ""}
        return (
            of_puzzles(queryset, solution_count=int(value), **unplayable) if value in ("0", "2") else queryset
        )


class TierFilter(admin.SimpleListFilter):
    """Filters by tier, or for grids without one."""

    title = gettext_lazy("tier")
    parameter_name = "tier"
    WAITING = "none"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [*((str(tier), tier_label(tier)) for tier in TIERS), (self.WAITING, _("not graded yet"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Entry]) -> QuerySet[Entry]:
        value = self.value()
        if value == self.WAITING:
            return of_puzzles(queryset, tier=None, solution_count=1)
        return of_puzzles(queryset, tier=value) if value in {str(tier) for tier in TIERS} else queryset


class HardestFilter(admin.SimpleListFilter):
    """Filters by the hardest technique, once a tier is chosen: the list of all would be too long."""

    title = gettext_lazy("hardest technique")
    parameter_name = "hardest"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        tier = request.GET.get(TierFilter.parameter_name)
        if tier is None and self.parameter_name not in request.GET:
            return []
        wanted = (each for each in CATALOGUE if tier is None or str(each.tier) == tier)
        return [(technique.id, technique_name(technique.id)) for technique in wanted]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Entry]) -> QuerySet[Entry]:
        value = self.value()
        return of_puzzles(queryset, hardest=value) if value in TECHNIQUES else queryset
