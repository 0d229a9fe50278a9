"""Watching a solver: who may, and the trace itself."""

from .tracing import TraceBusyError, watched_run, watched_trace
from .watching import WatchError, give_up_and_watch, require_explorable, require_watchable

__all__ = [
    "TraceBusyError",
    "WatchError",
    "give_up_and_watch",
    "require_explorable",
    "require_watchable",
    "watched_run",
    "watched_trace",
]
