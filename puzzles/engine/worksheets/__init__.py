"""The course: the functions of its worksheets, in their names and in French, as students read them.

There is one module per worksheet, complete in itself, so that its text can be pasted alone into Python. The
other modules find statements in these texts, call one function at a time, and hold the questions of the
worksheets and grids to try.
"""

from .demos import DEMOS as DEMOS
from .demos import FIGURE_3 as FIGURE_3
from .demos import Demo as Demo
from .explorer import EXPLORABLE as EXPLORABLE
from .explorer import FILE_GRIDS as FILE_GRIDS
from .explorer import SOLVERS as SOLVERS
from .explorer import ExplorerCall as ExplorerCall
from .explorer import explore as explore
from .explorer import namespace_of as namespace_of
from .explorer import text_of as text_of
from .explorer import watched_grid as watched_grid
from .questions import EXERCISE_7 as EXERCISE_7
from .questions import Question as Question
from .sources import BEYOND as BEYOND
from .sources import COURSE_MODULES as COURSE_MODULES
from .sources import WORKSHEETS as WORKSHEETS
from .sources import UnknownSourceError as UnknownSourceError
from .sources import annex as annex
from .sources import bodies_of as bodies_of
from .sources import functions_in as functions_in
from .sources import functions_of as functions_of
from .sources import line_of as line_of
from .sources import numpy_source as numpy_source
from .sources import source_of as source_of
