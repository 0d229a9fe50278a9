"""Whole solve paths beside two packages that do the same: hodoku-py and dedoku.

They are no part of the project. To measure, install them in an environment of their own and name its
interpreter: `PEERS_PYTHON=/path/to/its/bin/python python -m tests.bench peers`.
"""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from time import process_time
from typing import NamedTuple

from puzzles.engine import Board

from .bench_techniques import mean, ordinary_puzzles, path_of, puzzles
from .rows import NotAskedForError, Row

VARIABLE = "PEERS_PYTHON"
TURN = 20


class Package(NamedTuple):
    """What it imports, how it answers a puzzle of 81 characters, and how its answer tells that it did so.

    A guess is no answer. With `wants_all` we are measured on all puzzles, and else on those that it solves.
    """

    module: str
    answer: str
    is_solved: str
    wants_all: bool


PEERS = {
    "hodoku-py": Package(
        "hodoku",
        "hodoku.Solver().solve(line)",
        "answer.solved and not any('BRUTE_FORCE' in str(step.type) for step in answer.steps)",
        wants_all=True,
    ),
    "dedoku": Package(
        "dedoku", "dedoku.solve(line)", "answer.solved and not answer.used_backtracking", wants_all=False
    ),
}
# For each line, a list of puzzles, the processor seconds of each and whether it was solved.
WORKER = """
import json, sys, time
import {module}
for lines in sys.stdin:
    told = []
    for line in json.loads(lines):
        start = time.process_time()
        answer = {answer}
        seconds = time.process_time() - start
        told.append([seconds, bool({is_solved})])
    print(json.dumps(told), flush=True)
"""
# The file, and what part of `size` is measured.
SETS = [("minimal.txt", 0.2), ("top1465.txt", 0.05), ("forum_hardest_1106.txt", 0.01)]


class Answer(NamedTuple):
    """What a puzzle took, in processor seconds, and whether it was solved without a guess."""

    seconds: float
    is_solved: bool


def rows(size: int | None) -> Iterator[Row]:
    """For each package and set of puzzles how many are solved, and the time beside theirs."""
    python = os.environ.get(VARIABLE)
    if not python:
        raise NotAskedForError(f"set {VARIABLE} to a Python that has {' and '.join(PEERS)}")
    size = min(size or 1000, 1000)
    easy, hard = ordinary_puzzles(max(1, size // 5))
    sets = {"ordinary puzzles": easy + hard}
    sets |= {name: puzzles(name, max(1, round(size * part))) for name, part in SETS}
    for package in PEERS:
        for name, boards in sets.items():
            yield from rows_beside(package, name, *answers_of_both(boards, python, package))


def rows_beside(package: str, name: str, ours: list[Answer], theirs: list[Answer]) -> Iterator[Row]:
    """How many of a set are solved, and the mean time; no time where the package solves none that count."""
    yield Row(
        figure=f"solved without a guess, {name}",
        measured=sum(each.is_solved for each in ours),
        reference=len(ours),
        unit="puzzles",
        against=f"all; {package} {sum(each.is_solved for each in theirs)}",
        at_least=1,
    )
    counted = [
        each for each in zip(ours, theirs, strict=True) if PEERS[package].wants_all or each[1].is_solved
    ]
    if counted:
        own, other = (mean([each.seconds for each in side]) for side in zip(*counted, strict=True))
        yield Row(
            figure=f"a whole path, {name}, mean of {len(counted)} puzzles",
            measured=1000 * own,
            reference=1000 * other,
            unit="ms",
            against=package,
            at_most=1,
        )


def answers_of_both(boards: list[Board], python: str, package: str) -> tuple[list[Answer], list[Answer]]:
    """Ours and those of the package. They take turns, so that a busy machine slows both alike."""
    ours: list[Answer] = []
    theirs: list[Answer] = []
    remaining = iter(boards)
    with worker(python, package) as answer:
        while turn := list(islice(remaining, TURN)):
            for board in turn:
                start = process_time()
                path = path_of(board)
                ours.append(Answer(process_time() - start, path.is_solved))
            theirs += answer([board.to_line() for board in turn])
    return ours, theirs


@contextmanager
def worker(python: str, package: str) -> Iterator[Callable[[list[str]], list[Answer]]]:
    """A function that has puzzles solved by a package in another interpreter."""
    module, answer_of, is_solved, _ = PEERS[package]
    code = WORKER.format(module=module, answer=answer_of, is_solved=is_solved)
    try:
        process = subprocess.Popen(
            [python, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
    except OSError as error:
        raise NotAskedForError(f"{VARIABLE} is {python!r}: {error.strerror}") from None
    with process:

        def answer(lines: list[str]) -> list[Answer]:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps(lines) + "\n")
                told = process.stdout.readline()
            except BrokenPipeError:
                told = ""
            if not told:
                raise NotAskedForError(f"{python} has no {package}")
            return [Answer(*each) for each in json.loads(told)]

        try:
            yield answer
        finally:
            # What was written to an interpreter that has ended cannot be flushed any more.
            with suppress(BrokenPipeError):
                assert process.stdin is not None
                process.stdin.close()
