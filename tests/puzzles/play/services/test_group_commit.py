import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import User
from puzzles.play.services.group_commit import MAX_ACTS, committed

pytestmark = pytest.mark.django_db(transaction=True)
ON_SQLITE = connection.vendor == "sqlite"
PATIENCE_S = 30


def named(name: str) -> Callable[[], int]:
    """An act that makes an account; it gives the thread that did it."""

    def make() -> int:
        User.objects.create(username=name)
        return threading.get_ident()

    return make


def refused() -> int:
    User.objects.create(username="half-done")
    raise ValueError("not like this")


def names() -> set[str]:
    return set(User.objects.values_list("username", flat=True))


@contextmanager
def running_act(pool: ThreadPoolExecutor) -> Iterator[Future[Any]]:
    """An act that is not through before this context ends: others wait for it."""
    is_at_it, may_end = threading.Event(), threading.Event()

    def take_long() -> int:
        is_at_it.set()
        may_end.wait(PATIENCE_S)
        return named("slow")()

    future = pool.submit(with_a_connection, take_long)
    assert is_at_it.wait(PATIENCE_S)
    yield future
    may_end.set()


def with_a_connection(act: Callable[[], Any], language: str = "en") -> Any:
    try:
        with translation.override(language):
            return committed(act)
    finally:
        connection.close()


def test_an_act_is_on_disk_when_it_is_answered() -> None:
    committed(named("lea"))
    with ThreadPoolExecutor() as pool:
        assert pool.submit(lambda: (names(), connection.close())).result()[0] == {"lea"}


def test_an_act_that_raises_leaves_nothing() -> None:
    with pytest.raises(ValueError, match="not like this"):
        committed(refused)
    assert names() == set()


@pytest.mark.skipif(not ON_SQLITE, reason="elsewhere many write at once")
def test_waiting_acts_are_committed_together_and_fail_alone() -> None:
    with ThreadPoolExecutor(20) as pool:
        with running_act(pool) as slow:
            good = [pool.submit(with_a_connection, named(f"s{number}")) for number in range(10)]
            bad = pool.submit(with_a_connection, refused)
            queued(11)
            assert not any(future.done() for future in (slow, bad, *good))
        threads = {future.result(PATIENCE_S) for future in good}
        with pytest.raises(ValueError, match="not like this"):
            bad.result(PATIENCE_S)
    assert len(threads) == 1
    assert names() == {"slow", *(f"s{number}" for number in range(10))}


def full_disk() -> None:
    """What SQLite does when the disk is full: it ends the transaction, whoever else is in it."""
    User.objects.create(username="too-much")
    connection.cursor().execute("ROLLBACK")
    raise OperationalError("database or disk is full")


@pytest.mark.skipif(not ON_SQLITE, reason="elsewhere each act has a transaction of its own")
def test_a_rolled_back_act_is_answered_to_nobody() -> None:
    with ThreadPoolExecutor(20) as pool:
        with running_act(pool) as slow:
            futures = [pool.submit(with_a_connection, named("before"))]
            queued(1)
            futures.append(pool.submit(with_a_connection, full_disk))
            queued(2)
            futures.append(pool.submit(with_a_connection, named("after")))
            queued(3)
        slow.result(PATIENCE_S)
        for future in futures:
            with pytest.raises(OperationalError, match="full"):
                future.result(PATIENCE_S)
    assert names() == {"slow"}
    committed(named("later"))
    assert names() == {"slow", "later"}


@pytest.mark.skipif(not ON_SQLITE, reason="elsewhere each act runs in its own thread")
def test_each_act_is_answered_in_the_language_of_its_thread() -> None:
    with ThreadPoolExecutor(20) as pool:
        with running_act(pool):
            asked = {
                language: pool.submit(with_a_connection, lambda: gettext("Password"), language)
                for language in ("fr", "en")
            }
            queued(2)
        told = {language: future.result(PATIENCE_S) for language, future in asked.items()}
    assert told == {"fr": "Mot de passe", "en": "Password"}


@pytest.mark.skipif(not ON_SQLITE, reason="elsewhere nobody waits for others")
def test_more_than_one_commit_takes_are_all_done() -> None:
    count = 2 * MAX_ACTS + 3
    with ThreadPoolExecutor(count + 1) as pool:
        with running_act(pool):
            futures = [pool.submit(with_a_connection, named(f"s{number}")) for number in range(count)]
            queued(count)
        for future in futures:
            future.result(PATIENCE_S)
    assert len(names()) == count + 1


def queued(count: int) -> None:
    """Wait until so many acts wait."""
    from puzzles.play.services import group_commit

    for _try in range(100 * PATIENCE_S):
        if len(group_commit._waiting) == count:
            return
        threading.Event().wait(0.01)
    pytest.fail(f"{len(group_commit._waiting)} wait; expected {count}")
