"""The second worksheet: `grid`, `n_valide(y, x, n)` and `solve()`, which prints every solution of `grid`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import comparison, grid_forms, grid_reader, grids, layout, oracle
from ..cases import ANYTHING, CHANGED, FUNCTION, PRINTED_WRONG, VARIABLE, WRONG, Case, Expected, Outcome
from ..exercise import Exercise
from ..student_program import run_action

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..cases import Fault
    from ..exercise import CallConvention
    from ..student_program import Program


# The course's grid with most of its solution filled in: its last two cells can be exchanged in two ways.
_TWO_SOLUTIONS = oracle.solutions(grids.N_VALIDE)


class _WorksheetExercise(Exercise):
    """An exercise on the global variable `grid`, which is put in place before each call."""

    worksheet = "n_valide"
    grid_global = "grid"

    def found_value(self, program: Program) -> Any:
        """The function or the grid itself, of a program that has it."""
        found: Any = self.find(program)
        return found.value

    def call(self, program: Program, case: Case, convention: CallConvention) -> Outcome:
        function = self.found_value(program)
        grid = put_global(program.namespace, case.required_grid)
        arguments = list(case.arguments)
        for place, word in enumerate(layout.required_parameters(function) or ()):
            if word.lower() in ("grid", "grille", "g"):
                arguments.insert(place, grid)
        outcome = run_action(program, lambda: function(*arguments), answers=("",) * 50)
        after = program.namespace.get("grid")
        # Comparing two lists is much quicker in a browser than reading 81 cells.
        is_same = isinstance(after, list) and after == grids.rows_of(case.required_grid)
        outcome.grid_after = case.grid if is_same else grid_reader.grid_line(after)
        return outcome


def put_global(namespace: dict[str, Any], line: str) -> Any:
    """Put a grid where the program has its own: into the same list or array where that can be done."""
    grid = namespace.get("grid")
    if isinstance(grid, list) and len(grid) == 9 and all(type(row) is list for row in grid):
        for row, digits in zip(grid, grids.rows_of(line), strict=True):
            row[:] = digits
        if grid == grids.rows_of(line):
            return grid
    if not grid_forms.write_in_place(grid, line):
        grid = grid_forms.copy_of_shape(grid, line)
        namespace["grid"] = grid
    return grid


class Grid(_WorksheetExercise):
    """Any grid will do: nine lists of nine whole numbers from 0 to 9, no list twice."""

    key = "grid"
    number = "1"
    kind = VARIABLE
    names = ("grid",)

    def cases(self) -> Iterator[Case]:
        yield Case(label="the worksheet's variable")

    def expected(self, case: Case) -> Expected:
        return Expected(value=ANYTHING, grid_after=ANYTHING)

    def call(self, program: Program, case: Case, convention: CallConvention) -> Outcome:
        grid = self.found_value(program)
        return Outcome(value=grid, grid_after=grid_reader.grid_line(grid))

    def judge_case(self, case: Case, outcome: Outcome, expected: Expected) -> Fault:
        return None if is_grid(outcome.value) else (WRONG, "shape")

    def call_text(self, name: str, case: Case) -> str:
        return name


def is_grid(value: Any) -> bool:
    """Whether a value is nine lists (or an array) of nine whole numbers from 0 to 9, each row its own."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, list) or len(value) != 9:
        return False
    for number, row in enumerate(value):
        if not isinstance(row, list) or len(row) != 9 or any(row is other for other in value[:number]):
            return False
        if any(
            cell is None or isinstance(cell, str) or grid_reader.open_digit_of(cell) is None for cell in row
        ):
            return False
    return True


