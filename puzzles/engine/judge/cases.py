"""A test case of an exercise, the expected and the actual outcome, and the names an exercise asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    # None where an outcome is right, else a verdict's code and a detail.
    Fault = tuple[str, str | None] | None

FUNCTION, METHOD, CLASS, VARIABLE, SCRIPT, QUESTIONS = (
    "function",
    "method",
    "class",
    "variable",
    "script",
    "questions",
)

# The codes of verdicts.
PASSED, WRONG, RAISED, PRINTED_WRONG = "passed", "wrong", "raised", "printed_wrong"
CHANGED, NOT_DEFINED, TOO_SLOW, STOPPED = "changed", "not_defined", "too_slow", "stopped"

# The names that two worksheets give to the file that is to be written.
FILE_NAMES = {"projet_insa": "sudoku_nom_prenom.py", "tutoriel": "sudoku.py"}


def program_name_of(worksheet: str) -> str:
    """The name under which a student keeps their program for a worksheet."""
    return FILE_NAMES.get(worksheet, f"{worksheet}.py")


class Placeholder:
    """A placeholder for a value, compared by identity."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


# Among a case's arguments: the grid of the case goes here, in the form the exercise hands it over.
GRID = Placeholder("GRID")
# As an expected value or expected grid: not looked at.
ANYTHING = Placeholder("ANYTHING")
# As an expected grid: the case's grid with every empty cell filled, without a conflict at these cells.
SOLVED = Placeholder("SOLVED")


class AnyOf:
    """As an expected value: any of these is right, the first is the one shown."""

    __slots__ = ("values",)

    def __init__(self, *values: Any) -> None:
        self.values = values

    def __repr__(self) -> str:
        return repr(self.values[0])


class Case:
    """One call: arguments in the worksheet's order, and the environment of the call.

    `grid` is a line of 81 characters (`.` or `0` is empty) or None; `answers` are what `input` gives;
    `files` maps a file's name to its text. `label` names the kind of grid, in English, for tables and tests.
    `shrinks` is false where removing digits makes no sense (scripts). `solution` is a solution of
    the grid, if the exercise knows one: grids with fewer digits have it too.
    """

    __slots__ = ("answers", "arguments", "files", "grid", "label", "shrinks", "solution")

    def __init__(
        self,
        *arguments: Any,
        grid: str | None = None,
        answers: Iterable[str] = (),
        files: Mapping[str, str] | None = None,
        label: str = "",
        shrinks: bool = True,
        solution: str | None = None,
    ) -> None:
        self.arguments = arguments
        self.grid = None if grid is None else grid.replace("0", ".")
        self.answers = tuple(answers)
        self.files = dict(files or {})
        self.label = label
        self.shrinks = shrinks and grid is not None
        self.solution = solution

    @property
    def required_grid(self) -> str:
        """The grid of a case that has one. Raises ValueError."""
        if self.grid is None:
            raise ValueError(f"no grid in the case {self.label!r}")
        return self.grid

    def with_grid(self, grid: str | None) -> Case:
        """The same call on another grid."""
        return Case(
            *self.arguments,
            grid=grid,
            answers=self.answers,
            files=self.files,
            label=self.label,
            shrinks=self.shrinks,
            solution=self.solution,
        )


class Expected:
    """What a right program gives for a case.

    `value`: the value returned, or ANYTHING. `grid_after`: None = the grid stays as it was, else a line of 81
    characters, SOLVED or ANYTHING. `printed`: None = not looked at, else the text without trailing blanks.
    """

    __slots__ = ("grid_after", "printed", "value")

    def __init__(
        self,
        value: Any = ANYTHING,
        *,
        grid_after: str | Placeholder | None = None,
        printed: str | None = None,
    ) -> None:
        self.value = value
        self.grid_after = grid_after
        self.printed = printed


class Outcome:
    """What a student's program gave for a case: a value, a grid, a text; or an error with its line.

    `grid_after` is the grid after the call as a line (`?` where a cell holds no digit), None where it is no
    grid of nine rows any more. `stopped`: the call was ended because it took too many steps.
    """

    __slots__ = ("error", "grid_after", "line", "printed", "stopped", "value")

    def __init__(
        self,
        value: Any = None,
        *,
        grid_after: str | None = None,
        printed: str = "",
        error: str | None = None,
        line: int | None = None,
    ) -> None:
        self.value = value
        self.grid_after = grid_after
        self.printed = printed
        self.error = error
        self.line = line
        self.stopped = False


class Requirement:
    """What an exercise asks a program for: its names there, and the words of its call."""

    worksheet = ""
    key = ""
    number = ""
    kind = FUNCTION
    names: tuple = ()  # accepted names, the worksheet's own first
    parameters: tuple = ()  # ("S", "i", "j"): words of a call
    container: str | None = None  # "Sudoku": the class in which methods are looked for first
    grid_global: str | None = None  # "grid": the global variable that holds the grid, where it is no argument
    unordered = False  # True: the order of a list returned does not count
    may_print = True  # False: printing anything is judged as printed wrong

    def asked(self, case: Case) -> tuple[int | None, int | None]:
        """The row and the column that a call asks for. None if it asks for none."""
        named = dict(zip(self.parameters, case.arguments, strict=False))
        return named.get("i", named.get("y")), named.get("j", named.get("x"))

    def distance(self, case: Case, cell: int) -> int:
        """How far a cell is from the one that a call asks for; peers count as nearer."""
        row, column = self.asked(case)
        down = 0 if row is None else abs(cell // 9 - row)
        right = 0 if column is None else abs(cell % 9 - column)
        if row is None or column is None:
            return down + right
        is_peer = not down or not right or (cell // 27 == row // 3 and cell % 9 // 3 == column // 3)
        return down + right + (0 if is_peer else 18)
