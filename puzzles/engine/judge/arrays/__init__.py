"""A small stand-in for numpy: the arrays that worksheet 3 is written with, for places without numpy.

`as_module()` gives what `import numpy as np` binds. An array is a flat list of items that its views share, as
in numpy: `M[i]` and `M[:, j]` write through to `M`, `M.copy()` does not. It prints like numpy.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .dtypes import INT
from .functions import NAMES
from .ndarray import ndarray

if TYPE_CHECKING:
    from types import ModuleType


def _grid_of(digits: list[int]) -> ndarray:
    """Nine rows of nine integers from 81."""
    return ndarray(digits, (9, 9), INT)


def as_module() -> ModuleType:
    """A module with numpy's names, for `sys.modules["numpy"]`."""
    module = type(sys)("numpy", "A small part of numpy, enough for the worksheets.")
    more = {"__all__": list(NAMES), "__version__": "0", "_grid_of": _grid_of}
    for name, value in [*NAMES.items(), *more.items()]:
        setattr(module, name, value)
    return module
