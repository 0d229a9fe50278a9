"""A fair queue: nobody holds it for long, and nobody waits for ever."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.conf import settings

from accounts.fair_queue import MAX_EACH, THREAD_SLOTS, BusyError, FairQueue, ThreadSlots

PATIENCE_SECONDS = 30
GREEDY, PUPIL, OTHER, THIRD = 1, 2, 3, 4


class Workshop:
    """Askers in threads of their own: each slot lasts until `finish`, `order` tells whose there were."""

    def __init__(self, queue: FairQueue, pool: ThreadPoolExecutor) -> None:
        self.queue = queue
        self.order: list[int] = []
        self._pool = pool
        self._begun = threading.Semaphore(0)
        self._go = threading.Semaphore(0)

    def ask(self, asker: int) -> "Future[None]":
        """Ask for a slot; back when the queue has seen it."""
        before = self._seen()
        asked = self._pool.submit(self._hold_slot, asker)
        until = time.monotonic() + PATIENCE_SECONDS
        while self._seen() == before and not asked.done():
            assert time.monotonic() < until
            time.sleep(0.001)
        return asked

    def begun(self) -> None:
        """Wait until a slot has begun."""
        assert self._begun.acquire(timeout=PATIENCE_SECONDS)

    def finish(self, count: int = 1) -> None:
        """Let so many slots end."""
        self._go.release(count)

    def _seen(self) -> int:
        return self.queue._thread_slots.count

    def _hold_slot(self, asker: int) -> None:
        with self.queue.slot(asker):
            self.order.append(asker)
            self._begun.release()
            assert self._go.acquire(timeout=PATIENCE_SECONDS)


def queue_for(most_threads: int) -> FairQueue:
    """A queue by itself, in which nobody waits too long."""
    return FairQueue(thread_slots=ThreadSlots(most_threads), patience_seconds=PATIENCE_SECONDS)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(12) as threads:
        yield threads


def test_one_asker_has_few_places(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(queue_for(4), pool)
    asked = [shop.ask(GREEDY) for _time in range(MAX_EACH)]
    shop.begun()
    with pytest.raises(BusyError):
        shop.ask(GREEDY).result(PATIENCE_SECONDS)
    others = shop.ask(PUPIL)
    shop.finish(MAX_EACH + 1)
    for each in [*asked, others]:
        assert each.result(PATIENCE_SECONDS) is None


def test_the_asker_with_fewer_slots_comes_first(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(queue_for(4), pool)
    first, second = shop.ask(GREEDY), shop.ask(GREEDY)
    shop.begun()
    late = shop.ask(PUPIL)
    shop.finish(3)
    for each in (first, second, late):
        each.result(PATIENCE_SECONDS)
    assert shop.order == [GREEDY, PUPIL, GREEDY]


def test_users_with_equal_use_are_served_in_the_order_of_asking(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(queue_for(4), pool)
    asked = [shop.ask(asker) for asker in (PUPIL, OTHER, THIRD, GREEDY)]
    shop.finish(4)
    for each in asked:
        each.result(PATIENCE_SECONDS)
    assert shop.order == [PUPIL, OTHER, THIRD, GREEDY]


def test_a_full_queue_refuses_the_user_with_the_most_slots(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(queue_for(2), pool)
    working, waiting = shop.ask(GREEDY), shop.ask(GREEDY)
    shop.begun()
    pupil = shop.ask(PUPIL)
    with pytest.raises(BusyError):
        waiting.result(PATIENCE_SECONDS)
    with pytest.raises(BusyError):
        shop.ask(OTHER).result(PATIENCE_SECONDS)
    shop.finish(2)
    working.result(PATIENCE_SECONDS)
    pupil.result(PATIENCE_SECONDS)
    assert shop.order == [GREEDY, PUPIL]


def test_nobody_waits_longer_than_patience(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(FairQueue(thread_slots=ThreadSlots(4), patience_seconds=0.05), pool)
    working = shop.ask(GREEDY)
    shop.begun()
    with pytest.raises(BusyError):
        shop.ask(PUPIL).result(PATIENCE_SECONDS)
    shop.finish()
    working.result(PATIENCE_SECONDS)
    # A caller that gave up waiting holds no place in the queue, and no slot waits for it.
    for _time in range(MAX_EACH + 1):
        again = shop.ask(PUPIL)
        shop.finish()
        again.result(PATIENCE_SECONDS)


def test_past_slots_are_forgotten_once_nobody_waits(pool: ThreadPoolExecutor) -> None:
    shop = Workshop(queue_for(4), pool)
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


def test_a_slot_that_fails_is_over() -> None:
    queue = queue_for(1)
    for _time in range(2):
        with pytest.raises(KeyError), queue.slot(PUPIL):
            raise KeyError


# Several queues


def test_all_queues_together_hold_few_threads(pool: ThreadPoolExecutor) -> None:
    work = ThreadSlots(2)
    first, second, third = (Workshop(FairQueue(thread_slots=work), pool) for _queue in range(3))
    working = [first.ask(GREEDY), second.ask(OTHER)]
    first.begun()
    second.begun()
    with pytest.raises(BusyError):
        third.ask(PUPIL).result(PATIENCE_SECONDS)
    for shop, each in zip((first, second), working, strict=True):
        shop.finish()
        each.result(PATIENCE_SECONDS)
    third.finish()
    third.ask(PUPIL).result(PATIENCE_SECONDS)
    assert not work.slots


def test_one_asker_has_few_places_in_all_queues_together(pool: ThreadPoolExecutor) -> None:
    work = ThreadSlots(MAX_EACH + 2)
    idle, *busy = [
        Workshop(FairQueue(thread_slots=work, patience_seconds=PATIENCE_SECONDS), pool)
        for _queue in range(MAX_EACH + 1)
    ]
    asked = [shop.ask(GREEDY) for shop in busy]
    busy[0].begun()
    with pytest.raises(BusyError):
        idle.ask(GREEDY).result(PATIENCE_SECONDS)
    idle.finish()
    idle.ask(PUPIL).result(PATIENCE_SECONDS)
    for shop, each in zip(busy, asked, strict=True):
        shop.finish()
        each.result(PATIENCE_SECONDS)


def test_one_asker_has_one_slot_and_delays_nobody_else(pool: ThreadPoolExecutor) -> None:
    work = ThreadSlots(4)
    first, second = (
        Workshop(FairQueue(thread_slots=work, patience_seconds=PATIENCE_SECONDS), pool) for _queue in range(2)
    )
    working = first.ask(GREEDY)
    first.begun()
    second.finish(3)
    for _time in range(2):
        second.ask(PUPIL).result(PATIENCE_SECONDS)
    waiting = second.ask(GREEDY)
    second.ask(PUPIL).result(PATIENCE_SECONDS)
    assert not waiting.done()
    assert second.order == [PUPIL] * 3
    first.finish()
    working.result(PATIENCE_SECONDS)
    second.finish()
    waiting.result(PATIENCE_SECONDS)
    assert second.order == [PUPIL, PUPIL, PUPIL, GREEDY]


def test_queues_share_their_slots_fairly_between_askers(pool: ThreadPoolExecutor) -> None:
    work = ThreadSlots(2)
    greedy, pupils = (
        Workshop(FairQueue(thread_slots=work, patience_seconds=PATIENCE_SECONDS), pool) for _queue in range(2)
    )
    working, waiting = greedy.ask(GREEDY), greedy.ask(GREEDY)
    greedy.begun()
    pupils.finish()
    pupils.ask(PUPIL).result(PATIENCE_SECONDS)
    with pytest.raises(BusyError):
        waiting.result(PATIENCE_SECONDS)
    greedy.finish()
    working.result(PATIENCE_SECONDS)


def test_a_thread_that_has_a_slot_is_counted_once() -> None:
    work = ThreadSlots(1)
    outer, inner = FairQueue(thread_slots=work), FairQueue(thread_slots=work)
    for _time in range(2):
        with outer.slot(PUPIL), inner.slot(PUPIL):
            assert len(work.slots) == 2
    assert not work.slots


def test_most_threads_of_a_process_are_for_what_is_quick() -> None:
    assert 1 <= THREAD_SLOTS.most_threads <= max(1, settings.SERVER_THREADS * 3 // 8)
    assert FairQueue()._thread_slots is THREAD_SLOTS
