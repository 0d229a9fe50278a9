"""A cache of traces: a class that opens the same grid together needs its trace only once.

A trace is at most about 550 KB, or 120 KB compressed, as it is kept and sent. Each process keeps the last
used 16 MB, and makes one trace at a time, in a fair queue: one takes up to 4 s of a processor, and two at
once would both be late.
"""

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable

from accounts.fair_queue import FairQueue
from accounts.models import User
from puzzles.engine import Board
from puzzles.engine.runs import Trace, trace_from_bytes, trace_run, trace_to_bytes
from puzzles.play.models import Attempt
from puzzles.play.services.hints import show_solution
from puzzles.play.services.similar_boards import leaks
from puzzles.play.services.watching import attempts_to_watch

KEPT_BYTES = 16_000_000

Key = tuple[str, str]


class TraceCache:
    """Compressed traces by algorithm and grid, least recently used dropped first, for all threads."""

    def __init__(
        self,
        make: Callable[[str, str], bytes],
        *,
        kept_bytes: int = KEPT_BYTES,
        queue: FairQueue | None = None,
    ) -> None:
        self._make = make
        self._kept_bytes = kept_bytes
        self._queue = queue or FairQueue()
        self._traces: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def get(self, algorithm: str, line: str, *, asker: int) -> bytes:
        """The trace, made now if it is not kept. Raises BusyError when it cannot be made soon."""
        key = algorithm, line
        found = self._find(key)
        if found is not None:
            return found
        with self._queue.slot(asker):
            # Another thread may have made it while this one waited.
            return self._find(key) or self._keep(key, self._make(algorithm, line))

    def _find(self, key: Key) -> bytes | None:
        with self._lock:
            if key in self._traces:
                self._traces.move_to_end(key)
            return self._traces.get(key)

    def _keep(self, key: Key, trace: bytes) -> bytes:
        with self._lock:
            self._traces[key] = trace
            self._size += len(trace)
            while self._size > self._kept_bytes:
                _key, oldest = self._traces.popitem(last=False)
                self._size -= len(oldest)
        return trace


def make_trace(algorithm: str, line: str) -> bytes:
    """The trace of a run, compressed: always the same bytes."""
    # Level 6 is several times quicker than 9, for a tenth more bytes.
    return gzip.compress(trace_to_bytes(trace_run(algorithm, Board.from_line(line))), 6, mtime=0)


_CACHE = TraceCache(make_trace)


def watched_trace(algorithm: str, line: str, *, asker: int) -> bytes:
    """The bytes of a run's trace, compressed by gzip; `asker` is who waits. Raises BusyError."""
    return _CACHE.get(algorithm, line, asker=asker)


def watched_run(algorithm: str, line: str, *, asker: int) -> Trace:
    """The trace of a run. Raises BusyError."""
    return trace_from_bytes(gzip.decompress(watched_trace(algorithm, line, asker=asker)))


def give_up_and_watch(*, player: User, attempt_id: int, board: Board) -> None:
    """End the player's attempt that locks this board: it counts as shown.

    A finished attempt does not change. Raises Attempt.DoesNotExist for an attempt that does not lock the
    board, and HelpError when its policy does not grant the solution.
    """
    attempt = attempts_to_watch(player).get(pk=attempt_id)
    if attempt.is_open:
        if not leaks(board, attempt.puzzle, attempt.digits):
            raise Attempt.DoesNotExist
        show_solution(player=player, attempt_id=attempt_id)
