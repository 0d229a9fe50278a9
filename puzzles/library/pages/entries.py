"""The grids of a collection, by pages and by criteria, at a cost that does not grow with the collection."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import F, Max, QuerySet
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from puzzles.engine import CATALOGUE, TECHNIQUES, TIERS

from ..models import Collection, Entry, Puzzle
from .difficulty import about, hardest_name, technique_name, tier_label

GRIDS_ON_A_PAGE = 50
# Counting further would read all rows, and nobody turns that many pages.
MAX_LISTED = 1_000
# Sorting a collection by anything but its numbers reads all of its grids.
MAX_SORTED = 5_000
# Up to so many puzzles are looked up by key.
RARE = 500

NOT_GRADED = "none"

Choices = list[tuple[str, str]]


@dataclass(frozen=True)
class CountedTierChoice:
    """A tier to choose, None for grids that are not graded yet, and how many grids it has."""

    value: str
    tier: int | None
    label: str
    count: int


class EntryChoices(NamedTuple):
    """What can be chosen in the form above the grids."""

    tiers: list[CountedTierChoice]
    techniques: list[tuple[str, Choices]]
    classes: Choices
    solutions: Choices
    sorts: Choices


@dataclass(frozen=True)
class EntryCriteria:
    """Which grids of a collection are listed, and in what order; "" for no criterion."""

    tier: str = ""
    hardest: str = ""
    solving_class: str = ""
    solutions: str = ""
    sort: str = ""
    search: str = ""

    # Sorts that read no more than a page, and the others.
    QUICK_SORTS = {"last": ("-number",)}
    SORTS = {
        "easy": (F("puzzle__score").asc(nulls_last=True), "number"),
        "hard": (F("puzzle__score").desc(nulls_last=True), "number"),
        "few": ("puzzle__clue_count", "number"),
    }

    @classmethod
    def of(cls, query: QueryDict) -> Self:
        """The criteria of an address; unknown values are no criterion."""

        def known(name: str, values: Any) -> str:
            value = query.get(name, "")
            return value if value in values else ""

        return cls(
            tier=known("tier", {NOT_GRADED, *map(str, TIERS)}),
            hardest=known("hardest", TECHNIQUES),
            solving_class=known("class", Puzzle.SolvingClass.values),
            solutions=known("solutions", {"0", "1", "2"}),
            sort=known("sort", {**cls.QUICK_SORTS, **cls.SORTS}),
            search=query.get("q", "").strip()[:200],
        )

    @property
    def is_open(self) -> bool:
        """Whether every grid is listed, by its number."""
        return self == type(self)()

    @property
    def has_more(self) -> bool:
        """Whether one of the criteria that are folded away is chosen."""
        return bool(self.hardest or self.solving_class or self.solutions or self.sort)

    def of_collection(self, collection: Collection) -> QuerySet[Entry]:
        """The entries that meet the criteria, in their order."""
        entries: QuerySet[Entry] = Entry.objects.filter(collection=collection)
        if self.search:
            entries = found(entries, self.search)
        if self.solutions == "1":
            entries = entries.filter(puzzle__solution_count=1)
        elif self.solutions:
            # These have no class, which lets the index of ungraded puzzles find them.
            entries = of_puzzles(entries, solution_count=int(self.solutions), tier=None, solving_class="")
        if self.tier == NOT_GRADED:
            entries = of_puzzles(entries, tier=None, solution_count=1)
        elif self.tier:
            entries = of_puzzles(entries, tier=int(self.tier))
        if self.hardest:
            entries = of_puzzles(entries, hardest=self.hardest)
        if self.solving_class:
            entries = entries.filter(puzzle__solving_class=self.solving_class)
        return entries.order_by(*self.order(collection))

    def to_assign(self, collection: Collection) -> str:
        """The query of the form that assigns grids of the chosen tier and technique."""
        tier = "" if self.tier == NOT_GRADED else self.tier
        values = {"collection": str(collection.pk), "tier": tier, "hardest": self.hardest}
        return urlencode({name: value for name, value in values.items() if value})

    def order(self, collection: Collection) -> tuple[Any, ...]:
        """The order of the list: a large collection is sorted by its numbers alone."""
        if self.sort in self.QUICK_SORTS:
            return self.QUICK_SORTS[self.sort]
        is_small = collection.entry_count <= MAX_SORTED
        return self.SORTS[self.sort] if self.sort and is_small else ("number",)

    def choices(self, collection: Collection) -> EntryChoices:
        """What can be chosen; with a tier, its techniques alone."""
        names = {
            "last": _("last number first"),
            "easy": _("easiest first"),
            "hard": _("hardest first"),
            "few": _("fewest given digits first"),
        }
        sorts = {**self.QUICK_SORTS, **(self.SORTS if collection.entry_count <= MAX_SORTED else {})}
        return EntryChoices(
            tiers=self.tier_choices(collection),
            techniques=[
                (
                    tier_label(tier).capitalize(),
                    [(each.id, technique_name(each.id)) for each in CATALOGUE if each.tier == tier],
                )
                for tier in TIERS
                if self.tier in ("", NOT_GRADED, str(tier))
            ],
            classes=[(value, str(label)) for value, label in Puzzle.SolvingClass.choices],
            solutions=[(str(count), solutions_word(count)) for count in (1, 0, 2)],
            sorts=[(name, names[name]) for name in sorts],
        )

    def tier_choices(self, collection: Collection) -> list[CountedTierChoice]:
        """The tiers of the collection, and the chosen one."""
        counts = {str(tier): collection.tier_counts.get(str(tier), 0) for tier in TIERS}
        choices = [
            CountedTierChoice(value, int(value), tier_label(int(value)).capitalize(), count)
            for value, count in counts.items()
        ]
        ungraded = collection.drawable_count - collection.graded_count
        choices.append(CountedTierChoice(NOT_GRADED, None, _("not graded yet"), ungraded))
        return [each for each in choices if each.count or each.value == self.tier]


def found(entries: QuerySet[Entry], term: str) -> QuerySet[Entry]:
    """The entries with this number, or these givens."""
    if term.isdecimal() and len(term) < 10:
        return entries.filter(number=int(term))
    return entries.filter(puzzle__givens=term.translate(str.maketrans("0*_-", "....")))


def of_puzzles(entries: QuerySet[Entry], **conditions: Any) -> QuerySet[Entry]:
    """The entries of these puzzles; of rare ones by their keys, to avoid a scan of all entries."""
    rare = list(Puzzle.objects.filter(**conditions).order_by().values_list("pk", flat=True)[: RARE + 1])
    if len(rare) <= RARE:
        return entries.filter(puzzle__in=rare)
    return entries.filter(**{f"puzzle__{name}": value for name, value in conditions.items()})


def solutions_word(count: int) -> str:
    """The number of solutions in words; 2 means two or more."""
    words = (pgettext("solutions", "none"), pgettext("solutions", "one"), pgettext("solutions", "several"))
    return words[count]


# Pages


class FirstGrids(Paginator):
    """The first grids of a list, and no more than MAX_LISTED."""

    object_list: Any

    @cached_property
    def count(self) -> int:
        return self.object_list.order_by()[:MAX_LISTED].count()

    @property
    def is_cut(self) -> bool:
        """Whether there may be more than are listed."""
        return self.count == MAX_LISTED


class PagesByNumber(Paginator):
    """A whole collection by ranges of numbers; a page has fewer grids where lines were rejected."""

    is_cut = False

    def __init__(self, collection: Collection, entries: QuerySet[Entry], per_page: int) -> None:
        super().__init__(entries, per_page)
        self.collection, self.entries = collection, entries
        self.last_number: int = collection.entries.aggregate(last=Max("number"))["last"] or 0

    @cached_property
    def count(self) -> int:
        return self.collection.entry_count

    @cached_property
    def num_pages(self) -> int:
        return max(1, -(-self.last_number // self.per_page))

    def page(self, number: int | str) -> Page:
        number = self.validate_number(number)
        last = number * self.per_page
        entries = self.entries.filter(number__range=(last - self.per_page + 1, last))
        return Page(entries, number, self)


def entry_page(collection: Collection, criteria: EntryCriteria, asked: str | None) -> Page:
    """A page of the grids: of the whole collection by numbers, else of the first that meet the criteria."""
    entries = criteria.of_collection(collection).select_related("puzzle").defer("puzzle__solution")
    if criteria.is_open:
        return PagesByNumber(collection, entries, GRIDS_ON_A_PAGE).get_page(asked)
    return FirstGrids(entries, GRIDS_ON_A_PAGE).get_page(asked)


# One grid


class Neighbours(NamedTuple):
    """The numbers of the grids before and after one, None at the ends."""

    previous: int | None
    next: int | None


def neighbours(entry: Entry) -> Neighbours:
    numbers = Entry.objects.filter(collection=entry.collection_id).values_list("number", flat=True)
    before = numbers.filter(number__lt=entry.number).order_by("-number").first()
    return Neighbours(before, numbers.filter(number__gt=entry.number).order_by("number").first())


def entry_facts(entry: Entry) -> list[tuple[str, str]]:
    """What is known of a grid: names and values."""
    puzzle = entry.puzzle
    facts = [
        (_("Given digits"), str(puzzle.clue_count)),
        (_("Solutions"), solutions_word(puzzle.solution_count)),
    ]
    if puzzle.is_offered:
        facts.append((_("Class"), puzzle.get_solving_class_display()))
        if puzzle.is_graded:
            facts += [
                (_("Score"), str(puzzle.score)),
                (_("Hardest technique"), hardest_name(puzzle)),
                (_("Rating"), about(puzzle)),
            ]
        else:
            facts.append((_("Difficulty"), _("not graded yet")))
    return [*facts, (_("Line of the file"), str(entry.line))]
