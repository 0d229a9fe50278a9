"""Programs of a class: neither another teacher nor another student reads, judges or changes anything of them.

Every address that names an assignment, a student of it or a submission is asked by every method, as a page
and as a script asks.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core import serializers
from django.test import Client

from accounts.models import Classroom, User
from accounts.services.classes import remove_student
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.services.creation import create_assignment, hand_out
from puzzles.assignments.services.sources import Source
from puzzles.assignments.services.submissions import submit
from puzzles.assignments.urls import urlpatterns
from puzzles.course.models import Comment, ExerciseProgress, JudgedExercise, Program, Submission
from puzzles.course.services.progress import record_verdicts
from puzzles.course.services.verdicts import ReportedVerdict
from puzzles.library.services.policies import policy_with

ClientOf = Callable[[User], Client]
pytestmark = pytest.mark.django_db

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
SECRET = "Quetzalcoatl"
SCRIPT = {"HX-Request": "true"}
# 400: a form that makes no sense is refused before its row is looked for.
REFUSED = (400, 403, 404, 405)
KEPT = (Assignment, Assignee, Submission, JudgedExercise, Comment, Program)
POSTED = {
    "text": "Hello",
    "due_at": "2199-01-01 10:00",
    "verdicts": '[{"exercise":"bloc","verdict":"passed"}]',
}


@pytest.fixture
def given(teacher: User, classroom: Classroom, student: User) -> Assignment:
    """Exercises of the class, with a program handed in, a verdict and a comment."""
    draft = create_assignment(
        author=teacher,
        classroom=classroom,
        name=SECRET,
        worksheet="mini_projet",
        exercises=["bloc"],
        source=Source(),
        policy=policy_with(),
    )
    assignment = hand_out(assignment=draft)
    judged = [ReportedVerdict("bloc", "wrong", {"error": SECRET})]
    program = {"worksheet": "mini_projet", "source": f"# {SECRET}", "verdicts": judged}
    handed_in = submit(student=student, assignment_id=assignment.pk, **program)
    Comment.objects.create(submission=handed_in, author=teacher, text=SECRET)
    return assignment


def addresses(given: Assignment) -> Iterator[str]:
    """Every address with the number of the assignment, and of what was handed in for it."""
    handed_in = Submission.objects.get()
    for pattern in urlpatterns:
        route = str(pattern.pattern)
        number = handed_in.pk if route.startswith("course/submissions/") else given.pk
        if re.match(r"(course/)?(assignments|submissions|given|work)/<int:pk>", route):
            found = route.replace("<int:pk>", str(number)).replace(
                "<str:username>", handed_in.student.username
            )
            yield "/" + found.replace("<int:position>", "1")


def rows() -> list[str]:
    return [serializers.serialize("json", model.objects.order_by("pk")) for model in KEPT]


def answers(client: Client, given: Assignment) -> Iterator[tuple[str, str, int, bytes]]:
    for address in addresses(given):
        for method in METHODS:
            for headers in ({}, SCRIPT):
                send: Any = getattr(client, method.lower())
                answer = (
                    send(address, POSTED, headers=headers)
                    if method == "POST"
                    else send(address, headers=headers)
                )
                yield method, address, answer.status_code, b"".join(answer)


@pytest.mark.parametrize("who", ["other_teacher", "stranger", "administrator"])
def test_a_stranger_gets_nothing_by_any_method(
    who: str, given: Assignment, client_of: ClientOf, request: pytest.FixtureRequest
) -> None:
    before = rows()
    client = client_of(request.getfixturevalue(who))
    found = [
        (method, address, status)
        for method, address, status, content in answers(client, given)
        if status not in REFUSED or SECRET.encode() in content
    ]
    assert found == []
    assert rows() == before


def test_a_classmate_gets_nothing_of_what_another_handed_in(
    given: Assignment, classmate: User, client_of: ClientOf
) -> None:
    handed_in = Submission.objects.get()
    reached = [
        (method, address)
        for method, address, status, _content in answers(client_of(classmate), given)
        if "/submissions/" in address and status not in REFUSED
    ]
    assert reached == []
    assert handed_in.verdicts.count() == 1


def test_the_former_teacher_reads_what_was_handed_in_and_not_what_is_done_since(
    given: Assignment, student: User, teacher: User, client_of: ClientOf
) -> None:
    User.objects.update(language="en")
    ExerciseProgress.objects.all().delete()
    remove_student(membership=student.memberships.get(), teacher=teacher)
    later = [ReportedVerdict("bloc", "passed")] * 3
    record_verdicts(student=student, worksheet="mini_projet", verdicts=later)
    given.assignees.update(handed_in_at=None)
    JudgedExercise.objects.all().delete()
    client = client_of(teacher)
    for address in (f"/assignments/{given.pk}/", f"/course/assignments/{given.pk}/news/"):
        text = client.get(address).content.decode()
        assert "handed in, not judged yet" in text
        assert "1 try" not in text
    lines = client.get(f"/assignments/{given.pk}/exercises/?file=plain").content.decode().splitlines()
    # No tries, a mark of 0, and no comment.
    assert lines[1].endswith(',"handed in, not judged yet",0,0,')
    assert client.get(f"/course/submissions/{Submission.objects.get().pk}/").status_code == 200
