"""Watching a solver: who may, the trace itself, and predictions of what comes next in it."""

from .assigned import (
    AssignedRun,
    assigned_run,
    open_run,
    record_assigned_prediction,
)
from .predicting import Marked, PredictionError, record_prediction
from .tracing import watched_run, watched_trace
from .watching import WatchError, give_up_and_watch, require_explorable, require_watchable

__all__ = [
    "AssignedRun",
    "Marked",
    "PredictionError",
    "WatchError",
    "assigned_run",
    "give_up_and_watch",
    "open_run",
    "record_assigned_prediction",
    "record_prediction",
    "require_explorable",
    "require_watchable",
    "watched_run",
    "watched_trace",
]
