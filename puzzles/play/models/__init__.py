"""The tables of play: attempts, moves, and what is kept of a player's steps."""

from .attempts import Attempt, AttemptClient, AttemptTechnique, Move
from .board_notes import BoardNote
from .own_grids import OwnGrid
from .preferences import Preferences
from .review import Placement, TechniqueProgress, TechniqueUse
from .step_searches import StepSearch

__all__ = [
    "Attempt",
    "AttemptClient",
    "AttemptTechnique",
    "BoardNote",
    "Move",
    "OwnGrid",
    "Placement",
    "Preferences",
    "StepSearch",
    "TechniqueProgress",
    "TechniqueUse",
]
