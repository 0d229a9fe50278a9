"""The lines of the data folder, for every test of the engine."""

from collections.abc import Callable
from pathlib import Path

import pytest

DATA = Path(__file__).parents[3] / "../shared/data"


@pytest.fixture
def data_lines() -> Callable[[str, int], list[str]]:
    """`data_lines(name, count)`: so many lines of a file of puzzles, spread evenly over it."""

    def read(name: str, count: int) -> list[str]:
        path = DATA / "puzzles" / name
        if not path.exists():
            pytest.skip(f"the data folder with puzzles/{name} is not beside the project")
        lines = path.read_text("ascii").split()
        return lines[:: max(1, len(lines) // count)][:count]

    return read
