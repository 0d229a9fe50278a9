"""A mark suggested from the results, by a formula that the teacher chooses. Students are never told it.

A solved grid is worth 100 percent, and help takes off some of it, also where much of it was filled by help.
What is not solved is worth a chosen part of the share of cells that the student filled rightly alone. So more
help never gives a better mark: a cell filled by a help is nobody's own, and a grid whose solution was shown
counts as not solved.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from fractions import Fraction
from typing import Any, Self

from ..models import MARK_RULE, Assignment
from .results import GridResult, Outcome, StudentResult

# A mark is rounded to the nearest of so many parts of a point; in the middle, upwards.
PARTS_OF_A_POINT = 2


@dataclass(frozen=True)
class MarkRule:
    """The formula: the best mark, and in percent of a grid's worth what each thing takes off.

    `solution` is the least that a shown solution takes off; `part` is what the cells filled rightly of a
    grid that is not solved are worth, all of them together.
    """

    scale: int = MARK_RULE["scale"]
    hint: int = MARK_RULE["hint"]
    cell: int = MARK_RULE["cell"]
    slip: int = MARK_RULE["slip"]
    solution: int = MARK_RULE["solution"]
    late: int = MARK_RULE["late"]
    part: int = MARK_RULE["part"]

    @classmethod
    def of(cls, assignment: Assignment) -> Self:
        """The formula chosen for an assignment, or the usual one, also for values that make no sense."""
        kept: Mapping[str, Any] = assignment.mark_rule
        return cls(**{each.name: kept[each.name] for each in fields(cls) if is_percent(kept, each.name)})


def is_percent(kept: Mapping[str, Any], name: str) -> bool:
    value = kept.get(name)
    return isinstance(value, int) and (name == "scale") <= value <= 100


def set_mark_rule(*, assignment: Assignment, rule: MarkRule) -> Assignment:
    """The assignment with another formula; nothing else of it changes."""
    assignment.mark_rule = asdict(rule)
    assignment.save(update_fields=["mark_rule"])
    return assignment


def suggested_mark(result: StudentResult, rule: MarkRule) -> Decimal | None:
    """The mark of a student; None for who is let off or has no grids."""
    return None if result.is_excluded else mark_of(result.grids, rule)


def mark_of(grids: Sequence[GridResult], rule: MarkRule) -> Decimal | None:
    """The mean worth of some grids on the scale, rounded to half a point; None for no grids."""
    if not grids:
        return None
    mean = sum((worth(grid, rule) for grid in grids), Fraction(0)) / len(grids)
    parts = int(mean * rule.scale * PARTS_OF_A_POINT + Fraction(1, 2))
    return Decimal(parts) / PARTS_OF_A_POINT


def worth(grid: GridResult, rule: MarkRule) -> Fraction:
    """What a grid is worth, from 0 to 1."""
    return max(Fraction(0), earned(grid, rule) - Fraction(taken_off(grid, rule), 100))


def earned(grid: GridResult, rule: MarkRule) -> Fraction:
    if grid.wanted:
        return Fraction(grid.right, max(grid.asked, grid.wanted))
    if grid.is_solved or grid.outcome == Outcome.HELPED:
        return Fraction(1)
    return Fraction(rule.part * grid.own_right, 100 * grid.to_fill) if grid.to_fill else Fraction(0)


def taken_off(grid: GridResult, rule: MarkRule) -> int:
    """How much is taken off, in percent."""
    filled = rule.cell * grid.cells
    if grid.outcome == Outcome.SHOWN:
        # The cells of the solution are among those filled by help, and are not taken off twice.
        filled = max(rule.solution, filled)
    return rule.hint * grid.hint_count + filled + rule.slip * grid.slips + rule.late * grid.is_late
