"""What follows for assignments when a class is resumed or deleted."""

import re
from collections.abc import Callable
from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Classroom, User
from accounts.signals import class_resumed
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.class_events import detach_attempts, give_back_pause
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_puzzles import open_grid

AssignmentOf = Callable[..., Assignment]
MINUTE = timedelta(minutes=1)


def given_back(assignment: Assignment, student: User) -> int:
    return assignment.assignees.get(student=student).given_back_s


def test_a_running_exam_gets_the_pause_back(
    student: User, classmate: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True, minutes=30, opens_at=timezone.now() - 60 * MINUTE)
    begin(student=student, assignment_id=exam.pk)
    before = exam.assignees.get(student=student).ends_at
    now = timezone.now()
    assert give_back_pause(classroom=classroom, paused_at=now - 4 * MINUTE, now=now) == 1
    assert given_back(exam, student) == 240
    assert exam.assignees.get(student=student).ends_at - before == 4 * MINUTE
    assert given_back(exam, classmate) == 0


def test_paused_time_of_the_whole_class_is_given_back_to_students_who_have_not_begun(
    student: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    now = timezone.now()
    exam = assignment_of(is_exam=True, opens_at=now - MINUTE, due_at=now + 30 * MINUTE)
    give_back_pause(classroom=classroom, paused_at=now - 4 * MINUTE, now=now)
    assert given_back(exam, student) == 60


def test_homework_and_an_exam_that_was_over_get_nothing(
    student: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    now = timezone.now()
    past = {"opens_at": now - 90 * MINUTE, "due_at": now - 30 * MINUTE}
    assignments = [assignment_of(due_at=now + 30 * MINUTE), assignment_of(is_exam=True, **past)]
    assert give_back_pause(classroom=classroom, paused_at=now - 4 * MINUTE, now=now) == 0
    assert [given_back(each, student) for each in assignments] == [0, 0]


def test_a_due_date_of_ones_own_moves_along(
    student: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    now = timezone.now()
    exam = assignment_of(is_exam=True, opens_at=now - 60 * MINUTE, due_at=now + 30 * MINUTE)
    exam.assignees.update(due_at=now + 10 * MINUTE)
    give_back_pause(classroom=classroom, paused_at=now - 4 * MINUTE, now=now)
    assert exam.assignees.get(student=student).ends_at == now + 14 * MINUTE


def test_the_end_of_a_pause_gives_it_back(
    student: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True, minutes=30, opens_at=timezone.now() - 60 * MINUTE)
    begin(student=student, assignment_id=exam.pk)
    class_resumed.send(Classroom, classroom=classroom, seconds=120, paused_at=timezone.now() - 2 * MINUTE)
    assert 119 <= given_back(exam, student) <= 125


def test_time_played_after_the_beginning_of_a_pause_is_not_given_back(
    student: User, classmate: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True, minutes=30, opens_at=timezone.now() - 60 * MINUTE)
    for each in (student, classmate):
        begin(student=each, assignment_id=exam.pk)
    attempt = open_grid(student=student, assignment_id=exam.pk, position=1)
    now = timezone.now()
    # Moves in transit were taken half a minute after the pause began.
    Attempt.objects.filter(pk=attempt.pk).update(last_move_at=now - 4 * MINUTE + MINUTE / 2)
    give_back_pause(classroom=classroom, paused_at=now - 4 * MINUTE, now=now)
    assert (given_back(exam, student), given_back(exam, classmate)) == (210, 240)


def test_no_statement_grows_with_the_games_of_a_class(
    student: User, classmate: User, classroom: Classroom, assignment_of: Callable[..., Assignment]
) -> None:
    assignment = assignment_of()
    for each in (student, classmate):
        begin(student=each, assignment_id=assignment.pk)
        open_grid(student=each, assignment_id=assignment.pk, position=1)
    with CaptureQueriesContext(connection) as queries:
        detach_attempts(classroom=classroom)
    assert not any(re.search(r"IN \(\d+, \d+", query["sql"]) for query in queries)
    kept = Attempt.objects.values_list("state", "assignment_name")
    assert list(kept) == [(Attempt.State.HANDED_IN, assignment.name)] * 2
