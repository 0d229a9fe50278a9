"""Question 5: a grid is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import comparison, grids, oracle
from ...cases import CHANGED, Case, Expected
from .question import GridQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...cases import Fault
    from ...grid_convention import GridOutcome


class EstValide(GridQuestion):
    """1 for a full grid that obeys the rules, else 0: numbers, as the worksheet writes them."""

    key = "est_valide"
    number = "5"
    names = ("est_valide",)
    examples = (
        Case(grid=grids.FULL, label="figure 1, complete"),
        Case(grid=grids.FIGURE_1, label="figure 1, incomplete"),
    )

    def cases(self) -> Iterator[Case]:
        full = grids.FULL
        yield Case(grid=grids.random_full(2), label="complete")
        yield Case(grid=grids.EMPTY, label="empty")
        for cell in (0, 40, 80):
            yield Case(grid=grids.without(full, cell), label="one empty cell")
        yield Case(
            grid="".join(str((row + column) % 9 + 1) for row in range(9) for column in range(9)),
            label="boxes",
        )
        yield Case(
            grid="".join(str((row * 3 + row // 3) % 9 + 1) for row in range(9) for _ in range(9)),
            label="one digit in each row",
        )
        yield Case(
            grid="".join(str((column * 3 + column // 3) % 9 + 1) for _ in range(9) for column in range(9)),
            label="one digit in each column",
        )
        # Two digits of a row exchanged within a box: rows and boxes are right, columns are not; and turned.
        for cell in (3, 44, 79):
            yield Case(grid=_exchanged(full, cell, cell + 1), label="columns")
        for cell in (3, 44, 62):
            yield Case(grid=_exchanged(full, cell, cell + 9), label="rows")
        yield Case(grid="5" * 81, label="all alike")
        yield Case(grid=full.replace("9", "."), label="one digit is nowhere")
        for cell in (0, 37, 80):
            yield Case(grid=grids.with_digit(full, cell, int(full[cell]) % 9 + 1), label="one digit wrong")
        yield Case(grid=grids.random_full(6), label="complete")
        yield Case(grid=grids.TUTORIEL, label="incomplete")

    def expected(self, case: Case) -> Expected:
        return Expected(value=1 if oracle.is_valid_full(case.required_grid) else 0)

    def judge_case(self, case: Case, outcome: GridOutcome, expected: Expected) -> Fault:
        after, outcome.grid_after = outcome.grid_after, case.grid
        fault = comparison.judge_case(self, case, outcome, expected)
        if fault is None and not outcome.is_untouched:
            outcome.grid_after = after
            return CHANGED, "grid"
        return fault


def _exchanged(line: str, first: int, second: int) -> str:
    return grids.with_digit(grids.with_digit(line, first, int(line[second])), second, int(line[first]))
