"""Watching a solver: who may, the trace itself, and predictions of what comes next in it."""

from .assigned import (
    AssignedRun,
    assigned_run,
    open_run,
    record_assigned_prediction,
)
from .predicting import Marked, PredictionError, record_prediction
from .tracing import give_up_and_watch, watched_run, watched_trace

__all__ = [
    "AssignedRun",
    "Marked",
    "PredictionError",
    "assigned_run",
    "give_up_and_watch",
    "open_run",
    "record_assigned_prediction",
    "record_prediction",
    "watched_run",
    "watched_trace",
]
