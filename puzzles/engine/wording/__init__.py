"""What a hint says: one sentence for each technique and rung, in English, marked for translation."""

from .eureka import NOTATED as NOTATED
from .eureka import eureka_lines as eureka_lines
from .rendering import Sentence as Sentence
from .rendering import candidates_text as candidates_text
from .rendering import describe as describe
from .rendering import lettered_sets as lettered_sets
from .rendering import placeholders as placeholders
from .rendering import render as render
from .sentences import SENTENCES as SENTENCES
from .sentences import TECHNIQUE_NAMES as TECHNIQUE_NAMES
from .sentences import TECHNIQUE_SUMMARIES as TECHNIQUE_SUMMARIES
from .walk_lines import LINES as LINES
from .walk_lines import describe_line as describe_line
