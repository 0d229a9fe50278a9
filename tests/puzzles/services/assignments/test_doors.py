"""Which grids are held for whom, and for how long."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone, translation
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, User
from puzzles.models import Allotment, Assignee, Assignment, Attempt, Puzzle
from puzzles.services.assignments.doors import (
    HeldError,
    held_grids,
    held_like,
    require_free,
    require_playable,
    require_readable,
    shut_attempts,
    shut_puzzles,
)
from puzzles.services.assignments.ending import hand_in
from puzzles.services.assignments.working import begin, open_grid

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
def other_puzzle(puzzle: Puzzle) -> Puzzle:
    """A grid with a solution of its own: the first one backwards."""
    return Puzzle.objects.create(
        givens=puzzle.givens[::-1],
        clue_count=30,
        solution_count=1,
        solution=puzzle.solution[::-1],
        solving_class="simple",
    )


def is_held(student: User, puzzle: Puzzle, now: datetime | None = None) -> bool:
    held = [each.puzzle for each in held_grids(student, now)]
    assert now or (puzzle in held) == (puzzle in [each.puzzle for each in held_like(student, puzzle)])
    return puzzle in held


def work_on(student: User, assignment: Assignment, position: int = 1) -> Attempt:
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
def test_what_is_handed_out_is_held_begun_or_not_and_open_or_not(
    is_exam: bool, opens_in: timedelta, student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assert not is_held(student, puzzle)
    assignment = assignment_of(is_exam=is_exam, opens_at=timezone.now() + opens_in)
    assert is_held(student, puzzle)
    if opens_in < timedelta():
        work_on(student, assignment)
        assert is_held(student, puzzle)


def test_a_draft_holds_nothing(student: User, puzzle: Puzzle, assignment_of: GiveOut) -> None:
    assignment_of(is_draft=True)
    assert not is_held(student, puzzle)


@pytest.mark.parametrize("state", [State.SOLVED, State.SHOWN, State.HANDED_IN])
def test_homework_is_held_until_it_is_finished(
    state: str, student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    attempt = work_on(student, assignment_of())
    assert is_held(student, puzzle)
    finish(attempt, state)
    assert not is_held(student, puzzle)


def test_an_exam_is_held_until_its_results_are_released(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment = assignment_of(is_exam=True, due_at=timezone.now() + LATER)
    work_on(student, assignment)
    hand_in(student=student, assignment_id=assignment.pk)
    assert is_held(student, puzzle)
    assert is_held(student, puzzle, timezone.now() + 30 * LATER)
    set_for_all(stopped_at=timezone.now())
    assert is_held(student, puzzle)
    set_for_all(released_at=timezone.now())
    assert not is_held(student, puzzle)


def test_who_writes_a_released_exam_later_is_held_until_then(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    now = timezone.now()
    assignment = assignment_of(is_exam=True, opens_at=now - 3 * LATER, due_at=now + LATER)
    set_for_all(released_at=now, due_at=now - LATER)
    assert not is_held(student, puzzle)
    Assignee.objects.update(due_at=now + LATER)
    assert is_held(student, puzzle)
    finish(work_on(student, assignment), State.HANDED_IN)
    assert not is_held(student, puzzle)


def test_homework_that_was_never_begun_is_free_after_the_students_own_end(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    now = timezone.now()
    assignment_of(opens_at=now - 2 * LATER, due_at=now - LATER)
    assert not is_held(student, puzzle)
    User.objects.update(extra_time=3)
    student.refresh_from_db()
    assert is_held(student, puzzle)
    assert not is_held(student, puzzle, now + LATER + timedelta(seconds=1))


def test_homework_in_play_is_held_after_its_end_until_it_is_handed_in_or_stopped(
    student: User, classmate: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    now = timezone.now()
    assignment = assignment_of(due_at=now + LATER)
    for player in (student, classmate):
        work_on(player, assignment)
    set_for_all(opens_at=now - 2 * LATER, due_at=now - LATER)
    assert is_held(student, puzzle)
    hand_in(student=student, assignment_id=assignment.pk)
    assert not is_held(student, puzzle)
    assert is_held(classmate, puzzle)
    set_for_all(stopped_at=now)
    assert not is_held(classmate, puzzle)


@pytest.mark.parametrize(
    "change",
    [
        lambda: Assignee.objects.update(excluded_at=timezone.now()),
        lambda: Assignment.objects.update(archived_at=timezone.now()),
        lambda: Classroom.objects.update(archived_at=timezone.now()),
        lambda: Assignment.objects.update(algorithm="tutoriel"),
    ],
    ids=["excluded", "archived", "class archived", "runs to predict"],
)
@pytest.mark.parametrize("is_exam", [False, True])
def test_what_holds_nothing(
    is_exam: bool, change: Callable[[], Any], student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment_of(is_exam=is_exam)
    assert is_held(student, puzzle)
    change()
    assert not is_held(student, puzzle)


def test_a_grid_to_predict_and_to_play_is_held_until_it_is_played(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment_of(algorithm="tutoriel")
    played = assignment_of()
    assert is_held(student, puzzle)
    finish(work_on(student, played))
    assert not is_held(student, puzzle)


def test_only_who_was_given_a_grid_is_held_from_it(
    student: User, classmate: User, stranger: User, teacher: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment_of()
    assert is_held(student, puzzle)
    assert is_held(classmate, puzzle)
    assert not is_held(stranger, puzzle)
    assert not is_held(teacher, puzzle)
    # A grid of one's own, different for each: the others may see it.
    Allotment.objects.filter(assignee__student=classmate).delete()
    assert not is_held(classmate, puzzle)


# Attempts of one's own


def test_every_other_attempt_on_a_held_grid_is_shut_and_its_own_is_open(
    student: User, puzzle: Puzzle, twin: Puzzle, attempt_of: StartAttempt, assignment_of: GiveOut
) -> None:
    free = attempt_of(student)
    require_playable(player=student, attempt=free)
    assignment = assignment_of([twin])
    own = work_on(student, assignment)
    require_playable(player=student, attempt=own)
    with (
        translation.override("en"),
        pytest.raises(HeldError, match=r"Monday's grids.+finish it there") as held,
    ):
        require_playable(player=student, attempt=free)
    assert held.value.allotment.assignee.assignment == assignment
    with pytest.raises(HeldError):
        require_free(player=student, puzzle=puzzle)
    finish(own)
    require_playable(player=student, attempt=free)
    require_free(player=student, puzzle=puzzle)


def test_of_two_assignments_the_stricter_comes_first(
    student: User, puzzle: Puzzle, twin: Puzzle, assignment_of: GiveOut
) -> None:
    generous, strict = assignment_of(), assignment_of([twin], rules={"hint_rung": 0, "partial_cells": 0})
    exam = assignment_of(is_exam=True)
    attempts = [work_on(student, each) for each in (generous, strict, exam)]
    assert [each.assignee.assignment for each in held_grids(student)] == [exam, strict, generous]
    for attempt in attempts[:2]:
        with pytest.raises(HeldError) as held:
            require_playable(player=student, attempt=attempt)
        assert held.value.allotment.attempt_or_none == attempts[2]
    require_playable(player=student, attempt=attempts[2])
    finish(attempts[2], State.HANDED_IN)
    Assignment.objects.filter(pk=exam.pk).update(released_at=timezone.now())
    require_playable(player=student, attempt=attempts[1])
    with pytest.raises(HeldError):
        require_playable(player=student, attempt=attempts[0])
    finish(attempts[1])
    require_playable(player=student, attempt=attempts[0])


def test_an_earlier_attempt_is_not_looked_back_at_while_its_grid_is_held(
    student: User, classmate: User, teacher: User, attempt_of: StartAttempt, assignment_of: GiveOut
) -> None:
    earlier, theirs = attempt_of(student), attempt_of(classmate)
    finish(earlier)
    require_readable(reader=student, attempt=earlier)
    attempt = work_on(student, assignment_of())
    with pytest.raises(HeldError):
        require_readable(reader=student, attempt=earlier)
    require_readable(reader=teacher, attempt=earlier)
    assert shut_attempts(student, [earlier, theirs, attempt]) == {earlier.pk}
    assert shut_attempts(teacher, [earlier, theirs, attempt]) == set()
    # One's own moves in homework are no secret.
    require_readable(reader=student, attempt=attempt)
    finish(attempt)
    require_readable(reader=student, attempt=earlier)
    assert shut_attempts(student, [earlier, theirs, attempt]) == set()


def test_an_exam_is_not_looked_back_at_before_its_release_by_who_wrote_it(
    student: User, teacher: User, assignment_of: GiveOut
) -> None:
    attempt = work_on(student, assignment_of(is_exam=True))
    for state in (State.OPEN, State.HANDED_IN):
        if state != State.OPEN:
            finish(attempt, state)
        with translation.override("en"), pytest.raises(HeldError, match="until the results are released"):
            require_readable(reader=student, attempt=attempt)
        assert shut_attempts(student, [attempt]) == {attempt.pk}
        require_readable(reader=teacher, attempt=attempt)
    set_for_all(released_at=timezone.now())
    require_readable(reader=student, attempt=attempt)
    assert shut_attempts(student, [attempt]) == set()


# Puzzles to draw


def test_held_grids_and_those_of_any_unreleased_exam_are_not_drawn(
    student: User,
    stranger: User,
    teacher: User,
    puzzle: Puzzle,
    twin: Puzzle,
    other_puzzle: Puzzle,
    assignment_of: GiveOut,
) -> None:
    every = {puzzle.pk, twin.pk, other_puzzle.pk}
    assert shut_puzzles(student, every) == set()
    assignment_of()
    assert shut_puzzles(student, every) == {puzzle.pk, twin.pk}
    assert shut_puzzles(stranger, every) == set()
    exam = assignment_of([other_puzzle], is_exam=True, is_draft=True)
    assert shut_puzzles(student, every) == every
    assert shut_puzzles(stranger, every) == {other_puzzle.pk}
    assert shut_puzzles(teacher, every) == set()
    for fields in ({"released_at": timezone.now()}, {"archived_at": timezone.now(), "released_at": None}):
        Assignment.objects.filter(pk=exam.pk).update(**fields)
        assert shut_puzzles(stranger, every) == set()


def test_no_grid_is_asked_about_for_nothing(
    student: User, teacher: User, puzzle: Puzzle, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert shut_puzzles(student, set()) == set()
        assert shut_puzzles(teacher, {puzzle.pk}) == set()
        assert held_grids(teacher) == held_like(teacher, puzzle) == []


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
        assert len(held_grids(student)) == count
    with django_assert_num_queries(2), pytest.raises(HeldError):
        require_playable(player=student, attempt=free)
    with django_assert_num_queries(2):
        assert shut_attempts(student, [free]) == {free.pk}
    with django_assert_num_queries(3):
        assert shut_puzzles(student, {puzzle.pk}) == {puzzle.pk}


def test_a_puzzle_without_one_solution_is_like_no_other(
    student: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    assignment_of()
    none, several = (
        Puzzle.objects.create(givens=givens, clue_count=8, solution_count=count)
        for givens, count in (("12345678" + "." * 73, 2), ("1122" + "." * 77, 0))
    )
    assert held_like(student, none) == held_like(student, several) == []
    assert shut_puzzles(student, {none.pk, several.pk, puzzle.pk}) == {puzzle.pk}
