"""The stand-in for numpy shows and does what numpy 2 does, for the part of it that worksheets use."""

import copy
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from puzzles.engine.judge.arrays import as_module

ANSWERS = json.loads(Path(__file__).with_name("numpy_answers.json").read_text("utf-8"))
SHOWN = ANSWERS["shown"]
WRITTEN = ANSWERS["written"]
NAME_OF_A_SCALAR = re.compile(r"np\.(?:int64|float64)\((.*?)\)|np\.(True|False)_")


def matrix(np: Any) -> Any:
    grid = np.zeros((9, 9), int)
    grid[0, 3] = 1
    grid[0, 4] = 2
    grid[1, 0] = 7
    grid[2, 4] = 4
    grid[3, 0] = 9
    grid[8, 5] = 2
    return grid


def shown(np: ModuleType, expression: str) -> str:
    """What an expression prints; the items of numpy's arrays as plain numbers."""
    try:
        value = eval(expression, {"np": np, "M": matrix(np)})
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return NAME_OF_A_SCALAR.sub(r"\1\2", repr(value) if isinstance(value, (tuple, list)) else str(value))


def written(np: ModuleType, statement: str) -> str:
    names = {"np": np, "M": matrix(np)}
    exec(statement, names)
    return "".join(str(digit % 10) if digit >= 0 else "-" for digit in names["M"].ravel().tolist())


@pytest.mark.parametrize("expression", SHOWN)
def test_an_expression_gives_what_numpy_gives(expression: str) -> None:
    assert shown(as_module(), expression) == SHOWN[expression]


@pytest.mark.parametrize("statement", WRITTEN)
def test_a_statement_writes_what_numpy_writes(statement: str) -> None:
    assert written(as_module(), statement) == WRITTEN[statement]


def test_the_tables_are_what_numpy_itself_gives() -> None:
    numpy = pytest.importorskip("numpy", minversion="2.0")
    assert {expression: shown(numpy, expression) for expression in SHOWN} == SHOWN
    assert {statement: written(numpy, statement) for statement in WRITTEN} == WRITTEN


def test_a_copy_is_independent_and_a_row_is_not() -> None:
    grid = matrix(as_module())
    for twin in (grid.copy(), copy.copy(grid), copy.deepcopy(grid)):
        twin[0, 0] = 9
    assert grid[0, 0] == 0
    row = grid[0]
    row[0] = 5
    assert grid[0][0] == grid[0, 0] == 5
    assert grid.copy().tolist() == grid.tolist() == [list(row) for row in grid]


def test_an_array_is_known_by_numpys_name() -> None:
    np = as_module()
    assert str(type(matrix(np))) == "<class 'numpy.ndarray'>"
    assert isinstance(matrix(np), np.ndarray)
    assert f"{matrix(np)}" == SHOWN["M"]
    with pytest.raises(TypeError):
        hash(matrix(np))
    with pytest.raises(AttributeError, match="module 'numpy' has no attribute 'matrix'"):
        np.matrix  # noqa: B018


def test_every_name_can_be_imported_with_a_star(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", as_module())
    names: dict[str, Any] = {}
    exec("from numpy import *\nM = zeros((9, 9), int)\nM[0, 3] = 1", names)
    assert names["M"].sum() == 1
