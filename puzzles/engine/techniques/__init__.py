"""How people solve: techniques that find steps, and what is built on them."""

from .catalogue import CATALOGUE, TECHNIQUES
from .examples import Example, example_of
from .hints import (
    RUNGS,
    WRITE_NOTES,
    WRONG_DIGIT,
    WRONG_NOTES,
    Hint,
    Mistake,
    Rung,
    WriteNotes,
    hint_from_dict,
    is_same_hint,
    lights,
    mistakes,
    next_hint,
)
from .justifying import Justification, direct_proofs, justify
from .position import ContradictionError, Position
from .short_proofs import short_proof
from .solving import SolvePath, all_steps, next_step, rate, score_of, solve_path, verify
from .solving_class import SolvingClass, solving_class, solving_class_of_line
from .step import Branch, Candidate, Link, Step
from .technique import Technique

__all__ = [
    "CATALOGUE",
    "RUNGS",
    "TECHNIQUES",
    "WRITE_NOTES",
    "WRONG_DIGIT",
    "WRONG_NOTES",
    "Branch",
    "Candidate",
    "ContradictionError",
    "Example",
    "Hint",
    "Justification",
    "Link",
    "Mistake",
    "Position",
    "Rung",
    "SolvePath",
    "SolvingClass",
    "Step",
    "Technique",
    "WriteNotes",
    "all_steps",
    "direct_proofs",
    "example_of",
    "hint_from_dict",
    "is_same_hint",
    "justify",
    "lights",
    "mistakes",
    "next_hint",
    "next_step",
    "rate",
    "score_of",
    "short_proof",
    "solve_path",
    "solving_class",
    "solving_class_of_line",
    "verify",
]
