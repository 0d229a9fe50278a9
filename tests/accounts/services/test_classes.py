"""Classes made, archived and restored; students moved and released."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from accounts.models import Classroom, Membership, User
from accounts.services import (
    ClassError,
    archive_class,
    create_class,
    move_student,
    release_student,
    restore_class,
)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def second_class(teacher: User) -> Classroom:
    return create_class(teacher=teacher, name="6e C")


def place_of(student: User) -> Membership:
    return Membership.objects.get(student=student)


def test_a_class_that_is_made_is_the_teachers(teacher: User) -> None:
    classroom = create_class(teacher=teacher, name="4e A")
    assert list(Classroom.objects.taught_by(teacher)) == [classroom]
    assert list(classroom.teachers.all()) == [teacher]


def test_two_classes_in_use_never_bear_the_same_name(teacher: User, classroom: Classroom) -> None:
    with pytest.raises(ClassError, match="already"):
        create_class(teacher=teacher, name=classroom.name)
    assert Classroom.objects.count() == 1


def test_the_name_of_an_archived_class_or_of_a_colleagues_is_free(
    teacher: User, other_teacher: User, classroom: Classroom
) -> None:
    create_class(teacher=other_teacher, name=classroom.name)
    archive_class(classroom=classroom, teacher=teacher)
    create_class(teacher=teacher, name=classroom.name)
    assert Classroom.objects.filter(name=classroom.name).count() == 3


def test_a_class_archived_twice_keeps_its_first_date_and_comes_back(
    teacher: User, classroom: Classroom, student: User
) -> None:
    first = archive_class(classroom=classroom, teacher=teacher).archived_at
    assert first is not None
    assert archive_class(classroom=classroom, teacher=teacher).archived_at == first
    assert not Classroom.objects.current().exists()
    restore_class(classroom=classroom, teacher=teacher)
    classroom.refresh_from_db()
    assert classroom.archived_at is None
    assert list(classroom.students.all()) == [student]


def test_a_student_who_moves_takes_name_and_note_along(
    teacher: User, student: User, second_class: Classroom
) -> None:
    Membership.objects.update(note="sits in front")
    move_student(membership=place_of(student), destination=second_class, teacher=teacher)
    moved = place_of(student)
    assert (moved.classroom, moved.real_name, moved.note) == (second_class, "Léa Petit", "sits in front")


def test_nobody_moves_into_an_archived_class(teacher: User, student: User, second_class: Classroom) -> None:
    archive_class(classroom=second_class, teacher=teacher)
    with pytest.raises(ClassError, match="archive"):
        move_student(membership=place_of(student), destination=second_class, teacher=teacher)
    assert place_of(student).classroom != second_class


def test_nobody_is_twice_in_a_class(
    teacher: User, student: User, classroom: Classroom, second_class: Classroom
) -> None:
    there = Membership.objects.create(classroom=second_class, student=student)
    with pytest.raises(ClassError, match="already"):
        move_student(membership=there, destination=classroom, teacher=teacher)
    there.refresh_from_db()
    assert there.classroom == second_class


def test_who_was_released_meanwhile_is_not_moved(
    teacher: User, student: User, second_class: Classroom
) -> None:
    membership = place_of(student)
    release_student(membership=place_of(student), teacher=teacher)
    with pytest.raises(ClassError, match="no longer"):
        move_student(membership=membership, destination=second_class, teacher=teacher)
    assert not second_class.memberships.exists()


def test_a_student_who_is_released_keeps_the_account(teacher: User, student: User) -> None:
    release_student(membership=place_of(student), teacher=teacher)
    assert not Membership.objects.filter(student=student).exists()
    assert User.objects.filter(pk=student.pk, is_active=True).exists()
