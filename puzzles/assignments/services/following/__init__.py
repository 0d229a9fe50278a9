"""Following a class: the present activity of each student, and their figures of the last days."""

from .flags import Flag, flags_of
from .live import DrillGlance, Seat, SeatStatus, restart_progress, seats_in_assignment, seats_today
from .table import (
    EVER,
    PERIODS,
    StudentFigures,
    add_predictions,
    class_progress,
    figures_by_class,
    play_by_day,
)

__all__ = [
    "EVER",
    "PERIODS",
    "DrillGlance",
    "Flag",
    "Seat",
    "SeatStatus",
    "StudentFigures",
    "add_predictions",
    "class_progress",
    "figures_by_class",
    "flags_of",
    "play_by_day",
    "restart_progress",
    "seats_in_assignment",
    "seats_today",
]
