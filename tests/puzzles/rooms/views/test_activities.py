"""Activities of a lesson on all screens of a room."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.lessons.models import Lesson
from puzzles.lessons.pages.packs import PlanStep, activity_address
from puzzles.lessons.services.activities import Activity, Kind, to_json
from puzzles.lessons.services.packs import built_in_packs
from puzzles.rooms.models import Room
from puzzles.rooms.services.rooms import close_room, is_leadable

ClientOf = Callable[[User], Client]
READ = Activity(kind=Kind.READ, title="Read", technique="x_wing")
ASKED = Activity(kind=Kind.QUESTION, title="Ask", question="How many?", choices=("8", "9"), right=2)


@pytest.fixture
def lesson(classroom: Classroom) -> Lesson:
    """A lesson of the class with two activities."""
    today = timezone.localdate()
    made = Lesson.objects.create(classroom=classroom, title="One", takes_place_on=today, due_on=today)
    for position, activity in enumerate((READ, ASKED), 1):
        made.activities.create(position=position, data=to_json(activity))
    return made


def test_a_page_is_led_to(client_of: ClientOf, teacher: User, room: Room, lesson: Lesson) -> None:
    shown = client_of(teacher).post(f"/lessons/{lesson.pk}/activities/1/show/")
    room.refresh_from_db()
    assert (shown["Location"], room.address) == ("/techniques/x_wing/",) * 2


def test_a_question_is_asked(client_of: ClientOf, teacher: User, room: Room, lesson: Lesson) -> None:
    browser = client_of(teacher)
    assert (
        "Show on all screens" in browser.get(f"/lessons/{lesson.pk}/", headers={"Accept-Language": "en"}).text
    )
    shown = browser.post(f"/lessons/{lesson.pk}/activities/2/show/")
    asked = room.questions.on_screen().get()
    assert shown["Location"] == f"/rooms/{room.pk}/projector/"
    assert (asked.text, asked.choices, asked.right) == ("How many?", ["8", "9"], ["1"])


def test_without_an_open_room_nothing_is_shown(
    client_of: ClientOf, teacher: User, room: Room, lesson: Lesson
) -> None:
    close_room(room=room)
    shown = client_of(teacher).post(f"/lessons/{lesson.pk}/activities/1/show/")
    assert shown["Location"] == f"/classes/{room.classroom_id}/room/"
    room.refresh_from_db()
    assert room.address == ""


def test_another_teacher_shows_nothing(
    client_of: ClientOf, other_teacher: User, room: Room, lesson: Lesson
) -> None:
    assert client_of(other_teacher).post(f"/lessons/{lesson.pk}/activities/1/show/").status_code == 404


def test_what_can_be_shown_is_a_question_or_a_page_for_everybody() -> None:
    for pack in built_in_packs():
        for activity in pack.activities:
            step = PlanStep(number=1, activity=activity, begins=0, ends=1)
            can_be = activity.kind == Kind.QUESTION or is_leadable(activity_address(activity))
            assert step.can_be_shown == can_be, activity.kind
