"""The solvers of the course at work: runs as events and counters, in traces that open at any event.

The letter of an algorithm (`Algorithm.letter`) is the kind of its runs:

    A   recursion in reading order (tutoriel, n_valide)
    B   forward and backward, without recursion (td_iteratif)
    C   the simple method with its table M of forbidden digits (projet_insa)
    D   recursion over the possible digits of a cell (mini_projet)
    E   forced placements, then the smallest choice (propagation)
"""

from .catalogue import ALGORITHMS as ALGORITHMS
from .catalogue import Algorithm as Algorithm
from .encoding import TraceFormatError as TraceFormatError
from .encoding import trace_from_bytes as trace_from_bytes
from .encoding import trace_to_bytes as trace_to_bytes
from .events import PLACEMENTS as PLACEMENTS
from .events import Counters as Counters
from .events import Event as Event
from .events import Operation as Operation
from .events import State as State
from .predictions import assigned_questions as assigned_questions
from .predictions import is_back as is_back
from .predictions import mark as mark
from .predictions import next_question as next_question
from .replay import DigitTest as DigitTest
from .tables import TableRow as TableRow
from .tables import trace_table as trace_table
from .trace import EVENT_LIMIT as EVENT_LIMIT
from .trace import KEPT_EVENTS as KEPT_EVENTS
from .trace import EventNotKeptError as EventNotKeptError
from .trace import Keyframe as Keyframe
from .trace import ReplayedTest as ReplayedTest
from .trace import Trace as Trace
from .trace import Walked as Walked
from .trace import trace_run as trace_run
from .wording import EVENT_SENTENCES as EVENT_SENTENCES
from .wording import OUTSIDE_SENTENCES as OUTSIDE_SENTENCES
from .wording import describe_event as describe_event
