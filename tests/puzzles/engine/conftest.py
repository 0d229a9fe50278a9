"""The lines of the data folder, and positions where each technique is seen, for every test of the engine."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, parse_cell
from puzzles.engine.search import search
from puzzles.engine.techniques import Position

DATA = Path(__file__).parents[3] / "../shared/data"
EXAMPLES = Path(__file__).parent / "examples"


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


@pytest.fixture(scope="session")
def examples() -> dict[str, list[Position]]:
    """Positions where each technique is seen, by its id: those of examples/, each before its mirror image.

    A file there has the name of its family; a line tells the technique and the grid, then if need be
    `givens=GRID` where not all digits are given, and `without=r1c2:34,r5c6:7`, the candidates that are
    gone. The mirror image makes columns of rows.
    """
    positions: dict[str, list[Position]] = {}
    for path in sorted(EXAMPLES.glob("*.txt")):
        for line in path.read_text("ascii").splitlines():
            if line and not line.startswith("#"):
                technique, grid, *more = line.split()
                positions.setdefault(technique, []).extend(_both_ways(grid, more))
    return positions


def _both_ways(grid: str, more: list[str]) -> Iterator[Position]:
    known = dict(part.split("=") for part in more)
    assert set(known) <= {"givens", "without"}, more
    givens = Board.from_line(known.get("givens", grid))
    gone = [
        (parse_cell(name), int(digit))
        for part in known.get("without", "").split(",")
        if part
        for name, digits in [part.split(":")]
        for digit in digits
    ]
    board = Board.from_line(grid)
    is_unique = search(givens).count == 1
    for turn in (lambda cell: cell, lambda cell: 9 * (cell % 9) + cell // 9):
        start = Position.from_board(
            Board(tuple(board[turn(cell)] for cell in CELLS)),
            givens=[cell for cell in CELLS if givens[turn(cell)]],
            is_unique=is_unique,
        )
        yield start.eliminate((turn(cell), digit) for cell, digit in gone)
