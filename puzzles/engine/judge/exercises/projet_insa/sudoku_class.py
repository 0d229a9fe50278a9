"""Question 1: the class `Sudoku` takes a grid and keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import grids, layout
from ...cases import ANYTHING, CLASS, WRONG, Case, Expected, Outcome
from ...exercise import Exercise
from ...function_lookup import Found, Missing
from ...grid_convention import GridOutcome, Shown, grid_inputs
from ...grid_forms import write_cells
from ...grid_reader import attributes, grid_line, grids_in
from ...student_program import run_action
from .question import GridQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ...cases import Fault
    from ...exercise import CallConvention
    from ...grid_convention import GridMaker
    from ...student_program import Program


class SudokuClass(GridQuestion):
    """The class takes a grid, complete or not, and keeps it; two objects share nothing, nor do two rows."""

    key = "sudoku"
    number = "1"
    kind = CLASS
    names = ("Sudoku",)
    container = None
    examples = (Case(grid=grids.PROJET_INSA, label="the worksheet's line"),)

    def find(self, program: Program) -> Found | Missing:
        if layout.find_class(program) is not None:
            return Found("Sudoku", None)
        return Exercise.find(self, program)

    def conventions_of(self, program: Program) -> list[CallConvention]:
        known = layout.layout_of(program)
        constructors = known.constructors()
        if not any(known.fits(make) for make in constructors):
            misreading = [make for make in constructors if known.misreads(make)]
            if misreading:
                return misreading
        return known.objects() or [layout.call_with(known.sudoku, form) for form in layout.PLAIN_FORMS]

    def cases(self) -> Iterator[Case]:
        yield Case(grid=grids.FULL, label="complete")
        yield Case(grid=grids.EMPTY, label="empty")
        yield Case(grid=grids.random_grid(5, clues=30), label="random")
        yield Case("two", grid=grids.TUTORIEL, label="two objects")
        for cell in (0, 40, 80):
            yield Case("write", cell, grid=grids.MINI_PROJET, label="a cell is written", shrinks=False)
        yield Case("bare", grid=grids.EMPTY, label="two empty objects", shrinks=False)

    def expected(self, case: Case) -> Expected:
        if case.arguments[:1] == ("write",):
            return Expected(value=ANYTHING, grid_after=_written(case))
        return Expected(value=ANYTHING, grid_after=case.grid)

    def call(self, program: Program, case: Case, convention: CallConvention) -> GridOutcome:
        make: GridMaker = convention
        sudoku: Any = layout.find_class(program)
        what = case.arguments[0] if case.arguments else "one"
        answers = grid_inputs(case.grid)["answers"] * 2

        def act() -> Any:
            if what == "bare":
                first, held = sudoku(), sudoku()
                _write(first, 0, 9)
            else:
                held = make(case.required_grid)
                if what == "write":
                    _write(held, case.arguments[1], 9)
            return held

        outcome = run_action(program, act, answers=answers, files=grid_inputs(case.grid)["files"])
        held = grids_in(outcome.value)
        if what == "bare" and (outcome.error or not held):
            # Sudoku() without a grid is not asked for.
            return GridOutcome(Outcome(), (), [grids.EMPTY])
        if what == "two" and not outcome.error:
            run_action(program, lambda: make(grids.FIGURE_2), **grid_inputs(grids.FIGURE_2))
            held = grids_in(outcome.value)
        if what == "write" and case.grid in held and _written(case) not in held:
            # What was written reached no grid: a property gives copies, or the grid is text.
            held = [_written(case)]
        outcome = GridOutcome(outcome, (), held)
        if outcome.grid_after is not None:
            outcome.value = Shown(outcome.value, outcome.grid_after)
        return outcome

    def judge_case(self, case: Case, outcome: GridOutcome, expected: Expected) -> Fault:
        if outcome.fault() or expected.grid_after in outcome.held:
            return outcome.fault()
        return WRONG, "grid"

    def call_text(self, name: str, case: Case) -> str:
        what = case.arguments[0] if case.arguments else "one"
        if what == "bare":
            return f"a, b = {name}(), {name}()"
        if what == "two":
            return f"a, b = {name}(...), {name}(...)"
        return f"a = {name}(...)"


def _written(case: Case) -> str:
    """The grid after a case that writes into a cell."""
    return grids.with_digit(case.required_grid, case.arguments[1], 9)


def _write(held: Any, cell: int, digit: int) -> None:
    """Write a digit into a cell of the list that an object has, as its own methods would."""
    for value in [held] + [value for _, value in attributes(held)]:
        if grid_line(value) is None or isinstance(value, (str, tuple)):
            continue
        try:
            write_cells(value, {cell: digit})
            return
        except Exception:  # noqa: S112 - whatever a student's class raises
            continue
