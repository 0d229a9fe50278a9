"""The search, compiled and in Python, against the textbook: random minimal, 17-clue and the hardest puzzles.

The textbook takes its time, so it solves some puzzles of a file, spread evenly over it. The search in Python
solves the same; the compiled one, for which they are too few to be timed, all of the file, in the same turns.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import TypeVar

from puzzles.engine import search_implementation, search_line
from tests.reference import in_python

from . import textbook
from .rows import CannotMeasureError, Row

PUZZLES = Path(__file__).parents[2] / "../shared/data/puzzles"
# The file, the ratios wanted, and what part of `size` is measured: the hardest take ten times as long.
SETS = [
    ("minimal.txt", {"compiled": 600, "python": 10}, 1.0),
    ("clue17.txt", {"compiled": 700, "python": 5}, 1.0),
    ("forum_hardest_se11.txt", {"compiled": 250, "python": 4}, 0.2),
]
TURN = 50

Answer = TypeVar("Answer")
Solve = Callable[[str], tuple[int, str | None]]


def rows(size: int | None) -> Iterator[Row]:
    """A row for each file and each search there is, over so many puzzles of the file, or all of them."""
    for name, at_least, part in SETS:
        some, every = puzzles(name, size and max(1, round(size * part))), puzzles(name, None)
        if search_implementation() == "compiled":
            yield row(f"compiled, {name}", search_line, every, some, at_least["compiled"])
        yield row(f"in Python, {name}", in_python(search_line), some, some, at_least["python"])


def row(what: str, solve: Solve, lines: list[str], textbooks_lines: list[str], at_least: float) -> Row:
    """The speed of a search over its lines in units of the textbook's over the textbook's."""
    ours, textbooks = seconds_of_both(solve, lines, textbooks_lines)
    return Row(
        figure=f"search {what}, {len(lines):,} puzzles, each shown to have one solution",
        measured=len(lines) / ours,
        reference=len(textbooks_lines) / textbooks,
        unit="puzzles/s",
        against=f"textbook, first solution only, {len(textbooks_lines):,} of them",
        at_least=at_least,
    )


def puzzles(name: str, size: int | None) -> list[str]:
    """So many lines spread evenly over a file of the data folder, or all of them."""
    if not (PUZZLES / name).exists():
        raise CannotMeasureError(f"the data folder with puzzles/{name} is not beside the project")
    lines = (PUZZLES / name).read_text("ascii").split()
    return lines if size is None else lines[:: max(1, len(lines) // size)][:size]


def seconds_of_both(solve: Solve, lines: list[str], textbooks_lines: list[str]) -> tuple[float, float]:
    """Processor seconds of search and textbook. They take turns, so that a busy machine slows both alike."""
    ours = textbooks = 0.0
    turns = max(1, len(textbooks_lines) // TURN)
    for turn in range(turns):
        found, seconds = timed(solve, share(lines, turn, turns))
        ours += seconds
        checked = share(textbooks_lines, turn, turns)
        expected, seconds = timed(textbook.solve, checked)
        textbooks += seconds
        if any(count != 1 for count, _ in found) or [solve(line)[1] for line in checked] != expected:
            raise AssertionError(f"search and textbook disagree among {checked}")
    return ours, textbooks


def share(lines: Sequence[str], turn: int, turns: int) -> Sequence[str]:
    """The part of the lines that one of so many turns takes."""
    return lines[len(lines) * turn // turns : len(lines) * (turn + 1) // turns]


def timed(solve: Callable[[str], Answer], lines: Sequence[str]) -> tuple[list[Answer], float]:
    """The answers for these lines, and the processor seconds they took."""
    start = process_time()
    answers = [solve(line) for line in lines]
    return answers, process_time() - start
