"""What holds for every technique that builds on a puzzle having one solution."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS
from puzzles.engine.search import search
from puzzles.engine.techniques import TECHNIQUES, Position, all_steps, next_step, verify
from puzzles.engine.techniques.patterns.rectangles import BETWEEN
from tests.lengths import IS_LONG

# Of each file.
PUZZLES = 20 if IS_LONG else 8
IDS = [
    *(f"unique_rectangle_{number}" for number in range(1, 7)),
    "hidden_rectangle",
    "avoidable_rectangle_1",
    "avoidable_rectangle_2",
    "bug_plus_one",
]
GRID = "825943671691275843743681529934156782186792435257834916368419257412567398579328164"


@pytest.mark.parametrize("technique", IDS)
def test_a_puzzle_that_may_have_two_solutions_proves_nothing(technique, examples):
    for position in examples[technique]:
        unknown = replace(position, is_unique=False)
        assert next_step(position, techniques=[technique]) is not None
        assert next_step(unknown, techniques=[technique]) is None
        assert not any(verify(step, unknown) for step in TECHNIQUES[technique].find(position))


def positions_of_path(line: str) -> Iterator[Position]:
    """The positions of a puzzle's path, the uniqueness techniques used on the way."""
    givens = Board.from_line(line)
    position = Position.from_board(givens, givens=[cell for cell in CELLS if givens[cell]], is_unique=True)
    while (step := next_step(position)) is not None:
        yield position
        position = position.apply(step)


@pytest.mark.parametrize("name", ["minimal.txt", "clue17.txt", "top1465.txt"])
def test_no_step_of_a_path_contradicts_the_solution(name, data_lines: Callable[[str, int], list[str]]):
    count = 0
    for line in data_lines(name, PUZZLES):
        solution = search(Board.from_line(line)).solution
        for position in positions_of_path(line):
            for step in all_steps(position, techniques=IDS):
                count += 1
                assert all(solution[cell] != digit for cell, digit in step.eliminations), step
                assert verify(step, position), step
    assert count > 2 * PUZZLES


@st.composite
def complete_grids(draw: st.DrawFn) -> Board:
    """The grid with its lines, within their thirds and by thirds, and its digits shuffled."""

    def shuffled_lines() -> list[int]:
        thirds = draw(st.permutations(range(3)))
        return [3 * third + line for third in thirds for line in draw(st.permutations(range(3)))]

    rows, columns, digits = shuffled_lines(), shuffled_lines(), draw(st.permutations(range(1, 10)))
    return Board(tuple(digits[int(GRID[9 * row + column]) - 1] for row in rows for column in columns))


@settings(max_examples=20, deadline=None)
@given(complete_grids())
def test_two_digits_that_fill_a_rectangle_can_change_places(grid: Board):
    rectangles = {
        frozenset([corner, end, *(cell for cell in CELLS if between >> cell & 1)])
        for corner in CELLS
        for end, between in BETWEEN[corner].items()
    }
    filled = [corners for corners in rectangles if len({grid[corner] for corner in corners}) == 2]
    assert len(filled) == 17
    for corners in filled:
        without = Board(tuple(0 if cell in corners else grid[cell] for cell in CELLS))
        assert search(without, limit=3).count == 2
