"""What becomes of the games of a class that is deleted."""

import re
from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.class_deletion import detach_attempts
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_work import open_grid


def test_no_statement_grows_with_the_games_of_a_class(
    student: User, classmate: User, classroom: Classroom, assignment_of: Callable[..., Assignment]
) -> None:
    assignment = assignment_of()
    for each in (student, classmate):
        begin(student=each, assignment_id=assignment.pk)
        open_grid(student=each, assignment_id=assignment.pk, position=1)
    with CaptureQueriesContext(connection) as queries:
        detach_attempts(classroom=classroom)
    assert not any(re.search(r"IN \(\d+, \d+", query["sql"]) for query in queries)
    kept = Attempt.objects.values_list("state", "assignment_name")
    assert list(kept) == [(Attempt.State.HANDED_IN, assignment.name)] * 2
