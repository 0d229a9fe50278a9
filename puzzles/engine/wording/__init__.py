"""What a hint says: one sentence for each technique and rung, in English, marked for translation."""

from .sentences import SENTENCES, TECHNIQUE_NAMES, TECHNIQUE_SUMMARIES
from .telling import Sentence, describe, placeholders, render, tell_candidates

__all__ = [
    "SENTENCES",
    "TECHNIQUE_NAMES",
    "TECHNIQUE_SUMMARIES",
    "Sentence",
    "describe",
    "placeholders",
    "render",
    "tell_candidates",
]
