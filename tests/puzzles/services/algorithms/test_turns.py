"""Turns at the maker of traces: nobody holds it for long, and nobody waits for ever."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from puzzles.services.algorithms import TraceBusyError
from puzzles.services.algorithms.turns import MOST_EACH, Turns

PATIENCE_SECONDS = 30
GREEDY, PUPIL, OTHER, THIRD = 1, 2, 3, 4


class Workshop:
    """Askers in threads of their own: each turn lasts until `finish`, `order` tells whose there were."""

    def __init__(self, turns: Turns, pool: ThreadPoolExecutor) -> None:
        self.turns = turns
        self.order: list[int] = []
        self._pool = pool
        self._begun = threading.Semaphore(0)
        self._go = threading.Semaphore(0)

    def ask(self, asker: int) -> "Future[None]":
        """Ask for a turn; back when the queue has seen it."""
        before = self._seen()
        asked = self._pool.submit(self._work, asker)
        until = time.monotonic() + PATIENCE_SECONDS
        while self._seen() == before and not asked.done():
            assert time.monotonic() < until
            time.sleep(0.001)
        return asked

    def begun(self) -> None:
        """Wait until a turn has begun."""
        assert self._begun.acquire(timeout=PATIENCE_SECONDS)

    def finish(self, count: int = 1) -> None:
        """Let so many turns end."""
        self._go.release(count)

    def _seen(self) -> int:
        return self.turns._count

    def _work(self, asker: int) -> None:
        with self.turns.turn(asker):
            self.order.append(asker)
            self._begun.release()
            assert self._go.acquire(timeout=PATIENCE_SECONDS)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(12) as threads:
        yield threads


def test_one_asker_has_few_places(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(Turns(), pool)
    asked = [shop.ask(GREEDY) for _time in range(MOST_EACH)]
    shop.begun()
    with pytest.raises(TraceBusyError):
        shop.ask(GREEDY).result(PATIENCE_SECONDS)
    others = shop.ask(PUPIL)
    shop.finish(MOST_EACH + 1)
    for each in [*asked, others]:
        assert each.result(PATIENCE_SECONDS) is None


def test_who_has_had_fewer_turns_comes_first(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(Turns(), pool)
    first, second = shop.ask(GREEDY), shop.ask(GREEDY)
    shop.begun()
    late = shop.ask(PUPIL)
    shop.finish(3)
    for each in (first, second, late):
        each.result(PATIENCE_SECONDS)
    assert shop.order == [GREEDY, PUPIL, GREEDY]


def test_among_equals_who_asked_first_comes_first(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(Turns(), pool)
    asked = [shop.ask(asker) for asker in (PUPIL, OTHER, THIRD, GREEDY)]
    shop.finish(4)
    for each in asked:
        each.result(PATIENCE_SECONDS)
    assert shop.order == [PUPIL, OTHER, THIRD, GREEDY]


def test_a_full_queue_sends_away_who_has_had_the_most(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(Turns(most_waiting=2), pool)
    working, waiting = shop.ask(GREEDY), shop.ask(GREEDY)
    shop.begun()
    pupil = shop.ask(PUPIL)
    with pytest.raises(TraceBusyError):
        waiting.result(PATIENCE_SECONDS)
    with pytest.raises(TraceBusyError):
        shop.ask(OTHER).result(PATIENCE_SECONDS)
    shop.finish(2)
    working.result(PATIENCE_SECONDS)
    pupil.result(PATIENCE_SECONDS)
    assert shop.order == [GREEDY, PUPIL]


def test_nobody_waits_longer_than_patience(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(Turns(patience_seconds=0.05), pool)
    working = shop.ask(GREEDY)
    shop.begun()
    with pytest.raises(TraceBusyError):
        shop.ask(PUPIL).result(PATIENCE_SECONDS)
    shop.finish()
    working.result(PATIENCE_SECONDS)
    # Who gave up waiting has left no place taken, and no turn waits for them.
    for _time in range(MOST_EACH + 1):
        again = shop.ask(PUPIL)
        shop.finish()
        again.result(PATIENCE_SECONDS)


def test_what_was_had_is_forgotten_once_nobody_waits(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(Turns(), pool)
    for _time in range(3):
        asked = shop.ask(GREEDY)
        shop.begun()
        shop.finish()
        asked.result(PATIENCE_SECONDS)
    first = shop.ask(OTHER)
    shop.begun()
    second, third = shop.ask(GREEDY), shop.ask(PUPIL)
    shop.finish(3)
    for each in (first, second, third):
        each.result(PATIENCE_SECONDS)
    assert shop.order[3:] == [OTHER, GREEDY, PUPIL]


def test_a_turn_that_fails_is_over() -> None:
    turns = Turns(most_waiting=1)
    for _time in range(2):
        with pytest.raises(KeyError), turns.turn(PUPIL):
            raise KeyError
