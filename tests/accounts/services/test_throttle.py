"""Login throttles that several requests change at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.models import LoginThrottle
from accounts.services.throttle import count_address_failure, count_failure, locked_throttles, undo_count


def count_both(keys: list[str]) -> list[int]:
    with transaction.atomic():
        by_own, by_address = locked_throttles(keys)
        count_failure(by_own)
        count_address_failure(by_address)
    return [by_own.failures, by_address.failures]


@pytest.mark.django_db
def test_a_throttle_deleted_before_it_is_locked_is_created_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """On PostgreSQL a successful login may delete the row between insert and lock."""
    rounds: list[int] = []
    make = QuerySet.bulk_create

    def make_and_lose(self: Any, objects: list[LoginThrottle], **options: Any) -> Any:
        made = make(self, objects, **options)
        rounds.append(len(objects))
        if len(rounds) == 1:
            LoginThrottle.objects.filter(key="own").delete()
        return made

    monkeypatch.setattr(QuerySet, "bulk_create", make_and_lose)
    assert count_both(["own", "address"]) == [1, 1]
    assert rounds == [2, 2]
    assert count_both(["own", "address"]) == [2, 2]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("own", "address"), [("a", "b"), ("b", "a")])
def test_counting_and_undoing_lock_the_throttles_in_one_order(own: str, address: str) -> None:
    """No deadlock and no wrong count, whichever key comes first."""

    def go(act: Callable[[], object]) -> None:
        try:
            act()
        finally:
            connection.close()

    acts = [lambda: count_both([own, address]), lambda: undo_count(own_key=own, address_key=address)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(go, 20 * acts))
    undo_count(own_key=own)
    assert [each.key for each in LoginThrottle.objects.all()] == [address]
