"""What teachers and administrators see and repair, room by room."""

from . import library

__all__ = ["library"]
