"""Transactions that take turns, within a process and between the processes of a server.

Two cannot write at once in any case. But SQLite lets a writer that waits look again after a while, each time
a longer one, up to 0.1 s: the database is idle in between, and a later writer gets it before one that has
waited for seconds.
"""

import os
import threading
import time
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

try:
    import fcntl
except ImportError:  # Windows: between processes SQLite waits alone.
    fcntl = None  # type: ignore[assignment]

# How often a writer looks whether another process has ended its transaction.
LOOK_EVERY_S = 0.0005


class FileLock:
    """A lock between processes on two files beside the database. One thread of a process uses it at a time.

    The second file makes it fair: a process that waits holds it, so that the process that has just written
    cannot write again before. The system releases both locks of a process that is killed.
    """

    def __init__(self, database: Path) -> None:
        self._paths = [database.with_name(f"{database.name}-{part}") for part in ("next", "turn")]
        self._files: list[int] = []
        self._process = 0

    def acquire(self, deadline: float) -> bool:
        """Take the lock by a moment of the monotonic clock; whether it came. Raises OSError."""
        if not self.acquire_next(deadline):
            return False
        try:
            return _lock(self._files[1], deadline)
        finally:
            self.release_next()

    def acquire_next(self, deadline: float) -> bool:
        """Take the right to be next. Raises OSError."""
        if self._process != os.getpid():
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
            self._files = [os.open(path, flags, 0o600) for path in self._paths]
            self._process = os.getpid()
        return _lock(self._files[0], deadline)

    def release_next(self) -> None:
        fcntl.flock(self._files[0], fcntl.LOCK_UN)

    def release(self) -> None:
        fcntl.flock(self._files[1], fcntl.LOCK_UN)


def _lock(file: int, deadline: float) -> bool:
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(LOOK_EVERY_S)
        else:
            return True


class Turn:
    """The right to write to one database: at most one thread of all processes has it."""

    def __init__(self, name: str) -> None:
        self._thread = threading.Lock()
        # A database in memory belongs to one process.
        is_file = fcntl is not None and not name.startswith("file:") and ":memory:" not in name
        self._between = FileLock(Path(name)) if is_file else None

    def acquire(self, timeout: float) -> bool:
        """Wait for the turn, so many seconds at most. False if it did not come."""
        deadline = time.monotonic() + timeout
        if not self._thread.acquire(timeout=timeout):
            return False
        try:
            if self._between is None or self._between.acquire(deadline):
                return True
        except OSError:
            # The disk is full, or the folder is read-only: let SQLite say so.
            pass
        self._thread.release()
        return False

    def release(self) -> None:
        if self._between is not None:
            self._between.release()
        self._thread.release()


_turns: dict[str, Turn] = {}
_making = threading.Lock()


def turn_of(name: str) -> Turn:
    """The turn of the database with this name, the same for all threads."""
    with _making:
        return _turns.setdefault(name, Turn(name))


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions begin when no other transaction of the site is under way."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._turn: Turn | None = None

    def _start_transaction_under_autocommit(self) -> None:
        turn = turn_of(str(self.settings_dict["NAME"]))
        # After as long as SQLite would have waited, SQLite says what it says.
        if turn.acquire(self.settings_dict["OPTIONS"].get("timeout", 5)):
            self._turn = turn
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_turn_back()
            raise

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self._give_turn_back()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._give_turn_back()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_turn_back()

    def _give_turn_back(self) -> None:
        if self._turn is not None:
            turn, self._turn = self._turn, None
            turn.release()
