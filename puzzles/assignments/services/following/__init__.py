"""What a teacher sees of a class: who is where right now, and what came of the last days."""

from .flags import Flag, flags_of
from .live import GONE, IDLE, STUCK, Doing, Seat, go_on, go_on_after_pause, seats_in_assignment, seats_today
from .table import PERIODS, Progress, class_progress

__all__ = [
    "GONE",
    "IDLE",
    "PERIODS",
    "STUCK",
    "Doing",
    "Flag",
    "Progress",
    "Seat",
    "class_progress",
    "flags_of",
    "go_on",
    "go_on_after_pause",
    "seats_in_assignment",
    "seats_today",
]
