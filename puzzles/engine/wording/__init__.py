"""What a hint says: one sentence for each technique and rung, in English, marked for translation."""

from .sentences import SENTENCES as SENTENCES
from .sentences import TECHNIQUE_NAMES as TECHNIQUE_NAMES
from .sentences import TECHNIQUE_SUMMARIES as TECHNIQUE_SUMMARIES
from .telling import Sentence as Sentence
from .telling import describe as describe
from .telling import placeholders as placeholders
from .telling import render as render
from .telling import tell_candidates as tell_candidates
