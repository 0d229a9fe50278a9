"""Drills of an assignment: the same positions for all, in an order of each student, answered once."""

from collections.abc import Callable

import pytest

from accounts.models import User
from puzzles.assignments.models import ENDS_OF_DRILLS, Assignee, Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.lifecycle import excuse, stop_assignment
from puzzles.engine import Candidate, search
from puzzles.play.services.assigned_puzzles import AssignmentError
from puzzles.training.models import BankProgress, DrillAnswer, TechniqueMemory, TrainingPosition
from puzzles.training.services import bank
from puzzles.training.services.answers import Answer, steps_of
from puzzles.training.services.assigned_drills import AllFoundError, assigned_drills, next_assigned_drill
from puzzles.training.services.assigned_positions import order_of, reserved_positions
from puzzles.training.services.drills import (
    Drill,
    DrillError,
    NoPositionError,
    OverError,
    answer_drill,
    just_right_drill,
    next_drill,
    show_drill,
)
from puzzles.training.services.practice import play_position

DrillsOf = Callable[..., Assignment]
Level, Verdict = DrillAnswer.Level, DrillAnswer.Verdict
pytestmark = pytest.mark.django_db


def begun(student: User, assignment: Assignment) -> Assignee:
    return begin(student=student, assignment_id=assignment.pk)


def next_of(student: User, assignment: Assignment) -> Drill:
    return next_assigned_drill(assigned_drills(student=student, assignment_id=assignment.pk))


def right(drill: Drill) -> Answer:
    return Answer(frozenset(steps_of(drill.row.position, "x_wing")[0].eliminations))


def wrong(drill: Drill) -> Answer:
    """Removes a digit that the solution has."""
    position = drill.row.position
    solution = search(position.board).solution
    assert solution is not None
    cell = position.board.empty_cells[0]
    return Answer(frozenset([Candidate(cell, solution[cell])]))


def answer(
    student: User, assignment: Assignment, drill: Drill, given: Answer, number: int = 1
) -> DrillAnswer:
    row, _judgement = answer_drill(
        player=student, token=drill.token, answer=given, number=number, assignment_id=assignment.pk
    )
    return row


def test_the_ends_of_a_drill_are_the_same_on_both_floors() -> None:
    assert set(ENDS_OF_DRILLS) == set(DrillAnswer.ENDS)


def test_all_get_the_same_positions_each_in_an_order_of_their_own(
    student: User, classmate: User, drills_of: DrillsOf
) -> None:
    assignment = drills_of(4)
    orders = [order_of(row) for row in assignment.assignees.all()]
    assert len(orders) == 2
    assert {frozenset(order) for order in orders} == {frozenset(assignment.positions)}
    assert orders == [order_of(row) for row in assignment.assignees.all()]
    spread = {tuple(order_of(Assignee(assignment=assignment, student_id=key))) for key in range(1, 20)}
    assert len(spread) > 5


