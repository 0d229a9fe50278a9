"""Questions 6 and 7: the simple method, and the solver by backtracking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import grids, layout, oracle
from ...cases import ANYTHING, FUNCTION, SOLVED, WRONG, Case, Expected
from ...function_lookup import without_accents
from .question import GridQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...cases import Fault
    from ...exercise import CallConvention
    from ...grid_convention import GridConvention, GridOutcome
    from ...layout import ProgramLayout
    from ...student_program import Program

# Errors that a program raises on purpose to say that it failed; others are accidents.
RAISED_ON_PURPOSE = ("ValueError", "Exception", "RuntimeError", "AssertionError", "ArithmeticError")


class Solver(GridQuestion):
    """A grid is solved in the object, in the argument or in the value returned; failure is shown in any way.

    A program may say that it failed by 0, False, None, a text or an error raised on purpose: only by the same
    value as for success, by True or by a full grid it does not.
    """

    most_counterexamples = 1

    def is_solvable(self, line: str) -> bool:
        """Whether this question's method ends with a full grid."""
        raise NotImplementedError

    def call(self, program: Program, case: Case, convention: CallConvention) -> GridOutcome:
        one_way: GridConvention = convention
        if "success" not in one_way.memory:
            # What this way gives for a grid with one empty cell.
            easy = Case(grid=grids.without(grids.FULL, 40))
            one_way.memory["success"] = one_way.call(program, easy).value
        outcome = one_way.call(program, case)
        if outcome.error and not self.is_solvable(case.required_grid):
            name = outcome.error.split(":")[0]
            if name in RAISED_ON_PURPOSE or name in program.own_names:
                outcome.error = outcome.line = None
        return outcome

    def judge_case(self, case: Case, outcome: GridOutcome, expected: Expected) -> Fault:
        grid = case.required_grid
        if outcome.fault():
            return outcome.fault()
        if self.is_solvable(grid):
            solved = [line for line in outcome.lines if oracle.is_valid_full(line) and extends(line, grid)]
            if solved and outcome.value is not False:
                return None
            if solved:
                outcome.grid_after = solved[0]
                return WRONG, "value"
            if not outcome.lines and outcome.value is None:
                return WRONG, "value"
            return WRONG, "grid"
        return (WRONG, "value") if self.claims_success(outcome) else None

    def claims_success(self, outcome: GridOutcome) -> bool:
        value, success = outcome.value, outcome.memory["success"]
        if any("." not in line for line in outcome.given_back) or value is True:
            return True
        if value is None or value is False:
            return value is success and any("." not in line for line in outcome.held)
        if isinstance(value, int):
            return isinstance(success, int) and value == success
        return isinstance(value, str) and value == success


def extends(line: str, start: str) -> bool:
    """Whether `line` has the digits of `start`."""
    return all(given in (".", digit) for digit, given in zip(line, start, strict=True))


