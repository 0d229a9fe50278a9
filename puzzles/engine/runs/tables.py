"""Part of a run as a trace table: one row an event, with the tests before it and the counters after it."""

from itertools import islice
from typing import NamedTuple

from .catalogue import ALGORITHMS
from .events import Counters, Event
from .replay import DigitTest
from .trace import Trace


class TableRow(NamedTuple):
    """One event: its number from 1 on, its line in the text, the tests before it, the counters after it.

    `depth` is None without recursion.
    """

    number: int
    line: int
    event: Event
    tried: tuple[DigitTest, ...]
    counters: Counters
    depth: int | None


def trace_table(trace: Trace, *, start: int, rows: int) -> list[TableRow]:
    """At most `rows` rows from state `start` on; the first is event number `start` + 1.

    There are fewer where the run, or the part of it that is kept, ends before. Raises EventNotKeptError.
    """
    algorithm = ALGORITHMS[trace.algorithm]
    return [
        TableRow(
            number=walked.number + 1,
            line=algorithm.line(walked.event.operation),
            event=walked.event,
            tried=tuple(walked.tests),
            counters=walked.state.counters,
            depth=walked.depth if algorithm.player.is_recursive else None,
        )
        for walked in islice(trace.walk(start), rows)
    ]