class NValide(_WorksheetExercise):
    key = "n_valide"
    number = "2"
    kind = FUNCTION
    names = ("n_valide",)
    parameters = ("y", "x", "n")
    may_print = True

    def cases(self) -> Iterator[Case]:
        # One digit: every cell that sees it, and every cell that does not.
        for cell, digit in ((30, 5), (0, 9), (71, 1)):
            line = grids.with_digit(grids.EMPTY, cell, digit)
            for other in range(81):
                # Every cell that sees the digit, and some of the others.
                if other != cell and (other in oracle.PEERS[cell] or other % 5 == 0):
                    yield _ask(line, other, digit, "one digit")
        for digit in (1, 5, 9):
            yield _ask(grids.EMPTY, 40, digit, "empty")
        for cell in range(81):
            for digit in range(1, 10):
                # A filled cell is never asked for its own digit: the worksheet asks for empty cells alone.
                if (cell + digit) % 9 == 0 and grids.N_VALIDE[cell] != str(digit):
                    yield _ask(grids.N_VALIDE, cell, digit, "course grid")
        for seed, count in ((1, 20), (2, 32), (3, 45)):
            line = grids.random_grid(seed, clues=count)
            for cell in range(seed, 81, 4):
                if line[cell] == ".":
                    yield _ask(line, cell, 1 + (cell + seed) % 9, "random")
        for cell in (0, 44, 80):
            line = grids.without(grids.FULL, cell)
            for digit in range(1, 10):
                yield _ask(line, cell, digit, "one empty cell")
        line = "55" + "." * 70 + "5" + "." * 8
        for cell in (2, 9, 36, 79, 80):
            yield _ask(line, cell, 5, "contradictory")

    def expected(self, case: Case) -> Expected:
        y, x, n = case.arguments
        cell = 9 * y + x
        return Expected(value=n in oracle.candidates(case.required_grid, cell))


def _ask(line: str, cell: int, digit: int, label: str) -> Case:
    return Case(cell // 9, cell % 9, digit, grid=line, label=label)


class Solve(_WorksheetExercise):
    """Every solution is printed, in any order and any drawing; afterwards the grid is as it was."""

    most_counterexamples = 1

    key = "solve"
    number = "3"
    kind = FUNCTION
    names = ("solve",)

    def cases(self) -> Iterator[Case]:
        full = _TWO_SOLUTIONS[0]
        # Never shrunk by removing digits: that multiplies solutions. Few empty cells come first instead.
        for empty in ((), (80,), (0, 80), (3, 13, 40, 41, 77)):
            yield Case(grid=grids.without(full, *empty), label="nearly full", shrinks=False)
        yield Case(grid=_rectangle(), label="several solutions, nearly full", shrinks=False)
        yield Case(
            grid=grids.with_digit(grids.random_grid(1, clues=66), 0, 8), label="no solution", shrinks=False
        )
        yield Case(grid=grids.N_VALIDE, label="course grid, several solutions", shrinks=False)
        yield Case(grid=grids.FIGURE_2, label="one solution", shrinks=False)
        yield Case(grid=grids.random_grid(16, clues=48), label="several solutions, random", shrinks=False)
        yield Case(grid=grids.random_grid(6, clues=44), label="several solutions, random", shrinks=False)

    def expected(self, case: Case) -> Expected:
        found = sorted(oracle.solutions(case.required_grid, limit=1000))
        return Expected(value=ANYTHING, printed="\n".join(drawn(line) for line in found))

    def judge_case(self, case: Case, outcome: Outcome, expected: Expected) -> Fault:
        grid = case.required_grid
        if outcome.stopped or outcome.error:
            return comparison.judge_case(self, case, outcome, expected)
        if grids_printed(outcome.printed) != sorted(oracle.solutions(grid, limit=1000)):
            return PRINTED_WRONG, None
        return None if outcome.grid_after == grid else (CHANGED, "grid")


def drawn(line: str) -> str:
    """A full grid as the worksheet prints it: nine lines of nine digits."""
    return "".join(line[start : start + 9] + "\n" for start in range(0, 81, 9))


def _rectangle() -> str:
    """The full grid without the cells in which its two solutions differ: exactly two solutions."""
    first, second = _TWO_SOLUTIONS
    return "".join(first[cell] if first[cell] == second[cell] else "." for cell in range(81))


def grids_printed(text: str) -> list[str]:
    """The full grids in a text, sorted: its digits by 81, whatever is between, words with numbers apart.

    One digit more or less than whole grids gives what cannot be a grid: the digits left over.
    """
    kept: list[str] = []
    for line in text.split("\n"):
        if any(character.isalpha() for character in line):
            line = _without_words(line)
        kept.extend(character for character in line if character in "0123456789")
    digits = "".join(kept)
    return sorted(digits[start : start + 81] for start in range(0, len(digits), 81))


def _without_words(line: str) -> str:
    """What is left of a line with words: whole rows of digits at its end."""
    digits = [character for character in line if character in "0123456789"]
    return "".join(digits[-(len(digits) // 9 * 9) :]) if len(digits) >= 9 else ""


EXERCISES = (Grid(), NValide(), Solve())
