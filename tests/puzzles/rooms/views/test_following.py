"""Follow me and Ask the room, as phones and the teacher's pages ask for them."""

import csv
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Classroom, User
from accounts.responses import STREAM_HEADER, STREAMS_AVAILABLE
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.engine import Board
from puzzles.play.models import Attempt
from puzzles.rooms.models import Answer, Question, Room
from puzzles.rooms.services.questions import NewQuestion, answer, ask, put_away, reveal, where_in_grid
from puzzles.rooms.services.rooms import close_room, lead, news_by_room

ClientOf = Callable[[User], Client]
QuestionOf = Callable[..., Question]
SCRIPT = {"HX-Request": "true", "Accept-Language": "en"}


def news(client: Client, known: str = "") -> dict[str, Any]:
    """What a phone is answered; nothing where it knows all."""
    response = client.post("/room/news/", {"known": known}, headers=SCRIPT)
    return {} if response.status_code == 204 else json.loads(response.content)


def panel(client: Client) -> str:
    response = client.get("/room/panel/", headers=SCRIPT)
    return " ".join(response.content.decode().split())


def test_a_phone_hears_only_what_is_new(client_of: ClientOf, student: User, room: Room) -> None:
    phone = client_of(student)
    first = news(phone)
    assert first["room"] == room.pk
    assert news(phone, first["known"]) == {}
    lead(room=room, address="/techniques/x_wing/")
    second = news(phone, first["known"])
    assert second["lead"] == "/techniques/x_wing/"
    assert second["panel"] != first["panel"]


def test_a_step_changes_nothing_of_the_panel(client_of: ClientOf, student: User, room: Room) -> None:
    phone = client_of(student)
    lead(room=room, address="/algorithms/td_iteratif/?step=1")
    first = news(phone)
    lead(room=room, address="/algorithms/td_iteratif/?step=2")
    second = news(phone, first["known"])
    assert second["panel"] == first["panel"]
    assert second["lead"] != first["lead"]


def test_an_idle_poll_takes_one_query_beside_the_login(
    client_of: ClientOf, student: User, room: Room, django_assert_num_queries: Any
) -> None:
    phone = client_of(student)
    known = news(phone)["known"]
    # The session, the account, and the room.
    with django_assert_num_queries(3):
        assert news(phone, known) == {}


def test_a_stream_is_opened_for_the_room_where_the_server_holds_streams(
    client_of: ClientOf, student: User, room: Room
) -> None:
    phone = client_of(student)
    assert phone.get("/room/events/").status_code == 204
    opened = phone.get("/room/events/", **{STREAMS_AVAILABLE: True})
    assert opened[STREAM_HEADER] == f"{room.pk} {student.pk}"
    assert STREAM_HEADER not in phone.head("/room/events/", **{STREAMS_AVAILABLE: True})
    lead(room=room, address="/techniques/")
    assert news_by_room([room.pk, room.pk + 1]) == {room.pk: '[2, "/techniques/"]'}
    close_room(room=room)
    assert phone.get("/room/events/", **{STREAMS_AVAILABLE: True}).status_code == 204


def test_a_closed_room_is_heard_of(client_of: ClientOf, student: User, room: Room) -> None:
    phone = client_of(student)
    first = news(phone)
    close_room(room=room)
    assert news(phone, first["known"]) == {
        "known": "",
        "room": 0,
        "lead": "",
        "panel": "",
        "following": False,
    }
    assert news(phone) == {}


def test_a_second_device_follows_and_knows_the_answer(
    client_of: ClientOf, student: User, room: Room, question_of: QuestionOf
) -> None:
    question = question_of()
    lead(room=room, address="/techniques/")
    phone, laptop = client_of(student), client_of(student)
    before = news(laptop)
    phone.post("/room/follow/", {"on": "1"}, headers=SCRIPT)
    phone.post(f"/rooms/questions/{question.pk}/answer/", {"value": "1"}, headers=SCRIPT)
    after = news(laptop, before["known"])
    assert after["following"]
    assert 'value="1" aria-pressed="true"' in panel(laptop)


