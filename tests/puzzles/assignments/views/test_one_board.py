"""A teacher follows one board, shows it without a name, and writes to it."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Classroom, RaisedHand, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.library.models import HelpPolicy
from puzzles.play.models import Attempt, BoardNote
from puzzles.play.services.assigned_puzzles import open_grid

ClientOf = Callable[[User], Client]
ENGLISH = {"Accept-Language": "en"}
PAGE = "0123456789abcdef"


@pytest.fixture
def attempt(student: User, attempt_of: Callable[..., Attempt]) -> Attempt:
    return attempt_of(student, hint_rung=HelpPolicy.Rung.DO)


def text_of(client: Client, address: str) -> str:
    answer = client.get(address, headers=ENGLISH)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def stamp_in(text: str) -> str:
    found = re.search(r'name="stamp" value="(\w+)"', text)
    assert found
    return found[1]


def move(client: Client, attempt: Attempt, *, seq: int = 1) -> None:
    cell = attempt.puzzle.givens.index(".")
    ops = f"1 {seq}.{cell}.d.4.500"
    client.post(f"/play/{attempt.pk}/moves/", {"client": PAGE, "version": 0, "ops": ops})


def news_of(client: Client, attempt: Attempt, lesson: str) -> Any:
    asked = {"version": 100, "visible": 1, "lesson": lesson}
    answer = client.post(f"/play/{attempt.pk}/news/", asked, headers={**ENGLISH, "HX-Request": "true"})
    return json.loads(answer.get("HX-Trigger", "{}")).get("board-news", {}).get("lesson")


def test_the_board_is_sent_again_only_when_it_changed(
    client_of: ClientOf, teacher: User, student: User, attempt: Attempt
) -> None:
    client = client_of(teacher)
    page = text_of(client, f"/boards/{attempt.pk}/")
    assert "PETIT Léa" in page
    news = f"/boards/{attempt.pk}/news/?stamp={stamp_in(page)}"
    assert client.get(news).status_code == 204
    move(client_of(student), attempt)
    # The student is at the board now, and has filled a cell.
    assert stamp_in(text_of(client, news)) != stamp_in(page)


def test_a_board_before_the_class_names_nobody(
    client_of: ClientOf, teacher: User, student: User, attempt: Attempt
) -> None:
    RaisedHand.objects.create(student=student)
    client = client_of(teacher)
    for address in (f"/boards/{attempt.pk}/?projector=1", f"/boards/{attempt.pk}/news/?projector=1"):
        text = text_of(client, address)
        for word in ("lea<", "Léa", "PETIT", "hand raised", "mistake", "hint"):
            assert word not in text.replace("leading", "")


def test_the_board_of_an_exam_is_not_shown_to_the_class(
    client_of: ClientOf, teacher: User, student: User, assignment_of: Callable[..., Assignment]
) -> None:
    exam = assignment_of(is_exam=True, due_at=timezone.now() + timedelta(hours=1))
    begin(student=student, assignment_id=exam.pk)
    attempt = open_grid(student=student, assignment_id=exam.pk, position=1)
    client = client_of(teacher)
    answer = client.get(f"/boards/{attempt.pk}/?projector=1")
    assert (answer.status_code, answer["Location"]) == (302, f"/boards/{attempt.pk}/")
    assert client.get(f"/boards/{attempt.pk}/news/?projector=1").status_code == 204
    assert "no hints can be sent" in text_of(client, f"/boards/{attempt.pk}/")
    # In a pause its digits are on no page.
    Classroom.objects.update(paused_at=timezone.now())
    assert "Covered while the class is paused" in text_of(client, f"/boards/{attempt.pk}/")


def test_what_is_sent_comes_with_the_news_of_the_board(
    client_of: ClientOf, teacher: User, student: User, attempt: Attempt
) -> None:
    board = client_of(student)
    first = news_of(board, attempt, "undefined")
    assert (first["hand"], first["text"]) == (False, "")
    assert news_of(board, attempt, first["state"]) is None
    client = client_of(teacher)
    client.post(f"/boards/{attempt.pk}/send/", {"text": "Look at row 3."})
    news = news_of(board, attempt, first["state"])
    assert news["text"] == "Your teacher: Look at row 3."
    client.post(f"/boards/{attempt.pk}/send/")
    hint = news_of(board, attempt, news["state"])
    assert hint["text"].startswith("A hint from your teacher: ")
    assert hint["note"] > news["note"]
    assert Attempt.objects.get().hint_count == 1
    # Both read later what was sent.
    for reader in (board, client):
        assert "Look at row 3." in text_of(reader, f"/history/{attempt.pk}/")


@pytest.mark.parametrize("text", ["", "a\0b", "x" * 201])
def test_what_is_no_sentence_is_not_sent(
    text: str, client_of: ClientOf, teacher: User, attempt: Attempt
) -> None:
    assert client_of(teacher).post(f"/boards/{attempt.pk}/send/", {"text": text}).status_code == 302
    assert not BoardNote.objects.exists()


def test_a_board_of_a_student_without_a_class_hears_of_no_lesson(
    client_of: ClientOf, classroom: Classroom, student: User, attempt: Attempt
) -> None:
    classroom.memberships.all().delete()
    assert news_of(client_of(student), attempt, "undefined") is None


def test_a_hand_is_taken_down_from_the_board(
    client_of: ClientOf, teacher: User, student: User, attempt: Attempt
) -> None:
    RaisedHand.objects.create(student=student)
    client = client_of(teacher)
    assert "hand raised" in text_of(client, f"/boards/{attempt.pk}/")
    client.post(f"/boards/{attempt.pk}/send/", {"hand": "0"})
    assert not RaisedHand.objects.exists()


def test_it_follows_the_student_to_another_grid(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, attempt: Attempt
) -> None:
    client, here = client_of(teacher), f"/classes/{classroom.pk}/live/{student.username}/"
    assert client.get(here)["Location"] == f"/boards/{attempt.pk}/"
    later = Attempt.objects.create(
        player=student, puzzle=attempt.puzzle, policy=attempt.policy, digits=attempt.digits, is_practice=True
    )
    assert f'href="/boards/{later.pk}/"' in text_of(client, f"/boards/{attempt.pk}/")
    Attempt.objects.all().delete()
    assert client.get(here)["Location"] == f"/classes/{classroom.pk}/live/"


def test_another_teacher_finds_no_board_and_sends_nothing(
    client_of: ClientOf, other_teacher: User, stranger: User, classroom: Classroom, attempt: Attempt
) -> None:
    client = client_of(other_teacher)
    for address in (
        f"/boards/{attempt.pk}/",
        f"/boards/{attempt.pk}/news/",
        f"/classes/{classroom.pk}/live/lea/",
    ):
        assert client.get(address).status_code == 404
    assert client.post(f"/boards/{attempt.pk}/send/", {"text": "Hello"}).status_code == 404
    assert not BoardNote.objects.exists()


@pytest.mark.parametrize("projector", [False, True])
def test_raised_hands_come_first_on_the_live_board_and_not_on_the_projector(
    projector: bool, client_of: ClientOf, teacher: User, classroom: Classroom, student: User, classmate: User
) -> None:
    RaisedHand.objects.create(student=classmate)
    text = text_of(client_of(teacher), f"/classes/{classroom.pk}/live/" + "?projector=1" * projector)
    assert ("hand raised" in text) != projector
    if not projector:
        assert text.index("ROUX Tom") < text.index("PETIT Léa")


def test_the_class_table_leads_to_the_board_of_who_is_active_now(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, classmate: User, attempt: Attempt
) -> None:
    move(client_of(student), attempt)
    text = text_of(client_of(teacher), f"/classes/{classroom.pk}/table/")
    assert f'href="/classes/{classroom.pk}/live/{student.username}/"' in text
    assert f"/live/{classmate.username}/" not in text
    Attempt.objects.update(last_move_at=timezone.now() - timedelta(hours=1))
    assert f"/live/{student.username}/" not in text_of(client_of(teacher), f"/classes/{classroom.pk}/table/")
