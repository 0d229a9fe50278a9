"""The events of a run: what a solver did, where, and with which digit, in two bytes each.

The first byte, the code, is 10 * operation + digit; the second is the cell. The cell of a move is where it
leads: 81 behind the last cell, 255 before the first one. The events that end a run, and solutions, stand at
81.
"""

from enum import IntEnum
from typing import NamedTuple

BEHIND = 81
BEFORE = 255


class Operation(IntEnum):
    """What an event is. The numbers are part of the format: never give one a new meaning."""

    START = 0  # no event: what stands before the first one
    PLACE = 1  # a digit is tried in a cell
    RETURN = 2  # the solver comes back to a cell, done with its digit
    ADVANCE = 3
    RETREAT = 4
    SOLUTION = 5
    OVER = 6  # nothing is left to try
    WRITE_ROW = 7  # M forbids the digit to a cell, which was not known
    WRITE_ROW_AGAIN = 8  # ... which was known
    WRITE_COLUMN = 9
    WRITE_COLUMN_AGAIN = 10
    WRITE_BOX = 11
    WRITE_BOX_AGAIN = 12
    REMOVE_GIVEN = 13  # a candidate falls to a given
    REMOVE = 14  # a candidate falls to a placement
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
    """One event; the digit is 0 where none plays a part."""

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

    A test is one digit tried in one cell (A, B), one digit looked for among the taken ones (D), one empty
    cell looked at (C), one digit chosen without certainty (E). `writes` are those to M (C; useful: nothing
    was known yet), or candidates removed (E).
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
    """Where a run stands after an event: all that is needed to go on from there.

    `masks` are 81 masks of digits (digit d is bit d - 1): forbidden by M (C) or candidates (E). `levels`
    tells for each cell under how many open choices it was filled (E).
    """

    digits: bytes
    last: Event = START
    counters: Counters = Counters()
    masks: tuple[int, ...] = ()
    levels: bytes = b""


class Piece(NamedTuple):
    """Some events in a row, as bytes, and the state after them."""

    codes: bytes
    cells: bytes
    state: State


# A piece is handed on when it has this many events; no run does more than the rest of 1,000 in one go.
FULL = 960
LONGEST_PIECE = 1000
