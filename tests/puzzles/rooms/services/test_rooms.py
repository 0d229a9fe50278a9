"""Rooms: open, lead, hold, let go, follow, close."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from accounts.services.classes import ClassError, archive_class
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.play.models import Attempt
from puzzles.play.services.board_news import board_news
from puzzles.rooms.models import Attendance, Room
from puzzles.rooms.services.rooms import (
    PRESENT_FOR,
    RoomError,
    close_room,
    follow,
    hold,
    is_leadable,
    lead,
    let_go,
    open_room,
    present,
    record_presence,
    room_of,
    room_seen_by,
)

HERE = "/algorithms/td_iteratif/?grid=1&step=4"


def seen(student: User) -> Room:
    """The student's room as a phone sees it."""
    room = room_seen_by(student)
    assert room is not None
    return room


def test_a_student_of_two_classes_is_in_the_latest_room(room: Room, student: User, teacher: User) -> None:
    second = Classroom.objects.create(name="6e C")
    Membership.objects.create(classroom=second, student=student)
    latest = open_room(classroom=second)
    assert seen(student) == latest
    close_room(room=latest)
    assert seen(student) == room


def test_a_class_has_one_open_room(room: Room, classroom: Classroom) -> None:
    assert open_room(classroom=classroom) == room
    with pytest.raises(IntegrityError), transaction.atomic():
        Room.objects.create(classroom=classroom, ends_at=timezone.now())


def test_a_room_is_over_after_three_hours(room: Room, classroom: Classroom, student: User) -> None:
    Room.objects.filter(pk=room.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    assert room_of(student) is None
    with pytest.raises(RoomError):
        lead(room=room, address=HERE)
    assert open_room(classroom=classroom) != room
    room.refresh_from_db()
    assert room.closed_at == room.ends_at


def test_a_closed_room_leads_nobody(room: Room, student: User, classroom: Classroom) -> None:
    lead(room=room, address=HERE)
    close_room(room=room)
    room.refresh_from_db()
    classroom.refresh_from_db()
    assert (room.is_open, room.address, classroom.room_ends_at) == (False, "", None)
    assert room_of(student) is None
    closed_at = room.closed_at
    assert close_room(room=room).closed_at == closed_at


def test_an_archived_class_has_no_room(
    room: Room, classroom: Classroom, teacher: User, student: User
) -> None:
    archive_class(classroom=classroom, teacher=teacher)
    assert room_of(student) is None
    with pytest.raises(ClassError):
        open_room(classroom=classroom)


@pytest.mark.parametrize(
    "address",
    [
        HERE,
        "/course/explorer/?function=bloc",
        "/course/td_iteratif/",
        "/techniques/x_wing/?rung=why",
        "/course/td_iteratif/?matrix=numpy#f-bloc_libre",
        f"/grids/{'1' + '.' * 80}/",
    ],
)
def test_a_class_can_be_led_to_pages_that_are_the_same_for_everybody(address: str) -> None:
    assert is_leadable(address)


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/play/1/",
        "/accounts/logout/",
        "/classes/1/",
        "//example.org/techniques/",
        "https://example.org/techniques/",
        "javascript:alert(1)",
        "/techniques/\n",
        "/techniques/?" + "x" * 700,
        "/techniques/#a b",
    ],
)
def test_a_class_cannot_be_led_elsewhere(address: str, room: Room) -> None:
    assert not is_leadable(address)
    with pytest.raises(RoomError):
        lead(room=room, address=address)


def test_only_a_change_of_the_address_counts(room: Room) -> None:
    first = lead(room=room, address=HERE).version
    assert lead(room=room, address=HERE).version == first
    assert lead(room=room, address="/techniques/").version == first + 1


def test_who_follows_can_step_aside_unless_the_class_is_kept_together(room: Room, student: User) -> None:
    with pytest.raises(RoomError):
        follow(room=room, student=student, is_on=True)
    with pytest.raises(RoomError):
        hold(room=room, is_on=True)
    lead(room=room, address=HERE)
    follow(room=room, student=student, is_on=True)
    hold(room=room, is_on=True)
    with pytest.raises(RoomError):
        follow(room=room, student=student, is_on=False)
    hold(room=room, is_on=False)
    follow(room=room, student=student, is_on=False)
    assert not seen(student).is_followed


def test_letting_go_frees_everybody(room: Room, student: User, classmate: User) -> None:
    lead(room=room, address=HERE)
    for each in (student, classmate):
        follow(room=room, student=each, is_on=True)
    hold(room=room, is_on=True)
    let_go(room=room)
    assert not Attendance.objects.filter(is_following=True).exists()
    assert not Room.objects.get().is_holding


def test_a_student_is_present_while_a_page_asks(room: Room, student: User) -> None:
    record_presence(room=seen(student), student=student)
    record_presence(room=seen(student), student=student)
    assert present(room) == 1
    Attendance.objects.update(seen_at=timezone.now() - PRESENT_FOR)
    assert present(room) == 0
    record_presence(room=seen(student), student=student)
    assert present(room) == 1


def test_a_room_is_for_its_own_class(room: Room, stranger: User) -> None:
    assert room_of(stranger) is None


def test_nothing_disturbs_a_student_who_writes_an_exam(room: Room, exam: Assignment, student: User) -> None:
    assert room_of(student) == room
    begin(student=student, assignment_id=exam.pk)
    assert room_of(student) is None


def test_an_open_board_knows_of_the_room(classroom: Classroom, attempt_of: object, student: User) -> None:
    attempt: Attempt = attempt_of(student)  # type: ignore[operator]
    asked = {"player": student, "attempt_id": attempt.pk, "is_visible": True}
    assert not board_news(**asked).has_room
    room = open_room(classroom=classroom)
    assert board_news(**asked).has_room
    close_room(room=room)
    assert not board_news(**asked).has_room
