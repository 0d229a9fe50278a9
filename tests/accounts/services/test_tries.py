"""Counts of tries that others write to at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.models import TryCount
from accounts.services.tries import count_for_address, count_try, locked_counts, take_back


def count_both(keys: list[str]) -> list[int]:
    with transaction.atomic():
        by_own, by_address = locked_counts(keys)
        count_try(by_own)
        count_for_address(by_address)
    return [by_own.tries, by_address.tries]


@pytest.mark.django_db
def test_a_count_that_goes_before_it_is_locked_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As PostgreSQL sees it when somebody's right try ends between the two."""
    rounds: list[int] = []
    make = QuerySet.bulk_create

    def make_and_lose(self: Any, objects: list[TryCount], **options: Any) -> Any:
        made = make(self, objects, **options)
        rounds.append(len(objects))
        if len(rounds) == 1:
            TryCount.objects.filter(key="own").delete()
        return made

    monkeypatch.setattr(QuerySet, "bulk_create", make_and_lose)
    assert count_both(["own", "address"]) == [1, 1]
    assert rounds == [2, 2]
    assert count_both(["own", "address"]) == [2, 2]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("own", "address"), [("a", "b"), ("b", "a")])
def test_those_who_count_and_those_who_take_back_wait_for_each_other_in_one_order(
    own: str, address: str
) -> None:
    """Neither refused nor at odds, whichever key is the first."""

    def go(act: Callable[[], object]) -> None:
        try:
            act()
        finally:
            connection.close()

    acts = [lambda: count_both([own, address]), lambda: take_back(own_key=own, address_key=address)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(go, 20 * acts))
    take_back(own_key=own)
    assert [each.key for each in TryCount.objects.all()] == [address]
