"""Make the regression positions anew: `python -m tests.puzzles.engine.make_regression`.

Puzzles come from the generator with a fixed seed. Positions come from the solve path of each, half of them
with some true digits placed and some false candidates gone, which brings out rare patterns. A position counts
for each technique that finds a step there and has too few yet, once a puzzle. Some minutes.
"""

import random
import sys
from collections.abc import Callable, Iterator

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS
from puzzles.engine.generator import generate
from puzzles.engine.search import search
from puzzles.engine.techniques import CATALOGUE, Position, next_step
from tests.puzzles.engine.regression import CASES_PER_TECHNIQUE, FILE, Case, faults_of

SEED = 16
MOST_PUZZLES = 20_000
HEAD = "# Made by tests.puzzles.engine.make_regression; regression.py tells how to read it."
# Lines stay short: a position from which more candidates are gone is not taken if another can be had.
MOST_GONE = 40
# Random puzzles hardly ever need nested trials: this one was generated and varied until nothing less helped.
HARDEST_PUZZLE = Board.from_line(
    "..19....4.7...82...6..7.....1.2....77......5...2.3.8...291..3......8...96........"
)
TURNS: tuple[Callable[[int, int], int], ...] = (
    lambda row, column: 9 * row + column,
    lambda row, column: 9 * column + row,
    lambda row, column: 9 * row + 8 - column,
    lambda row, column: 9 * (8 - row) + column,
    lambda row, column: 9 * (8 - row) + 8 - column,
)


def main() -> int:
    """Write the cases in the order of the catalogue; the status is 1 if a technique has too few."""
    cases: dict[str, list[Case]] = {technique.id: [] for technique in CATALOGUE}
    rng = random.Random(SEED)
    for puzzle in hardest_puzzles(rng):
        collect(rng, puzzle, cases)
    for _ in range(MOST_PUZZLES):
        if all(len(found) == CASES_PER_TECHNIQUE for found in cases.values()):
            break
        collect(rng, generate(rng), cases)
    lines = [case.to_line() for technique in CATALOGUE for case in cases[technique.id]]
    FILE.write_text("\n".join([HEAD, *lines, ""]), "ascii")
    missing = {name: len(found) for name, found in cases.items() if len(found) < CASES_PER_TECHNIQUE}
    sys.stdout.write(f"{len(lines)} positions; too few of: {missing or 'none'}\n")
    return bool(missing)


def collect(rng: random.Random, puzzle: Board, cases: dict[str, list[Case]]) -> None:
    """Take from a puzzle one case for each technique that lacks some."""
    taken: set[str] = set()
    for position in positions_of(rng, puzzle):
        for technique in CATALOGUE:
            if technique.id in taken or len(cases[technique.id]) >= CASES_PER_TECHNIQUE:
                continue
            step = next(technique.find(position), None)
            if step is None:
                continue
            case = Case.of_step(step, position)
            if case.to_line().count("-") > MOST_GONE:
                continue
            if faults := faults_of(case):
                raise AssertionError(f"{case.to_line()}: {faults}")
            cases[technique.id].append(case)
            taken.add(technique.id)


def positions_of(rng: random.Random, puzzle: Board) -> Iterator[Position]:
    """Some positions on the way to the solution."""
    position = Position.from_board(puzzle, is_unique=True)
    while not position.is_complete and (step := next_step(position)) is not None:
        if rng.random() < 0.3:
            yield position
            yield narrowed(rng, puzzle, position)
        position = position.apply(step)


def narrowed(rng: random.Random, puzzle: Board, position: Position) -> Position:
    """The position with some true digits placed and some false candidates gone."""
    solution = search(puzzle).solution
    assert solution is not None
    for cell in position.board.empty_cells:
        if rng.random() < 0.3:
            position = position.place(cell, solution[cell])
    return position.eliminate(
        (cell, digit)
        for cell in CELLS
        for digit in position.candidates(cell)
        if digit != solution[cell] and rng.random() < 0.15
    )


def hardest_puzzles(rng: random.Random) -> Iterator[Board]:
    """The hardest puzzle turned and mirrored in every way, its digits renamed: other givens each time."""
    for turn in TURNS:
        names = [0, *rng.sample(range(1, 10), 9)]
        yield Board(tuple(names[HARDEST_PUZZLE[turn(*divmod(cell, 9))]] for cell in CELLS))


if __name__ == "__main__":
    sys.exit(main())
