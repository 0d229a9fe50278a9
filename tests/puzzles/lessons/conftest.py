"""Packs given to the class, and packs of the teacher's own."""

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.lessons.models import Lesson, LessonPack
from puzzles.lessons.services.giving import Giving, give_to_class
from puzzles.lessons.services.packs import copy_pack, find_pack

GivePack = Callable[..., Lesson]


@pytest.fixture
def own_pack(teacher: User) -> LessonPack:
    """The teacher's copy of the pack of the second worksheet."""
    return copy_pack(owner=teacher, pack=find_pack(teacher, "n_valide"))


@pytest.fixture
def giving() -> Callable[..., Giving]:
    """`giving(days=2)`: a lesson in two days, due a week later."""
    keys = count()

    def make(*, days: int = 0, **fields: Any) -> Giving:
        day = timezone.localdate() + timedelta(days=days)
        usual = {"takes_place_on": day, "due_on": day + timedelta(days=7), "token": f"{next(keys):032x}"}
        return Giving(**usual | fields)

    return make


@pytest.fixture
def given(teacher: User, classroom: Classroom, giving: Callable[..., Giving]) -> GivePack:
    """`given("td_iteratif", days=1)`: the lesson of the class with this pack, tomorrow."""

    def make(key: str = "td_iteratif", **fields: Any) -> Lesson:
        pack = find_pack(teacher, key)
        return give_to_class(teacher=teacher, pack=pack, classroom=classroom, giving=giving(**fields))

    return make
