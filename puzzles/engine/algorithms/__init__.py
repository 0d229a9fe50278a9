"""The solvers of the course at work: runs as events and counters, in traces that open at any event."""

from .catalogue import ALGORITHMS, Algorithm
from .encoding import TraceFormatError, trace_from_bytes, trace_to_bytes
from .events import PLACEMENTS, Counters, Event, Operation, State
from .predicting import assigned_questions, is_back, mark, next_question
from .replaying import Trial
from .tables import TableRow, trace_table
from .trace import (
    EVENT_LIMIT,
    KEPT_EVENTS,
    EventNotKeptError,
    Keyframe,
    ReplayedTest,
    Trace,
    Walked,
    trace_run,
)
from .wording import EVENT_SENTENCES, describe_event

__all__ = [
    "ALGORITHMS",
    "EVENT_LIMIT",
    "EVENT_SENTENCES",
    "KEPT_EVENTS",
    "PLACEMENTS",
    "Algorithm",
    "Counters",
    "Event",
    "EventNotKeptError",
    "Keyframe",
    "Operation",
    "ReplayedTest",
    "State",
    "TableRow",
    "Trace",
    "TraceFormatError",
    "Trial",
    "Walked",
    "assigned_questions",
    "describe_event",
    "is_back",
    "mark",
    "next_question",
    "trace_from_bytes",
    "trace_run",
    "trace_table",
    "trace_to_bytes",
]
