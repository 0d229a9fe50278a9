"""The fifth worksheet: a grid `S` as a list of nine lists, what it takes to solve it, and the solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import grids, oracle
from ..cases import (
    GRID,
    PRINTED_WRONG,
    QUESTIONS,
    RAISED,
    SCRIPT,
    SOLVED,
    TOO_SLOW,
    VARIABLE,
    AnyOf,
    Case,
    Expected,
)
from ..environment import Environment
from ..exercise import Exercise
from ..student_program import run_script

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..cases import Fault, Outcome
    from ..exercise import CallConvention
    from ..student_program import Program

WORKSHEET = "mini_projet"
RANDOM = grids.random_grid(5, clues=30)
# Grids of every kind for what does not solve; the first is the worksheet's own.
KINDS = (
    ("worksheet", grids.MINI_PROJET),
    ("empty", grids.EMPTY),
    ("full", grids.FULL),
    ("nearly full", grids.ONE_MISSING),
    ("17 clues", grids.SEVENTEEN),
    ("contradictory", grids.CONTRADICTORY),
    ("no solution", grids.NO_SOLUTION),
    ("several solutions", grids.N_VALIDE),
    ("random", RANDOM),
)


class Grille(Exercise):
    """Exercise 1: the variable `S` holds the grid that is drawn on the worksheet."""

    worksheet, key, number, kind = WORKSHEET, "grille", "1", VARIABLE
    names = ("S",)

    def cases(self) -> Iterator[Case]:
        yield Case(grid=grids.MINI_PROJET, label="worksheet", shrinks=False)

    def expected(self, case: Case) -> Expected:
        return Expected(grid_after=case.grid)


class PrintSudoku(Exercise):
    """The worksheet's function that shows a grid: one list a line."""

    worksheet, key, number = WORKSHEET, "printsudoku", "1"
    names = ("printSudoku",)
    parameters = ("S",)
    examples = (Case(GRID, grid=grids.MINI_PROJET, label="worksheet"),)

    def cases(self) -> Iterator[Case]:
        for label, grid in KINDS[1:]:
            yield Case(GRID, grid=grid, label=label)

    def expected(self, case: Case) -> Expected:
        digits = grids.digits_of(case.required_grid)
        return Expected(printed="\n".join(str(digits[start : start + 9]) for start in range(0, 81, 9)))


class DigitsOfHouse(Exercise):
    """The digits that a house has; where it has a digit twice, once or twice is right."""

    unordered = True

    def expected(self, case: Case) -> Expected:
        found = oracle.present(case.required_grid, self.cells(case))
        once = sorted(set(found))
        return Expected(found if len(once) == len(found) else AnyOf(found, once))

    def cells(self, case: Case) -> Sequence[int]:
        """The cells of the house a case asks for."""
        raise NotImplementedError


class Ligne(DigitsOfHouse):
    """Exercise 2: the digits of a row."""

    worksheet, key, number = WORKSHEET, "ligne", "2"
    names = ("ligne",)
    parameters = ("S", "i")
    examples = (Case(GRID, 0, grid=grids.MINI_PROJET, label="worksheet"),)

    def cases(self) -> Iterator[Case]:
        for row in range(9):
            yield Case(GRID, row, grid=grids.MINI_PROJET, label="worksheet")
        for index, (label, grid) in enumerate(KINDS[1:]):
            for row in range(index % 3, 9, 3):
                yield Case(GRID, row, grid=grid, label=label)

    def cells(self, case: Case) -> Sequence[int]:
        return oracle.ROW[case.arguments[1]]


class Colonne(DigitsOfHouse):
    """Exercise 3: the digits of a column."""

    worksheet, key, number = WORKSHEET, "colonne", "3"
    names = ("colonne",)
    parameters = ("S", "j")
    examples = (Case(GRID, 0, grid=grids.MINI_PROJET, label="worksheet"),)

    def cases(self) -> Iterator[Case]:
        for column in range(9):
            yield Case(GRID, column, grid=grids.MINI_PROJET, label="worksheet")
        for index, (label, grid) in enumerate(KINDS[1:]):
            for column in range(index % 3, 9, 3):
                yield Case(GRID, column, grid=grid, label=label)

    def cells(self, case: Case) -> Sequence[int]:
        return oracle.COLUMN[case.arguments[1]]


