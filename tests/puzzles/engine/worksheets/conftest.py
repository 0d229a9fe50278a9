"""The modules of the course, each run in a fresh namespace as if its text were pasted alone into Python."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from puzzles.engine.worksheets import source_of


@pytest.fixture
def pasted() -> Callable[[str], SimpleNamespace]:
    """`pasted("tutoriel")`: the names a module's text gives, run with nothing else around."""

    def paste(module: str) -> SimpleNamespace:
        namespace = {"__name__": "pasted"}
        exec(source_of(module), namespace)
        return SimpleNamespace(**namespace)

    return paste


@pytest.fixture
def rows() -> Callable[[str], list[list[int]]]:
    """`rows(line)`: the nine lists of a grid of 81 characters."""

    def read(line: str) -> list[list[int]]:
        digits = [int(character) for character in line.replace(".", "0")]
        return [digits[start : start + 9] for start in range(0, 81, 9)]

    return read


@pytest.fixture
def line() -> Callable[[list[list[int]]], str]:
    """`line(rows)`: the 81 digits of nine lists."""

    def write(grid: list[list[int]]) -> str:
        return "".join(str(digit) for row in grid for digit in row)

    return write
