"""Whose turn it is to have a trace made: one at a time, and first who has had the fewest."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

MOST_WAITING = 4
# The page of two runs side by side asks for both at once.
MOST_EACH = 2
PATIENCE_SECONDS = 15


class TraceBusyError(Exception):
    """Too many traces are being made; a moment later it can be asked for again."""

    def __init__(self) -> None:
        super().__init__(_("Many solvers are at work just now. Try again in a moment."))


@dataclass(eq=False, slots=True)
class Turn:
    """The wait of one asker; `number` counts the turns as they were asked for."""

    asker: int
    number: int
    is_sent_away: bool = False


class Turns:
    """The queue of a process, for all its threads.

    Each waiting request holds a thread that players need, so few may wait, of one asker fewer, and none for
    long. Whoever keeps the queue busy comes after, and leaves for, those who ask now and then.
    """

    def __init__(
        self,
        *,
        most_waiting: int = MOST_WAITING,
        most_each: int = MOST_EACH,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._most_waiting = most_waiting
        self._most_each = most_each
        self._patience = patience_seconds
        self._moved = threading.Condition()
        self._waiting: list[Turn] = []
        self._working: Turn | None = None
        self._count = 0
        # Turns had by each asker since nobody waited last.
        self._had: Counter[int] = Counter()

    @contextmanager
    def turn(self, asker: int) -> Iterator[None]:
        """Wait for one's turn, and have it while the block runs. Raises TraceBusyError."""
        self._begin(asker)
        try:
            yield
        finally:
            self._end()

    def _begin(self, asker: int) -> None:
        with self._moved:
            turn = self._enter(asker)
            self._moved.wait_for(lambda: turn.is_sent_away or self._is_next(turn), self._patience)
            if not self._is_next(turn):
                self._leave(turn)
                raise TraceBusyError
            self._waiting.remove(turn)
            self._working = turn
            self._had[asker] += 1

    def _end(self) -> None:
        with self._moved:
            self._working = None
            if not self._waiting:
                self._had.clear()
            self._moved.notify_all()

    def _enter(self, asker: int) -> Turn:
        """Join those who wait; when they are too many, in the place of one who comes after."""
        present = [*self._waiting, *([self._working] if self._working else [])]
        if sum(turn.asker == asker for turn in present) >= self._most_each:
            raise TraceBusyError
        self._count += 1
        turn = Turn(asker, self._count)
        if len(present) >= self._most_waiting:
            last = max([*self._waiting, turn], key=self._order)
            if last is turn:
                raise TraceBusyError
            self._leave(last)
        self._waiting.append(turn)
        return turn

    def _leave(self, turn: Turn) -> None:
        turn.is_sent_away = True
        if turn in self._waiting:
            self._waiting.remove(turn)
        self._moved.notify_all()

    def _is_next(self, turn: Turn) -> bool:
        return self._working is None and turn in self._waiting and turn is min(self._waiting, key=self._order)

    def _order(self, turn: Turn) -> tuple[int, int]:
        return self._had[turn.asker], turn.number