class Bloc(DigitsOfHouse):
    """Exercise 4: the digits of the box of a cell."""

    worksheet, key, number = WORKSHEET, "bloc", "4"
    names = ("bloc",)
    parameters = ("S", "i", "j")
    examples = (Case(GRID, 3, 4, grid=grids.MINI_PROJET, label="worksheet"),)

    def cases(self) -> Iterator[Case]:
        for cell in range(81):
            yield Case(GRID, cell // 9, cell % 9, grid=grids.MINI_PROJET, label="worksheet")
        for label, grid in KINDS[1:]:
            for cell in (0, 8, 40, 53, 72):
                yield Case(GRID, cell // 9, cell % 9, grid=grid, label=label)

    def cells(self, case: Case) -> Sequence[int]:
        return oracle.BOX_OF[9 * case.arguments[1] + case.arguments[2]]


class Possibles(Exercise):
    """Exercise 5: the digits that may be written into a cell.

    Of a cell that has a digit the worksheet does not say whether this digit is one of them: both are right.
    """

    worksheet, key, number = WORKSHEET, "possibles", "5"
    names = ("possibles",)
    parameters = ("S", "i", "j")
    unordered = True
    examples = (Case(GRID, 0, 0, grid=grids.MINI_PROJET, label="worksheet"),)

    def cases(self) -> Iterator[Case]:
        for cell in range(81):
            yield Case(GRID, cell // 9, cell % 9, grid=grids.MINI_PROJET, label="worksheet")
        for label, grid in KINDS[1:]:
            open_cells = [cell for cell in range(81) if grid[cell] == "."] or [0, 40, 80]
            for cell in open_cells[:: 1 + len(open_cells) // 4]:
                yield Case(GRID, cell // 9, cell % 9, grid=grid, label=label)

    def expected(self, case: Case) -> Expected:
        grid = case.required_grid
        cell = 9 * case.arguments[1] + case.arguments[2]
        found = oracle.candidates(grid, cell)
        if grid[cell] == ".":
            return Expected(found)
        own = int(grid[cell])
        return Expected(AnyOf([digit for digit in found if digit != own], found))


class Suivante(Exercise):
    """Exercise 6: the next cell in reading order."""

    worksheet, key, number = WORKSHEET, "suivante", "6"
    names = ("suivante",)
    parameters = ("i", "j")
    examples = (Case(0, 0), Case(0, 8), Case(8, 8))

    def cases(self) -> Iterator[Case]:
        for cell in range(81):
            yield Case(cell // 9, cell % 9)

    def expected(self, case: Case) -> Expected:
        after = 9 * case.arguments[0] + case.arguments[1] + 1
        return Expected((after // 9, after % 9))


class Questions(Exercise):
    """Exercise 7: the four questions, which no program answers (worksheets/questions.py)."""

    worksheet, key, number, kind = WORKSHEET, "questions", "7", QUESTIONS


class Resoudre(Exercise):
    """Exercise 8: fill the grid from a cell on and say whether that is possible; if not, empty it again.

    Any solution is right. The cells before the first are full: of other grids the worksheet says little.
    """

    worksheet, key, number = WORKSHEET, "resoudre", "8"
    names = ("resoudre",)
    parameters = ("S", "i", "j")
    shrink_calls = 80

    def cases(self) -> Iterator[Case]:
        full = grids.FULL
        yield Case(GRID, 9, 0, grid=full, label="full", shrinks=False)
        yield Case(GRID, 0, 0, grid=full, label="full", solution=full)
        yield Case(GRID, 0, 0, grid=grids.ONE_MISSING, label="nearly full", solution=full)
        yield Case(GRID, 8, 8, grid=grids.ONE_MISSING, label="nearly full", solution=full)
        yield Case(GRID, 0, 0, grid=grids.NO_CANDIDATE, label="no solution")
        yield Case(GRID, 0, 0, grid=grids.HOPELESS, label="contradictory")
        yield Case(GRID, 0, 0, grid=grids.TWO_SOLUTIONS, label="several solutions", solution=full)
        yield Case(
            GRID, 4, 4, grid=grids.without(full, *range(40, 60)), label="from the middle", solution=full
        )
        yield Case(
            GRID, 4, 3, grid=grids.without(full, *range(41, 70, 2)), label="from the middle", solution=full
        )
        yield Case(GRID, 0, 0, grid=grids.NO_SOLUTION, label="no solution")
        yield Case(GRID, 0, 0, grid=grids.FIGURE_2, label="one solution")
        yield Case(GRID, 0, 0, grid=grids.N_VALIDE, label="several solutions")
        yield Case(GRID, 0, 0, grid=grids.SEVENTEEN_SEVERAL, label="17 clues")
        yield Case(GRID, 0, 0, grid=grids.EMPTY, label="empty", solution=full)

    def expected(self, case: Case) -> Expected:
        grid = case.required_grid
        if case.solution and all(
            digit in (".", full) for digit, full in zip(grid, case.solution, strict=True)
        ):
            return Expected(True, grid_after=SOLVED)
        first = 9 * case.arguments[1] + case.arguments[2]
        if oracle.solutions(grid, limit=1, first=first):
            return Expected(True, grid_after=SOLVED)
        return Expected(False)


class Script(Exercise):
    """The end of the worksheet: as a script, the file shows the solution of `S` or that there is none."""

    worksheet, key, number, kind = WORKSHEET, "script", "8", SCRIPT

    def cases(self) -> Iterator[Case]:
        yield Case(grid=grids.MINI_PROJET, label="worksheet", shrinks=False)
        yield Case(grid=grids.NO_SOLUTION, label="no solution", shrinks=False)

    def call(self, program: Program, case: Case, convention: CallConvention) -> Outcome:
        replaced = None if case.label == "worksheet" else {"S": grids.rows_of(case.required_grid)}
        return run_script(program, Environment(), replaced=replaced)

    def expected(self, case: Case) -> Expected:
        found = oracle.solutions(case.required_grid, limit=1)
        if not found:
            return Expected(printed="La grille n'admet pas de solution.")
        return Expected(
            printed="La solution est :\n" + "\n".join(str(row) for row in grids.rows_of(found[0]))
        )

    def judge_case(self, case: Case, outcome: Outcome, expected: Expected) -> Fault:
        grid = case.required_grid
        if outcome.stopped:
            return TOO_SLOW, None
        if outcome.error:
            return RAISED, None
        shown = grids_shown(outcome.printed)
        if case.label == "worksheet":
            times = shown.count(oracle.solutions(grid, limit=1)[0])
            # Without a copy of S, its solution is printed in place of S itself.
            return None if 1 <= times <= max(shown.count(grid), 1) else (PRINTED_WRONG, None)
        has_words = any(sum(letter.isalpha() for letter in line) > 4 for line in outcome.printed.split("\n"))
        is_refusal = has_words and not any("." not in grid for grid in shown)
        return None if is_refusal else (PRINTED_WRONG, None)


def grids_shown(text: str) -> list[str]:
    """Every grid of nine lines with nine digits each that a printed text shows, as lines of 81 characters."""
    rows = []
    for line in text.split("\n"):
        digits = [character for character in line if character in "0123456789"]
        if len(digits) == 9:
            rows.append("".join(digits))
    return ["".join(rows[start : start + 9]).replace("0", ".") for start in range(len(rows) - 8)]


EXERCISES = (
    Grille(),
    PrintSudoku(),
    Ligne(),
    Colonne(),
    Bloc(),
    Possibles(),
    Suivante(),
    Questions(),
    Resoudre(),
    Script(),
)