def test_a_right_answer_is_not_in_the_panel_before_it_is_revealed(
    client_of: ClientOf, student: User, question_of: QuestionOf
) -> None:
    question = question_of("number", right=["123457"])
    phone = client_of(student)
    assert "123457" not in panel(phone)
    assert "123457" not in phone.get("/room/").content.decode()
    reveal(question=question)
    assert "123457" in panel(phone)


def test_nobody_sees_the_answer_of_another(
    client_of: ClientOf, student: User, classmate: User, question_of: QuestionOf
) -> None:
    question = question_of("text", right=["x-wing"])
    answer(question=question, student=classmate, text="my secret words")
    reveal(question=question)
    phone = client_of(student)
    assert "my secret words" not in panel(phone)
    put_away(question=question)
    assert "my secret words" not in phone.get("/room/").content.decode()


def test_the_projector_shows_counts_alone(
    client_of: ClientOf, teacher: User, student: User, room: Room, question_of: QuestionOf
) -> None:
    question = question_of("text", right=["x-wing"])
    answer(question=question, student=student, text="my secret words")
    board = client_of(teacher)
    for _time in range(2):
        page = board.get(f"/rooms/{room.pk}/projector/").content.decode()
        assert "my secret words" not in page
        assert "Léa" not in page
        reveal(question=question)


def test_bars_come_with_the_reveal(
    client_of: ClientOf, teacher: User, student: User, room: Room, question_of: QuestionOf
) -> None:
    question = question_of()
    answer(question=question, student=student, text="0")
    board = client_of(teacher)
    before = board.get(f"/rooms/{room.pk}/live/", headers=SCRIPT).content.decode()
    assert "room-bars" not in before
    assert "<b>1</b> / 1" in before
    board.post(f"/rooms/questions/{question.pk}/reveal/", headers=SCRIPT)
    after = board.get(f"/rooms/{room.pk}/live/", headers=SCRIPT).content.decode()
    assert after.count("room-row") == 3
    assert "0 right" in after


def test_the_part_that_changes_is_sent_once(client_of: ClientOf, teacher: User, room: Room) -> None:
    board = client_of(teacher)
    stamp = board.get(f"/rooms/{room.pk}/live/").context["stamp"]
    assert board.get(f"/rooms/{room.pk}/live/?stamp={stamp}").status_code == 204
    close_room(room=room)
    assert board.get(f"/rooms/{room.pk}/live/?stamp={stamp}").headers["HX-Refresh"] == "true"


def test_a_grid_that_is_locked_is_neither_shown_nor_solved(
    client_of: ClientOf, student: User, room: Room, attempt_of: Callable[..., Attempt]
) -> None:
    board = Board.from_line(attempt_of(student).puzzle.givens)
    question = ask(room=room, asked=where_in_grid(board))
    phone = client_of(student)
    assert "room-cells" not in panel(phone)
    reveal(question=question)
    text = panel(phone)
    assert "You are playing this grid" in text
    assert "Right:" not in text
    put_away(question=question)
    assert "Right:" not in phone.get("/room/", headers=SCRIPT).content.decode()


def test_a_student_in_an_exam_gets_no_panel(
    client_of: ClientOf, student: User, exam: Assignment, question_of: QuestionOf
) -> None:
    question_of()
    phone = client_of(student)
    assert "How many?" in panel(phone)
    begin(student=student, assignment_id=exam.pk)
    assert panel(phone) == ""
    heard = news(phone)
    assert (heard["room"], heard["lead"], heard["panel"]) == (0, "", "")


def test_another_class_cannot_answer(client_of: ClientOf, stranger: User, question_of: QuestionOf) -> None:
    response = client_of(stranger).post(f"/rooms/questions/{question_of().pk}/answer/", {"value": "1"})
    assert response.status_code == 404
    assert not Answer.objects.exists()