def test_they_come_one_after_the_other_until_all_have_ended(student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of()
    order = order_of(begun(student, assignment))
    for key in order:
        drill = next_of(student, assignment)
        assert drill.row.pk == key
        assert next_of(student, assignment).row.pk == key
        answer(student, assignment, drill, right(drill))
    drills = assigned_drills(student=student, assignment_id=assignment.pk)
    assert [row.position_id for row in drills.ended] == order
    with pytest.raises(AllFoundError):
        next_assigned_drill(drills)


def test_a_page_loaded_again_goes_on_with_the_same_drill(student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of()
    begun(student, assignment)
    first, second = next_of(student, assignment), next_of(student, assignment)
    answer(student, assignment, first, wrong(first))
    drills = assigned_drills(student=student, assignment_id=assignment.pk)
    assert drills.next_number(second.row) == 2
    assert answer(student, assignment, second, wrong(second), 2).tries == 2
    kept = answer(student, assignment, first, right(first), 3)
    assert (kept.verdict, kept.tries) == (Verdict.FOUND, 3)
    assert DrillAnswer.objects.count() == 1


def test_own_drills_before_it_do_not_count_for_it(
    student: User, drills_of: DrillsOf, x_wings: list[TrainingPosition]
) -> None:
    for _row in x_wings:
        token = next_drill(player=student, technique="x_wing", level=Level.BOARD).token
        show_drill(player=student, token=token)
    assignment = drills_of()
    begun(student, assignment)
    drill = next_of(student, assignment)
    kept = answer(student, assignment, drill, right(drill))
    assert (kept.tries, kept.is_at_once, kept.is_new) == (1, True, False)
    assert len(assigned_drills(student=student, assignment_id=assignment.pk).ended) == 1


def test_until_they_are_answered_no_drill_of_ones_own_shows_them(
    student: User, classmate: User, drills_of: DrillsOf, x_wings: list[TrainingPosition]
) -> None:
    assignment = drills_of(3)
    asked = {"technique": "x_wing", "level": Level.BOARD}
    assert reserved_positions(student) == set(assignment.positions)
    first = next_drill(player=student, **asked)
    assert first.row == x_wings[3]
    assert next_drill(player=student, **asked, after=first.token).row == x_wings[3]
    begun(student, assignment)
    drill = next_of(student, assignment)
    answer(student, assignment, drill, right(drill))
    assert reserved_positions(student) == set(assignment.positions) - {drill.row.pk}
    assert len(reserved_positions(classmate)) == 3
    stop_assignment(assignment=assignment)
    assert reserved_positions(student) == set()


def test_a_page_that_was_open_before_it_was_handed_out_is_over(
    student: User, drills_of: DrillsOf, x_wings: list[TrainingPosition]
) -> None:
    own = next_drill(player=student, technique="x_wing", level=Level.BOARD)
    drills_of(4)
    with pytest.raises(OverError):
        show_drill(player=student, token=own.token)
    with pytest.raises(OverError):
        answer_drill(player=student, token=own.token, answer=right(own), number=1)


def test_nor_does_a_drill_that_is_just_right_or_a_game(student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of(4)
    memory = {"card": {}, "begun_at": assignment.opens_at, "due_at": assignment.opens_at}
    TechniqueMemory.objects.create(player=student, technique="x_wing", **memory)
    with pytest.raises(NoPositionError):
        just_right_drill(player=student)
    with pytest.raises(NoPositionError):
        next_drill(player=student, technique="x_wing", level=Level.BOARD)
    with pytest.raises(NoPositionError):
        play_position(player=student, technique="x_wing")


def test_who_is_excused_or_a_teacher_has_nothing_reserved(
    student: User, teacher: User, drills_of: DrillsOf
) -> None:
    assignment = drills_of()
    excuse(assignee=assignment.assignees.get())
    assert reserved_positions(student) == reserved_positions(teacher) == set()


def test_before_the_beginning_and_after_the_end_there_is_none(student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of()
    with pytest.raises(AssignmentError):
        next_of(student, assignment)
    begun(student, assignment)
    drill = next_of(student, assignment)
    stop_assignment(assignment=assignment)
    with pytest.raises(AssignmentError):
        next_of(student, assignment)
    for act in (
        lambda: answer(student, assignment, drill, right(drill)),
        lambda: show_drill(player=student, token=drill.token, assignment_id=assignment.pk),
    ):
        with pytest.raises(AssignmentError):
            act()
    assert not DrillAnswer.objects.exists()


def test_it_rests_during_an_exam(student: User, drills_of: DrillsOf, exam: Assignment) -> None:
    assignment = drills_of()
    begun(student, assignment)
    drill = next_of(student, assignment)
    begun(student, exam)
    with pytest.raises(DrillError):
        next_of(student, assignment)
    with pytest.raises(DrillError):
        answer(student, assignment, drill, right(drill))


def test_its_drills_are_answered_there_and_own_drills_elsewhere(
    student: User, classmate: User, drills_of: DrillsOf
) -> None:
    assignment, other = drills_of(2), drills_of(2)
    begun(student, assignment), begun(student, other)
    drill = next_of(student, assignment)
    own = next_drill(player=student, technique="x_wing", level=Level.BOARD)
    wrongs = [(student, drill, 0), (student, drill, other.pk), (student, own, assignment.pk)]
    begun(classmate, assignment)
    for player, each, assignment_id in [*wrongs, (classmate, drill, assignment.pk)]:
        with pytest.raises(OverError):
            answer_drill(
                player=player, token=each.token, answer=right(each), number=1, assignment_id=assignment_id
            )
    assert not DrillAnswer.objects.exists()


def test_another_assignment_with_the_same_position_asks_again(student: User, drills_of: DrillsOf) -> None:
    for _time in range(2):
        assignment = drills_of(1)
        begun(student, assignment)
        drill = next_of(student, assignment)
        answer(student, assignment, drill, right(drill))
    assert sorted(DrillAnswer.objects.values_list("is_new", flat=True)) == [False, True]


def test_who_comes_late_gets_the_same_positions(classmate: User, drills_of: DrillsOf, classroom) -> None:
    assignment = drills_of()
    late = User.objects.create_user("late", role=User.Role.STUDENT)
    classroom.memberships.create(student=late)
    assert set(order_of(begun(late, assignment))) == set(assignment.positions)
    assert next_of(late, assignment).row.pk in assignment.positions


def test_others_have_none_of_it(stranger: User, drills_of: DrillsOf) -> None:
    with pytest.raises(Assignee.DoesNotExist):
        next_of(stranger, drills_of())


def test_a_new_grader_leaves_the_positions_of_assignments(
    student: User, drills_of: DrillsOf, x_wings: list[TrainingPosition]
) -> None:
    assignment = drills_of(3)
    BankProgress.objects.create(pk=1, grader=0)
    bank.begin_anew_for_a_new_grader()
    assert set(TrainingPosition.objects.values_list("pk", flat=True)) == set(assignment.positions)
