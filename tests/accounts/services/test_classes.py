"""Classes made, archived and restored; students moved and released."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Classroom, FormerStudent, Membership, User
from accounts.services.classes import (
    ClassError,
    add_teacher,
    archive_class,
    create_class,
    enrol_former_student,
    hand_over,
    move_student,
    owner_of,
    pause_class,
    remove_student,
    remove_teacher,
    rename_class,
    restore_class,
    resume_class,
    set_rights,
)
from accounts.services.join_codes import join_class, open_join_code
from accounts.signals import class_resumed


@pytest.fixture
def second_class(teacher: User) -> Classroom:
    return create_class(teacher=teacher, name="6e C")


def place_of(student: User) -> Membership:
    return Membership.objects.get(student=student)


def test_a_class_that_is_made_is_the_teachers(teacher: User) -> None:
    classroom = create_class(teacher=teacher, name="4e A")
    assert list(Classroom.objects.taught_by(teacher)) == [classroom]
    assert list(classroom.teachers.all()) == [teacher]


def test_two_classes_in_use_never_have_the_same_name(teacher: User, classroom: Classroom) -> None:
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
    assert (moved.classroom, moved.real_name, moved.note) == (second_class, "PETIT Léa", "sits in front")


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


def test_a_student_released_meanwhile_is_not_moved(
    teacher: User, student: User, second_class: Classroom
) -> None:
    membership = place_of(student)
    remove_student(membership=place_of(student), teacher=teacher)
    with pytest.raises(ClassError, match="no longer"):
        move_student(membership=membership, destination=second_class, teacher=teacher)
    assert not second_class.memberships.exists()


def test_a_student_who_is_released_keeps_the_account(teacher: User, student: User) -> None:
    remove_student(membership=place_of(student), teacher=teacher)
    assert not Membership.objects.filter(student=student).exists()
    assert User.objects.filter(pk=student.pk, is_active=True).exists()


# Teachers


def test_a_colleague_is_added_by_user_name_and_sees_the_class(
    classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    assert add_teacher(classroom=classroom, username=" M.Durand", by=teacher) == other_teacher
    assert classroom in Classroom.objects.taught_by(other_teacher)


@pytest.mark.parametrize("username", ["lea", "nobody", "", "mme.martin"])
def test_no_student_no_stranger_and_nobody_twice_becomes_a_teacher_of_the_class(
    username: str, classroom: Classroom, teacher: User, student: User
) -> None:
    with pytest.raises(ClassError):
        add_teacher(classroom=classroom, username=username, by=teacher)
    assert list(classroom.teachers.all()) == [teacher]


def test_a_teacher_leaves_a_class_that_a_colleague_keeps(
    classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    classroom.teachers.add(other_teacher)
    remove_teacher(classroom=classroom, teacher=teacher, by=teacher)
    assert list(classroom.teachers.all()) == [other_teacher]


def test_a_colleague_does_not_remove_the_owner_who_has_had_the_class_longest(
    classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    classroom.teachers.add(other_teacher)
    with pytest.raises(ClassError, match="owner"):
        remove_teacher(classroom=classroom, teacher=teacher, by=other_teacher)
    User.objects.filter(pk=teacher.pk).update(is_active=False)
    remove_teacher(classroom=classroom, teacher=teacher, by=other_teacher)
    assert list(classroom.teachers.all()) == [other_teacher]


def test_an_owner_hands_the_class_over_and_can_be_removed(
    classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    classroom.teachers.add(other_teacher)
    with pytest.raises(ClassError, match="owner"):
        hand_over(classroom=classroom, username=other_teacher.username, by=other_teacher)
    hand_over(classroom=classroom, username=other_teacher.username, by=teacher)
    classroom.refresh_from_db()
    assert owner_of(classroom) == other_teacher
    remove_teacher(classroom=classroom, teacher=teacher, by=other_teacher)
    assert list(classroom.teachers.all()) == [other_teacher]


def test_a_class_is_handed_over_to_one_of_its_teachers_only(
    classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    set_rights(classroom=classroom, colleague=other_teacher, by=teacher, reads_only=True)
    with pytest.raises(ClassError, match="does not teach"):
        hand_over(classroom=classroom, username=other_teacher.username, by=teacher)


def test_only_the_owner_archives(classroom: Classroom, teacher: User, other_teacher: User) -> None:
    classroom.teachers.add(other_teacher)
    with pytest.raises(ClassError, match="owner"):
        archive_class(classroom=classroom, teacher=other_teacher)
    archive_class(classroom=classroom, teacher=teacher)
    assert not Classroom.objects.current().filter(pk=classroom.pk).exists()


def test_a_colleague_reads_or_changes_the_class_and_never_both(
    classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    add_teacher(classroom=classroom, username=other_teacher.username, by=teacher, reads_only=True)
    assert list(classroom.teachers.all()) == [teacher]
    assert not Classroom.objects.taught_by(other_teacher).filter(pk=classroom.pk).exists()
    assert Classroom.objects.read_by(other_teacher).get(pk=classroom.pk).is_read_only
    set_rights(classroom=classroom, colleague=other_teacher, by=teacher, reads_only=False)
    assert not classroom.readers.exists()
    assert not Classroom.objects.read_by(other_teacher).get(pk=classroom.pk).is_read_only
    with pytest.raises(ClassError, match="all rights"):
        set_rights(classroom=classroom, colleague=teacher, by=other_teacher, reads_only=True)


def test_an_administrator_removes_any_teacher(
    classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    other_teacher.is_superuser = True
    classroom.teachers.add(other_teacher)
    remove_teacher(classroom=classroom, teacher=teacher, by=other_teacher)
    assert list(classroom.teachers.all()) == [other_teacher]


@pytest.mark.parametrize("colleague", ["none", "closed"])
def test_the_last_teacher_who_can_log_in_stays(
    colleague: str, classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    if colleague == "closed":
        User.objects.filter(pk=other_teacher.pk).update(is_active=False)
        classroom.teachers.add(other_teacher)
    with pytest.raises(ClassError, match="at least one teacher"):
        remove_teacher(classroom=classroom, teacher=teacher, by=teacher)
    assert teacher in classroom.teachers.all()


@pytest.mark.django_db(transaction=True)
def test_two_teachers_who_remove_each_other_at_the_same_moment_leave_one(
    classroom: Classroom, teacher: User, other_teacher: User
) -> None:
    classroom.teachers.add(other_teacher)

    def remove(pair: tuple[User, User]) -> str:
        try:
            remove_teacher(classroom=classroom, teacher=pair[0], by=pair[1])
        except ClassError:
            return "refused"
        finally:
            connection.close()
        return "removed"

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(remove, [(teacher, other_teacher), (other_teacher, teacher)]))
    assert sorted(answers) == ["refused", "removed"]
    assert classroom.teachers.count() == 1


# "Eyes on me"


@pytest.fixture
def resumed() -> Iterator[list[dict[str, Any]]]:
    """What `class_resumed` has told."""
    told: list[dict[str, Any]] = []

    def hear(sender: object, **about: Any) -> None:
        told.append(about)

    class_resumed.connect(hear)
    yield told
    class_resumed.disconnect(hear)


def test_a_pause_begins_once_and_its_end_returns_its_length(
    classroom: Classroom, resumed: list[dict[str, Any]]
) -> None:
    began = pause_class(classroom=classroom).paused_at
    assert began is not None
    assert pause_class(classroom=classroom).paused_at == began
    Classroom.objects.update(paused_at=began - timedelta(seconds=90))
    assert resume_class(classroom=classroom).paused_at is None
    assert resume_class(classroom=classroom).paused_at is None
    [told] = resumed
    assert told["classroom"] == classroom
    assert told["seconds"] == 90
    assert told["paused_at"] == began - timedelta(seconds=90)


def test_if_the_time_cannot_be_given_back_the_pause_goes_on(classroom: Classroom) -> None:
    def fail(sender: object, **about: Any) -> None:
        raise RuntimeError

    class_resumed.connect(fail)
    try:
        pause_class(classroom=classroom)
        with pytest.raises(RuntimeError):
            resume_class(classroom=classroom)
    finally:
        class_resumed.disconnect(fail)
    classroom.refresh_from_db()
    assert classroom.paused_at is not None


def test_an_archived_class_is_not_paused_and_a_paused_one_resumes_when_archived(
    teacher: User, classroom: Classroom, resumed: list[dict[str, Any]]
) -> None:
    pause_class(classroom=classroom)
    archive_class(classroom=classroom, teacher=teacher)
    classroom.refresh_from_db()
    assert classroom.paused_at is None
    assert len(resumed) == 1
    with pytest.raises(ClassError, match="archive"):
        pause_class(classroom=classroom)


# The name


def test_a_class_is_renamed_and_keeps_apart_from_the_others(teacher: User, classroom: Classroom) -> None:
    create_class(teacher=teacher, name="5e A")
    with pytest.raises(ClassError, match="already"):
        rename_class(classroom=classroom, name="5e A", teacher=teacher)
    rename_class(classroom=classroom, name="6e B bis", teacher=teacher)
    classroom.refresh_from_db()
    assert classroom.name == "6e B bis"
    assert classroom.activities.get().detail == "6e B"


@pytest.mark.parametrize("way", ["enrolled", "joined", "moved"])
def test_a_student_with_a_class_again_is_found_by_no_former_teacher(
    way: str, teacher: User, other_teacher: User, classroom: Classroom, stranger: User, student: User
) -> None:
    theirs = place_of(stranger).classroom
    if way == "moved":
        Membership.objects.create(classroom=create_class(teacher=other_teacher, name="Club"), student=student)
    remove_student(membership=student.memberships.get(classroom=classroom), teacher=teacher)
    assert FormerStudent.objects.filter(teacher=teacher, student=student).exists()
    if way == "enrolled":
        FormerStudent.objects.create(teacher=other_teacher, student=student, class_name="5e A")
        enrol_former_student(student=student, classroom=theirs, teacher=other_teacher)
    elif way == "joined":
        code = open_join_code(classroom=theirs, teacher=other_teacher).join_code
        join_class(student=student, code=code)
    else:
        move_student(membership=place_of(student), destination=theirs, teacher=other_teacher)
    assert not FormerStudent.objects.exists()
    remove_student(membership=place_of(student), teacher=other_teacher)
    assert list(User.objects.managed_by(other_teacher).filter(pk=student.pk)) == [student]
    assert not User.objects.managed_by(teacher).filter(pk=student.pk).exists()


def test_a_former_student_is_locked_before_the_account_is_read(
    teacher: User, classroom: Classroom, student: User
) -> None:
    remove_student(membership=place_of(student), teacher=teacher)
    with CaptureQueriesContext(connection) as queries:
        enrol_former_student(student=student, classroom=classroom, teacher=teacher)
    first, second = [each["sql"] for each in queries if each["sql"].startswith("SELECT")][:2]
    assert 'FROM "accounts_user"' in first
    assert 'FROM "accounts_classroom"' in second
    assert connection.vendor == "sqlite" or first.endswith("FOR UPDATE")
