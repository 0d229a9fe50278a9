"""Values of answers, by the kind of their question.

A choice is the number of its text from 0, a verdict `right` or `wrong`, an event `back` or `cell-digit`, a
cell its number 0 to 80, a house `h` and its number 0 to 26, and numbers and texts are themselves, with spaces
squeezed.
"""

import re
from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from puzzles.assignments.services import questions

from ..models import MAX_VALUE, Question
from .rooms import RoomError

RIGHT, WRONG, BACK = "right", "wrong", "back"


def event_value(cell: int, digit: int) -> str:
    """The value of a digit written into a cell."""
    return f"{cell}-{digit}"


def house_value(house: int) -> str:
    """The value of a house."""
    return f"h{house}"


def clean_value(question: Question, text: str) -> str:
    """The value to store for what was sent. Raises RoomError for what the question does not take."""
    text = " ".join(text.split())
    match question.kind:
        case Question.Kind.NUMBER:
            return clean_number(text)
        case Question.Kind.TEXT if text and text.isprintable():
            return text[:MAX_VALUE]
        case Question.Kind.CELL if re.fullmatch(r"[0-9]|[1-7][0-9]|80|h([0-9]|1[0-9]|2[0-6])", text):
            return text
        case Question.Kind.CHOICE if text in map(str, range(len(question.choices))):
            return text
        case Question.Kind.NEXT | Question.Kind.VERDICT if text in question.choices:
            return text
    raise RoomError(_("This is not an answer to the question."))


def clean_number(text: str) -> str:
    """A number as it is compared: `4`, `0.5`. Raises RoomError."""
    try:
        return questions.clean_number(text)
    except questions.AnswerError as error:
        raise RoomError(str(error)) from error


def grouped(question: Question, values: Iterable[str]) -> Counter[str]:
    """How often each answer was given; texts are the same in small letters."""
    if question.kind == Question.Kind.TEXT:
        return Counter(value.casefold() for value in values)
    return Counter(values)


def is_right(question: Question, value: str) -> bool | None:
    """Whether an answer is right; None where the question has no right one."""
    if not question.right:
        return None
    if question.kind == Question.Kind.TEXT:
        return value.casefold() in {each.casefold() for each in question.right}
    return value in question.right
