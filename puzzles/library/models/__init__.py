"""The tables of the library: puzzles, collections, help policies, imports, generations."""

from .generation import PuzzleGeneration
from .policies import HelpPolicy
from .puzzles import Collection, Entry, ImportChunk, Puzzle, PuzzleImport, PuzzleTechnique, RejectedLine

__all__ = [
    "Collection",
    "Entry",
    "HelpPolicy",
    "ImportChunk",
    "Puzzle",
    "PuzzleGeneration",
    "PuzzleImport",
    "PuzzleTechnique",
    "RejectedLine",
]
