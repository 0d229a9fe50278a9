"""The site's settings, with knobs: a clock that can be set, a disk that can be full, answers that come early.

`knobs.py` says how they are turned. As long as none is, this is the site as it is.
"""

from sudokusite.settings import *  # noqa: F403
from sudokusite.settings import INSTALLED_APPS

from .knobs import set_clock

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.variants.knobs.KnobsConfig"]

# Before a model takes the clock's function as a default.
set_clock()
