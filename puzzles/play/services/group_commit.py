"""Acts of several threads in one transaction, where the database lets only one write at a time.

A commit waits for the disk, and on SQLite everybody else waits with it: a hundred moves a second are then all
there can be, whatever the processor. So whoever's turn it is does the acts of all who wait, and commits once.
Each returns after that commit, as if it had been alone.
"""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import connection, transaction
from django.utils import translation

Result = TypeVar("Result")

# So many acts share a commit at most: who came first must not wait for all who come after.
MOST = 32


@dataclass(eq=False)
class _Act:
    """What a thread wants done, in its language, and what came of it."""

    do: Callable[[], Any]
    language: str | None = field(default_factory=translation.get_language)
    is_done: bool = False
    result: Any = None
    error: BaseException | None = None

    def outcome(self) -> Any:
        if self.error:
            raise self.error
        return self.result


_waiting: deque[_Act] = deque()
_turn = threading.Lock()


def committed(do: Callable[[], Result]) -> Result:
    """What an act gives, once it is on disk. If it raises, it is rolled back, and no other.

    It may run in another thread, in a transaction that is not its own: it leaves nothing behind but rows.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic(durable=True):
            return do()
    act = _Act(do)
    _waiting.append(act)
    while not act.is_done:
        with _turn:
            if not act.is_done:
                _commit([_waiting.popleft() for _each in range(min(len(_waiting), MOST))])
    return act.outcome()


def _commit(acts: list[_Act]) -> None:
    """Do these acts, and commit; what goes wrong with that is told to all of them."""
    try:
        with transaction.atomic(durable=True):
            for act in acts:
                _do(act, is_alone=len(acts) == 1)
                if act.error and transaction.get_rollback():
                    # The disk is full, or fails: SQLite has taken back what all have done, by itself.
                    raise act.error
    except BaseException as error:
        for act in acts:
            act.error = act.error or error
        if not isinstance(error, Exception):
            raise
    finally:
        for act in acts:
            act.is_done = True


def _do(act: _Act, *, is_alone: bool) -> None:
    with translation.override(act.language):
        if is_alone:
            act.result = act.do()
            return
        try:
            with transaction.atomic():
                act.result = act.do()
        except Exception as error:
            act.error = error
