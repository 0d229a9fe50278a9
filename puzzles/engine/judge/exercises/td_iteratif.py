"""The third worksheet: ten questions on the matrix `M`, handed over as an array or as lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import grids, oracle, solver_grids
from ..cases import ANYTHING, CHANGED, GRID, PRINTED_WRONG, SCRIPT, Case, Expected, Outcome, Placeholder
from ..environment import Environment
from ..exercise import Exercise
from ..grid_reader import read_grid
from ..student_program import run_script

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ..cases import Fault
    from ..exercise import CallConvention
    from ..student_program import Program

FORMS = ("array", "lists")
REPEATED_FIVES = "55.......5" + "." * 62 + "..5.5...5"
NEARLY_FULL = grids.without(grids.FULL, 0, 10, 44, 80)
KINDS = (
    ("empty", grids.EMPTY),
    ("full", grids.FULL),
    ("nearly full", NEARLY_FULL),
    ("contradictory", REPEATED_FIVES),
    ("no solution", solver_grids.UNSOLVABLE[-1][1]),
    ("several solutions", grids.random_grid(5, clues=30)),
    ("17 clues", solver_grids.CHEAP_SEVENTEEN),
    ("random", grids.random_grid(21, clues=40)),
)
# Among the arguments: the list of the cells filled at first.
PROTECTED = Placeholder("liste_protegee")
SOLUTION = "639125478714938562285647139846573291321894756597216384172389645953461827468752913"
NOT_SOLVED = "Le problème n'a pas été résolu."


class OnMatrix(Exercise):
    """A function that gets `M`: as lists first, which cost less, unless the program asks for numpy."""

    worksheet = "td_iteratif"

    def conventions_of(self, program: Program) -> tuple[str, ...]:
        return FORMS if "numpy" in program.text else FORMS[::-1]


class Digits(OnMatrix):
    """A test of a digit in a cell: true when no other cell of some houses has it."""

    parameters = ("i", "j", "nombre", "M")

    def others(self, cell: int) -> Sequence[int]:
        """The cells the test looks at."""
        raise NotImplementedError

    def cases(self) -> Iterator[Case]:
        for cell in range(81):
            for digit in grids.digits_to_try(grids.TD_ITERATIF, cell):
                yield Case(cell // 9, cell % 9, digit, GRID, grid=grids.TD_ITERATIF, label="worksheet")
        for seed, (label, line) in enumerate(KINDS):
            for cell in grids.Numbers(seed).shuffled(range(81))[:10]:
                for digit in grids.digits_to_try(line, cell):
                    yield Case(cell // 9, cell % 9, digit, GRID, grid=line, label=label)

    def expected(self, case: Case) -> Expected:
        i, j, digit, _ = case.arguments
        return Expected(digit not in oracle.present(case.required_grid, self.others(9 * i + j)))


def worksheet_example(i: int, j: int, digit: int) -> Case:
    """An example of the worksheet: a digit in a cell of its matrix."""
    return Case(i, j, digit, GRID, grid=grids.TD_ITERATIF, label="worksheet")


class TestLigne(Digits):
    key, number = "test_ligne", "1"
    names = ("test_ligne",)
    examples = (worksheet_example(0, 0, 7), worksheet_example(0, 0, 1), worksheet_example(0, 3, 1))

    def others(self, cell: int) -> Sequence[int]:
        return [other for other in oracle.ROW[cell // 9] if other != cell]


class TestColonne(Digits):
    key, number = "test_colonne", "2"
    names = ("test_colonne",)
    examples = (worksheet_example(0, 0, 3), worksheet_example(0, 0, 7), worksheet_example(1, 0, 7))

    def others(self, cell: int) -> Sequence[int]:
        return [other for other in oracle.COLUMN[cell % 9] if other != cell]


class TestCarre(Digits):
    key, number = "test_carre", "3"
    names = ("test_carre",)
    examples = (worksheet_example(1, 1, 1), worksheet_example(1, 1, 2), worksheet_example(1, 0, 7))

    def others(self, cell: int) -> Sequence[int]:
        return [other for other in oracle.BOX_OF[cell] if other != cell]


class Test(Digits):
    key, number = "test", "4"
    names = ("test",)
    examples = (
        worksheet_example(0, 0, 3),
        worksheet_example(0, 0, 1),
        worksheet_example(0, 0, 7),
        worksheet_example(0, 0, 2),
    )

    def others(self, cell: int) -> Sequence[int]:
        return oracle.PEERS[cell]


class Protection(OnMatrix):
    key, number = "protection", "5"
    names = ("protection",)
    parameters = ("matrice_originale",)
    unordered = True
    examples = (Case(GRID, grid=grids.TD_ITERATIF, label="worksheet"),)

    def cases(self) -> Iterator[Case]:
        for label, line in KINDS:
            yield Case(GRID, grid=line, label=label)
        for cell in range(81):
            yield Case(GRID, grid=grids.with_digit(grids.EMPTY, cell, 1 + cell % 9), label="one digit")

    def expected(self, case: Case) -> Expected:
        return Expected([(cell // 9, cell % 9) for cell in filled(case.required_grid)])


def filled(line: str, but: int | None = None) -> list[int]:
    """The cells with a digit, but one."""
    return [cell for cell in range(81) if line[cell] != "." and cell != but]


class Filling(Case):
    """A call of `remplissage`; its cell holds a tried number, if any, where `is_tried`, else a given."""

    __slots__ = ("_listed", "is_tried")

    def __init__(self, cell: int, line: str, label: str, *, is_given: bool, sens: bool) -> None:
        super().__init__(cell // 9, cell % 9, GRID, PROTECTED, sens, grid=line, label=label)
        self.is_tried = not is_given
        self._listed: Case | None = None

    @property
    def cell(self) -> int:
        return 9 * self.arguments[0] + self.arguments[1]

    def protected(self) -> list[int]:
        """The cells that are not to be touched, as cell numbers."""
        return filled(self.required_grid, but=self.cell if self.is_tried else None)

    def with_list(self) -> Case:
        """The same call with the list of protected cells in its place."""
        if self._listed is None:
            cells = [(cell // 9, cell % 9) for cell in self.protected()]
            arguments = [cells if argument is PROTECTED else argument for argument in self.arguments]
            self._listed = Case(*arguments, grid=self.grid, label=self.label)
        return self._listed

    def with_grid(self, grid: str | None) -> Filling:
        return Filling(
            self.cell,
            grid or self.required_grid,
            self.label,
            is_given=not self.is_tried,
            sens=self.arguments[-1],
        )


class Remplissage(OnMatrix):
    key, number = "remplissage", "6"
    names = ("remplissage",)
    parameters = ("i", "j", "M", "liste_protegee", "sens")
    examples = (
        Filling(0, grids.TD_ITERATIF, "worksheet", is_given=False, sens=True),
        Filling(
            0,
            grids.with_digit(grids.TD_ITERATIF, 0, 6),
            "worksheet, backwards",
            is_given=False,
            sens=True,
        ),
        Filling(3, grids.TD_ITERATIF, "worksheet", is_given=True, sens=True),
        Filling(3, grids.TD_ITERATIF, "worksheet, backwards", is_given=True, sens=False),
    )

    def cases(self) -> Iterator[Case]:
        for cell in range(81):
            is_given = grids.TD_ITERATIF[cell] != "."
            yield Filling(cell, grids.TD_ITERATIF, "worksheet", is_given=is_given, sens=cell % 2 == 0)
        for label, line in KINDS:
            for cell in grids.Numbers(len(label)).shuffled(range(81))[:9]:
                yield Filling(cell, line, label, is_given=True, sens=cell % 2 == 0)
                yield Filling(cell, line, label, is_given=False, sens=True)
        # Each tried number of a cell, up to the one after which none is left.
        for cell in (0, 12, 40, 62, 80):
            line = grids.without(NEARLY_FULL, *oracle.PEERS[cell][:8], cell)
            for digit in range(10):
                tried = grids.with_digit(line, cell, digit)
                yield Filling(cell, tried, "tried number", is_given=False, sens=digit == 0)

    def expected(self, case: Filling) -> Expected:
        grid = case.required_grid
        cell = case.cell
        if grid[cell] != "." and not case.is_tried:
            return Expected(case.arguments[-1])
        tried = 0 if grid[cell] == "." else int(grid[cell])
        left = [digit for digit in oracle.candidates(grid, cell) if digit > tried]
        return Expected(bool(left), grid_after=grids.with_digit(grid, cell, left[0] if left else 0))

    def call(self, program: Program, case: Filling, convention: CallConvention) -> Outcome:
        return super().call(program, case.with_list(), convention)

    def call_text(self, name: str, case: Filling) -> str:
        """With `protection(M)` for the list where every digit is a given."""
        i, j, _grid, cells, sens = case.with_list().arguments
        listed = cells if case.is_tried and case.required_grid[case.cell] != "." else "protection(M)"
        return f"{name}({i}, {j}, M, {listed}, {sens})"


class AvanceCase(Exercise):
    worksheet, key, number = "td_iteratif", "avance_case", "7"
    names = ("avance_case",)
    parameters = ("i", "j")
    examples = (Case(0, 0), Case(0, 8))

    def cases(self) -> Iterator[Case]:
        for cell in range(81):
            yield Case(cell // 9, cell % 9)

    def expected(self, case: Case) -> Expected:
        return Expected(divmod(9 * case.arguments[0] + case.arguments[1] + 1, 9))


class ReculeCase(AvanceCase):
    key, number = "recule_case", "8"
    names = ("recule_case",)
    examples = (Case(0, 1), Case(1, 0))

    def expected(self, case: Case) -> Expected:
        return Expected(divmod(9 * case.arguments[0] + case.arguments[1] - 1, 9))


class Run(Outcome):
    """A run of `resolution` without a solution, and what the program prints when there is one."""

    __slots__ = ("printed_when_solved",)

    def __init__(self, outcome: Outcome, printed_when_solved: str) -> None:
        super().__init__(
            outcome.value,
            grid_after=outcome.grid_after,
            printed=outcome.printed,
            error=outcome.error,
            line=outcome.line,
        )
        self.stopped = outcome.stopped
        self.printed_when_solved = printed_when_solved


class Resolution(OnMatrix):
    """Judged by what it prints: the filled matrix in any layout, or, in its own words, that it failed."""

    key, number = "resolution", "9"
    names = ("resolution",)
    parameters = ("M",)
    shrink_events = 40_000
    examples = (
        Case(
            GRID,
            grid=SOLUTION[:27] + grids.TD_ITERATIF[27:],
            label="worksheet, three rows filled",
        ),
    )

    def cases(self) -> Iterator[Case]:
        for label, line in (*solver_grids.SOLVABLE, *solver_grids.UNSOLVABLE):
            # These need 500 steps and more, too many for arrays in a browser.
            if label not in ("empty", "17 clues"):
                yield Case(GRID, grid=line, label=label)

    def expected(self, case: Case) -> Expected:
        found = oracle.solutions(case.required_grid, limit=1)
        if not found:
            return Expected(printed=NOT_SOLVED)
        return Expected(grid_after=ANYTHING, printed=matrix_text(found[0]))

    def call(self, program: Program, case: Case, convention: CallConvention) -> Outcome:
        outcome = super().call(program, case, convention)
        if oracle.solutions(case.required_grid, limit=1):
            return outcome
        # What it says then is the same for all cases.
        if (convention, NOT_SOLVED) not in program.found:
            solved = super().call(program, case.with_grid(solver_grids.SOLVABLE[1][1]), convention)
            program.found[convention, NOT_SOLVED] = solved.printed
        return Run(outcome, program.found[convention, NOT_SOLVED])

    def judge_case(self, case: Case, outcome: Any, expected: Expected) -> Fault:
        grid = case.required_grid
        if outcome.stopped or outcome.error:
            return super().judge_case(case, outcome, expected)
        if expected.grid_after is ANYTHING:
            if not shows_solution(outcome.printed, grid):
                return PRINTED_WRONG, None
            # A program may also work on a copy of M.
            is_right = outcome.grid_after == grid or oracle.completes(outcome.grid_after, grid)
            return None if is_right else (CHANGED, None)
        if not set(sentences(outcome.printed)) - set(sentences(outcome.printed_when_solved)):
            return PRINTED_WRONG, None
        return None if outcome.grid_after == grid else (CHANGED, None)


def matrix_text(line: str) -> str:
    """A matrix as numpy prints it."""
    rows = ["[" + " ".join(line[start : start + 9].replace(".", "0")) + "]" for start in range(0, 81, 9)]
    return "[" + "\n ".join(rows) + "]\n"


def shows_solution(text: str, line: str) -> bool:
    """Whether a text holds, near its end, the 81 digits of a solution of a grid, in any layout."""
    digits = "".join([character for character in text if character in "0123456789"])
    for end in range(len(digits), max(len(digits) - 200, 80), -1):
        shown = digits[end - 81 : end]
        if "0" not in shown and oracle.completes(shown, line):
            return True
    return False


def sentences(text: str) -> list[str]:
    """The lines of a text that say something: with a word of three letters."""
    lines = []
    for line in text.split("\n"):
        letters = 0
        for character in line:
            letters = letters + 1 if character.isalpha() else 0
            if letters == 3:
                lines.append(line.strip())
                break
    return lines


class Lancer(Exercise):
    """The whole file, run as a script: it calls `resolution` on the worksheet's matrix.

    40,000 steps are too many for a browser: `resolution` gets the matrix with four rows already filled.
    A program that fails with these is run again as it is.
    """

    worksheet, key, number = "td_iteratif", "lancer", "10"
    kind = SCRIPT
    names = ("resolution",)
    examples = (Case(label="worksheet", shrinks=False),)

    def expected(self, case: Case) -> Expected:
        return Expected(printed=matrix_text(SOLUTION))

    def call(self, program: Program, case: Case, convention: CallConvention) -> Outcome:
        for number, line in enumerate(program.lines):
            if line.lstrip().startswith("def resolution("):
                indent = line[: len(line) - len(line.lstrip())]
                lines = [*program.lines[:number], f"{indent}@_with_head_start_", *program.lines[number:]]
                names = {"_with_head_start_": with_head_start}
                outcome = run_script(program, Environment(), text="\n".join(lines), names=names)
                if shows_solution(outcome.printed, grids.TD_ITERATIF):
                    return outcome
                break
        return run_script(program, Environment())

    def judge_case(self, case: Case, outcome: Outcome, expected: Expected) -> Fault:
        if not outcome.stopped and shows_solution(outcome.printed, grids.TD_ITERATIF):
            return None
        return super().judge_case(case, outcome, expected)

    def call_text(self, name: str, case: Case) -> str:
        return "resolution(M)"


def with_head_start(function: Callable[..., Any]) -> Callable[..., Any]:
    """`resolution`, called with the first four rows filled where it is given the worksheet's matrix.

    A method has its object before the matrix.
    """

    def resolution(*arguments: Any, **named: Any) -> Any:
        for argument in arguments[:2]:
            if hasattr(argument, "__getitem__") and read_grid(argument) == grids.TD_ITERATIF:
                for cell in range(36):
                    argument[cell // 9][cell % 9] = int(SOLUTION[cell])
                break
        return function(*arguments, **named)

    return resolution


EXERCISES = (
    TestLigne(),
    TestColonne(),
    TestCarre(),
    Test(),
    Protection(),
    Remplissage(),
    AvanceCase(),
    ReculeCase(),
    Resolution(),
    Lancer(),
)
