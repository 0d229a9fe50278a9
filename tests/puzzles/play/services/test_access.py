"""Which grids are locked for which student, and for how long."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, User
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.lifecycle import excuse
from puzzles.engine import search_line
from puzzles.library.models import Collection, Entry, HelpPolicy, Puzzle
from puzzles.play.models import Attempt, OwnGrid
from puzzles.play.services.access import (
    LockedError,
    locked_puzzles,
    locks_of,
    locks_on,
    require_playable,
    require_readable,
    require_unlocked,
    reserved_for_exams,
    reserved_from,
    unreadable_attempts,
)
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.closing import hand_in
from puzzles.play.services.watching import is_writing_exam

GiveOut = Callable[..., Assignment]
StartAttempt = Callable[..., Attempt]
State = Attempt.State

LATER = timedelta(days=1)


@pytest.fixture
def twin(puzzle: Puzzle) -> Puzzle:
    """Another grid with the same solution."""
    cell = puzzle.givens.index(".")
    givens = puzzle.givens[:cell] + puzzle.solution[cell] + puzzle.givens[cell + 1 :]
    return Puzzle.objects.create(
        givens=givens, clue_count=31, solution_count=1, solution=puzzle.solution, solving_class="simple"
    )


@pytest.fixture
def turned_twin(puzzle: Puzzle) -> Puzzle:
    """The grid turned by half, which is equivalent."""
    return Puzzle.objects.create(
        givens=puzzle.givens[::-1],
        clue_count=30,
        solution_count=1,
        solution=puzzle.solution[::-1],
        solving_class="simple",
    )


@pytest.fixture
def unrelated(db: None) -> Puzzle:
    """A grid with a solution of another class."""
    givens = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    _count, solution = search_line(givens)
    return Puzzle.objects.create(
        givens=givens, clue_count=17, solution_count=1, solution=solution, solving_class="harder"
    )


def is_locked(student: User, puzzle: Puzzle, now: datetime | None = None) -> bool:
    held = [each.puzzle for each in locks_of(student, now)]
    assert now or (puzzle in held) == (puzzle in [each.puzzle for each in locks_on(student, puzzle)])
    return puzzle in held


def begin_attempt(student: User, assignment: Assignment, position: int = 1) -> Attempt:
    """The student's attempt, begun."""
    begin(student=student, assignment_id=assignment.pk)
    return open_grid(student=student, assignment_id=assignment.pk, position=position)


def finish(attempt: Attempt, state: str = State.SOLVED) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=state, finished_at=timezone.now())


def set_for_all(**fields: Any) -> None:
    Assignment.objects.update(**fields)


# From when, until when, for whom


