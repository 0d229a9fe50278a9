"""Several threads that begin at the same moment."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


def at_once(count: int, act: Callable[[], Result]) -> list[Result]:
    """What so many threads get that do the same at once. Raises what one of them raises."""
    start = threading.Barrier(count)

    def begin() -> Result:
        start.wait(timeout=60)
        return act()

    with ThreadPoolExecutor(count) as threads:
        return [each.result(timeout=120) for each in [threads.submit(begin) for _ in range(count)]]
