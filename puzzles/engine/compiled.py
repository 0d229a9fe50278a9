"""The one entry to `_search.c`: its functions, and whether they are in use.

They are absent where nothing could be compiled (no compiler, no headers of Python), or where the compiled
module is of an earlier source. SUDOKU_SEARCH=python keeps to Python, which gives the same answers.
"""

import os

try:
    from ._search import canonical_form as canonical_form
    from ._search import failing_together as failing_together
    from ._search import find_solutions as find_solutions
    from ._search import search as search
    from ._search import search_line as search_line
    from ._search import solving_class as solving_class
except ImportError:
    IS_USED = False
else:
    IS_USED = os.environ.get("SUDOKU_SEARCH") != "python"
