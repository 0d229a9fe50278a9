"""Pagination whose cost does not grow with the collection."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Max, QuerySet
from django.utils.functional import cached_property

from ..models import Collection, Entry

# Counting further would read all rows, and nobody turns that many pages.
MAX_LISTED = 1_000


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
