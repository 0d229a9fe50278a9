"""The admin of the library: collections, imports, generated puzzles."""

from . import collections, generation, imports  # registers them

__all__ = ["collections", "generation", "imports"]
