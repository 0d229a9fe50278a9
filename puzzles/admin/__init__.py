"""What teachers and administrators see and repair, room by room."""

from . import generation, library

__all__ = ["generation", "library"]
