"""Marks that are suggested: what each thing is worth, and that more help never gives a better mark."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee, Assignment, Grade
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.grades import (
    GradeRule,
    grades_of,
    mark_of,
    set_absent,
    set_grade_rule,
    worth,
)
from puzzles.assignments.services.lifecycle import excuse, stop_assignment
from puzzles.assignments.services.results import GridResult, ResultStatus
from puzzles.assignments.services.submissions import confirm_verdicts
from puzzles.course.pages.table import exercise_table
from puzzles.course.services.progress import record_verdicts
from puzzles.course.services.verdicts import ReportedVerdict
from puzzles.library.models import Puzzle
from puzzles.training.models import DrillAnswer
from tests.conftest import enrolled

ALL_OFF = GradeRule(hint=0, cell=0, mistake=0, solution=0, late=0, part=0)
PERCENT = st.integers(0, 100)
RULES = st.builds(
    GradeRule,
    scale=st.integers(1, 100),
    hint=PERCENT,
    cell=PERCENT,
    mistake=PERCENT,
    solution=PERCENT,
    late=PERCENT,
    part=st.sampled_from([0, 50, 100]),
)


def result(outcome: ResultStatus = ResultStatus.SOLVED, **fields: Any) -> GridResult:
    return GridResult(position=1, puzzle=Puzzle(givens="." * 81), status=outcome, to_fill=50, **fields)


@st.composite
def grids(draw: st.DrawFn) -> GridResult:
    cells = draw(st.integers(0, 50))
    return result(
        draw(
            st.sampled_from(
                [ResultStatus.OPEN, ResultStatus.SOLVED, ResultStatus.UNFINISHED, ResultStatus.SHOWN]
            )
        ),
        hints=(draw(st.integers(0, 12)), 0, 0, 0),
        cells=cells,
        mistakes=draw(st.integers(0, 12)),
        own_right=draw(st.integers(0, 50 - cells)),
        is_late=draw(st.booleans()),
    )


def test_the_default_grade_deducts_five_percent_for_each_hint_and_filled_cell() -> None:
    helped = result(hints=(1, 0, 0, 1), cells=2, mistakes=4)
    assert mark_of([helped], GradeRule()) == Decimal(16)
    assert mark_of([helped, result()], GradeRule()) == Decimal(18)


def test_an_unsolved_grid_scores_nothing_without_partial_credit() -> None:
    half = result(ResultStatus.UNFINISHED, own_right=25)
    assert mark_of([half], GradeRule()) == 0
    assert mark_of([half], GradeRule(part=100)) == Decimal(10)
    assert mark_of([half], GradeRule(part=50)) == Decimal(5)


def test_a_shown_solution_is_worth_nothing_at_the_usual_rule() -> None:
    shown = result(ResultStatus.SHOWN, cells=20, own_right=30)
    assert mark_of([shown], GradeRule(part=100)) == 0


def test_a_shown_solution_is_not_taken_off_twice() -> None:
    shown = result(ResultStatus.SHOWN, cells=10, own_right=40)
    assert worth(shown, GradeRule(part=100, cell=1, solution=30)) == Decimal("0.5")


@pytest.mark.parametrize(("mistakes", "mark"), [(0, "20"), (1, "19.5"), (2, "19"), (3, "19"), (5, "18")])
def test_a_grade_is_rounded_to_the_nearest_half_point(mistakes: int, mark: str) -> None:
    # Two percent of twenty are four tenths of a point.
    assert mark_of([result(mistakes=mistakes)], replace(ALL_OFF, mistake=2)) == Decimal(mark)


def test_in_the_middle_a_grade_is_rounded_upwards() -> None:
    assert mark_of([result(mistakes=5)], GradeRule(scale=5, mistake=1)) == Decimal(5)
    assert mark_of([result(mistakes=6)], GradeRule(scale=5, mistake=1)) == Decimal("4.5")


def test_predictions_are_worth_the_share_that_was_right() -> None:
    run = result(ResultStatus.PREDICTED, asked=10, right=7, wanted=10)
    assert mark_of([run], GradeRule()) == Decimal(14)


def test_predictions_not_made_are_not_right() -> None:
    run = result(ResultStatus.OPEN, asked=4, right=4, wanted=10)
    assert mark_of([run], GradeRule()) == Decimal(8)


def test_no_grids_have_no_grade() -> None:
    assert mark_of([], GradeRule()) is None


@settings(max_examples=60)
@given(RULES, grids())
def test_a_grade_is_never_negative_or_above_the_best(rule: GradeRule, grid: GridResult) -> None:
    mark = mark_of([grid], rule)
    assert mark is not None
    assert 0 <= mark <= rule.scale


@settings(max_examples=100)
@given(RULES, grids(), grids(), st.sampled_from(["hint", "fill", "fill over", "solution"]))
def test_more_help_never_gives_a_better_grade(
    rule: GradeRule, grid: GridResult, other: GridResult, help_asked: str
) -> None:
    helped = with_help(grid, help_asked)
    before, after = mark_of([grid, other], rule), mark_of([helped, other], rule)
    assert before is not None
    assert after is not None
    assert after <= before


def with_help(grid: GridResult, asked: str) -> GridResult:
    """The same game with one help more."""
    if asked == "hint":
        first, *deeper = grid.hints
        return replace(grid, hints=(first + 1, *deeper))
    if asked == "fill":
        # The cell stands right now, by no work of the student.
        return replace(grid, cells=grid.cells + 1)
    if asked == "fill over":
        # It is filled where the student had the right digit before and took it away.
        return replace(grid, cells=grid.cells + 1, own_right=max(0, grid.own_right - 1))
    return replace(grid, status=ResultStatus.SHOWN, cells=max(grid.cells, 50 - grid.own_right))


def test_a_rule_is_kept_and_read_back(assignment_of: Any, student: Any) -> None:
    assignment = assignment_of()
    assert GradeRule.of(assignment) == GradeRule()
    rule = GradeRule(scale=10, hint=3, cell=7, mistake=1, solution=60, late=20, part=50)
    set_grade_rule(assignment=assignment, rule=rule)
    assert GradeRule.of(Assignment.objects.get(pk=assignment.pk)) == rule


def test_a_rule_that_makes_no_sense_is_the_usual_one() -> None:
    assert (
        GradeRule.of(Assignment(grade_rule={"scale": 0, "hint": -3, "cell": "many", "new": 1})) == GradeRule()
    )


# Every kind of work


def suggested(assignment: Assignment) -> dict[str, Decimal | None]:
    """Username -> suggested mark."""
    grades = grades_of(assignment)
    names = dict(Assignee.objects.filter(pk__in=grades).values_list("pk", "student__username"))
    return {names[key]: grade.suggested for key, grade in grades.items()}


def test_exercises_are_worth_the_share_that_passes(
    student: User, classmate: User, exercises_of: Any, submission_of: Any
) -> None:
    assignment = exercises_of("bloc", "possibles", "solve", "ligne")
    assert suggested(assignment) == {student.username: None, classmate.username: None}
    submission_of(student, assignment, bloc="passed", possibles="wrong", solve="passed")
    record_verdicts(student=classmate, worksheet="mini_projet", verdicts=[ReportedVerdict("ligne", "passed")])
    assert suggested(assignment) == {student.username: Decimal(10), classmate.username: Decimal(5)}


def test_a_pass_that_the_teacher_contradicts_does_not_count(
    student: User, exercises_of: Any, submission_of: Any
) -> None:
    assignment = exercises_of("bloc", "possibles")
    handed_in = submission_of(student, assignment, bloc="passed", possibles="passed")
    # The student's browser has said so in the exercise too.
    reported = [ReportedVerdict(key, "passed") for key in ("bloc", "possibles")]
    record_verdicts(student=student, worksheet="mini_projet", verdicts=reported)
    confirm_verdicts(submission=handed_in, verdicts=[ReportedVerdict("bloc", "wrong")])
    assert suggested(assignment) == {student.username: Decimal(10)}
    # The pages of the class say the same.
    assert [line.passed for line in exercise_table(assignment).lines] == [1]


def test_exercises_handed_in_late_lose_what_the_rule_takes_off(
    student: User, exercises_of: Any, submission_of: Any
) -> None:
    now = timezone.now()
    assignment = exercises_of("bloc", opens_at=now - timedelta(days=2), due_at=now - timedelta(days=1))
    assert suggested(assignment) == {student.username: 0}
    submission_of(student, assignment, bloc="passed")
    assert suggested(assignment) == {student.username: Decimal(20)}
    set_grade_rule(assignment=assignment, rule=GradeRule(late=25, scale=10))
    assert suggested(assignment) == {student.username: Decimal("7.5")}


def drill(student: User, assignment: Assignment, at: int, **fields: Any) -> DrillAnswer:
    return DrillAnswer.objects.create(
        player=student,
        assignee=assignment.assignees.get(student=student),
        position_id=assignment.positions[at],
        technique="x_wing",
        level=2,
        key=f"drill {at}",
        **{"tries": 1, "verdict": DrillAnswer.Verdict.FOUND, **fields},
    )


def test_drills_are_worth_the_share_found_at_the_first_try(
    student: User, classmate: User, drills_of: Any
) -> None:
    assignment = drills_of(4)
    drill(student, assignment, 0)
    drill(student, assignment, 1, verdict=DrillAnswer.Verdict.PART)
    drill(student, assignment, 2, tries=2)
    assert suggested(assignment) == {student.username: Decimal("7.5"), classmate.username: None}
    drill(student, assignment, 3, verdict=DrillAnswer.Verdict.SHOWN)
    assert suggested(assignment)[student.username] == Decimal("7.5")


def test_the_grades_of_every_kind_take_a_fixed_number_of_queries(
    student: User,
    classmate: User,
    classroom: Classroom,
    exercises_of: Any,
    drills_of: Any,
    assignment_of: Any,
    submission_of: Any,
    django_assert_num_queries: Any,
) -> None:
    for number in range(5):
        enrolled(f"other{number}", classroom, "")
    written, drilled, played = exercises_of("bloc"), drills_of(2), assignment_of()
    for each in written.assignees.all():
        submission_of(each.student, written, bloc="passed")
    for assignment, queries in ((written, 6), (drilled, 3), (played, 4)):
        with django_assert_num_queries(queries):
            grades_of(assignment)


def test_only_who_never_began_is_graded_as_absent(
    student: User, classmate: User, classroom: Classroom, exercises_of: Any
) -> None:
    excused = enrolled("malade", classroom, "")
    enrolled("absent", classroom, "")
    assignment = exercises_of("bloc")
    excuse(assignee=assignment.assignees.get(student=excused))
    begin(student=student, assignment_id=assignment.pk)
    # An exercise that passes is work, handed in or not.
    record_verdicts(student=classmate, worksheet="mini_projet", verdicts=[ReportedVerdict("bloc", "passed")])
    assert set_absent(assignment=assignment, teacher=assignment.author) == 0
    stop_assignment(assignment=assignment)
    assert set_absent(assignment=assignment, teacher=assignment.author) == 1
    assert Grade.objects.get().assignee.student.username == "absent"
