"""The questions of a run: its placements, and where it goes back.

A question is about a decision of the solver, so that thinking finds the answer: which digit it writes where,
or that it goes back because none is left. Moves that follow by themselves, solutions, and writes to M or to
candidates are no questions. In B the solver decides only in cells that are not protected: the retreat from
such a cell is a question, further retreats over protected cells are not. An advance is none either: the
placement before it has decided it. The letters are explained in `runs/__init__.py`.
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

    It is at least `after`: event n follows state n. Raises EventNotKeptError where the event is not kept.
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
    """The numbers of the events, at most `count`, that an assignment asks to predict, in order."""
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
        # The cell of a retreat is the one before the cell that the run leaves.
        return not trace.givens[event.cell + 1]
    return event.operation in PLACEMENTS or is_back(event)