@pytest.mark.parametrize("is_exam", [False, True])
@pytest.mark.parametrize("opens_in", [-LATER, LATER])
def test_a_grid_handed_out_is_locked_begun_or_not_and_open_or_not(
    is_exam: bool, opens_in: timedelta, student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assert not is_locked(student, puzzle)
    assignment = assignment_of(is_exam=is_exam, opens_at=timezone.now() + opens_in)
    # An exam locks what its student has seen: before, to refuse its grids would tell which they are.
    assert is_locked(student, puzzle) != is_exam
    if opens_in < timedelta():
        begin_attempt(student, assignment)
        assert is_locked(student, puzzle)


def test_a_draft_locks_nothing(student: User, puzzle: Puzzle, assignment_of: GiveOut) -> None:
    assignment_of(is_draft=True)
    assert not is_locked(student, puzzle)


@pytest.mark.parametrize("state", [State.SOLVED, State.SHOWN, State.HANDED_IN])
def test_homework_is_locked_until_it_is_finished(
    state: str, student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    attempt = begin_attempt(student, assignment_of())
    assert is_locked(student, puzzle)
    finish(attempt, state)
    assert not is_locked(student, puzzle)


def test_an_exam_is_locked_until_its_results_are_released(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment = assignment_of(is_exam=True, due_at=timezone.now() + LATER)
    begin_attempt(student, assignment)
    hand_in(student=student, assignment_id=assignment.pk)
    assert is_locked(student, puzzle)
    assert is_locked(student, puzzle, timezone.now() + 30 * LATER)
    set_for_all(stopped_at=timezone.now())
    assert is_locked(student, puzzle)
    set_for_all(released_at=timezone.now())
    assert not is_locked(student, puzzle)


def test_a_released_exam_stays_locked_for_a_student_who_writes_it_later(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    now = timezone.now()
    assignment = assignment_of(is_exam=True, opens_at=now - 3 * LATER, due_at=now + LATER)
    set_for_all(released_at=now, due_at=now - LATER)
    assert not is_locked(student, puzzle)
    Assignee.objects.update(due_at=now + LATER)
    assert is_locked(student, puzzle)
    finish(begin_attempt(student, assignment), State.HANDED_IN)
    assert not is_locked(student, puzzle)


def test_homework_that_was_never_begun_is_free_after_the_students_own_end(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    now = timezone.now()
    assignment_of(opens_at=now - 2 * LATER, due_at=now - LATER)
    assert not is_locked(student, puzzle)
    User.objects.update(extra_time=3)
    student.refresh_from_db()
    assert is_locked(student, puzzle)
    assert not is_locked(student, puzzle, now + LATER + timedelta(seconds=1))


def test_homework_in_play_is_locked_after_its_end_until_handed_in_or_stopped(
    student: User, classmate: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    now = timezone.now()
    assignment = assignment_of(due_at=now + LATER)
    for player in (student, classmate):
        begin_attempt(player, assignment)
    set_for_all(opens_at=now - 2 * LATER, due_at=now - LATER)
    assert is_locked(student, puzzle)
    hand_in(student=student, assignment_id=assignment.pk)
    assert not is_locked(student, puzzle)
    assert is_locked(classmate, puzzle)
    set_for_all(stopped_at=now)
    assert not is_locked(classmate, puzzle)


@pytest.mark.parametrize(
    "change",
    [
        lambda: Assignment.objects.update(archived_at=timezone.now()),
        lambda: Assignment.objects.update(algorithm="tutoriel"),
    ],
    ids=["archived", "runs to predict"],
)
@pytest.mark.parametrize("is_exam", [False, True])
def test_these_changes_unlock_the_grid(
    is_exam: bool, change: Callable[[], Any], student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    begin(student=student, assignment_id=assignment_of(is_exam=is_exam).pk)
    assert is_locked(student, puzzle)
    change()
    assert not is_locked(student, puzzle)


def test_homework_locks_nothing_for_an_excused_student(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    homework = assignment_of()
    begin(student=student, assignment_id=homework.pk)
    excuse(assignee=homework.assignees.get())
    assert not is_locked(student, puzzle)


@pytest.mark.parametrize("is_begun", [False, True])
def test_an_exam_stays_locked_until_its_release_for_a_student_excused_after_they_began(
    is_begun: bool, student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    exam = assignment_of(is_exam=True)
    if is_begun:
        begin(student=student, assignment_id=exam.pk)
        hand_in(student=student, assignment_id=exam.pk)
    excuse(assignee=exam.assignees.get())
    assert is_locked(student, puzzle) == is_begun
    set_for_all(released_at=timezone.now())
    assert not is_locked(student, puzzle)


@pytest.mark.parametrize("is_exam", [False, True])
def test_in_an_archived_class_homework_locks_nothing_and_an_unreleased_exam_its_grids(
    is_exam: bool, student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    begin(student=student, assignment_id=assignment_of(is_exam=is_exam).pk)
    Classroom.objects.update(archived_at=timezone.now())
    assert is_locked(student, puzzle) == is_exam
    assert bool(reserved_for_exams([puzzle.pk])) == is_exam


def test_a_grid_to_predict_and_to_play_is_locked_until_it_is_played(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment_of(algorithm="tutoriel")
    played = assignment_of()
    assert is_locked(student, puzzle)
    finish(begin_attempt(student, played))
    assert not is_locked(student, puzzle)


def test_a_grid_is_locked_only_for_its_assignees(
    student: User, classmate: User, stranger: User, teacher: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment_of()
    assert is_locked(student, puzzle)
    assert is_locked(classmate, puzzle)
    assert not is_locked(stranger, puzzle)
    assert not is_locked(teacher, puzzle)
    # A grid of one's own, different for each: the others may see it.
    AssignedPuzzle.objects.filter(assignee__student=classmate).delete()
    assert not is_locked(classmate, puzzle)


# Attempts of one's own


def test_every_other_attempt_on_a_locked_grid_is_refused_and_the_assigned_one_open(
    student: User, puzzle: Puzzle, twin: Puzzle, attempt_of: StartAttempt, assignment_of: GiveOut
) -> None:
    free = attempt_of(student)
    require_playable(player=student, attempt=free)
    assignment = assignment_of([twin])
    own = begin_attempt(student, assignment)
    require_playable(player=student, attempt=own)
    with (
        translation.override("en"),
        pytest.raises(LockedError, match=r"Monday's grids.+finish it there") as held,
    ):
        require_playable(player=student, attempt=free)
    assert held.value.assigned_puzzle.assignee.assignment == assignment
    with pytest.raises(LockedError):
        require_unlocked(player=student, puzzle=puzzle)
    finish(own)
    require_playable(player=student, attempt=free)
    require_unlocked(player=student, puzzle=puzzle)


def test_of_two_assignments_the_stricter_comes_first(
    student: User, puzzle: Puzzle, twin: Puzzle, assignment_of: GiveOut
) -> None:
    generous, strict = assignment_of(), assignment_of([twin], rules={"hint_rung": 0, "partial_cells": 0})
    exam = assignment_of(is_exam=True)
    attempts = [begin_attempt(student, each) for each in (generous, strict, exam)]
    assert [each.assignee.assignment for each in locks_of(student)] == [exam, strict, generous]
    for attempt in attempts[:2]:
        with pytest.raises(LockedError) as held:
            require_playable(player=student, attempt=attempt)
        assert held.value.assigned_puzzle.attempt_or_none == attempts[2]
    require_playable(player=student, attempt=attempts[2])
    finish(attempts[2], State.HANDED_IN)
    Assignment.objects.filter(pk=exam.pk).update(released_at=timezone.now())
    require_playable(player=student, attempt=attempts[1])
    with pytest.raises(LockedError):
        require_playable(player=student, attempt=attempts[0])
    finish(attempts[1])
    require_playable(player=student, attempt=attempts[0])


def test_an_earlier_attempt_cannot_be_reviewed_while_its_grid_is_locked(
    student: User, classmate: User, teacher: User, attempt_of: StartAttempt, assignment_of: GiveOut
) -> None:
    earlier, theirs = attempt_of(student), attempt_of(classmate)
    finish(earlier)
    require_readable(reader=student, attempt=earlier)
    attempt = begin_attempt(student, assignment_of())
    with pytest.raises(LockedError):
        require_readable(reader=student, attempt=earlier)
    require_readable(reader=teacher, attempt=earlier)
    assert unreadable_attempts(student, [earlier, theirs, attempt]) == {earlier.pk}
    assert unreadable_attempts(teacher, [earlier, theirs, attempt]) == set()
    # One's own moves in homework are no secret.
    require_readable(reader=student, attempt=attempt)
    finish(attempt)
    require_readable(reader=student, attempt=earlier)
    assert unreadable_attempts(student, [earlier, theirs, attempt]) == set()


def test_an_exam_cannot_be_reviewed_before_its_release_by_its_students(
    student: User, teacher: User, assignment_of: GiveOut
) -> None:
    attempt = begin_attempt(student, assignment_of(is_exam=True))
    for state in (State.OPEN, State.HANDED_IN):
        if state != State.OPEN:
            finish(attempt, state)
        with translation.override("en"), pytest.raises(LockedError, match="until the results are released"):
            require_readable(reader=student, attempt=attempt)
        assert unreadable_attempts(student, [attempt]) == {attempt.pk}
        require_readable(reader=teacher, attempt=attempt)
    set_for_all(released_at=timezone.now())
    require_readable(reader=student, attempt=attempt)
    assert unreadable_attempts(student, [attempt]) == set()


# Puzzles to draw


def test_locked_grids_are_not_drawn(
    student: User,
    stranger: User,
    teacher: User,
    puzzle: Puzzle,
    twin: Puzzle,
    turned_twin: Puzzle,
    unrelated: Puzzle,
    assignment_of: GiveOut,
) -> None:
    every = {puzzle.pk, twin.pk, turned_twin.pk, unrelated.pk}
    assert locked_puzzles(student, every) == set()
    assignment_of()
    assert locked_puzzles(student, every) == every - {unrelated.pk}
    assert locked_puzzles(stranger, every) == set()
    assert locked_puzzles(teacher, every) == set()
    exam = assignment_of([unrelated], is_exam=True)
    assert unrelated.pk not in locked_puzzles(student, every)
    begin(student=student, assignment_id=exam.pk)
    assert locked_puzzles(student, every) == every


# Reserved for exams


@pytest.mark.parametrize("is_draft", [False, True])
@pytest.mark.parametrize("has_students", [False, True])
def test_an_exam_reserves_its_grids_and_equivalent_ones_from_the_draft_to_the_release(
    is_draft: bool,
    has_students: bool,
    request: pytest.FixtureRequest,
    puzzle: Puzzle,
    twin: Puzzle,
    turned_twin: Puzzle,
    unrelated: Puzzle,
    assignment_of: GiveOut,
) -> None:
    if has_students:
        request.getfixturevalue("student")
    every = [puzzle.pk, twin.pk, turned_twin.pk, unrelated.pk]
    assert reserved_for_exams(every) == set()
    exam = assignment_of(is_exam=True, is_draft=is_draft)
    assert reserved_for_exams(every) == {puzzle.pk, twin.pk, turned_twin.pk}
    assert reserved_for_exams(every, except_for=exam) == set()
    Assignment.objects.update(released_at=timezone.now())
    assert reserved_for_exams(every) == set()


def test_homework_reserves_nothing(puzzle: Puzzle, student: User, assignment_of: GiveOut) -> None:
    assignment_of()
    assert reserved_for_exams([puzzle.pk]) == set()


def test_a_reserved_grid_that_its_student_can_draw_or_has_played_is_no_secret(
    student: User,
    stranger: User,
    teacher: User,
    puzzle: Puzzle,
    turned_twin: Puzzle,
    attempt_of: StartAttempt,
    assignment_of: GiveOut,
) -> None:
    keys = {puzzle.canonical_key}
    assert reserved_from(student, keys) == set()
    assignment_of(is_exam=True, is_draft=True)
    assert reserved_from(student, keys) == reserved_from(stranger, keys) == keys
    attempt_of(student)
    assert (reserved_from(student, keys), reserved_from(stranger, keys)) == (set(), keys)
    OwnGrid.objects.create(owner=stranger, puzzle=turned_twin)
    assert reserved_from(stranger, keys) == set()
    Attempt.objects.all().delete()
    collection = Collection.objects.create(
        owner=teacher, name="Warm-up", audience="nobody", policy=HelpPolicy.objects.create()
    )
    Entry.objects.create(collection=collection, puzzle=turned_twin, number=1, line=1, position=1)
    assert reserved_from(student, keys) == keys
    Collection.objects.update(audience="everyone")
    assert reserved_from(student, keys) == set()


# Exams being written


def test_an_exam_is_written_from_its_beginning_until_it_is_handed_in_or_over(
    student: User, classmate: User, stranger: User, teacher: User, assignment_of: GiveOut
) -> None:
    now = timezone.now()
    exam = assignment_of(is_exam=True, minutes=30, due_at=now + LATER)
    begin(student=student, assignment_id=assignment_of().pk)
    assert not is_writing_exam(student)
    begin(student=student, assignment_id=exam.pk)
    # Whether one of its grids is open makes no difference.
    assert is_writing_exam(student)
    assert not any(is_writing_exam(each) for each in (classmate, stranger, teacher))
    assert is_writing_exam(student, now + timedelta(minutes=29))
    assert not is_writing_exam(student, now + timedelta(minutes=31))
    Classroom.objects.update(paused_at=now + timedelta(minutes=5))
    assert is_writing_exam(student, now + timedelta(minutes=31))
    hand_in(student=student, assignment_id=exam.pk)
    assert not is_writing_exam(student)


@pytest.mark.parametrize(
    "end",
    [
        lambda: Assignment.objects.update(stopped_at=timezone.now()),
        lambda: Assignee.objects.update(excused_at=timezone.now()),
        lambda: Assignee.objects.update(due_at=timezone.now()),
    ],
    ids=["ended for all", "excused", "own date"],
)
def test_an_exam_without_an_end_is_written_until_somebody_ends_it(
    end: Callable[[], Any], student: User, assignment_of: GiveOut
) -> None:
    begin(student=student, assignment_id=assignment_of(is_exam=True).pk)
    assert is_writing_exam(student, timezone.now() + 30 * LATER)
    end()
    assert not is_writing_exam(student)


def test_no_grid_is_asked_about_for_nothing(
    student: User, teacher: User, puzzle: Puzzle, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert locked_puzzles(student, set()) == set()
        assert locked_puzzles(teacher, {puzzle.pk}) == set()
        assert locks_of(teacher) == locks_on(teacher, puzzle) == []


@pytest.mark.parametrize("count", [1, 20])
def test_the_answers_cost_a_fixed_number_of_queries(
    count: int,
    student: User,
    puzzle: Puzzle,
    attempt_of: StartAttempt,
    assignment_of: GiveOut,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    free = attempt_of(student)
    now = timezone.now()
    for _assignment in range(count):
        assignment_of(opens_at=now - LATER, due_at=now + LATER, minutes=60)
    with django_assert_num_queries(1):
        assert len(locks_of(student)) == count
    with django_assert_num_queries(2), pytest.raises(LockedError):
        require_playable(player=student, attempt=free)
    with django_assert_num_queries(2):
        assert unreadable_attempts(student, [free]) == {free.pk}
    with django_assert_num_queries(2):
        assert locked_puzzles(student, {puzzle.pk}) == {puzzle.pk}


def test_a_puzzle_without_one_solution_is_like_no_other(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment_of()
    none, several = (
        Puzzle.objects.create(givens=givens, clue_count=8, solution_count=count)
        for givens, count in (("12345678" + "." * 73, 2), ("1122" + "." * 77, 0))
    )
    assert locks_on(student, none) == locks_on(student, several) == []
    assert locked_puzzles(student, {none.pk, several.pk, puzzle.pk}) == {puzzle.pk}


def test_many_classes_of_solutions_are_looked_up_at_once(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment_of(is_exam=True, is_draft=True)
    key = Puzzle.objects.get().canonical_key
    assert key is not None
    with CaptureQueriesContext(connection) as queries:
        assert reserved_from(student, {key, *range(1, 2001)}) == {key}
    assert len(queries) <= 7
