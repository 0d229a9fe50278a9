"""The browsers of a teacher and a student, in English."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User

from .browsing import english

ClientOf = Callable[[User], Client]


@pytest.fixture
def desk(client_of: ClientOf, teacher: User) -> Client:
    """The teacher's browser."""
    return english(client_of(teacher))


@pytest.fixture
def lea(client_of: ClientOf, student: User) -> Client:
    """The student's browser."""
    return english(client_of(student))
