"""Whole solve paths beside two packages that do the same: hodoku-py and dedoku.

They are no part of the project. To measure, install them in an environment of their own and name its
interpreter: `PEERS_PYTHON=/path/to/its/bin/python python -m tests.bench peers`.
"""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from time import process_time

from puzzles.engine import Board

from .bench_techniques import ordinary_puzzles, path_of
from .rows import NotAskedForError, Row

VARIABLE = "PEERS_PYTHON"
TURN = 20
# By package: an expression that solves a puzzle of 81 characters step by step, and what it imports.
PEERS = {
    "hodoku-py": ("hodoku", "hodoku.Solver().solve(line)"),
    "dedoku": ("dedoku", "dedoku.solve(line)"),
}
# Answers each line, a list of puzzles, with the processor seconds they took and how many it solved.
WORKER = """
import json, sys, time
import {module}
for lines in sys.stdin:
    start = time.process_time()
    solved = sum(bool({solve}.solved) for line in json.loads(lines))
    print(json.dumps([time.process_time() - start, solved]), flush=True)
"""


@dataclass
class Tally:
    """Processor seconds, and how many puzzles were solved in them."""

    seconds: float = 0.0
    solved: int = 0

    def add(self, seconds: float, solved: int) -> None:
        """Count one turn more."""
        self.seconds += seconds
        self.solved += solved


def rows(size: int | None) -> Iterator[Row]:
    """A row a package, over puzzles of tiers 1 and 2, and as many of tier 3."""
    python = os.environ.get(VARIABLE)
    if not python:
        raise NotAskedForError(f"set {VARIABLE} to a Python that has {' and '.join(PEERS)}")
    easy, hard = ordinary_puzzles(max(1, min(size or 1000, 1000) // 5))
    boards = easy + hard
    for package in PEERS:
        ours, theirs = tallies_of_both(boards, python, package)
        yield Row(
            figure=f"a whole path, mean of {len(boards)} ordinary puzzles, {ours.solved} solved",
            measured=1000 * ours.seconds / len(boards),
            reference=1000 * theirs.seconds / len(boards),
            unit="ms",
            against=f"{package}, {theirs.solved} solved",
            at_most=1,
        )


def tallies_of_both(boards: list[Board], python: str, package: str) -> tuple[Tally, Tally]:
    """Ours and that of the package. They take turns, so that a busy machine slows both alike."""
    ours, theirs = Tally(), Tally()
    remaining = iter(boards)
    with worker(python, package) as answer:
        while turn := list(islice(remaining, TURN)):
            start = process_time()
            solved = sum(path_of(board).is_solved for board in turn)
            ours.add(process_time() - start, solved)
            theirs.add(*answer([board.to_line() for board in turn]))
    return ours, theirs


@contextmanager
def worker(python: str, package: str) -> Iterator[Callable[[list[str]], tuple[float, int]]]:
    """A function that has puzzles solved by a package in another interpreter."""
    module, solve = PEERS[package]
    code = WORKER.format(module=module, solve=solve)
    try:
        process = subprocess.Popen(
            [python, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
    except OSError as error:
        raise NotAskedForError(f"{VARIABLE} is {python!r}: {error.strerror}") from None
    with process:

        def answer(lines: list[str]) -> tuple[float, int]:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps(lines) + "\n")
                told = process.stdout.readline()
            except BrokenPipeError:
                told = ""
            if not told:
                raise NotAskedForError(f"{python} has no {package}")
            seconds, solved = json.loads(told)
            return seconds, solved

        try:
            yield answer
        finally:
            # What was written to an interpreter that has ended cannot be flushed any more.
            with suppress(BrokenPipeError):
                assert process.stdin is not None
                process.stdin.close()
