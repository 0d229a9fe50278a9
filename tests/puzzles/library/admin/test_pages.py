"""The grids of a large collection, page by page."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from puzzles.library.admin import collections, filters, pages
from puzzles.library.models import PuzzleImport

ENTRIES = reverse("admin:library_entry_changelist")


@pytest.fixture
def done(bring_in: Callable[..., PuzzleImport], grids: list[str]) -> PuzzleImport:
    """120 grids with the numbers 1 to 123: three lines on the first page of fifty were rejected."""
    User.objects.update(language=User.Language.ENGLISH)
    return bring_in([*grids[:20], "oops", "oops", "oops", *grids[20:120]])


@pytest.fixture
def asked(client_of: Callable[[User], Client], done: PuzzleImport) -> Callable[..., tuple[list[int], str]]:
    """A function that asks for the list and gives the numbers on it, and the page."""
    client = client_of(done.owner)

    def ask(**query: str) -> tuple[list[int], str]:
        response = client.get(ENTRIES, {"collection__id__exact": str(done.collection_id)} | query)
        numbers = [entry.number for entry in response.context["cl"].result_list]
        return numbers, response.content.decode()

    return ask


def test_a_page_holds_fifty_numbers_whatever_became_of_their_lines(asked: Callable) -> None:
    first, shown = asked()
    assert first == [*range(1, 21), *range(24, 51)]
    assert "120 grids of collections" in shown
    assert asked(p="2")[0] == list(range(51, 101))
    assert asked(p="3")[0] == list(range(101, 124))


def test_no_page_is_skipped_over_and_nothing_is_counted(asked: Callable) -> None:
    with CaptureQueriesContext(connection) as captured:
        asked(p="3")
    told = [query["sql"] for query in captured if "library_entry" in query["sql"]]
    assert not any("OFFSET" in sql or "COUNT(" in sql for sql in told)


def test_search_results_are_cut_and_say_so(asked: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, shown = asked(solutions="1", p="3")
    assert whole == list(range(104, 124))
    assert "are listed: search" not in shown
    for module in (pages, collections):
        monkeypatch.setattr(module, "MAX_LISTED", 60)
    second, shown = asked(solutions="1", p="2")
    assert len(second) == 10
    assert "Only the first 60 grids are listed: search or filter to find others." in shown


def test_a_large_collection_is_sorted_by_its_numbers_alone(
    asked: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "sortable column-score" in asked()[1]
    monkeypatch.setattr(collections, "MAX_SORTED", 100)
    shown = asked()[1]
    assert "sortable column-number" in shown
    assert "sortable column-score" not in shown
    assert asked(o="-0")[0][:2] == [123, 122]


@pytest.mark.parametrize("rare", [0, 500])
def test_rare_and_frequent_grids_are_found_alike(
    asked: Callable, rare: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filters, "RARE", rare)
    assert asked(tier="none")[0][:3] == [1, 2, 3]
    assert asked(tier="4")[0] == []
