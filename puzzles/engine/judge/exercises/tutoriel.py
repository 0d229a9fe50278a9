"""The fourth worksheet: a script and its four functions on `board`, a list of nine lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import grids, oracle, solver_grids
from ..cases import GRID, SCRIPT, SOLVED, VARIABLE, Case, Expected
from ..environment import Environment
from ..exercise import Exercise
from ..student_program import run_script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..cases import Outcome
    from ..exercise import CallConvention
    from ..student_program import Program

KINDS = (
    ("empty", grids.EMPTY),
    ("full", grids.FULL),
    ("nearly full", grids.without(grids.FULL, 0, 10, 44, 80)),
    ("contradictory", "55.......5" + "." * 62 + "..5.5...5"),
    ("no solution", solver_grids.UNSOLVABLE[-1][1]),
    ("several solutions", grids.random_grid(5, clues=30)),
    ("17 clues", solver_grids.CHEAP_SEVENTEEN),
    ("random", grids.random_grid(22, clues=40)),
)
BAR = "- " * 14


def drawing(line: str) -> str:
    """The eleven lines of a grid as the worksheet prints them."""
    lines = []
    for row in range(9):
        digits = line[9 * row : 9 * row + 9].replace(".", "0")
        if row == 3 or row == 6:
            lines.append(BAR)
        lines.append("  | ".join([" ".join(digits[third : third + 3]) for third in (0, 3, 6)]))
    return "\n".join(lines) + "\n"


class Board(Exercise):
    worksheet, key, number = "tutoriel", "board", "1"
    kind = VARIABLE
    names = ("board",)
    examples = (Case(label="worksheet", shrinks=False),)

    def expected(self, case: Case) -> Expected:
        return Expected(grids.rows_of(grids.TUTORIEL))

    def call_text(self, name: str, case: Case) -> str:
        return name


class PrintBoard(Exercise):
    worksheet, key, number = "tutoriel", "print_board", "2"
    names = ("print_board",)
    parameters = ("board",)
    examples = (Case(GRID, grid=grids.TUTORIEL, label="worksheet"),)

    def cases(self) -> Iterator[Case]:
        for label, line in KINDS:
            yield Case(GRID, grid=line, label=label)

    def expected(self, case: Case) -> Expected:
        return Expected(printed=drawing(case.required_grid))


class FindEmpty(Exercise):
    worksheet, key, number = "tutoriel", "find_empty", "3"
    names = ("find_empty",)
    parameters = ("board",)
    examples = (Case(GRID, grid=grids.TUTORIEL, label="worksheet"),)

    def cases(self) -> Iterator[Case]:
        for label, line in KINDS:
            yield Case(GRID, grid=line, label=label)
        for cell in range(81):
            yield Case(GRID, grid=grids.without(grids.FULL, cell), label="nearly full")
        for cell in range(0, 81, 4):
            yield Case(GRID, grid=grids.FULL[:cell] + "." * (81 - cell), label="filled to a cell")

    def expected(self, case: Case) -> Expected:
        cell = case.required_grid.find(".")
        return Expected(None if cell < 0 else divmod(cell, 9))


def worksheet_case(digit: int, row: int, column: int) -> Case:
    return Case(GRID, digit, (row, column), grid=grids.TUTORIEL, label="worksheet")


class IsValid(Exercise):
    worksheet, key, number = "tutoriel", "is_valid", "4"
    names = ("is_valid",)
    parameters = ("board", "num", "pos")
    examples = (
        worksheet_case(1, 0, 2),
        worksheet_case(3, 0, 2),
        worksheet_case(8, 0, 2),
        worksheet_case(6, 0, 2),
        worksheet_case(5, 0, 0),
    )

    def cases(self) -> Iterator[Case]:
        for cell in range(81):
            for digit in grids.digits_to_try(grids.TUTORIEL, cell):
                yield worksheet_case(digit, cell // 9, cell % 9)
        for seed, (label, line) in enumerate(KINDS):
            for cell in grids.Numbers(seed).shuffled(range(81))[:10]:
                for digit in grids.digits_to_try(line, cell):
                    yield Case(GRID, digit, (cell // 9, cell % 9), grid=line, label=label)

    def expected(self, case: Case) -> Expected:
        _, digit, (row, column) = case.arguments
        return Expected(digit not in oracle.present(case.required_grid, oracle.PEERS[9 * row + column]))

    def asked(self, case: Case) -> tuple[int | None, int | None]:
        return case.arguments[2]


class Solve(Exercise):
    worksheet, key, number = "tutoriel", "solve", "5"
    names = ("solve",)
    shrink_events = 40_000
    parameters = ("board",)
    examples = (Case(GRID, grid=grids.TUTORIEL, label="worksheet"),)

    def cases(self) -> Iterator[Case]:
        for label, line in (*solver_grids.SOLVABLE, *solver_grids.UNSOLVABLE):
            yield Case(GRID, grid=line, label=label)

    def expected(self, case: Case) -> Expected:
        if oracle.solutions(case.required_grid, limit=1):
            return Expected(True, grid_after=SOLVED)
        return Expected(False)


class Script(Exercise):
    """The whole file, run as a script: the board, "Solved:", the solved board."""

    worksheet, key, number = "tutoriel", "script", "6"
    kind = SCRIPT
    names = ("sudoku.py",)
    examples = (Case(label="worksheet", shrinks=False),)

    def expected(self, case: Case) -> Expected:
        solution = oracle.solutions(grids.TUTORIEL)[0]
        return Expected(printed=drawing(grids.TUTORIEL) + "Solved:\n" + drawing(solution))

    def call(self, program: Program, case: Case, convention: CallConvention) -> Outcome:
        return run_script(program, Environment())


EXERCISES = (Board(), PrintBoard(), FindEmpty(), IsValid(), Solve(), Script())
