"""Questions to a class: ask, answer, reveal, put away; and those that the site knows the answer to."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from puzzles.engine import Board
from puzzles.engine.techniques import example_of
from puzzles.rooms.models import Answer, Question, Room
from puzzles.rooms.services.answers import BACK, clean_number, is_right
from puzzles.rooms.services.questions import (
    answer,
    ask,
    next_event,
    put_away,
    reveal,
    right_or_wrong,
    where_in_example,
    where_in_grid,
)
from puzzles.rooms.services.rooms import RoomError, close_room

GRID = Board.from_line(".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6.")
QuestionOf = Callable[..., Question]


def test_one_question_is_on_the_screens(question_of: QuestionOf, room: Room) -> None:
    first, second = question_of(), question_of("number")
    first.refresh_from_db()
    assert (first.status, second.status, second.number) == ("away", "open", 2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Question.objects.filter(pk=first.pk).update(status="open")


def test_an_answer_can_be_changed_until_it_is_revealed(question_of: QuestionOf, student: User) -> None:
    question = question_of()
    for text in ("0", "1"):
        answer(question=question, student=student, text=text)
    reveal(question=question)
    with pytest.raises(RoomError):
        answer(question=question, student=student, text="2")
    assert Answer.objects.get().value == "1"


def test_answers_outlive_their_question_on_the_screens(
    question_of: QuestionOf, student: User, room: Room
) -> None:
    question = question_of()
    answer(question=question, student=student, text="1")
    put_away(question=question)
    with pytest.raises(RoomError):
        answer(question=question, student=student, text="2")
    close_room(room=room)
    assert Answer.objects.get().value == "1"


def test_a_closed_room_takes_no_answer(question_of: QuestionOf, room: Room, student: User) -> None:
    question = question_of()
    close_room(room=room)
    with pytest.raises(RoomError):
        answer(question=question, student=student, text="1")
    with pytest.raises(RoomError):
        reveal(question=question)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("choice", "3"),
        ("choice", "-1"),
        ("choice", ""),
        ("number", "nine"),
        ("number", "1e9"),
        ("number", "٣"),
        ("cell", "81"),
        ("cell", "007"),
        ("cell", "h27"),
        ("verdict", "maybe"),
        ("next", "0-1"),
        ("text", "   "),
        ("text", "a\x00b"),
    ],
)
def test_what_is_no_answer_is_refused(question_of: QuestionOf, student: User, kind: str, text: str) -> None:
    with pytest.raises(RoomError):
        answer(question=question_of(kind), student=student, text=text)
    assert not Answer.objects.exists()


@pytest.mark.parametrize(("text", "number"), [("9", "9"), (" 0,50 ", "0.5"), ("-3.0", "-3"), ("-0", "0")])
def test_numbers_are_compared_as_numbers(text: str, number: str) -> None:
    assert clean_number(text) == number


def test_texts_are_compared_in_small_letters(question_of: QuestionOf) -> None:
    question = question_of("text", right=["X-Wing"])
    assert is_right(question, "x-wing")
    assert not is_right(question, "swordfish")
    assert is_right(question_of("text"), "x-wing") is None


def test_the_run_knows_what_comes_next(teacher: User, room: Room) -> None:
    asked = next_event(algorithm="td_iteratif", board=GRID, step=0, asker=teacher)
    assert asked.right == ["0-4"]
    assert asked.choices[-1] == BACK
    assert set(asked.right) < set(asked.choices)
    assert len(set(asked.choices)) == 4
    assert ask(room=room, asked=asked).kind == Question.Kind.NEXT


def test_a_run_that_goes_back_offers_that_it_does(teacher: User) -> None:
    steps = range(120)
    asked = [next_event(algorithm="td_iteratif", board=GRID, step=each, asker=teacher) for each in steps]
    backs = [each for each in asked if each.right == [BACK]]
    assert backs
    assert all(len(set(each.choices)) == 4 and each.choices.count(BACK) == 1 for each in asked)


def test_nothing_comes_after_the_end_of_a_run(teacher: User) -> None:
    with pytest.raises(RoomError):
        next_event(algorithm="td_iteratif", board=GRID, step=10**9, asker=teacher)


def test_the_step_of_an_example_is_in_its_pattern_and_targets() -> None:
    asked = where_in_example("x_wing")
    step = example_of("x_wing").step
    assert {int(value) for value in asked.right if value.isdecimal()} >= set(step.targets)
    assert {value for value in asked.right if not value.isdecimal()} == {"h2", "h8", "h9", "h17"}
    assert len(asked.digits) == 81
    assert asked.notes


def test_the_step_of_a_grid_is_its_easiest() -> None:
    assert where_in_grid(GRID).right
    with pytest.raises(RoomError):
        where_in_grid(Board.from_line("11" + "." * 79))
    with pytest.raises(RoomError):
        where_in_grid(Board.from_line("." * 81))


def test_a_house_is_an_answer(room: Room, student: User) -> None:
    question = ask(room=room, asked=where_in_example("x_wing"))
    assert is_right(question, answer(question=question, student=student, text="h2").value)
    assert not is_right(question, answer(question=question, student=student, text="h3").value)


def test_a_verdict_may_be_left_open() -> None:
    assert right_or_wrong(text="", is_right=None).right == []
    assert right_or_wrong(text="", is_right=False).right == ["wrong"]
