"""What all students of a lesson share: the site, the pace, the time, and the book of what they saw."""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.faults.journal import Journal

from .wire import Address

# The kinds of requests, in the order of a student's day.
KINDS = ("login page", "login", "home", "file", "draw", "board", "move", "news", "hint", "finish")


class Asked(NamedTuple):
    """A request that was answered: when, of what kind, after how many milliseconds."""

    at: float
    kind: str
    ms: float


@dataclass
class Book:
    """Every answer, and every failure as (when, kind, reason)."""

    asked: list[Asked] = field(default_factory=list)
    failed: list[tuple[float, str, str]] = field(default_factory=list)

    def between(self, start: float = 0.0, end: float = math.inf) -> Iterator[Asked]:
        """What was answered in this time."""
        return (each for each in self.asked if start <= each.at < end)

    def failures(self, start: float = 0.0, end: float = math.inf) -> Counter[str]:
        """How many requests of each kind failed in this time."""
        return Counter(kind for at, kind, _reason in self.failed if start <= at < end)

    def reasons(self) -> Counter[str]:
        """How often what went wrong."""
        return Counter(f"{kind}: {reason}" for _at, kind, reason in self.failed)


@dataclass
class Lesson:
    """A lesson at a site. `pause_s` may be changed while it lasts: it is the time between two requests with
    moves, and between two questions for news.
    """

    address: Address
    journal: Journal = field(default_factory=Journal)
    book: Book = field(default_factory=Book)
    pause_s: float = 5.0
    # One turn in so many is a press for a hint first.
    hint_every: int = 20
    fetches_files: bool = True
    timeout_s: float = 30.0
    # How long a student tries to hand over what waits, once the lesson is over.
    patience_s: float = 60.0
    solved: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        return self.over.is_set()

    async def rest(self, seconds: float) -> None:
        """Wait so long, or until the lesson is over."""
        if seconds <= 0 or self.is_over:
            return
        try:
            async with asyncio.timeout(seconds):
                await self.over.wait()
        except TimeoutError:
            pass

    def succeeded(self, kind: str, began: float) -> None:
        now = time.monotonic()
        self.book.asked.append(Asked(now, kind, 1000 * (now - began)))

    def failed(self, kind: str, reason: str) -> None:
        self.book.failed.append((time.monotonic(), kind, reason))


def percentile(times: Iterable[float], part: float) -> float:
    """The time that this part of all does not pass (nearest rank); 0 for none."""
    ordered = sorted(times)
    return ordered[max(math.ceil(part * len(ordered)) - 1, 0)] if ordered else 0.0
