"""A room of the class, and its questions."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Classroom, User
from puzzles.rooms.models import Question, Room
from puzzles.rooms.services.questions import NewQuestion, ask
from puzzles.rooms.services.rooms import open_room


@pytest.fixture
def room(classroom: Classroom, student: User) -> Room:
    """The open room of the student's class."""
    return open_room(classroom=classroom)


@pytest.fixture
def question_of(room: Room) -> Callable[..., Question]:
    """`question_of(kind, choices=, right=, ...)`: a question that is on the screens now."""

    def put(kind: str = "choice", **fields: Any) -> Question:
        rest = {"choices": ["8", "9", "10"], "right": ["1"]} if kind == "choice" else {}
        return ask(room=room, asked=NewQuestion(Question.Kind(kind), "How many?", **rest | fields))

    return put
