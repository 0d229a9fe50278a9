"""Slots: urgent requests go first, pages are never kept from all of them."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

import pytest

from sudokusite.serving.slots import PATIENCE_S, Slots
from tests.threads import in_own_loop


def played(scene: Callable[[Slots], Awaitable[None]], *, count: int = 4, queue: int = 8) -> None:
    in_own_loop(_played(scene, Slots(count, queue)))


async def _played(scene: Callable[[Slots], Awaitable[None]], slots: Slots) -> None:
    await scene(slots)
    assert slots.at_work == {False: 0, True: 0}
    assert not slots.are_all_taken


async def asked(slots: Slots, *, is_urgent: bool) -> "asyncio.Task[None]":
    """A request that has asked for a slot, and perhaps has it."""
    task = asyncio.create_task(slots.take(is_urgent=is_urgent))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return task


async def settle() -> None:
    for _turn in range(3):
        await asyncio.sleep(0)


def test_pages_leave_a_slot_for_urgent_requests() -> None:
    async def scene(slots: Slots) -> None:
        pages = [await asked(slots, is_urgent=False) for _each in range(4)]
        assert [page.done() for page in pages] == [True, True, True, False]
        assert (await asked(slots, is_urgent=True)).done()
        slots.give_back(is_urgent=True)
        await settle()
        assert not pages[3].done()
        for _each in range(3):
            slots.give_back(is_urgent=False)
            await settle()
        assert pages[3].done()
        slots.give_back(is_urgent=False)

    played(scene)


def test_an_urgent_request_goes_before_pages_that_came_earlier() -> None:
    async def scene(slots: Slots) -> None:
        for is_urgent in (False, False, True, True):
            await slots.take(is_urgent=is_urgent)
        page = await asked(slots, is_urgent=False)
        urgent = await asked(slots, is_urgent=True)
        slots.give_back(is_urgent=True)
        await settle()
        assert urgent.done()
        assert not page.done()
        slots.give_back(is_urgent=True)
        await settle()
        assert page.done()
        for is_urgent in (True, False, False, False):
            slots.give_back(is_urgent=is_urgent)

    played(scene)


def test_urgent_requests_leave_pages_their_share() -> None:
    async def scene(slots: Slots) -> None:
        for _each in range(4):
            await slots.take(is_urgent=True)
        waiting = [await asked(slots, is_urgent=True) for _each in range(2)]
        page = await asked(slots, is_urgent=False)
        slots.give_back(is_urgent=True)
        await settle()
        assert page.done()
        assert not any(urgent.done() for urgent in waiting)
        slots.give_back(is_urgent=True)
        await settle()
        assert waiting[0].done()
        for is_urgent in (True, True, True, False):
            slots.give_back(is_urgent=is_urgent)
            await settle()
        assert waiting[1].done()
        slots.give_back(is_urgent=True)

    played(scene)


@pytest.mark.parametrize(("waited", "pages_served"), [(0.0, 1), (PATIENCE_S + 1, 2)])
def test_pages_that_have_waited_long_have_twice_their_share(
    waited: float, pages_served: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(slots: Slots) -> None:
        for _each in range(4):
            await slots.take(is_urgent=True)
        pages = [await asked(slots, is_urgent=False) for _each in range(3)]
        urgent = [await asked(slots, is_urgent=True) for _each in range(3)]
        now = monotonic() + waited
        monkeypatch.setattr("sudokusite.serving.slots.monotonic", lambda: now)
        for _each in range(4):
            slots.give_back(is_urgent=True)
            await settle()
        assert sum(page.done() for page in pages) == pages_served
        assert sum(each.done() for each in urgent) == 4 - pages_served
        for each in (*pages, *urgent):
            each.cancel()
        await settle()
        for is_urgent in [False] * pages_served + [True] * (4 - pages_served):
            slots.give_back(is_urgent=is_urgent)
            await settle()

    played(scene)


def test_with_a_single_slot_they_alternate() -> None:
    async def scene(slots: Slots) -> None:
        await slots.take(is_urgent=False)
        waiting = [
            (is_urgent, await asked(slots, is_urgent=is_urgent)) for is_urgent in (True, True, False, False)
        ]
        order, at_work = [], False
        while waiting:
            slots.give_back(is_urgent=at_work)
            await settle()
            woken = next(each for each in waiting if each[1].done())
            waiting.remove(woken)
            at_work = woken[0]
            order.append(at_work)
        slots.give_back(is_urgent=at_work)
        assert order == [False, True, False, True]

    played(scene, count=1)


def test_waiting_requests_are_counted() -> None:
    async def scene(slots: Slots) -> None:
        await slots.take(is_urgent=True)
        waiting = [await asked(slots, is_urgent=True) for _each in range(2)]
        assert slots.are_all_taken
        for _each in range(3):
            slots.give_back(is_urgent=True)
            await settle()
        assert all(each.done() for each in waiting)

    played(scene, count=1, queue=2)


def test_a_request_that_is_cancelled_while_waiting_takes_no_slot() -> None:
    async def scene(slots: Slots) -> None:
        await slots.take(is_urgent=False)
        gone = await asked(slots, is_urgent=False)
        stays = await asked(slots, is_urgent=False)
        gone.cancel()
        await settle()
        slots.give_back(is_urgent=False)
        await settle()
        assert stays.done()
        slots.give_back(is_urgent=False)

    played(scene, count=1)


def test_a_waiter_that_leaves_when_granted_releases_the_slot() -> None:
    async def scene(slots: Slots) -> None:
        await slots.take(is_urgent=False)
        gone = await asked(slots, is_urgent=False)
        slots.give_back(is_urgent=False)
        gone.cancel()
        await settle()

    played(scene, count=1)
