"""Transactions that take turns within a process.

Two cannot write at once in any case. But SQLite lets whoever waits look again after a while, each time a
longer one: the turn is nobody's in between, and who comes later gets it before who has waited for seconds.
"""

import threading
from typing import Any

from django.db.backends.sqlite3 import base

# Only this process's threads: those of the background worker and of the other server process are awaited as
# SQLite does it.
_turn = threading.Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions begin when no other thread's transaction is under way."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._has_turn = False

    def _start_transaction_under_autocommit(self) -> None:
        # After as long as SQLite would have waited, SQLite says what it says.
        self._has_turn = _turn.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 5))
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
        if self._has_turn:
            self._has_turn = False
            _turn.release()
