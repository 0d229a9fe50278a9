"""What becomes of work after it was made."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import Classroom, User
from accounts.services.classes import ClassError, archive_class, pause_class
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment
from puzzles.assignments.services.creation import FrozenError, redraw
from puzzles.assignments.services.lifecycle import (
    LifecycleError,
    StillRunningError,
    archive_assignment,
    change_assignment,
    delete_draft,
    excuse,
    hand_out_now,
    hand_out_to_newcomers,
    release_exam,
    reopen,
    restore_assignment,
    set_own_due_date,
    stop_assignment,
    take_back_excuse,
    try_as_student,
)
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.review import review_attempt

AssignmentOf = Callable[..., Assignment]
HOUR = timedelta(hours=1)
State = Attempt.State


def open_attempt(assignment: Assignment, student: User, digits: str = "") -> Attempt:
    """The student's attempt on the first grid of an assignment."""
    assigned_puzzle = AssignedPuzzle.objects.get(
        assignee__assignment=assignment, assignee__student=student, position=1
    )
    Assignee.objects.filter(pk=assigned_puzzle.assignee_id).update(began_at=timezone.now())
    return Attempt.objects.create(
        player=student,
        puzzle=assigned_puzzle.puzzle,
        policy=assignment.policy,
        assigned_puzzle=assigned_puzzle,
        digits=digits or assigned_puzzle.puzzle.givens,
    )


def part_of(assignment: Assignment, student: User) -> Assignee:
    return assignment.assignees.get(student=student)


# Handing out


def test_a_past_opening_becomes_now(student: User, assignment_of: AssignmentOf) -> None:
    now = timezone.now()
    draft = assignment_of(is_draft=True, opens_at=now - HOUR, due_at=now + HOUR)
    handed_out = hand_out_now(assignment=draft, now=now)
    assert (handed_out.opens_at, handed_out.handed_out_at) == (now, now)


def test_an_exam_prepared_before_has_its_whole_time_from_handing_out(
    student: User, assignment_of: AssignmentOf
) -> None:
    now = timezone.now()
    draft = assignment_of(
        is_draft=True, opens_at=now - HOUR, due_at=now + timedelta(minutes=2), minutes=30, exam_time="30"
    )
    assert hand_out_now(assignment=draft, now=now).due_at == now + timedelta(minutes=35)


def test_an_exam_until_the_end_of_the_hour_ends_with_the_hour_it_is_handed_out_in(
    student: User, assignment_of: AssignmentOf
) -> None:
    prepared = datetime(2026, 11, 23, 8, 5, tzinfo=UTC)
    draft = assignment_of(
        is_draft=True, opens_at=prepared, due_at=prepared.replace(hour=9, minute=0), exam_time="hour"
    )
    later = prepared.replace(hour=9, minute=20)
    assert hand_out_now(assignment=draft, now=later).due_at == prepared.replace(hour=10, minute=0)


def test_a_later_opening_keeps_its_hour(student: User, assignment_of: AssignmentOf) -> None:
    later = timezone.now() + HOUR
    assert hand_out_now(assignment=assignment_of(is_draft=True, opens_at=later)).opens_at == later


def test_a_draft_whose_due_date_has_passed_is_not_handed_out(
    student: User, assignment_of: AssignmentOf
) -> None:
    now = timezone.now()
    draft = assignment_of(is_draft=True, opens_at=now - 2 * HOUR, due_at=now - HOUR)
    with pytest.raises(LifecycleError):
        hand_out_now(assignment=draft)
    draft.refresh_from_db()
    assert draft.is_draft


