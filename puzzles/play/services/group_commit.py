"""Group commit: concurrent writers share one SQLite transaction, and so one fsync.

SQLite lets one connection write at a time, and a commit waits for the disk: a hundred moves a second would
be the most, whatever the processor. So the thread that holds the lock runs the acts of all that wait, and
commits once. Each caller returns after that commit, as if it had been alone.
"""

import threading
from collections import deque
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import connection, transaction
from django.utils import translation

Result = TypeVar("Result")

# Acts that share a commit at most: the first must not wait for all that come after.
MAX_ACTS = 32


@dataclass(eq=False)
class _Act:
    """An act that a thread asks for, in its language, with the result or the error."""

    do: Callable[[], Any]
    language: str | None = field(default_factory=translation.get_language)
    is_done: bool = False
    result: Any = None
    error: BaseException | None = None


_waiting: deque[_Act] = deque()
_lock = threading.Lock()


def committed(do: Callable[[], Result]) -> Result:
    """The result of an act, once it is on disk. If it raises, it alone is rolled back.

    It may run in another thread, in a transaction shared with others: it must leave nothing behind but rows.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic(durable=True):
            return do()
    act = _Act(do)
    _waiting.append(act)
    while not act.is_done:
        with _lock:
            if not act.is_done:
                _commit([_waiting.popleft() for _each in range(min(len(_waiting), MAX_ACTS))])
    if act.error:
        raise act.error
    result: Result = act.result
    return result


def _commit(acts: list[_Act]) -> None:
    """Run these acts, and commit; if the commit fails, it fails for all of them."""
    is_alone = len(acts) == 1
    try:
        with transaction.atomic(durable=True):
            for act in acts:
                try:
                    # A savepoint takes two statements more, which an act alone does not need.
                    with (
                        translation.override(act.language),
                        nullcontext() if is_alone else transaction.atomic(),
                    ):
                        act.result = act.do()
                except Exception as error:
                    act.error = error
                    # The disk is full or fails: SQLite has then rolled back all acts by itself.
                    if is_alone or transaction.get_rollback():
                        raise
    except BaseException as error:
        for act in acts:
            act.error = act.error or error
        if not isinstance(error, Exception):
            raise
    finally:
        for act in acts:
            act.is_done = True
