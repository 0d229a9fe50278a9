"""Slides of a teacher's own on all screens of a room."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from puzzles.rooms.models import Question, Room
from puzzles.rooms.pages.rooms import answer_rows
from puzzles.rooms.services.questions import put_away, reveal

ClientOf = Callable[[User], Client]
LINES = "Read the worksheet\n\nWrite <n_valide>"


@pytest.fixture
def slide(client_of: ClientOf, teacher: User, room: Room) -> Question:
    """A slide that the teacher shows now."""
    sent = {"title": "Today", "lines": LINES}
    shown = client_of(teacher).post(reverse("rooms:show_slide", args=[room.pk]), sent)
    assert shown["Location"] == reverse("rooms:class_room", args=[room.classroom_id])
    return room.questions.on_screen().get()


def test_phones_and_projector_show_its_title_and_lines(
    client_of: ClientOf, teacher: User, student: User, room: Room, slide: Question
) -> None:
    projector = client_of(teacher).get(reverse("rooms:projector", args=[room.pk])).text
    phone = client_of(student).get(reverse("rooms:panel")).text
    for page in (projector, phone):
        assert "Today" in page
        assert "<li>Write &lt;n_valide&gt;</li>" in page
        assert page.count("<li>Read the worksheet</li>") == 1
    assert "room-reveal" not in projector
    assert "room-answered" not in projector
    assert reverse("rooms:answer", args=[slide.pk]) not in phone


def test_nobody_answers_it(client_of: ClientOf, student: User, slide: Question) -> None:
    client_of(student).post(reverse("rooms:answer", args=[slide.pk]), {"value": "0"})
    reveal(question=slide)
    slide.refresh_from_db()
    assert not slide.is_revealed
    assert not slide.answers.exists()


def test_it_is_none_of_the_questions_of_its_room(
    client_of: ClientOf, teacher: User, student: User, room: Room, slide: Question
) -> None:
    put_away(question=slide)
    assert "Today" not in client_of(teacher).get(reverse("rooms:results", args=[room.pk])).text
    assert "Today" not in client_of(student).get(reverse("rooms:lessons")).text
    assert all("Today" not in str(row) for row in answer_rows(room))


@pytest.mark.parametrize("lines", ["x\n" * 9, "x" * 161])
def test_what_does_not_fit_is_refused(client_of: ClientOf, teacher: User, room: Room, lines: str) -> None:
    url = reverse("rooms:show_slide", args=[room.pk])
    page = client_of(teacher).post(url, {"title": "Today", "lines": lines})
    assert page.status_code == 400
    assert lines.strip() in page.text.replace("\r", "")
    assert not room.questions.exists()


def test_a_closed_room_shows_none(client_of: ClientOf, teacher: User, room: Room) -> None:
    client_of(teacher).post(reverse("rooms:close", args=[room.pk]))
    shown = client_of(teacher).post(reverse("rooms:show_slide", args=[room.pk]), {"title": "Today"})
    assert shown.status_code in {302, 400}
    assert not room.questions.exists()
