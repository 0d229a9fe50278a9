"""Exercises for the cast: an assignment of the fifth worksheet, and programs for it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Classroom, User
from puzzles.course.models import ReferenceRule, Submission
from puzzles.course.services.submissions import submit
from puzzles.course.services.verdicts import Verdict
from puzzles.models import Assignment
from puzzles.services.assignments.making import hand_out, make_assignment
from puzzles.services.assignments.sources import Source
from puzzles.services.policies import policy_with

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


@pytest.fixture
def exercises_of(teacher: User, classroom: Classroom) -> Callable[..., Assignment]:
    """`exercises_of(*keys, is_draft=, fields...)`: an assignment of the fifth worksheet for the class.

    It is handed out at once to those who are in the class by then: name the students in the test before.
    """

    def make(*keys: str, is_draft: bool = False, **fields: Any) -> Assignment:
        given = {
            "author": teacher,
            "classroom": classroom,
            "name": "Monday's functions",
            "worksheet": "mini_projet",
            "exercises": list(keys or ("bloc", "possibles")),
            **fields,
        }
        draft = make_assignment(source=Source(), policy=policy_with(), **given)
        return draft if is_draft else hand_out(assignment=draft)

    return make


@pytest.fixture
def submission_of() -> Callable[..., Submission]:
    """`submission_of(student, assignment, source=, **verdicts)`: a version with such verdicts.

    The verdicts go by exercise.
    """

    def make(student: User, assignment: Assignment, source: str = PROGRAM, **verdicts: str) -> Submission:
        return submit(
            student=student,
            worksheet=assignment.worksheet,
            source=source,
            assignment_id=assignment.pk,
            verdicts=[Verdict(key, verdict) for key, verdict in verdicts.items()],
        )

    return make


@pytest.fixture
def rule_of() -> Callable[..., ReferenceRule]:
    """`rule_of(classroom, opens, opens_at=None)`: when the class may read the reference solutions."""

    def make(classroom: Classroom, opens: str, opens_at: Any = None) -> ReferenceRule:
        ReferenceRule.objects.filter(classroom=classroom).delete()
        return ReferenceRule.objects.create(classroom=classroom, opens=opens, opens_at=opens_at)

    return make
