"""Grades: suggested from the results by a formula that the teacher chooses, and changed by hand.

A solved grid is worth 100 percent, less what its help takes off. An unsolved grid is worth a chosen part of
the share of cells that the student filled in correctly without help. More help never gives a better mark: a
cell that help filled is not the student's own, and a grid whose solution was shown counts as unsolved.

An exercise that passes is worth 100 percent, and so are a position whose step was found at the first try and
a question that was answered right.

With parts it is the mean of their grades, each with its weight; a part in which no grade counts is left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, Self

from django.db import transaction
from django.utils import timezone

from accounts.audit_log import Action, log_action
from accounts.models import User

from ..models import Assignee, Assignment, Grade
from .results import GridResult, ItemResult, ResultStatus, StudentResult, results_of

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


def suggested_mark(result: StudentResult, rule: GradeRule, now: datetime | None = None) -> Decimal | None:
    """The mark of a student; None if they are excused, have no work, or a teacher has still to judge some."""
    if result.is_excused or result.is_unjudged:
        return None
    if result.assignment.has_parts:
        return mark_of_parts(result.parts, rule, now)
    grids = [worth(grid, rule) for grid in result.grids]
    return mean_mark([*grids, *[worth_of_item(item, rule) for item in result.items]], rule)


def mark_of(grids: Sequence[GridResult], rule: GradeRule) -> Decimal | None:
    """The mean worth of the grids on the scale; None for no grids."""
    return mean_mark([worth(grid, rule) for grid in grids], rule)


def mean_mark(worths: Sequence[Fraction], rule: GradeRule) -> Decimal | None:
    """The mean of these parts, each from 0 to 1, on the scale; None for no parts."""
    if not worths:
        return None
    return on_scale(sum(worths, Fraction(0)) / len(worths), rule)


def on_scale(share: Fraction, rule: GradeRule) -> Decimal:
    """A share from 0 to 1 as a mark, rounded to half points."""
    parts = int(share * rule.scale * PARTS_OF_A_POINT + Fraction(1, 2))
    return Decimal(parts) / PARTS_OF_A_POINT


def mark_of_parts(parts: Sequence[StudentResult], rule: GradeRule, now: datetime | None) -> Decimal | None:
    """The weighted mean of the grades of parts; None if none counts. A part that is not begun is worth 0."""
    total, weights = Fraction(0), 0
    for part in parts:
        grade, weight = final_grade(part, GradeRule.of(part.assignment), now), part.assignment.weight
        if part.total and grade.is_counted:
            total += weight * Fraction(grade.value or 0) / grade.scale
            weights += weight
    return on_scale(total / weights, rule) if weights else None


def worth(grid: GridResult, rule: GradeRule) -> Fraction:
    """The value of a grid in the mark, from 0 to 1."""
    return max(Fraction(0), earned(grid, rule) - Fraction(taken_off(grid, rule), 100))


def worth_of_item(item: ItemResult, rule: GradeRule) -> Fraction:
    """The value of an exercise or a position in the mark, from 0 to 1."""
    return max(Fraction(0), item.right - Fraction(rule.late * item.is_late, 100))


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


# Changed by hand


@dataclass(frozen=True)
class FinalGrade:
    """The grade that counts: the suggested one, unless a teacher changed it (`own`).

    `suggested` is None for an excused student, for one who has not begun and still may, and while answers are
    to be judged.
    """

    suggested: Decimal | None
    own: Grade | None
    scale: int
    is_excused: bool = False

    @property
    def state(self) -> Grade.State:
        return Grade.State(self.own.state) if self.own else Grade.State.COUNTED

    @property
    def is_absent(self) -> bool:
        return self.state == Grade.State.ABSENT

    @property
    def is_counted(self) -> bool:
        return self.state == Grade.State.COUNTED and not self.is_excused

    @property
    def value(self) -> Decimal | None:
        """The points; None where no grade counts."""
        if not self.is_counted:
            return None
        return self.suggested if self.own is None or self.own.value is None else self.own.value

    @property
    def is_changed(self) -> bool:
        return self.own is not None and (self.own.value is not None or not self.is_counted)

    @property
    def comment(self) -> str:
        return self.own.comment if self.own else ""


def final_grade(result: StudentResult, rule: GradeRule, now: datetime | None = None) -> FinalGrade:
    """The grade of a student."""
    is_to_come = result.is_new and not result.assignee.is_over(now or timezone.now())
    return FinalGrade(
        suggested=None if is_to_come else suggested_mark(result, rule, now),
        own=result.grade,
        scale=rule.scale,
        is_excused=result.is_excused,
    )


def grades_of(assignment: Assignment, now: datetime | None = None) -> dict[int, FinalGrade]:
    """Assignee -> grade, for every kind of work, in a fixed number of queries."""
    now, rule = now or timezone.now(), GradeRule.of(assignment)
    return {each.assignee.pk: final_grade(each, rule, now) for each in results_of(assignment, now)}


@transaction.atomic
def set_grade(
    *,
    assignee: Assignee,
    teacher: User,
    state: str,
    value: Decimal | None,
    reason: str = "",
    comment: str = "",
) -> Grade:
    """Keep a grade in place of the suggested one, or only a comment. Sent twice, it is kept once."""
    fields_of_grade = {
        "state": state,
        "value": value if state == Grade.State.COUNTED else None,
        "reason": reason,
        "comment": comment,
        "author": teacher,
        "changed_at": timezone.now(),
    }
    # Locked: two teachers of the class may write at this moment.
    Assignee.objects.select_for_update().get(pk=assignee.pk)
    grade, _is_new = Grade.objects.update_or_create(assignee=assignee, defaults=fields_of_grade)
    log_action(Action.GRADE_CHANGED, by=teacher.pk, assignment=assignee.assignment_id, assignee=assignee.pk)
    return grade


@transaction.atomic
def set_absent(*, assignment: Assignment, teacher: User, now: datetime | None = None) -> int:
    """Grade as absent all who never began, are not excused and have no grade by hand. Returns how many."""
    now = now or timezone.now()
    missing = [each for each in results_of(assignment, now) if each.never_began(now) and each.grade is None]
    for each in missing:
        set_grade(assignee=each.assignee, teacher=teacher, state=Grade.State.ABSENT, value=None)
    return len(missing)


@transaction.atomic
def publish_grades(*, assignment: Assignment, teacher: User, is_on: bool) -> Assignment:
    """Show the students their grades and the comments on them, in all parts too, or hide them again."""
    assignment.grades_published_at = timezone.now() if is_on else None
    assignment.save(update_fields=["grades_published_at"])
    assignment.parts.update(grades_published_at=assignment.grades_published_at)
    action = Action.GRADES_PUBLISHED if is_on else Action.GRADES_HIDDEN
    log_action(action, by=teacher.pk, assignment=assignment.pk)
    return assignment
