"""Conventions of the first worksheet: ways to call an operation on a grid, and their outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cases import RAISED, TOO_SLOW, Outcome
from .grid_forms import copy_of_shape
from .grid_reader import grid_line, grids_in, raw_cells
from .grids import EMPTY
from .student_program import run_action

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from .cases import Case, Fault
    from .student_program import Program

    # Makes of a line of 81 characters something that holds this grid.
    GridMaker = Callable[[str], Any]
    # Makes of a line the call of an operation on this grid, and a function: what may hold the grid then.
    Prepare = Callable[[str], tuple[Callable[[], Any], Callable[[], list[Any]]]]

FILE = "sudoku.txt"


def grid_inputs(line: str | None) -> dict[str, Any]:
    """The file and the answer that a program may want in order to hold a grid."""
    text = (line or EMPTY).replace(".", "0")
    return {"answers": (text,), "files": {FILE: text + "\n"}}


class Shown:
    """An object of a student's class in a verdict: its class and its grid instead of an address."""

    def __init__(self, thing: Any, line: str) -> None:
        self.name = type(thing).__name__
        self.line = line

    def __repr__(self) -> str:
        return f"<{self.name} {self.line}>"


class GridConvention:
    """One way to call an operation on a grid, made by one of the functions below.

    `memory` is a cache of what a question has found out about the program. `is_bare_method`: a method without
    a parameter for a first cell.
    """

    __slots__ = ("_prepare", "is_bare_method", "memory")

    def __init__(self, prepare: Prepare, *, is_bare_method: bool = False) -> None:
        self._prepare = prepare
        self.is_bare_method = is_bare_method
        self.memory: dict[str, Any] = {}

    def call(self, program: Program, case: Case) -> GridOutcome:
        """Make the case's grid in the form that this convention takes, and call the operation on it."""
        line = case.required_grid
        prepared = run_action(program, lambda: self._prepare(line), **grid_inputs(line))
        if prepared.error or prepared.stopped:
            return GridOutcome(prepared)
        action, holders = prepared.value
        before = [raw_cells(holder) for holder in holders()]
        outcome = run_action(program, action, answers=case.answers, files=case.files)
        held = [line for holder in holders() for line in grids_in(holder)]
        result = GridOutcome(outcome, grids_in(outcome.value), held, self.memory)
        result.is_untouched = before == [raw_cells(holder) for holder in holders()]
        return result


def method_on_object(name: str, make: GridMaker, cells: int = 0) -> GridConvention:
    """A method of an object that holds the grid; each of its parameters is a cell or part of one: 0."""

    def prepare(line: str) -> Any:
        held = make(line)
        method = getattr(held, name)
        return (lambda: method(*[0] * cells)), lambda: [held]

    return GridConvention(prepare, is_bare_method=not cells)


def method_on_argument(name: str, make: GridMaker, argument: GridMaker) -> GridConvention:
    """A method of an object that holds the grid and gets it again as an argument."""

    def prepare(line: str) -> Any:
        held = make(line)
        method, given = getattr(held, name), argument(line)
        return (lambda: method(given)), lambda: [given, held]

    return GridConvention(prepare, is_bare_method=True)


def function_on_argument(function: Any, make: GridMaker, cells: int = 0) -> GridConvention:
    """A function that takes the grid, then parameters that are each a cell or part of one: 0."""

    def prepare(line: str) -> Any:
        held = make(line)
        return (lambda: function(held, *[0] * cells)), lambda: [held]

    return GridConvention(prepare)


def function_on_globals(
    function: Any, make: GridMaker, program: Program, names: Sequence[str]
) -> GridConvention:
    """A function that works on global variables of these names."""

    def prepare(line: str) -> Any:
        held, namespace = make(line), program.namespace
        for name in names:
            current = namespace[name]
            if type(current) is type(held):
                namespace[name] = held
            elif grid_line(current) is not None:
                namespace[name] = copy_of_shape(current, line)
        return function, lambda: [namespace[name] for name in names]

    return GridConvention(prepare)


class GridOutcome(Outcome):
    """An outcome with every grid that can be read afterwards: in the value, and in what held the grid."""

    __slots__ = ("answers_left", "gave_up", "given_back", "held", "is_untouched", "memory")

    def __init__(
        self,
        outcome: Outcome,
        given_back: Iterable[str] = (),
        held: Iterable[str] = (),
        memory: dict[str, Any] | None = None,
    ) -> None:
        Outcome.__init__(self, outcome.value, printed=outcome.printed, error=outcome.error, line=outcome.line)
        self.stopped = outcome.stopped
        self.given_back = list(given_back)
        self.held = list(held)
        self.memory = {} if memory is None else memory
        self.is_untouched = True
        self.answers_left = 0
        self.gave_up = False
        self.grid_after = next(iter(self.held + self.given_back), None)
        if self.given_back and hasattr(self.value, "__dict__"):
            # An object of the student's class is shown by its grid.
            self.value = Shown(self.value, self.given_back[0])

    @property
    def lines(self) -> list[str]:
        return self.given_back + self.held

    def fault(self) -> Fault:
        """The verdict if the call did not end normally, else None."""
        if self.stopped:
            return TOO_SLOW, None
        return (RAISED, None) if self.error else None
