"""What the players know: every move they made, under which numbers they sent it, what was acknowledged."""

import threading
from dataclasses import dataclass, field
from typing import NamedTuple

# A press for a hint, and what stands for the page in its key: it is no page that gives it a number.
HINT = "h"


class Key(NamedTuple):
    """What a page calls a move before the server: no two moves of a school share it.

    `seq` of a hint is the number of the move that it became.
    """

    attempt: int
    client: str
    seq: int


@dataclass(eq=False)
class Written:
    """A move that a player made, which changes the grid it was made on.

    `keys` are the names it was sent under: another one comes to it when the server has gone back behind what
    it had acknowledged. `acknowledged` is the name under which the server said that it is stored.
    """

    kind: str
    cell: int | None
    digit: int
    keys: list[Key] = field(default_factory=list)
    acknowledged: Key | None = None


class Journal:
    """The moves of all who play, written down before they leave and marked when their answer is here."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._moves: list[Written] = []

    def write(self, move: Written) -> None:
        with self._lock:
            self._moves.append(move)

    def strike(self, move: Written) -> None:
        """Forget a move that was never stored and never will be."""
        with self._lock:
            self._moves = [each for each in self._moves if each is not move]

    @property
    def moves(self) -> list[Written]:
        """All moves so far."""
        with self._lock:
            return list(self._moves)

    @property
    def attempts(self) -> set[int]:
        """The attempts somebody played."""
        return {key.attempt for move in self.moves for key in move.keys}

    def acknowledged(self) -> list[Written]:
        """The moves that the server has called stored."""
        return [move for move in self.moves if move.acknowledged]
