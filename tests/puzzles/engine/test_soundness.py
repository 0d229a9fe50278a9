"""No step contradicts the solution, and each is proved: on five hundred puzzles, or on 20,000.

The long form takes some minutes: `LONG_TESTS=1` in the environment of pytest.
"""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS
from puzzles.engine.generator import generate
from puzzles.engine.grading import grade_path
from puzzles.engine.search import search
from puzzles.engine.techniques import (
    CATALOGUE,
    Position,
    SolvePath,
    Step,
    all_steps,
    solve_path,
    solving_class,
    verify,
)
from tests.lengths import IS_LONG
from tests.puzzles.engine.conftest import DATA
from tests.puzzles.engine.notation import agrees

PARTS = 20 if IS_LONG else 2
# How many puzzles of each file, in the short and in the long form: 20,495 in all.
COUNTS = {"singles.txt": (150, 5000), "minimal.txt": (100, 5000), "clue17.txt": (50, 2000)}
RATED_COUNT = (200, 8495)
HIGHEST_RATING_SOLVED = 5.0
# The techniques of which every step is asked for on the way; of all techniques, on every so many puzzles.
QUICK = [technique.id for technique in CATALOGUE if technique.tier < 4]
EVERY_STEP_OF_ONE_IN = 100

needs_files = pytest.mark.skipif(not DATA.exists(), reason="the shared puzzles are not beside the project")


def spread(lines: list[str], counts: tuple[int, int], part: int) -> list[Board]:
    """A part of so many lines, which are spread evenly over all."""
    count = counts[IS_LONG]
    chosen = lines[:: max(1, len(lines) // count)][:count]
    return [Board.from_line(line) for line in chosen[part::PARTS]]


def lines_of(name: str) -> list[str]:
    return (DATA / "puzzles" / name).read_text("ascii").split()


def rated_lines(highest: float) -> list[str]:
    rows = (line.split(",") for line in lines_of("exchange_rated.csv"))
    return [puzzle for puzzle, rating in rows if float(rating) <= highest]


def steps_on(
    path: SolvePath, start: Position, techniques: list[str] | None
) -> Iterator[tuple[Step, Position]]:
    """Each step of a path with its position; before an elimination every other step open there too."""
    position = start
    for step in path.steps:
        yield step, position
        if step.eliminations:
            yield from ((other, position) for other in all_steps(position, techniques=techniques))
        position = position.apply(step)


def sound_paths(boards: list[Board]) -> list[SolvePath]:
    """The paths of puzzles, once each step was proved and compared with the solution."""
    return [
        sound_path(board, None if IS_LONG or number % EVERY_STEP_OF_ONE_IN == 0 else QUICK)
        for number, board in enumerate(boards)
    ]


def sound_path(board: Board, techniques: list[str] | None) -> SolvePath:
    """The path of a puzzle; beside its steps every other step of these techniques is asked for."""
    solution = search(board).solution
    assert solution is not None
    start = Position.from_board(board, is_unique=True)
    path = solve_path(start)
    for step, position in steps_on(path, start, techniques):
        assert agrees(step, solution), (board.to_line(), step)
        assert verify(step, position), (board.to_line(), step)
    assert not path.is_solved or path.end.board == solution
    assert (grade_path(path).tier == 1) == (solving_class(board) != "harder"), board.to_line()
    return path


@st.composite
def positions_on_the_way(draw: st.DrawFn) -> tuple[Position, Board]:
    """A new puzzle with some digits placed and some false candidates gone, and its solution."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    puzzle = generate(chance)
    solution = search(puzzle).solution
    assert solution is not None
    share_placed, share_gone = draw(st.floats(0, 0.9)), draw(st.floats(0, 0.9))
    placed = {cell for cell in CELLS if puzzle[cell] or chance.random() < share_placed}
    board = Board(tuple(solution[cell] if cell in placed else 0 for cell in CELLS))
    givens = set(CELLS) - set(puzzle.empty_cells)
    start = Position.from_board(board, givens=givens, is_unique=True)
    gone = [
        (cell, digit)
        for cell in board.empty_cells
        for digit in start.candidates(cell)
        if digit != solution[cell] and chance.random() < share_gone
    ]
    return start.eliminate(gone), solution


@pytest.mark.parametrize(("techniques", "count"), [(QUICK, 100), (None, 8)], ids=["quick", "all"])
def test_every_step_open_on_the_way_agrees_with_the_solution_and_is_proved(
    techniques: list[str] | None, count: int
) -> None:
    @settings(max_examples=20 * count if IS_LONG else count, deadline=None)
    @given(positions_on_the_way())
    def is_sound(place: tuple[Position, Board]) -> None:
        require_sound(all_steps(place[0], techniques=techniques), *place)

    is_sound()


def require_sound(steps: Iterator[Step], position: Position, solution: Board) -> None:
    """Each step agrees with the solution and is proved."""
    for step in steps:
        assert agrees(step, solution), (position, step)
        assert verify(step, position), (position, step)


@needs_files
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", COUNTS)
def test_every_step_agrees_with_the_solution_and_is_proved(name: str, part: int) -> None:
    boards = spread(lines_of(name), COUNTS[name], part)
    paths = sound_paths(boards)
    assert sum(path.is_solved for path in paths) > len(paths) // 2
    assert name != "singles.txt" or all(path.is_solved for path in paths)


@needs_files
@pytest.mark.parametrize("part", range(PARTS))
def test_puzzles_of_a_bank_rated_5_or_less_are_solved_by_sound_steps(part: int) -> None:
    boards = spread(rated_lines(HIGHEST_RATING_SOLVED), RATED_COUNT, part)
    assert len(boards) >= RATED_COUNT[IS_LONG] // PARTS
    for board, path in zip(boards, sound_paths(boards), strict=True):
        assert path.is_solved, board.to_line()
