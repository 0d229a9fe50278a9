"""The events of a run: what a solver did, where, and with which digit, in two bytes each.

The first byte, the code, is 10 * operation + digit; the second is the cell. The cell of a move is where it
leads: 81 behind the last cell, 255 before the first one. Solutions and the ends of runs have cell 81.
The letters A to E below are explained in `runs/__init__.py`.
"""

from enum import IntEnum
from typing import NamedTuple

BEHIND = 81
BEFORE = 255


class Operation(IntEnum):
    """What an event is. The numbers are part of the format: never give one a new meaning."""

    START = 0  # no event: the state before the first one
    PLACE = 1  # a digit is tried in a cell
    RETURN = 2  # the solver comes back to a cell, done with its digit
    ADVANCE = 3
    RETREAT = 4
    SOLUTION = 5
    OVER = 6  # nothing is left to try
    WRITE_ROW = 7  # M forbids the digit in a cell, for the first time
    WRITE_ROW_AGAIN = 8  # ... once more
    WRITE_COLUMN = 9
    WRITE_COLUMN_AGAIN = 10
    WRITE_BOX = 11
    WRITE_BOX_AGAIN = 12
    REMOVE_GIVEN = 13  # a given removes a candidate
    REMOVE = 14  # a placement removes a candidate
    PLACE_NAKED = 15  # the only candidate of its cell
    PLACE_HIDDEN = 16  # the only place in its house
    CHOOSE = 17  # a digit is tried where the choice is smallest


PLACEMENTS = frozenset((Operation.PLACE, Operation.PLACE_NAKED, Operation.PLACE_HIDDEN, Operation.CHOOSE))
USEFUL_WRITES = frozenset((Operation.WRITE_ROW, Operation.WRITE_COLUMN, Operation.WRITE_BOX))
REPEATED_WRITES = frozenset(
    (Operation.WRITE_ROW_AGAIN, Operation.WRITE_COLUMN_AGAIN, Operation.WRITE_BOX_AGAIN)
)
REMOVALS = frozenset((Operation.REMOVE_GIVEN, Operation.REMOVE))


class Event(NamedTuple):
    """One event; the digit is 0 where the event has none."""

    operation: Operation
    cell: int
    digit: int

    @classmethod
    def from_bytes(cls, code: int, cell: int) -> "Event":
        """The event of two bytes."""
        return cls(Operation(code // 10), -1 if cell == BEFORE else cell, code % 10)


START = Event(Operation.START, 0, 0)


class Counters(NamedTuple):
    """What a run has done so far.

    A test is one digit tried in a cell (A, B), one digit looked up among the taken ones (D), one empty cell
    looked at (C), or one digit chosen without certainty (E). `writes` are writes to M (C; useful the first
    time), or candidates removed (E).
    """

    tests: int = 0
    placements: int = 0
    returns: int = 0
    forward: int = 0
    backward: int = 0
    writes: int = 0
    useful_writes: int = 0
    solutions: int = 0


class State(NamedTuple):
    """A run after an event: all that is needed to continue from there.

    `masks` are 81 masks of digits (digit d is bit d - 1): forbidden by M (C) or candidates (E). `levels` has
    the number of open choices under which each cell was filled (E).
    """

    digits: bytes
    last: Event = START
    counters: Counters = Counters()
    masks: tuple[int, ...] = ()
    levels: bytes = b""


class Piece(NamedTuple):
    """A chunk of a run: consecutive events as bytes, and the state after them."""

    codes: bytes
    cells: bytes
    state: State


# A piece is yielded when it has this many events. No run records more than 40 between two checks.
FULL = 960
LONGEST_PIECE = 1000


class PieceBuffer:
    """Records the events of the current piece, one at a time."""

    def __init__(self) -> None:
        self._codes = bytearray()
        self._cells = bytearray()

    @property
    def is_full(self) -> bool:
        """Whether the piece should be yielded."""
        return len(self._codes) >= FULL

    def record(self, operation: Operation, cell: int = BEHIND, digit: int = 0) -> None:
        """Append an event."""
        self._codes.append(10 * operation + digit)
        self._cells.append(cell)

    def take(self) -> tuple[bytes, bytes]:
        """The codes and cells recorded since the last call."""
        taken = bytes(self._codes), bytes(self._cells)
        self._codes.clear()
        self._cells.clear()
        return taken
