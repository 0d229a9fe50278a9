"""Question 4: a grid is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import grids, printed_grids
from ...cases import ANYTHING, CHANGED, PRINTED_WRONG, Case, Expected
from .question import GridQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...cases import Fault
    from ...exercise import CallConvention
    from ...grid_convention import GridConvention, GridOutcome
    from ...printed_grids import Drawing
    from ...student_program import Program


class Afficher(GridQuestion):
    """Nine rows on nine lines, in any frame and with any sign for an empty cell; the grid is left alone."""

    key = "afficher_sudoku"
    number = "4"
    names = ("afficher_sudoku",)
    examples = (Case(grid=grids.PROJET_INSA, label="the worksheet's line"),)

    def cases(self) -> Iterator[Case]:
        yield Case(grid=grids.EMPTY, label="empty")
        yield Case(grid=grids.FULL, label="complete")
        yield Case(grid=grids.FIGURE_2, label="figure 2")
        for cell in (0, 13, 80):
            yield Case(grid=grids.with_digit(grids.EMPTY, cell, 7), label="one digit")
        yield Case(grid=grids.random_grid(8, clues=40), label="random")

    def expected(self, case: Case) -> Expected:
        return Expected(value=ANYTHING, printed=printed_grids.framed(case.required_grid))

    def judge_case(self, case: Case, outcome: GridOutcome, expected: Expected) -> Fault:
        if outcome.fault():
            return outcome.fault()
        found = outcome.memory["drawing"]
        lines = printed_grids.drawing_lines(outcome.printed)
        if found is None or not any(found.read(lines, first) == case.grid for first in range(len(lines))):
            return PRINTED_WRONG, None
        return None if outcome.is_untouched else (CHANGED, "grid")

    def call(self, program: Program, case: Case, convention: CallConvention) -> GridOutcome:
        drawing_by(program, convention)
        return super().call(program, case, convention)


def drawing_by(program: Program, convention: GridConvention) -> Drawing | None:
    """How a program draws when it is called this way, found once from two full grids."""
    memory = convention.memory
    if "drawing" not in memory:
        first = grids.random_full(21)
        second = printed_grids.renamed(first, 4)
        texts = [convention.call(program, Case(grid=line)).printed for line in (first, second)]
        memory["drawing"] = printed_grids.drawing_of(texts[0], texts[1], first, second)
    return memory["drawing"]
