"""The regression positions of this project: five for each technique, made by `make_regression`.

A line tells the technique, the grid, the candidates that are gone, and what one step of the technique does
there. In the grid a digit is a given and a letter a digit placed later (a = 1 ... i = 9). A result is
`r1c2=5` (placed) or `r1c2-5` (eliminated).
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, cell_name, parse_cell
from puzzles.engine.search import search
from puzzles.engine.techniques import TECHNIQUES, Candidate, Position, Step, verify
from tests.puzzles.engine.counting import COUNTED

FILE = Path(__file__).parent / "regression.txt"
CASES_PER_TECHNIQUE = 5

_LETTERS = " abcdefghi"
_RESULT = re.compile(r"(r[1-9]c[1-9])([=-])([1-9])")


@dataclass(frozen=True)
class Case:
    """A position, and what one step of the technique does there."""

    technique: str
    position: Position
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]

    @classmethod
    def of_step(cls, step: Step, position: Position) -> "Case":
        """The case that a step found here makes."""
        return cls(step.technique, position, step.placements, step.eliminations)

    @classmethod
    def from_line(cls, line: str) -> "Case":
        """The case of a line that `to_line` wrote."""
        technique, grid, gone, results = line.split()
        digits = [_LETTERS.index(char) if char in _LETTERS else int(char.replace(".", "0")) for char in grid]
        start = Position.from_board(
            Board(tuple(digits)), givens=[cell for cell in CELLS if grid[cell].isdigit()], is_unique=True
        )
        done = {"=": [], "-": []}
        for name, sign, digit in _RESULT.findall(results):
            done[sign].append(Candidate(parse_cell(name), int(digit)))
        removed = [(parse_cell(name), int(digit)) for name, _, digit in _RESULT.findall(gone)]
        return cls(technique, start.eliminate(removed), tuple(done["="]), tuple(done["-"]))

    def to_line(self) -> str:
        """The case as one line of the file."""
        grid = "".join(
            "." if not digit else str(digit) if self.position.is_given(cell) else _LETTERS[digit]
            for cell, digit in enumerate(self.position.digits)
        )
        start = Position.from_board(self.position.board)
        gone = [
            Candidate(cell, digit)
            for cell in CELLS
            for digit in start.candidates(cell)
            if not self.position.has_candidate(cell, digit)
        ]
        results = _results("=", self.placements) + _results("-", self.eliminations)
        return " ".join([self.technique, grid, ",".join(_results("-", gone)) or "none", ",".join(results)])


def _results(sign: str, candidates: list[Candidate] | tuple[Candidate, ...]) -> list[str]:
    return [f"{cell_name(cell)}{sign}{digit}" for cell, digit in candidates]


@cache
def read_cases() -> dict[str, list[Case]]:
    """The cases of the file by technique. Raises FileNotFoundError: without them the tests prove little."""
    cases: dict[str, list[Case]] = {}
    for line in FILE.read_text("ascii").splitlines():
        if line and not line.startswith("#"):
            case = Case.from_line(line)
            cases.setdefault(case.technique, []).append(case)
    return cases


def faults_of(case: Case) -> list[str]:
    """What is wrong with a case: its step is not found, proved, true or counted. Empty if all is right."""
    steps = [
        step
        for step in TECHNIQUES[case.technique].find(case.position)
        if (step.placements, step.eliminations) == (case.placements, case.eliminations)
    ]
    checks = {
        "the technique does not find the step": bool(steps),
        "the step is not proved by its evidence": all(verify(step, case.position) for step in steps),
        "the search disagrees with the step": _agrees_with_search(case),
        "counting disagrees with the step": _agrees_with_counting(case),
    }
    return [fault for fault, is_right in checks.items() if not is_right]


def _agrees_with_search(case: Case) -> bool:
    """Whether the givens have one solution, which has what is placed and nothing of what is eliminated."""
    result = search(case.position.puzzle)
    return (
        result.count == 1
        and all(result.solution[cell] == digit for cell, digit in case.placements)
        and all(result.solution[cell] != digit for cell, digit in case.eliminations)
        and all(case.position.has_candidate(*one) for one in case.placements + case.eliminations)
        and all(
            case.position.has_candidate(cell, result.solution[cell])
            for cell in case.position.board.empty_cells
        )
    )


def _agrees_with_counting(case: Case) -> bool:
    counted = _counted(case.technique, case.position)
    return counted is None or counted.issuperset((*case.placements, *case.eliminations))


@lru_cache(maxsize=1000)
def _counted(technique: str, position: Position) -> frozenset[Candidate] | None:
    """What a technique may conclude there, from counting; None where the rules do not let one count.

    Kept, for large fish are counted for seconds, and more than one test asks about a position.
    """
    count = COUNTED.get(technique)
    return None if count is None else frozenset(count(position))
