"""What the course keeps in the database."""

from .programs import LARGEST_PROGRAM, Program, ProgramCopy

__all__ = ["LARGEST_PROGRAM", "Program", "ProgramCopy"]
