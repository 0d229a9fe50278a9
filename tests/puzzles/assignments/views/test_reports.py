"""Reports to print: for the teachers of the class."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment, Grade
from puzzles.course.models import ExerciseProgress
from puzzles.play.models import TechniqueProgress
from puzzles.training.models import DrillAnswer
from tests.puzzles.assignments.views.test_results import all_play
from tests.puzzles.reading import text_of

ClientOf = Callable[[User], Any]
AssignmentOf = Callable[..., Assignment]


@pytest.fixture
def played(assignment_of: AssignmentOf, student: User, classmate: User) -> Assignment:
    assignment = assignment_of()
    all_play(assignment)
    return assignment


def test_the_report_of_a_class_has_a_row_for_each_student(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, played: Assignment
) -> None:
    Grade.objects.create(assignee=played.assignees.get(student=student), value=11, comment="Go on.")
    text = text_of(client_of(teacher), f"/classes/{classroom.pk}/report/")
    assert text.index("PETIT Léa") < text.index("ROUX Tom")
    assert "Monday&#x27;s grids" in text
    assert ">11<" in text


def test_the_report_of_a_student_has_marks_comments_exercises_and_techniques(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, played: Assignment
) -> None:
    Grade.objects.create(assignee=played.assignees.get(student=student), comment="<b>Go on.</b>")
    TechniqueProgress.objects.create(player=student, technique="naked_single", progress=1)
    ExerciseProgress.objects.create(
        student=student, worksheet="mini_projet", exercise="bloc", passed_at=timezone.now()
    )
    text = " ".join(text_of(client_of(teacher), f"/classes/{classroom.pk}/reports/lea/").split())
    assert "18 / 20" in text
    assert "&lt;b&gt;Go on.&lt;/b&gt;" in text
    assert "1 exercise passed" in text
    assert "Techniques in practice" in text
    assert "ROUX" not in text


def test_all_reports_come_on_one_page(
    client_of: ClientOf, teacher: User, classroom: Classroom, played: Assignment
) -> None:
    text = text_of(client_of(teacher), f"/classes/{classroom.pk}/reports/")
    assert text.count("<article") == 2


def test_a_period_leaves_out_what_was_before(
    client_of: ClientOf, teacher: User, classroom: Classroom, played: Assignment
) -> None:
    hers = client_of(teacher)
    tomorrow = timezone.localdate() + timedelta(days=1)
    later = f"/classes/{classroom.pk}/report/?first={tomorrow}&last={tomorrow}"
    assert "Monday&#x27;s grids" not in text_of(hers, later)
    backwards = f"/classes/{classroom.pk}/report/?first={tomorrow}&last=2020-01-01"
    assert "must not be after" in text_of(hers, backwards)
    for strange in ("first=0001-01-01&last=9999-12-31", "first=x&last=y", "first=9999-12-31&last=9999-12-31"):
        assert hers.get(f"/classes/{classroom.pk}/report/?{strange}").status_code == 200


def test_an_exam_is_missing_until_its_results_are_released(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True)
    Grade.objects.create(assignee=exam.assignees.get(student=student), value=13, comment="Secret for now")
    hers = client_of(teacher)
    assert "Secret for now" not in text_of(hers, f"/classes/{classroom.pk}/reports/lea/")
    Assignment.objects.filter(pk=exam.pk).update(released_at=timezone.now(), stopped_at=timezone.now())
    assert "Secret for now" in text_of(hers, f"/classes/{classroom.pk}/reports/lea/")


@pytest.mark.parametrize("page", ["report", "reports", "reports/lea"])
def test_nobody_else_sees_a_report(
    page: str, client_of: ClientOf, other_teacher: User, student: User, classroom: Classroom
) -> None:
    assert client_of(other_teacher).get(f"/classes/{classroom.pk}/{page}/").status_code == 404
    assert client_of(student).get(f"/classes/{classroom.pk}/{page}/").status_code == 403


def test_a_stranger_has_no_report_in_the_class(
    client_of: ClientOf, teacher: User, stranger: User, classroom: Classroom
) -> None:
    assert client_of(teacher).get(f"/classes/{classroom.pk}/reports/{stranger.username}/").status_code == 404


def test_drills_count_the_positions_answered(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, drills_of: AssignmentOf
) -> None:
    assignment = drills_of(3)
    assignee = assignment.assignees.get(student=student)
    for position in assignment.positions[:2]:
        DrillAnswer.objects.create(
            player=student,
            position_id=position,
            assignee=assignee,
            technique="x_wing",
            level=2,
            key=f"{assignment.pk}/{position}",
            verdict=DrillAnswer.Verdict.FOUND,
            tries=1,
        )
    for page in ("reports", "reports/lea"):
        text = text_of(client_of(teacher), f"/classes/{classroom.pk}/{page}/")
        assert "2 / 3" in text.replace("\u2009", " ").replace("\u202f", " ")
        assert "13.5 / 20" in text
    table = text_of(client_of(teacher), f"/classes/{classroom.pk}/report/")
    assert re.search(r'<td class="number"> ?13\.5 ?</td>', table)
    # Before the due date it is only known how many are answered.
    Assignment.objects.update(due_at=timezone.now() + timedelta(days=1))
    text = text_of(client_of(teacher), f"/classes/{classroom.pk}/report/")
    assert "2 / 3" in text.replace("\u2009", " ").replace("\u202f", " ")
