"""An exercise of a worksheet: its cases, the expected answers, and how a program is called and judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import comparison, function_calls, function_lookup
from .cases import Requirement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from .cases import Case, Expected, Fault, Outcome
    from .function_lookup import Found, Missing
    from .student_program import Program

    # One way to call a program: the argument of an exercise's `call`, one of its own `conventions_of`. The
    # loop of the judge never looks into it. Its kinds:
    # - the form of the grid handed over, "array" or "lists", in four worksheets;
    # - a GridConvention, in most questions of projet_insa: it makes the call and reads the grids after it;
    # - a grid_convention.GridMaker, in its question on the class: from a line to an object with that grid;
    # - a tuple (owner, function, setting), in its questions that read grids: how the function asks for one;
    # - the name of a function, or None for the whole file, in its question on the program.
    CallConvention = Any


class Exercise(Requirement):
    """A function, method, class, variable or script of a worksheet; a module of `exercises` derives from it.

    A subclass sets the attributes here and in `Requirement`, and defines `cases` and `expected`. It overrides
    the other methods only where the defaults (function_calls.py, comparison.py) do not fit. Cases and
    outcomes typed `Any` here may have classes of their own.
    """

    examples: tuple = ()  # the worksheet's own cases, judged first
    conventions: tuple = ("lists",)  # the exercise passes when all cases pass by one of them
    limit_s = 10  # time for the whole exercise
    most_counterexamples = 12  # of each convention; 1 where cases come from easy to hard and none shrinks
    shrink_calls = 400  # calls spent on making a counterexample smaller
    shrink_events = 150_000  # and lines of the student's program run meanwhile

    def cases(self) -> Iterator[Case]:
        """The cases after the examples: deterministic, cheap ones first."""
        return iter(())

    def expected(self, case: Any) -> Expected:
        """What a right program gives for this case."""
        raise NotImplementedError

    def find(self, program: Program) -> Found | Missing:
        """Find in a program what the exercise asks for: `Found` or `Missing`."""
        return function_lookup.find(self, program)

    def conventions_of(self, program: Program) -> Iterable[CallConvention]:
        """The conventions tried on a program, one after the other until one passes."""
        return self.conventions

    def call(self, program: Program, case: Any, convention: CallConvention) -> Outcome:
        """Run the student's program on a case; an Outcome. Never raises for a fault of the program."""
        return function_calls.call(self, program, case, convention)

    def judge_case(self, case: Any, outcome: Any, expected: Expected) -> Fault:
        """None when the outcome is right, else a verdict code and a detail."""
        return comparison.judge_case(self, case, outcome, expected)

    def call_text(self, name: str, case: Any) -> str:
        """The call as a student would type it: `bloc(S, 3, 4)`."""
        return function_calls.call_text(self, name, case)