def test_a_class_in_the_archive_is_given_nothing(
    student: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    draft, given = assignment_of(is_draft=True), assignment_of()
    classroom.archived_at = timezone.now()
    classroom.save()
    with pytest.raises(LifecycleError):
        hand_out_now(assignment=draft)
    with pytest.raises(LifecycleError):
        hand_out_to_newcomers(assignment=given)


def test_the_grids_of_what_is_handed_out_are_not_drawn_anew(
    student: User, assignment_of: AssignmentOf
) -> None:
    with pytest.raises(FrozenError):
        redraw(assignment=assignment_of())


# The end


def test_stopping_collects_what_is_open(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of()
    attempt = open_attempt(assignment, student)
    stop_assignment(assignment=assignment)
    attempt.refresh_from_db()
    assert attempt.state == State.HANDED_IN
    first = Assignment.objects.get().stopped_at
    stop_assignment(assignment=assignment)
    assert assignment.stopped_at == first


def test_on_release_right_grids_count_as_solved_and_others_do_not(
    student: User, classmate: User, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True)
    right = open_attempt(exam, student, puzzle.solution)
    wrong = open_attempt(exam, classmate, puzzle.solution[:80] + "1")
    with pytest.raises(StillRunningError):
        release_exam(assignment=exam)
    release_exam(assignment=exam, end_all=True)
    right.refresh_from_db()
    wrong.refresh_from_db()
    assert (right.state, wrong.state) == (State.SOLVED, State.HANDED_IN)
    assert Assignment.objects.get().released_at is not None


def test_when_everybody_is_done_results_are_released_without_a_question(
    student: User, classmate: User, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True)
    now = timezone.now()
    Assignee.objects.filter(student=student).update(began_at=now - HOUR, handed_in_at=now)
    excuse(assignee=part_of(exam, classmate))
    assert release_exam(assignment=exam).released_at is not None


def test_only_an_exam_has_results_to_release(student: User, assignment_of: AssignmentOf) -> None:
    for assignment in (assignment_of(), assignment_of(is_exam=True, is_draft=True)):
        with pytest.raises(LifecycleError):
            release_exam(assignment=assignment, end_all=True)


def test_an_exam_is_archived_only_after_its_release(student: User, assignment_of: AssignmentOf) -> None:
    exam = assignment_of(is_exam=True)
    with pytest.raises(LifecycleError):
        archive_assignment(assignment=exam)
    release_exam(assignment=exam, end_all=True)
    assert archive_assignment(assignment=exam).archived_at is not None


def test_a_running_assignment_is_stopped_when_it_is_archived(
    student: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    attempt = open_attempt(assignment, student)
    archive_assignment(assignment=assignment)
    attempt.refresh_from_db()
    assert attempt.state == State.HANDED_IN
    assignment.refresh_from_db()
    restored = restore_assignment(assignment=assignment)
    assert (restored.archived_at, restored.stopped_at is None) == (None, False)


def test_only_drafts_are_deleted(student: User, assignment_of: AssignmentOf) -> None:
    given = assignment_of()
    with pytest.raises(LifecycleError):
        delete_draft(assignment=given)
    with pytest.raises(LifecycleError):
        archive_assignment(assignment=assignment_of(is_draft=True))
    assert Assignment.objects.count() == 2


def test_a_due_date_is_moved_but_never_before_the_opening(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of(due_at=timezone.now() + HOUR)
    later = timezone.now() + 5 * HOUR
    assert change_assignment(assignment=assignment, due_at=later).due_at == later
    with pytest.raises(LifecycleError):
        change_assignment(assignment=assignment, due_at=assignment.opens_at - HOUR)


# One student


def test_reopened_a_student_plays_on(
    student: User, classmate: User, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True)
    attempt, other = open_attempt(exam, student), open_attempt(exam, classmate)
    now = timezone.now()
    exam.assignees.update(handed_in_at=now)
    Attempt.objects.update(state=State.HANDED_IN, finished_at=now)
    reopen(assignee=part_of(exam, student))
    attempt.refresh_from_db()
    other.refresh_from_db()
    assert (attempt.state, attempt.finished_at) == (State.OPEN, None)
    assert other.state == State.HANDED_IN
    assert not part_of(exam, student).is_over(timezone.now())


def test_a_collected_grid_is_judged_again_later(
    student: User, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    attempt = open_attempt(assignment, student)
    stopped_at = timezone.now()
    Attempt.objects.update(state=State.HANDED_IN, finished_at=stopped_at)
    empty = puzzle.givens.index(".")
    play_digit = {"kind": "d", "cell": empty, "digit": int(puzzle.solution[empty])}
    attempt.moves.create(number=1, effect=[[empty, 0, play_digit["digit"], 0, 0]], **play_digit)
    review_attempt(attempt_id=attempt.pk)
    assert attempt.placements.count() == 1
    assignment.assignees.update(handed_in_at=stopped_at)
    reopen(assignee=part_of(assignment, student))
    attempt.refresh_from_db()
    assert (attempt.placements.count(), attempt.reviewed_at) == (0, None)


def test_a_solved_grid_stays_solved_when_the_student_may_continue(
    student: User, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    attempt = open_attempt(assignment, student, puzzle.solution)
    Attempt.objects.update(state=State.SOLVED, finished_at=timezone.now())
    assignment.assignees.update(handed_in_at=timezone.now())
    reopen(assignee=part_of(assignment, student))
    attempt.refresh_from_db()
    assert attempt.state == State.SOLVED


def test_a_late_student_may_continue_only_with_a_later_due_date(
    student: User, assignment_of: AssignmentOf
) -> None:
    now = timezone.now()
    assignment = assignment_of(opens_at=now - 2 * HOUR, due_at=now - HOUR)
    with pytest.raises(LifecycleError):
        reopen(assignee=part_of(assignment, student))
    reopen(assignee=part_of(assignment, student), due_at=now + HOUR)
    assert part_of(assignment, student).ends_at == now + HOUR


def test_nobody_may_continue_after_the_stop_or_the_release(
    student: User, assignment_of: AssignmentOf
) -> None:
    stopped = assignment_of()
    stop_assignment(assignment=stopped)
    told = assignment_of(is_exam=True)
    release_exam(assignment=told, end_all=True)
    for assignment in (stopped, told):
        with pytest.raises(LifecycleError):
            reopen(assignee=part_of(assignment, student), due_at=timezone.now() + HOUR)
    with pytest.raises(LifecycleError):
        set_own_due_date(assignee=part_of(told, student), due_at=timezone.now() + HOUR)


def test_an_own_due_date_is_still_to_come(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of(due_at=timezone.now() + HOUR)
    part = part_of(assignment, student)
    with pytest.raises(LifecycleError):
        set_own_due_date(assignee=part, due_at=timezone.now() - HOUR)
    later = timezone.now() + 3 * HOUR
    assert set_own_due_date(assignee=part, due_at=later).ends_at == later
    assert set_own_due_date(assignee=part, due_at=None).ends_at == assignment.due_at


def test_an_excused_student_keeps_the_games_played(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of()
    attempt = open_attempt(assignment, student)
    part = excuse(assignee=part_of(assignment, student))
    first = part.excused_at
    assert excuse(assignee=part).excused_at == first
    assert Attempt.objects.filter(pk=attempt.pk).exists()
    assert take_back_excuse(assignee=part).excused_at is None


# The teacher in a student's place


def test_a_second_try_goes_on_under_the_rules_of_now(
    teacher: User, student: User, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    practice, exam = assignment_of(), assignment_of(is_exam=True)
    first = try_as_student(teacher=teacher, assignment=practice, puzzle=puzzle)
    again = try_as_student(teacher=teacher, assignment=exam, puzzle=puzzle)
    assert first.pk == again.pk
    assert again.policy == exam.policy
    assert isinstance(again.policy, HelpPolicy)
    assert not Assignee.objects.filter(student=teacher).exists()


# The class


def test_a_class_is_archived_once_the_results_of_its_exams_are_released(
    teacher: User, student: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True)
    assignment_of(is_exam=True, is_draft=True)
    assignment_of()
    pause_class(classroom=classroom)
    with pytest.raises(ClassError, match="Release the results of “Monday's grids” first"):
        archive_class(classroom=classroom, teacher=teacher)
    classroom.refresh_from_db()
    # Nothing has changed: the pause goes on, too.
    assert (classroom.archived_at, classroom.paused_at is None) == (None, False)
    release_exam(assignment=exam, end_all=True)
    archive_class(classroom=classroom, teacher=teacher)
    classroom.refresh_from_db()
    assert classroom.archived_at is not None
