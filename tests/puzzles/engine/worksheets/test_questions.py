"""Exercise 7 of the fifth worksheet, as questions that can be marked."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine.translation import open_words
from puzzles.engine.worksheets import EXERCISE_7, Question, source_of


def question(key: str) -> Question:
    return next(each for each in EXERCISE_7 if each.key == key)


def test_the_questions_are_in_the_order_of_the_worksheet() -> None:
    keys = ["type", "first_call", "recursive_calls", "base_case", "termination"]
    assert [each.key for each in EXERCISE_7] == keys


@pytest.mark.parametrize("each", EXERCISE_7, ids=lambda each: each.key)
def test_only_the_right_choices_all_of_them_are_right(each: Question) -> None:
    assert each.right < set(each.choices)
    assert each.mark(set(each.right))
    assert not each.mark(set())
    assert not each.mark(set(each.choices))
    assert not any(each.mark({wrong}) for wrong in set(each.choices) - each.right - {each.nearly})


def test_the_type_is_what_the_function_gives(
    pasted: Callable[[str], Any], rows: Callable[[str], Any]
) -> None:
    sheet = pasted("mini_projet")
    assert question("type").right == {type(sheet.resoudre(sheet.S, 0, 0)).__name__}


def test_the_first_call_solves_the_grid_and_no_other_choice_does(pasted: Callable[[str], Any]) -> None:
    for key, call in question("first_call").choices.items():
        sheet = pasted("mini_projet")
        eval(call, vars(sheet))
        assert all(all(row) for row in sheet.S) == (key in question("first_call").right)


def test_there_are_as_many_recursive_calls_as_right_places() -> None:
    body = source_of("mini_projet").partition("def resoudre")[2].partition("def ")[0]
    assert body.count("resoudre(S, a, b)") == len(question("recursive_calls").right)
    assert inspect.cleandoc(body).count("if i == 9:") == 1


def test_the_measure_is_the_one_that_decreases() -> None:
    each = question("termination")
    assert [each.choices[key] for key in each.right] == ["81 - (9i + j)"]


def test_the_worksheets_own_answer_is_taken() -> None:
    each = question("termination")
    assert each.choices[each.nearly] == "9 - i"
    assert each.mark({each.nearly})
    assert not each.mark({each.nearly, "empty_cells"})
    assert "The worksheet answers 9 - i" in each.reason


def test_every_question_has_its_french() -> None:
    words = open_words("fr")
    texts = [text for each in EXERCISE_7 for text in (each.text, each.reason)]
    assert [text for text in texts if words.gettext(text) == text] == []
