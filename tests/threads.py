"""Several threads that begin at the same moment, and a thread with an event loop of its own."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def at_once(count: int, act: Callable[[], Result]) -> list[Result]:
    """What so many threads get that do the same at once. Raises what one of them raises."""
    start = threading.Barrier(count)

    def begin() -> Result:
        start.wait(timeout=60)
        return act()

    with ThreadPoolExecutor(count) as threads:
        return [each.result(timeout=120) for each in [threads.submit(begin) for _ in range(count)]]


def in_own_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """What a coroutine gives, run in a thread of its own: in that of the tests Playwright's loop runs."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result(timeout=120)
