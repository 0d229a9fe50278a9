"""What the tables of accounts promise."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Classroom, Membership, User
from puzzles.play.models import Attempt


def test_a_teachers_students_are_those_of_her_classes_each_once(
    teacher: User, classroom: Classroom, student: User, classmate: User, stranger: User
) -> None:
    second = Classroom.objects.create(name="Club")
    second.teachers.add(teacher)
    Membership.objects.create(classroom=second, student=student)
    assert list(User.objects.taught_by(teacher)) == [student, classmate]


def test_a_former_teacher_sees_no_students(
    teacher: User, student: User, attempt_of: Callable[..., Attempt]
) -> None:
    attempt = attempt_of(student)
    assert list(Attempt.objects.readable_by(teacher)) == [attempt]
    teacher.role = User.Role.STUDENT
    teacher.save()
    assert not User.objects.taught_by(teacher).exists()
    assert not Attempt.objects.readable_by(teacher).exists()


def test_teachers_manage_their_own_and_administrators_everything(
    teacher: User, student: User, stranger: User, administrator: User
) -> None:
    assert set(User.objects.managed_by(teacher)) == {student}
    assert set(User.objects.managed_by(administrator)) == set(User.objects.all())
    assert [row.name for row in Classroom.objects.managed_by(teacher)] == ["6e B"]
    assert Membership.objects.managed_by(teacher).count() == 1
    assert Membership.objects.managed_by(administrator).count() == 2


def test_an_administrator_cannot_have_the_role_of_a_student(student: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=student.pk).update(is_superuser=True)


def test_a_student_is_in_a_class_once(classroom: Classroom, student: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(classroom=classroom, student=student)


def test_the_admin_opens_to_teachers_and_administrators_only(
    student: User, teacher: User, administrator: User
) -> None:
    assert [who.is_staff for who in (student, teacher, administrator)] == [False, True, True]
