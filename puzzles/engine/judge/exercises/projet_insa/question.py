"""What the questions of the first worksheet share: a function that works on one grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import layout
from ...cases import METHOD
from ...exercise import Exercise
from ...function_lookup import Found, Missing

if TYPE_CHECKING:
    from ...cases import Case
    from ...exercise import CallConvention
    from ...grid_convention import GridConvention, GridOutcome
    from ...student_program import Program


class GridQuestion(Exercise):
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
        return [convention for name in self.found_names(program) for convention in known.conventions(name)]

    def call(self, program: Program, case: Case, convention: CallConvention) -> GridOutcome:
        one_way: GridConvention = convention
        return one_way.call(program, case)
