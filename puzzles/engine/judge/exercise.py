"""An exercise of a worksheet: its cases, the expected answers, and how a program is called and judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import comparison, function_calls, function_lookup
from .cases import Target

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from .cases import Case, Expected, Fault, Outcome
    from .function_lookup import Found, Missing
    from .student_program import Program


class Exercise(Target):
    """A function, method, class, variable or script of a worksheet; a module of `exercises` derives from it.

    It sets the attributes here and in `Target`, and writes `cases` and `expected`; it overrides the other
    methods only where the defaults (function_calls.py, comparison.py) do not fit. Where cases or outcomes are
    `Any` here, an exercise may have its own classes of them.
    """

    examples: tuple = ()  # the worksheet's own cases, judged first
    forms: tuple = ("lists",)  # ("array", "lists"): the exercise passes when all cases pass in one form
    limit_s = 10  # time for the whole exercise
    failures = 12  # failing cases looked at; 1 where cases come from easy to hard and none shrinks
    shrink_calls = 400  # calls spent on making a counterexample smaller
    shrink_events = 150_000  # and lines of the student's program run meanwhile

    def cases(self) -> Iterator[Case]:
        """The cases after the examples: deterministic, cheap ones first."""
        return iter(())

    def expected(self, case: Any) -> Expected:
        """What a right program gives for this case."""
        raise NotImplementedError

    def find(self, program: Program) -> Found | Missing:
        """What the exercise asks for in a program: `Found` or `Missing`."""
        return function_lookup.find(self, program)

    def forms_of(self, program: Program) -> Iterable[Any]:
        """The forms tried on a program, one after the other until one passes."""
        return self.forms

    def call(self, program: Program, case: Any, form: Any) -> Outcome:
        """Run the student's program on a case; an Outcome. Never raises for a fault of the program."""
        return function_calls.call(self, program, case, form)

    def judge_case(self, case: Any, outcome: Any, expected: Expected) -> Fault:
        """None when the outcome is right, else a verdict code and a detail."""
        return comparison.judge_case(self, case, outcome, expected)

    def call_text(self, name: str, case: Any) -> str:
        """The call as a student would type it: `bloc(S, 3, 4)`."""
        return function_calls.call_text(self, name, case)
