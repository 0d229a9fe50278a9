"""The lines of the data folder, and positions where each technique is seen, for every test of the engine."""

from collections.abc import Callable
from pathlib import Path

import pytest

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS
from puzzles.engine.techniques import Position
from puzzles.engine.techniques.examples import example_positions

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


@pytest.fixture(scope="session")
def examples() -> dict[str, list[Position]]:
    """Positions where each technique is seen, by its id: those of examples.txt, each before its mirror image.

    The mirror image makes columns of rows.
    """
    positions: dict[str, list[Position]] = {}
    for technique, position in example_positions():
        positions.setdefault(technique, []).extend((position, transposed(position)))
    return positions


def transposed(position: Position) -> Position:
    """The position with rows for columns."""

    def turn(cell: int) -> int:
        return 9 * (cell % 9) + cell // 9

    board = Board(tuple(position.digits[turn(cell)] for cell in CELLS))
    start = Position.from_board(
        board,
        givens=[cell for cell in CELLS if position.is_given(turn(cell))],
        is_unique=position.is_unique,
    )
    return start.eliminate(
        (cell, digit)
        for cell in board.empty_cells
        for digit in start.candidates(cell)
        if not position.has_candidate(turn(cell), digit)
    )