class Simple(Solver):
    """The worksheet gives this method no name: it is found by its words, else by what it does."""

    key = "resoudre_simple"
    number = "6"
    names = (
        "resoudre_simple",
        "simple",
        "methode_simple",
        "resolution_simple",
        "remplir_simple",
        "remplissage_simple",
        "resoudre_sudoku_simple",
        "solution_simple",
        "remplir",
        "remplissage",
        "completer",
    )
    # Words of the method's name, then of names that are of its helpers.
    WORDS = (
        "simple",
        "rempli",
        "methode",
        "resolution",
        "complet",
        "deduire",
        "deduction",
        "facile",
        "unique",
        "singleton",
    )
    HELPERS = (
        "est",
        "is",
        "case",
        "cherche",
        "chercher",
        "trouve",
        "trouver",
        "test",
        "tester",
        "peut",
        "solution",
        "tirer",
    )
    OTHERS = (
        "est_valide",
        "resoudre",
        "afficher_sudoku",
        "lire_fichier_sudoku",
        "saisir_sudoku",
        "programme",
        "main",
    )

    def found_names(self, program: Program) -> list[str]:
        known = layout.layout_of(program)
        exact = [name for name in self.names if known.functions(name)]
        others = [name for name in known.method_names() if name not in exact and name not in self.OTHERS]
        by_words = []
        for word in self.WORDS:
            for name in others:
                first = _words_of(name).strip("_").split("_")[0]
                if word in _words_of(name) and first not in self.HELPERS and name not in by_words:
                    by_words.append(name)
        return (exact + by_words)[:4] or self._by_behaviour(program, known, others)

    def _by_behaviour(self, program: Program, known: ProgramLayout, others: list[str]) -> list[str]:
        """Names of methods without arguments that fill a simple grid and no other."""
        found = []
        for name in others:
            bare = [convention for convention in known.conventions(name) if convention.is_bare_method]
            for convention in bare[:1]:
                solved = self.call(program, Case(grid=grids.FIGURE_2), convention)
                if any(oracle.is_valid_full(line) for line in solved.lines):
                    left = self.call(program, Case(grid=grids.FIGURE_1), convention)
                    if not any(oracle.is_valid_full(line) for line in left.lines):
                        found.append(name)
        return found[:1]

    def cases(self) -> Iterator[Case]:
        yield Case(grid=grids.FULL, label="complete", shrinks=False)
        for empty in ((40,), (0, 80), (3, 4, 5, 13), (60, 61, 62, 69, 70, 71, 80)):
            yield Case(grid=grids.without(grids.FULL, *empty), label="nearly full", shrinks=False)
        yield Case(grid=grids.FIGURE_2, label="figure 2", shrinks=False)
        yield Case(grid=grids.FIGURE_1, label="figure 1, not simple", shrinks=False)
        yield Case(grid=grids.EMPTY, label="empty", shrinks=False)
        yield Case(grid=grids.PROJET_INSA, label="the worksheet's line, not simple", shrinks=False)
        yield Case(grid=grids.MINI_PROJET, label="not simple", shrinks=False)
        yield Case(grid=NOT_SIMPLE, label="not simple", shrinks=False)
        yield Case(grid=grids.TUTORIEL, label="simple", shrinks=False)

    def is_solvable(self, line: str) -> bool:
        return "." not in simply_filled(line)

    def expected(self, case: Case) -> Expected:
        filled = simply_filled(case.required_grid)
        return Expected(value=0 if "." in filled else 1, grid_after=filled)

    def judge_case(self, case: Case, outcome: GridOutcome, expected: Expected) -> Fault:
        fault = super().judge_case(case, outcome, expected)
        filled = str(expected.grid_after)
        if fault is None and "." in filled and outcome.lines:
            # Given up in the middle or at the end, but never with a digit that the method does not give.
            sound = [
                line for line in outcome.lines if extends(line, case.required_grid) and extends(filled, line)
            ]
            return None if sound else (WRONG, "grid")
        return fault


class Resoudre(Solver):
    """Any grid with a solution is filled, with any solution; without one, the failure is reported."""

    key = "resoudre"
    number = "7"
    names = ("resoudre",)
    kind = FUNCTION

    def cases(self) -> Iterator[Case]:
        # Never shrunk by removing digits: that makes searches long. Few empty cells come first instead.
        for empty in ((), (40,), (0, 80), (60, 61, 62, 69, 70, 71, 80)):
            yield Case(grid=grids.without(grids.FULL, *empty), label="nearly full", shrinks=False)
        yield Case(grid=grids.random_grid(84, clues=48), label="two solutions", shrinks=False)
        for line in WITH_WRONG_DIGIT:
            yield Case(grid=line, label="no solution", shrinks=False)
        yield Case(grid=grids.FIGURE_2, label="figure 2", shrinks=False)
        yield Case(grid=NOT_SIMPLE, label="not simple", shrinks=False)
        yield Case(grid=grids.FIGURE_1, label="figure 1", shrinks=False)

    def is_solvable(self, line: str) -> bool:
        return bool(oracle.solutions(line, limit=1))

    def expected(self, case: Case) -> Expected:
        if self.is_solvable(case.required_grid):
            return Expected(value=1, grid_after=SOLVED)
        return Expected(value=0, grid_after=ANYTHING)


def simply_filled(line: str) -> str:
    """A grid with every cell filled that the simple method fills: the same whatever the order."""
    digits = list(line)
    left = [cell for cell in range(81) if line[cell] == "."]
    changed = True
    while changed:
        changed = False
        for cell in list(left):
            found = oracle.candidates(digits, cell)
            if len(found) == 1:
                digits[cell] = str(found[0])
                left.remove(cell)
                changed = True
    return "".join(digits)


def _words_of(name: str) -> str:
    """A name in lower case, its words parted by `_`, without accents."""
    return without_accents("".join("_" + sign.lower() if sign.isupper() else sign for sign in name))


# 45 empty cells of which the simple method fills 16; reading order needs 80 placements.
NOT_SIMPLE = grids.random_grid(65, clues=36)
# One digit, not in conflict with any other, is not the solution's.
WITH_WRONG_DIGIT = (
    grids.with_digit(grids.random_grid(1, clues=66), 0, 8),
    grids.with_digit(grids.random_grid(40, clues=66), 60, 7),
)
