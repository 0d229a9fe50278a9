"""Fair queue for long work: one job at a time in a process, light users first.

All queues of a process share the threads that long work may hold; one user runs one job at a time. Each
waiting request holds a thread that players need: so few may wait, with a limit per user and a timeout.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext_lazy as _

# The page of two runs side by side asks for both at once.
MAX_EACH = 2
PATIENCE_SECONDS = 2


class BusyError(Exception):
    """The queue is full, or the wait took too long; the request can be repeated later."""

    def __init__(self) -> None:
        super().__init__(_("The site is busy. Try again in a moment."))


@dataclass(eq=False, slots=True)
class Slot:
    """A place in a queue, waiting or running; `number` is the order of arrival.

    A nested slot belongs to a thread that already has one in another queue.
    """

    queue: "FairQueue"
    asker: int
    number: int
    is_nested: bool
    is_working: bool = False


class ThreadSlots:
    """The slots of queues that share a number of threads, waiting and running together.

    When they are full, a waiting slot of a heavier user makes room for a lighter one.
    """

    def __init__(self, most_threads: int) -> None:
        self.most_threads = most_threads
        # Held for every change of the slots. Notified, so that waiting threads check whether they are next.
        self.moved = threading.Condition()
        self.slots: list[Slot] = []
        self.count = 0
        # Slots granted to each user since all queues were last empty.
        self.had: Counter[int] = Counter()
        self._thread = threading.local()

    def enter(self, queue: "FairQueue", asker: int, most_each: int) -> Slot:
        """Join the queue; if it is full, in place of a slot with lower priority."""
        self.count += 1
        slot = Slot(queue, asker, self.count, is_nested=bool(self._depth))
        if slot.is_nested:
            rivals = [each for each in self.slots if each.queue is queue]
        else:
            rivals = [each for each in self.slots if not each.is_nested]
        # Trap: the outer slot of a thread must not count against its nested one.
        if sum(each.asker == asker for each in rivals) >= most_each:
            raise BusyError
        if not slot.is_nested and len(rivals) >= self.most_threads:
            # Running work is never stopped: only a waiting slot makes room.
            last = max([slot, *(each for each in rivals if not each.is_working)], key=self.order)
            if last is slot:
                raise BusyError
            self.leave(last)
        self.slots.append(slot)
        return slot

    def leave(self, slot: Slot) -> None:
        if slot in self.slots:
            self.slots.remove(slot)
        if not self.slots:
            self.had.clear()
        self.moved.notify_all()

    def is_busy_with_another(self, slot: Slot) -> bool:
        """Whether another job of the same user is running; never for a nested slot."""
        return not slot.is_nested and any(
            each.asker == slot.asker and each.is_working and each is not slot for each in self.slots
        )

    def order(self, slot: Slot) -> tuple[int, int]:
        return self.had[slot.asker], slot.number

    @contextmanager
    def in_thread(self) -> Iterator[None]:
        """Mark that this thread has a slot: further ones are nested and not counted."""
        self._thread.depth = self._depth + 1
        try:
            yield
        finally:
            self._thread.depth -= 1

    @property
    def _depth(self) -> int:
        return getattr(self._thread, "depth", 0)


# Most threads of a process are for quick requests.
THREAD_SLOTS = ThreadSlots(max(1, settings.SERVER_THREADS * 3 // 8))


class FairQueue:
    """A queue for all threads of a process. Light users come before heavy ones."""

    def __init__(
        self,
        *,
        most_each: int = MAX_EACH,
        patience_seconds: float = PATIENCE_SECONDS,
        thread_slots: ThreadSlots = THREAD_SLOTS,
    ) -> None:
        self._most_each = most_each
        self._patience = patience_seconds
        self._thread_slots = thread_slots

    @contextmanager
    def slot(self, asker: int) -> Iterator[None]:
        """Wait for a slot, and hold it while the block runs. Raises BusyError."""
        slot = self._begin(asker)
        try:
            with self._thread_slots.in_thread():
                yield
        finally:
            with self._thread_slots.moved:
                self._thread_slots.leave(slot)

    def _begin(self, asker: int) -> Slot:
        slots = self._thread_slots
        with slots.moved:
            slot = slots.enter(self, asker, self._most_each)
            slots.moved.wait_for(lambda: slot not in slots.slots or self._is_next(slot), self._patience)
            if not self._is_next(slot):
                slots.leave(slot)
                raise BusyError
            slot.is_working = True
            slots.had[asker] += 1
        return slot

    def _is_next(self, slot: Slot) -> bool:
        present = [each for each in self._thread_slots.slots if each.queue is self]
        if any(each.is_working for each in present):
            return False
        ready = [each for each in present if not self._thread_slots.is_busy_with_another(each)]
        return slot in ready and slot is min(ready, key=self._thread_slots.order)
