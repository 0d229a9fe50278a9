"""Token bucket: a rate limit with room for a burst, kept in the memory of a process."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic
from typing import Self

from django.conf import settings

# The least recently used keys are dropped; they start with a full bucket again.
MAX_KEYS = 20_000


class TokenBucket:
    """Tokens for each key: at most `burst`, and `per_second` new ones.

    A cost may be known only after the work, so a bucket may go into debt: `wait` checks before, `take` pays
    afterwards.
    """

    def __init__(self, *, burst: float, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._burst, self._per_second, self._clock = burst, per_second, clock
        self._lock = threading.Lock()
        # Key -> tokens, and when they were counted.
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    @classmethod
    def share(cls, *, burst: float, per_second: float) -> Self:
        """This process's share of a limit that the processes of a server keep together."""
        processes = settings.SERVER_PROCESSES
        return cls(burst=burst / processes, per_second=per_second / processes)

    def wait(self, key: Hashable) -> float:
        """The seconds until the key has a token; 0 when it has one."""
        # Only a look: of two threads that both see one token, both may go on. The debt pays for it.
        with self._lock:
            missing = 1 - self._tokens(key)
        return max(missing, 0) / self._per_second

    def take(self, key: Hashable, cost: float = 1) -> None:
        """Take tokens from the key's bucket."""
        with self._lock:
            self._buckets[key] = self._tokens(key) - cost, self._clock()
            self._buckets.move_to_end(key)
            if len(self._buckets) > MAX_KEYS:
                self._buckets.popitem(last=False)

    def clear(self) -> None:
        """Fill every bucket."""
        with self._lock:
            self._buckets.clear()

    def _tokens(self, key: Hashable) -> float:
        tokens, counted_at = self._buckets.get(key, (self._burst, self._clock()))
        return min(tokens + (self._clock() - counted_at) * self._per_second, self._burst)
