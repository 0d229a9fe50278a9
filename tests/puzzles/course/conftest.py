"""Browsers of the cast that ask for English."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.creation import hand_out, make_assignment
from puzzles.assignments.services.sources import Source
from puzzles.assignments.services.submissions import submit
from puzzles.course.models import ReferenceRule, Submission
from puzzles.course.services.verdicts import Verdict
from puzzles.library.services.policies import policy_with

PROGRAM = "def bloc(S, i, j):\n    return []\n"


@pytest.fixture
def client_of() -> Callable[[User], Client]:
    """`client_of(user)`: a test client that this user is logged in to, with an English browser."""

    def make(user: User) -> Client:
        client = Client()
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
        client.force_login(user)
        return client

    return make
