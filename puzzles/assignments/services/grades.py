"""Marks suggested to the teacher from the results, by a formula that the teacher chooses.

A solved grid is worth 100 percent, less what its help takes off. An unsolved grid is worth a chosen part of
the share of cells that the student filled in correctly without help. More help never gives a better mark: a
cell that help filled is not the student's own, and a grid whose solution was shown counts as unsolved.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from fractions import Fraction
from typing import Any, Self

from ..models import Assignment
from .results import GridResult, ResultStatus, StudentResult

# Marks are rounded to half points.
PARTS_OF_A_POINT = 2


@dataclass(frozen=True)
class GradeRule:
    """The formula: the best mark, and how many percent of a grid's worth each thing takes off.

    A shown solution takes off at least `solution`. `part` is what all cells of an unsolved grid are worth if
    the student filled them rightly.
    """

    scale: int = 20
    hint: int = 5
    cell: int = 5
    mistake: int = 0
    solution: int = 100
    late: int = 0
    part: int = 0

    @classmethod
    def of(cls, assignment: Assignment) -> Self:
        """The formula of an assignment, with the usual values in place of missing and impossible ones."""
        kept: Mapping[str, Any] = assignment.grade_rule
        return cls(**{each.name: kept[each.name] for each in fields(cls) if is_percent(kept, each.name)})


def is_percent(kept: Mapping[str, Any], name: str) -> bool:
    value = kept.get(name)
    return isinstance(value, int) and (name == "scale") <= value <= 100


def set_grade_rule(*, assignment: Assignment, rule: GradeRule) -> Assignment:
    """Change the formula of an assignment, also after it was handed out."""
    assignment.grade_rule = asdict(rule)
    assignment.save(update_fields=["grade_rule"])
    return assignment


def suggested_mark(result: StudentResult, rule: GradeRule) -> Decimal | None:
    """The mark of a student; None if they are excused or have no grids."""
    return None if result.is_excused else mark_of(result.grids, rule)


def mark_of(grids: Sequence[GridResult], rule: GradeRule) -> Decimal | None:
    """The mean worth of the grids on the scale; None for no grids."""
    if not grids:
        return None
    mean = sum((worth(grid, rule) for grid in grids), Fraction(0)) / len(grids)
    parts = int(mean * rule.scale * PARTS_OF_A_POINT + Fraction(1, 2))
    return Decimal(parts) / PARTS_OF_A_POINT


def worth(grid: GridResult, rule: GradeRule) -> Fraction:
    """The value of a grid in the mark, from 0 to 1."""
    return max(Fraction(0), earned(grid, rule) - Fraction(taken_off(grid, rule), 100))


def earned(grid: GridResult, rule: GradeRule) -> Fraction:
    if grid.wanted:
        return Fraction(grid.right, max(grid.asked, grid.wanted))
    if grid.is_solved or grid.status == ResultStatus.HELPED:
        return Fraction(1)
    return Fraction(rule.part * grid.own_right, 100 * grid.to_fill) if grid.to_fill else Fraction(0)


def taken_off(grid: GridResult, rule: GradeRule) -> int:
    """The deduction in percent."""
    filled = rule.cell * grid.cells
    if grid.status == ResultStatus.SHOWN:
        # The solution's cells are among those filled by help: do not take them off twice.
        filled = max(rule.solution, filled)
    return rule.hint * grid.hint_count + filled + rule.mistake * grid.mistakes + rule.late * grid.is_late
