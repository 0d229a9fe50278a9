"""After an account is deleted nothing in the database names it, and nobody else has lost a row."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from accounts.models import ClassActivity, Classroom, Membership, User
from accounts.privacy import deletion, registry
from accounts.services.classes import remove_student
from puzzles.assignments.models import Assignment
from puzzles.library.models import Collection, HelpPolicy, PuzzleImport
from puzzles.play.models import Attempt

LEA, TOM = 987_600_000, 543_200_000


def counts_of(user: User) -> dict[str, int]:
    tables = [apps.get_model(table.model) for table in registry.personal_tables()]
    return {model._meta.label: registry.rows_of(user, model).count() for model in tables}


def test_no_table_names_a_deleted_student(
    life_of: Callable[..., Any], every_text: Callable[[], dict[str, list[str]]]
) -> None:
    lea = life_of("lea.petit", LEA)
    traces = re.compile(r"9876\d{5}|lea.petit", re.IGNORECASE)
    before = {label for label, texts in every_text().items() if any(map(traces.search, texts))}
    assert before >= {table.model for table in registry.personal_tables()} | {
        "sessions.Session",
        "django_tasks_database.DBTaskResult",
    }
    deletion.delete_account(user=lea.user)
    left = {
        label: [text for text in texts if traces.search(text)]
        for label, texts in every_text().items()
        if any(map(traces.search, texts))
    }
    assert left == {}


def test_a_classmate_loses_nothing(life_of: Callable[..., Any]) -> None:
    lea, tom = life_of("lea", LEA), life_of("tom", TOM)
    places = [place for place in registry.LOCATIONS.values() if place.find]
    before = counts_of(tom.user), [len(list(place.find(tom.user))) for place in places]  # type: ignore[misc]
    deletion.delete_account(user=lea.user)
    after = counts_of(tom.user), [len(list(place.find(tom.user))) for place in places]  # type: ignore[misc]
    assert before == after
    assert all(before[0].values())
    assert all(before[1])


def test_log_entries_of_a_teacher_stay_without_the_students_name(
    life_of: Callable[..., Any], teacher: User
) -> None:
    lea = life_of("lea", LEA)
    before = LogEntry.objects.filter(user=teacher).count()
    deletion.delete_account(user=lea.user)
    entries = LogEntry.objects.filter(user=teacher)
    assert entries.count() == before
    assert {entry.object_repr for entry in entries} == {"—"}


def test_the_class_keeps_a_line_that_names_nobody(student: User, classroom: Classroom, teacher: User) -> None:
    deletion.delete_account(user=student, by=teacher)
    [event] = ClassActivity.objects.filter(classroom=classroom)
    assert (event.kind, event.actor, event.subject, event.detail) == ("account-deleted", teacher, None, "")


# A teacher and her students


def test_a_teacher_deletes_a_student_of_hers(student: User, teacher: User) -> None:
    assert deletion.delete_student(student=student, teacher=teacher)
    assert not User.objects.filter(pk=student.pk).exists()


def test_a_student_of_another_teacher_too_is_only_taken_out(
    student: User, teacher: User, other_teacher: User
) -> None:
    elsewhere = Classroom.objects.create(name="Chess")
    elsewhere.teachers.add(other_teacher)
    kept = Membership.objects.create(classroom=elsewhere, student=student)
    hers = Classroom.objects.create(name="Club")
    hers.teachers.add(teacher)
    Membership.objects.create(classroom=hers, student=student)
    assert not deletion.delete_student(student=student, teacher=teacher)
    assert list(student.memberships.all()) == [kept]


def test_a_class_taught_together_is_hers(
    student: User, classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    classroom.teachers.add(other_teacher)
    assert deletion.may_delete(teacher=teacher, student=student)


def test_somebody_elses_student_is_not_hers_to_delete(stranger: User, teacher: User) -> None:
    assert not deletion.delete_student(student=stranger, teacher=teacher)
    assert stranger.memberships.count() == 1


def test_a_former_teacher_deletes_nobody(student: User, teacher: User) -> None:
    teacher.role = User.Role.STUDENT
    teacher.save()
    assert not deletion.may_delete(teacher=teacher, student=student)


# Students in no class


@pytest.fixture
def left_twice(student: User, teacher: User, other_teacher: User) -> User:
    """The student, released from a class of the other teacher, and then from that of the teacher."""
    elsewhere = Classroom.objects.create(name="Chess")
    elsewhere.teachers.add(other_teacher)
    Membership.objects.create(classroom=elsewhere, student=student)
    for by in (other_teacher, teacher):
        remove_student(membership=student.memberships.get(classroom__teachers=by), teacher=by)
    return student


def test_only_a_teacher_of_their_last_class_deletes_a_student_without_a_class(
    left_twice: User, teacher: User, other_teacher: User
) -> None:
    assert not deletion.may_delete(teacher=other_teacher, student=left_twice)
    with pytest.raises(deletion.DeletionError, match="the student's last class"):
        deletion.delete_student(student=left_twice, teacher=other_teacher)
    assert deletion.delete_student(student=left_twice, teacher=teacher)


def test_each_teacher_of_their_last_class_may_delete_a_student_without_a_class(
    student: User, classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    classroom.teachers.add(other_teacher)
    remove_student(membership=student.memberships.get(), teacher=teacher)
    assert deletion.may_delete(teacher=teacher, student=student)
    assert deletion.may_delete(teacher=other_teacher, student=student)


def test_a_former_teacher_cannot_delete_an_account_with_an_unreleased_exam(
    student: User, exam: Assignment, exam_attempt: Attempt, teacher: User
) -> None:
    remove_student(membership=student.memberships.get(), teacher=teacher)
    with pytest.raises(deletion.DeletionError, match="results are not released yet"):
        deletion.delete_student(student=student, teacher=teacher)
    assert Attempt.objects.filter(pk=exam_attempt.pk).exists()
    Assignment.objects.filter(pk=exam.pk).update(released_at=timezone.now())
    assert deletion.delete_student(student=student, teacher=teacher)


# Teachers who leave


@pytest.fixture
def library(teacher: User) -> Collection:
    policy = HelpPolicy.objects.create()
    collection = Collection.objects.create(owner=teacher, name="Warm-up", policy=policy)
    PuzzleImport.objects.create(
        owner=teacher, collection=collection, file_name="a.txt", size=1, sha256="0" * 64
    )
    return collection


def test_the_only_teacher_of_students_stays(teacher: User, student: User, administrator: User) -> None:
    with pytest.raises(deletion.OnlyTeacherError, match="6e B"):
        deletion.delete_account(user=teacher)
    assert User.objects.filter(pk=teacher.pk).exists()


def test_a_class_with_another_teacher_or_without_students_keeps_nobody(
    teacher: User, classroom: Classroom, student: User, other_teacher: User, administrator: User
) -> None:
    classroom.teachers.add(other_teacher)
    empty = Classroom.objects.create(name="new")
    empty.teachers.add(teacher)
    deletion.delete_account(user=teacher)
    assert list(classroom.teachers.all()) == [other_teacher]
    assert student.memberships.count() == 1


def test_her_collections_go_to_an_administrator_and_games_stay(
    teacher: User,
    stranger: User,
    administrator: User,
    library: Collection,
    attempt_of: Callable[..., Attempt],
) -> None:
    Collection.objects.create(owner=administrator, name="Warm-up", policy=library.policy)
    attempt = attempt_of(stranger)
    Attempt.objects.filter(pk=attempt.pk).update(collection=library)
    deletion.delete_account(user=teacher)
    library.refresh_from_db()
    attempt.refresh_from_db()
    assert (library.owner, library.name) == (administrator, "Warm-up (2)")
    assert library.imports.get().owner == administrator
    assert attempt.collection == library


def test_assignments_of_a_deleted_teacher_stay_with_the_class(
    teacher: User, classroom: Classroom, student: User, other_teacher: User, administrator: User
) -> None:
    classroom.teachers.add(other_teacher)
    work = Assignment.objects.create(
        classroom=classroom, author=teacher, name="Exam", policy=HelpPolicy.objects.create()
    )
    deletion.delete_account(user=teacher)
    work.refresh_from_db()
    assert work.author is None


def test_the_user_who_deletes_a_teacher_becomes_the_owner(
    teacher: User, administrator: User, library: Collection
) -> None:
    second = User.objects.create_superuser("second", "a grid of nine")
    deletion.delete_account(user=teacher, by=second)
    library.refresh_from_db()
    assert library.owner == second


def test_the_last_administrator_stays(administrator: User) -> None:
    closed = User.objects.create_superuser("closed", "a grid of nine")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    with pytest.raises(deletion.LastAdministratorError):
        deletion.delete_account(user=administrator)
    assert User.objects.filter(pk=administrator.pk).exists()


def test_no_table_names_a_deleted_teacher(
    life_of: Callable[..., Any],
    administrator: User,
    every_text: Callable[[], dict[str, list[str]]],
) -> None:
    martin = life_of("mme.dupont", LEA, role="teacher")
    deletion.delete_account(user=martin.user)
    trace = re.compile(rf"{martin.user.pk}|mme\.dupont")
    # A collection that she named after herself keeps the name she gave it.
    texts = {label: texts for label, texts in every_text().items() if label != "library.Collection"}
    assert {label for label, found in texts.items() if any(map(trace.search, found))} == set()
