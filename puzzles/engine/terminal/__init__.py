"""The engine in a terminal: `python -m puzzles.engine VERB`."""

from .program import main, run

__all__ = ["main", "run"]
