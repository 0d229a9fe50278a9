"""What can be predicted of a run: its placements, and where it goes back.

Asked is what the solver decides, so that thinking finds it: which digit it writes where, or that it goes
back because none is left. Not asked are moves that follow by themselves, solutions, and what M or the
candidates lose. In B the solver decides only in cells that are not protected: the retreat from such a cell
is a question; the retreats that go on over protected cells are the same going back, and so are none. Nor is
an advance, since the placement before it has decided it.
"""

from collections.abc import Iterator
from itertools import islice

from .events import PLACEMENTS, Event, Operation
from .trace import EventNotKeptError, Trace

# Assigned predictions ask about every third decision where the run is long enough: neighbours are much alike.
ASSIGNED_STRIDE = 3

_BACK = frozenset((Operation.RETURN, Operation.RETREAT))


def is_back(event: Event) -> bool:
    """Whether the solver goes back: a return, or in B a retreat."""
    return event.operation in _BACK


def next_question(trace: Trace, after: int) -> int | None:
    """The number of the first event to predict when `after` events have happened; None when none is left.

    It is at least `after`: event n leads on from state n. Raises EventNotKeptError where it cannot be known.
    """
    if after == trace.length:
        return None
    number, event = after, trace.event(after)
    while not _is_question(trace, event):
        number += 1
        if number == trace.length:
            return None
        event = trace.event(number)
    return number


def assigned_questions(trace: Trace, count: int) -> list[int]:
    """The events, at most `count` of them, that an assigned prediction of this run asks for, in order."""
    found = list(islice(_questions(trace), ASSIGNED_STRIDE * count))
    stride = min(ASSIGNED_STRIDE, max(1, len(found) // count))
    return found[stride - 1 :: stride][:count]


def mark(trace: Trace, number: int, *, cell: int | None, digit: int | None) -> bool:
    """Whether event n is this digit in this cell; with both None, whether it goes back.

    Raises EventNotKeptError.
    """
    event = trace.event(number)
    if cell is None and digit is None:
        return is_back(event)
    return event.operation in PLACEMENTS and (event.cell, event.digit) == (cell, digit)


def _questions(trace: Trace) -> Iterator[int]:
    """The numbers of all events to predict, as far as the run is kept from its start."""
    try:
        number = next_question(trace, 0)
        while number is not None:
            yield number
            number = next_question(trace, number + 1)
    except EventNotKeptError:
        return


def _is_question(trace: Trace, event: Event) -> bool:
    if event.operation == Operation.RETREAT:
        # It leads to the cell before the one that is left.
        return not trace.givens[event.cell + 1]
    return event.operation in PLACEMENTS or is_back(event)
