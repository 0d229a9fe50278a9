"""A token bucket: a burst at once, then so many a second."""

from typing import Any

import pytest
from django.conf import settings

from accounts.services import login_codes, logins
from accounts.token_bucket import MAX_KEYS, TokenBucket


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_free_and_then_tokens_come_with_time() -> None:
    clock = Clock()
    bucket = TokenBucket(burst=3, per_second=2, clock=clock)
    for _each in range(3):
        assert bucket.wait("one") == 0
        bucket.take("one")
    assert bucket.wait("one") == 0.5
    assert bucket.wait("another") == 0
    clock.now += 0.5
    assert bucket.wait("one") == 0
    clock.now += 1000
    bucket.take("one", 3)
    assert bucket.wait("one") == 0.5


def test_processes_share_a_limit(settings: Any) -> None:
    settings.SERVER_PROCESSES = 4
    bucket = TokenBucket.share(burst=8, per_second=0.004)
    bucket.take("one")
    assert bucket.wait("one") == 0
    bucket.take("one", 5)
    assert bucket.wait("one") == pytest.approx(5000, rel=0.1)


@pytest.mark.skipif(settings.SERVER_PROCESSES == 1, reason="one process has all of it")
@pytest.mark.parametrize(("bucket", "burst"), [(login_codes.FIRST_ATTEMPTS, 40), (logins.FIRST_ATTEMPTS, 60)])
def test_processes_share_the_checks_left_for_a_throttled_address(bucket: TokenBucket, burst: int) -> None:
    bucket.take("an address", burst - 1)
    assert bucket.wait("an address") > 0


def test_a_cost_above_the_balance_is_paid_by_waiting() -> None:
    clock = Clock()
    bucket = TokenBucket(burst=2, per_second=1, clock=clock)
    bucket.take("one", 12)
    assert bucket.wait("one") == 11
    clock.now += 11
    assert bucket.wait("one") == 0


def test_buckets_of_keys_used_long_ago_are_dropped() -> None:
    bucket = TokenBucket(burst=1, per_second=1, clock=Clock())
    for number in range(MAX_KEYS + 1):
        bucket.take(number)
    assert bucket.wait(0) == 0
    assert bucket.wait(1) == 1


def test_all_buckets_can_be_filled() -> None:
    bucket = TokenBucket(burst=1, per_second=1, clock=Clock())
    bucket.take("one")
    bucket.clear()
    assert bucket.wait("one") == 0
