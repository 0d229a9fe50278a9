"""Priority queue for threads: urgent requests first, without starving the others."""

import asyncio
from collections import deque
from time import monotonic

# A quarter of the threads is reserved for urgent requests; while both wait, an eighth for pages.
PART_KEPT_FREE, PART_OF_PAGES = 4, 8
# Once a page has waited this long it is a quarter: browsers and people give up after half a minute.
PATIENCE_S = 20.0


class Slots:
    """A bounded number of running and of waiting requests. Used by the event loop only: no locks.

    Urgent requests are short and have somebody waiting at a board. When a class logs in, pages would fill
    every thread and the queue before them. So a quarter of the threads is never given to a page, and a thread
    that becomes free goes to an urgent request, as long as the pages have an eighth, or a quarter where one
    has waited long. With fewer than that, they have every second one.
    """

    def __init__(self, count: int, queue: int) -> None:
        self.count, self.queue = count, queue
        # By urgency: False for pages, True for urgent requests.
        self.at_work = {False: 0, True: 0}
        # Each with the time it began to wait.
        self.waiting: dict[bool, deque[tuple[float, asyncio.Future[None]]]] = {False: deque(), True: deque()}
        self.most_pages = count - count // PART_KEPT_FREE
        self.share_of_pages = max(count // PART_OF_PAGES, 1)
        self.last_was_page = False

    @property
    def are_all_taken(self) -> bool:
        """Whether one more request must be refused."""
        waiting = len(self.waiting[False]) + len(self.waiting[True])
        return sum(self.at_work.values()) + waiting >= self.count + self.queue

    async def take(self, *, is_urgent: bool) -> None:
        """Wait for a slot; the caller must release it."""
        if self._has_room(is_urgent):
            self.at_work[is_urgent] += 1
            return
        future = asyncio.get_running_loop().create_future()
        self.waiting[is_urgent].append((monotonic(), future))
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.give_back(is_urgent=is_urgent)
            raise

    def give_back(self, *, is_urgent: bool) -> None:
        """Release a slot and wake the next request."""
        self.at_work[is_urgent] -= 1
        pages_first = self.at_work[False] < self._share_of_pages() and not self.last_was_page
        for urgency in (not pages_first, pages_first):
            waiting = self.waiting[urgency]
            while waiting and self._has_room(urgency):
                _since, future = waiting.popleft()
                if not future.done():
                    self.at_work[urgency] += 1
                    self.last_was_page = not urgency
                    future.set_result(None)

    def _share_of_pages(self) -> int:
        pages = self.waiting[False]
        has_waited_long = bool(pages) and monotonic() - pages[0][0] > PATIENCE_S
        return self.share_of_pages * (2 if has_waited_long else 1)

    def _has_room(self, is_urgent: bool) -> bool:
        if sum(self.at_work.values()) >= self.count:
            return False
        return is_urgent or self.at_work[False] < self.most_pages
