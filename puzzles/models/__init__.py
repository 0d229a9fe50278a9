"""The tables: what was imported, and what was played."""

from .algorithms import Prediction, PredictionRound
from .assignments import MARK_RULE, Allotment, Assignee, Assignment
from .generation import PuzzleGeneration
from .hints import StepSearch
from .library import Collection, Entry, ImportChunk, Puzzle, PuzzleImport, PuzzleTechnique, RejectedLine
from .own_grids import OwnGrid
from .play import Attempt, AttemptClient, AttemptTechnique, Move
from .policy import HelpPolicy
from .preferences import Preferences
from .review import Placement, TechniqueProgress, TechniqueUse

__all__ = [
    "MARK_RULE",
    "Allotment",
    "Assignee",
    "Assignment",
    "Attempt",
    "AttemptClient",
    "AttemptTechnique",
    "Collection",
    "Entry",
    "HelpPolicy",
    "ImportChunk",
    "Move",
    "OwnGrid",
    "Placement",
    "Prediction",
    "PredictionRound",
    "Preferences",
    "Puzzle",
    "PuzzleGeneration",
    "PuzzleImport",
    "PuzzleTechnique",
    "RejectedLine",
    "StepSearch",
    "TechniqueProgress",
    "TechniqueUse",
]
