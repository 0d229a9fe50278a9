"""What the questions of the first worksheet share: a function on one grid, and every grid it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import grids, held_grids, layout
from ...cases import METHOD, RAISED, TOO_SLOW, Outcome
from ...exercise import Exercise
from ...function_lookup import Found, Missing
from ...layout import FILE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ...cases import Case, Fault
    from ...exercise import CallConvention
    from ...layout import Way
    from ...student_program import Program


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
        Outcome.__init__(self, outcome.value, None, outcome.printed, outcome.error, outcome.line)
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
            self.value = layout.Shown(self.value, self.given_back[0])

    @property
    def lines(self) -> list[str]:
        return self.given_back + self.held

    def fault(self) -> Fault:
        """The verdict where the call did not come to an end."""
        if self.stopped:
            return TOO_SLOW, None
        return (RAISED, None) if self.error else None


class Question(Exercise):
    """A question whose function works on one grid, as a method or a function."""

    worksheet = "projet_insa"
    container: str | None = "Sudoku"
    kind = METHOD

    def found_names(self, program: Program) -> list[str]:
        """The names in the program that may be what the question asks for, the likeliest first."""
        known = layout.layout_of(program)
        return [name for name in self.names if known.functions(name)]

    def find(self, program: Program) -> Found | Missing:
        names = self.found_names(program)
        return Found(names[0], None) if names else super().find(program)

    def conventions_of(self, program: Program) -> list[CallConvention]:
        known = layout.layout_of(program)
        return [way for name in self.found_names(program) for way in known.ways(name)]

    def call(self, program: Program, case: Case, convention: CallConvention) -> GridOutcome:
        way: Way = convention
        prepared = layout.run(program, lambda: way.prepare(case.required_grid), **grid_inputs(case.grid))
        if prepared.error or prepared.stopped:
            return GridOutcome(prepared)
        act, holders = prepared.value
        before = [held_grids.raw_cells(holder) for holder in holders()]
        outcome = layout.run(program, act, answers=case.answers, files=case.files)
        held = [line for holder in holders() for line in held_grids.grids_in(holder)]
        outcome = GridOutcome(outcome, held_grids.grids_in(outcome.value), held, way.memory)
        outcome.is_untouched = before == [held_grids.raw_cells(holder) for holder in holders()]
        return outcome


def grid_inputs(line: str | None) -> dict[str, Any]:
    """The file and the answer that a program may want in order to hold a grid."""
    text = (line or grids.EMPTY).replace(".", "0")
    return {"answers": (text,), "files": {FILE: text + "\n"}}