def test_an_own_question_is_asked_by_a_form(
    client_of: ClientOf, teacher: User, classroom: Classroom, room: Room
) -> None:
    board = client_of(teacher)
    asked = {"text": "How many cells?", "kind": "choice", "choices": "8\n* 9\n\n10", "right": ""}
    board.post(f"/rooms/{room.pk}/ask/", asked)
    question = Question.objects.get()
    assert (question.choices, question.right) == (["8", "9", "10"], ["1"])
    page = board.post(f"/rooms/{room.pk}/ask/", asked | {"choices": "one"}, headers=SCRIPT)
    assert page.status_code == 400
    assert "Type 2 to 6 choices" in page.content.decode()


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("/algorithms/td_iteratif/?grid=" + "." * 80 + "1&step=0", "next"),
        ("/techniques/x_wing/?rung=why", "cell"),
        ("/course/td_iteratif/exercises/test/", "verdict"),
    ],
)
def test_the_bar_asks_about_the_page(
    client_of: ClientOf, teacher: User, room: Room, address: str, kind: str
) -> None:
    board = client_of(teacher)
    bar = board.get("/room/bar/", {"at": address}, headers=SCRIPT).content.decode()
    assert f'value="{kind}"' in bar
    sent = {"address": address, "at": address, "ask": kind}
    assert board.post(f"/rooms/{room.pk}/ask-about/", sent, headers=SCRIPT).status_code == 200
    assert Question.objects.get().kind == kind


def test_a_page_without_a_question_is_refused(client_of: ClientOf, teacher: User, room: Room) -> None:
    sent = {"address": "/course/", "ask": "next"}
    response = client_of(teacher).post(f"/rooms/{room.pk}/ask-about/", sent, headers=SCRIPT)
    assert response.status_code == 409


@pytest.mark.parametrize(
    "address",
    [
        # Grids without a run.
        f"/grids/{'5' + 80 * '0'}/",
        f"/algorithms/nothing/?grid={'5' + 80 * '0'}",
        "/techniques/nothing/",
        # No addresses at all.
        "http://[",
        "//[/",
    ],
)
def test_an_address_without_a_run_has_no_next_step(
    address: str, client_of: ClientOf, teacher: User, room: Room
) -> None:
    board = client_of(teacher)
    sent = {"address": address, "ask": "next"}
    response = board.post(f"/rooms/{room.pk}/ask-about/", sent, headers=SCRIPT)
    assert response.status_code in {400, 409}
    bar = board.get("/room/bar/", {"at": address}, headers=SCRIPT)
    assert (bar.status_code, 'value="next"' in bar.content.decode()) == (200, "nothing/?grid" in address)
    assert not Question.objects.exists()


def test_answers_are_listed_for_the_teacher_and_for_their_student(
    client_of: ClientOf, teacher: User, student: User, room: Room, question_of: QuestionOf
) -> None:
    question = question_of()
    answer(question=question, student=student, text="0")
    reveal(question=question)
    close_room(room=room)
    page = client_of(teacher).get(f"/rooms/{room.pk}/", headers=SCRIPT).content.decode()
    assert "PETIT Léa" in page
    own = client_of(student).get("/room/", headers=SCRIPT).content.decode()
    assert "not right" in own
    assert "How many?" in own


def test_the_answers_of_a_past_room_are_a_file_with_real_names(
    client_of: ClientOf, teacher: User, student: User, room: Room, question_of: QuestionOf
) -> None:
    answer(question=question_of(), student=student, text="0")
    asked = ask(room=room, asked=NewQuestion(Question.Kind.TEXT, "=Why?"))
    answer(question=asked, student=student, text="=1+1")
    close_room(room=room)
    browser = client_of(teacher)
    page = browser.get(f"/classes/{room.classroom_id}/room/", headers=SCRIPT).content.decode()
    assert "2 questions · 2 answers" in page
    assert f"/rooms/{room.pk}/answers.csv" in browser.get(f"/rooms/{room.pk}/").content.decode()
    file = browser.get(f"/rooms/{room.pk}/answers.csv?form=plain", headers=SCRIPT)
    rows = list(csv.reader(file.content.decode("utf-8-sig").splitlines()))
    assert rows[0] == ["Real name", "User name", "1. How many?", "2. =Why?"]
    # What a spreadsheet would take for a formula is text.
    assert rows[1] == ["PETIT Léa", student.username, "8", "'=1+1"]


def test_a_question_that_was_never_revealed_keeps_its_answer(
    client_of: ClientOf, student: User, room: Room
) -> None:
    asked = NewQuestion(Question.Kind.NUMBER, "How many?", right=["123457"])
    question = ask(room=room, asked=asked)
    answer(question=question, student=student, text="5")
    put_away(question=question)
    own = client_of(student).get("/room/", headers=SCRIPT).content.decode()
    assert "How many?" in own
    assert "123457" not in own
