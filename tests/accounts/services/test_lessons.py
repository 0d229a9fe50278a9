"""A lesson as the pages of a student see it: the pause of the class, and the raised hand."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import Classroom, RaisedHand, User
from accounts.services.lessons import (
    FREE_S,
    LESSON_S,
    PAUSED_S,
    HandError,
    is_lesson_time,
    lesson_of,
    raised_hands,
    set_hand,
)

# A Thursday morning, and the night before.
MORNING, NIGHT = datetime(2026, 11, 26, 9, 0, tzinfo=UTC), datetime(2026, 11, 26, 2, 0, tzinfo=UTC)


def test_a_pause_covers_the_pages_of_its_students(
    student: User, stranger: User, classroom: Classroom
) -> None:
    Classroom.objects.filter(pk=classroom.pk).update(paused_at=MORNING)
    assert lesson_of(student, MORNING).is_paused
    assert lesson_of(student, MORNING).ask_after_s == PAUSED_S
    assert not lesson_of(stranger, MORNING).is_paused


def test_an_archived_class_covers_nothing(student: User, classroom: Classroom) -> None:
    Classroom.objects.filter(pk=classroom.pk).update(paused_at=MORNING, archived_at=MORNING)
    assert not lesson_of(student, MORNING).is_paused


def test_a_room_is_open_until_its_end(student: User, stranger: User, classroom: Classroom) -> None:
    Classroom.objects.filter(pk=classroom.pk).update(room_ends_at=MORNING)
    assert lesson_of(student, MORNING - timedelta(minutes=1)).has_room
    assert not lesson_of(student, MORNING).has_room
    assert not lesson_of(stranger, MORNING - timedelta(minutes=1)).has_room


def test_pages_ask_often_only_while_a_lesson_can_be_on(student: User) -> None:
    assert lesson_of(student, MORNING).ask_after_s == LESSON_S
    assert lesson_of(student, NIGHT).ask_after_s == FREE_S
    assert not is_lesson_time(datetime(2026, 11, 29, 9, 0, tzinfo=UTC))


def test_a_student_without_a_class_need_not_ask(student: User, classroom: Classroom) -> None:
    classroom.memberships.all().delete()
    assert lesson_of(student, MORNING).ask_after_s is None
    with pytest.raises(HandError):
        set_hand(student=student, is_raised=True)


def test_a_hand_stays_up_since_it_was_first_raised(student: User, classmate: User) -> None:
    set_hand(student=student, is_raised=True, now=MORNING)
    set_hand(student=student, is_raised=True, now=MORNING + timedelta(minutes=5))
    later = MORNING + timedelta(minutes=6)
    assert raised_hands([student.pk, classmate.pk], later) == {student.pk: MORNING}
    assert lesson_of(student, later).is_hand_raised
    set_hand(student=student, is_raised=False)
    set_hand(student=student, is_raised=False)
    assert not lesson_of(student, later).is_hand_raised


def test_a_hand_of_another_lesson_is_forgotten(student: User) -> None:
    set_hand(student=student, is_raised=True, now=MORNING)
    later = MORNING + RaisedHand.LASTS
    assert raised_hands([student.pk], later) == {}
    set_hand(student=student, is_raised=True, now=later)
    assert raised_hands([student.pk], later) == {student.pk: later}
