"""How people solve: techniques that find steps, and what is built on them."""

from .catalogue import CATALOGUE, TECHNIQUES
from .hints import RUNGS, WRONG_DIGIT, WRONG_NOTES, Hint, Mistake, Rung, lights, mistakes, next_hint
from .justifying import Justification, justify
from .position import ContradictionError, Position
from .solving import SolvePath, all_steps, next_step, rate, solve_path, verify
from .solving_class import SolvingClass, solving_class
from .step import Branch, Candidate, Link, Step
from .technique import Technique

__all__ = [
    "CATALOGUE",
    "RUNGS",
    "TECHNIQUES",
    "WRONG_DIGIT",
    "WRONG_NOTES",
    "Branch",
    "Candidate",
    "ContradictionError",
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
    "all_steps",
    "justify",
    "lights",
    "mistakes",
    "next_hint",
    "next_step",
    "rate",
    "solve_path",
    "solving_class",
    "verify",
]
