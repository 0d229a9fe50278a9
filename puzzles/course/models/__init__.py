"""What the course keeps in the database."""

from .bugs import BugFind
from .catalogue import EXERCISES, QUESTIONS, exercise_of, in_order, is_exercise, is_judged_by_browser
from .predictions import Prediction, PredictionRound, round_of
from .programs import Program, ProgramCopy
from .progress import Answer, ExerciseProgress
from .rules import ReferenceRule, ReferenceShown
from .submissions import SOURCE_BYTES, Comment, JudgedExercise, Submission

__all__ = [
    "EXERCISES",
    "QUESTIONS",
    "SOURCE_BYTES",
    "Answer",
    "BugFind",
    "Comment",
    "ExerciseProgress",
    "JudgedExercise",
    "Prediction",
    "PredictionRound",
    "Program",
    "ProgramCopy",
    "ReferenceRule",
    "ReferenceShown",
    "Submission",
    "exercise_of",
    "in_order",
    "is_exercise",
    "is_judged_by_browser",
    "round_of",
]
