"""The course: the functions of its worksheets, in their names and in French, as students read them.

One module per worksheet, each complete in itself: its text can be pasted alone into Python. Around them stand
what finds a statement in that text, what calls one function at a time, the questions of the worksheets, and
grids to try.
"""

from .demos import DEMOS, FIGURE_3, Demo
from .explorer import EXPLORABLE, FILE_GRIDS, SOLVERS, Call, explore, namespace_of, text_of, watched_grid
from .questions import EXERCISE_7, Question
from .sources import (
    BEYOND,
    COURSE_MODULES,
    WORKSHEETS,
    UnknownSourceError,
    annex,
    bodies_of,
    functions_in,
    functions_of,
    line_of,
    numpy_source,
    source_of,
)

__all__ = [
    "BEYOND",
    "COURSE_MODULES",
    "DEMOS",
    "EXERCISE_7",
    "EXPLORABLE",
    "FIGURE_3",
    "FILE_GRIDS",
    "SOLVERS",
    "WORKSHEETS",
    "Call",
    "Demo",
    "Question",
    "UnknownSourceError",
    "annex",
    "bodies_of",
    "explore",
    "functions_in",
    "functions_of",
    "line_of",
    "namespace_of",
    "numpy_source",
    "source_of",
    "text_of",
    "watched_grid",
]
