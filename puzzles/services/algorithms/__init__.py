"""Watching a solver: who may, the trace itself, and predictions of what comes next in it."""

from .predicting import Marked, PredictionError, record_prediction
from .tracing import watched_run, watched_trace
from .turns import TraceBusyError
from .watching import WatchError, give_up_and_watch, require_explorable, require_watchable

__all__ = [
    "Marked",
    "PredictionError",
    "TraceBusyError",
    "WatchError",
    "give_up_and_watch",
    "record_prediction",
    "require_explorable",
    "require_watchable",
    "watched_run",
    "watched_trace",
]
