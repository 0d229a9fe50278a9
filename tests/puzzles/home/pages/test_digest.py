"""The week of a teacher: what there is to do in each class."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.course.models import JudgedExercise, Submission
from puzzles.home.pages.digest import ClassDigest, week_digest

GiveWork = Callable[..., Assignment]
# A Thursday.
NOW = datetime(2026, 11, 26, 8, 0, tzinfo=UTC)
# Assignments, assignees, names; members, attempts, techniques, assigned grids, and exercises for the flags.
QUERIES = 8
WEEK = {"opens_at": NOW - timedelta(days=2), "due_at": NOW + timedelta(days=1)}


def digest_of(classroom: Classroom) -> ClassDigest:
    [digest] = week_digest([classroom], NOW)
    return digest


def test_it_names_who_has_not_begun_and_counts_who_handed_in(
    student: User, classmate: User, classroom: Classroom, assignment_of: GiveWork
) -> None:
    given = assignment_of(**WEEK)
    begin(student=student, assignment_id=given.pk, now=NOW)
    [row] = digest_of(classroom).due
    assert (row.assignment, row.not_begun, row.handed_in, row.students) == (given, ["ROUX Tom"], 0, 2)
    Assignee.objects.filter(student=student).update(handed_in_at=NOW)
    [row] = digest_of(classroom).due
    assert row.handed_in == 1


def test_an_excused_student_is_not_expected(
    student: User, classmate: User, classroom: Classroom, assignment_of: GiveWork
) -> None:
    assignment_of(**WEEK)
    Assignee.objects.filter(student=classmate).update(excused_at=NOW)
    [row] = digest_of(classroom).due
    assert (row.not_begun, row.students) == (["PETIT Léa"], 1)


def test_the_next_week_is_not_in_it(student: User, classroom: Classroom, assignment_of: GiveWork) -> None:
    assignment_of(**WEEK | {"due_at": NOW + timedelta(days=4)})
    assert not digest_of(classroom).due


def test_an_exam_that_is_over_waits_for_its_release(
    student: User, classroom: Classroom, assignment_of: GiveWork
) -> None:
    exam = assignment_of(is_exam=True, opens_at=NOW - timedelta(days=9), due_at=NOW - timedelta(days=8))
    assert digest_of(classroom).to_release == [exam]
    Assignment.objects.update(released_at=NOW)
    assert not digest_of(classroom).to_release


def test_programs_wait_until_a_teacher_judges_or_comments(
    student: User, classroom: Classroom, teacher: User, assignment_of: GiveWork
) -> None:
    work = assignment_of()
    Assignment.objects.update(worksheet="mini_projet", exercises=["bloc"])
    program = {"student": student, "worksheet": "mini_projet", "assignment": work}
    Submission.objects.create(source="S = 1", **program)
    newest = Submission.objects.create(source="S = 2", **program)
    Submission.objects.create(source="S = 3", is_trial=True, **program)
    [row] = digest_of(classroom).to_mark
    assert (row.assignment, row.count) == (work, 1)
    JudgedExercise.objects.create(
        submission=newest, exercise="bloc", verdict="passed", judged_by=JudgedExercise.Judge.STUDENT
    )
    assert digest_of(classroom).to_mark
    newest.comments.create(author=teacher, text="Well done.")
    assert not digest_of(classroom).to_mark


def test_a_class_without_anything_to_do_is_empty(student: User, classroom: Classroom) -> None:
    assert digest_of(classroom).is_empty


def test_the_queries_do_not_grow_with_the_classes(
    teacher: User,
    student: User,
    classroom: Classroom,
    assignment_of: GiveWork,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    assignment_of(**WEEK)
    second = Classroom.objects.create(name="4e C")
    with django_assert_num_queries(QUERIES):
        week_digest([classroom], NOW)
    assignment_of(**WEEK, classroom=second)
    with django_assert_num_queries(QUERIES):
        week_digest([classroom, second], NOW)


@pytest.mark.parametrize("has_class", [True, False])
def test_the_page_is_for_teachers(
    has_class: bool, client_of: Callable[[User], Client], teacher: User, request: pytest.FixtureRequest
) -> None:
    if has_class:
        request.getfixturevalue("student")
    text = client_of(teacher).get("/digest/", headers={"Accept-Language": "en"}).content.decode()
    assert ("nothing waits for you" in text) == has_class
    assert ("You have no class yet." in text) != has_class
