"""A student's exercises and answers in words, in their history and in the class table."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.submissions import submit
from puzzles.course.models import ExerciseProgress
from puzzles.course.pages.history import exercise_sums
from puzzles.course.services.progress import record_answer, record_verdicts
from puzzles.course.services.verdicts import ReportedVerdict

ClientOf = Callable[[User], Client]


def answer(student: User) -> None:
    record_answer(
        student=student,
        worksheet="mini_projet",
        question="termination",
        choices={"rows_left", "cells_left"},
        text="One cell less each time.",
        is_right=False,
    )


def test_an_answer_is_described_in_the_words_of_its_question(client_of: ClientOf, student: User) -> None:
    answer(student)
    text = client_of(student).get("/history/").content.decode()
    assert "Which quantity shows that the calls come to an end?" in text
    assert "9 - i</span>" in text
    assert "81 - (9i + j)" in text
    assert "One cell less each time." in text
    assert "termination" not in text
    assert "rows_left" not in text


def test_a_test_deposit_is_distinguished_from_a_submission(
    client_of: ClientOf, student: User, exercises_of: Callable[..., Assignment]
) -> None:
    work: dict[str, Any] = {
        "student": student,
        "worksheet": "mini_projet",
        "assignment_id": exercises_of("bloc").pk,
    }
    submit(**work, source="S = 1\n")
    history = client_of(student).get("/history/").content.decode()
    assert "Monday&#x27;s functions" in history
    assert "test deposit" not in history
    submit(**work, source="S = 2\n", is_trial=True)
    assert client_of(student).get("/history/").content.decode().count("test deposit") == 1


def test_the_teacher_reads_the_same_of_a_student(client_of: ClientOf, student: User, teacher: User) -> None:
    answer(student)
    text = client_of(teacher).get(f"/students/{student.username}/").content.decode()
    assert "Which quantity shows that the calls come to an end?" in text
    assert "5. Row, column, block: the possible digits" in text


def test_the_sums_of_a_student_are_those_of_all_worksheets(student: User, classroom: Classroom) -> None:
    passed, wrong = ReportedVerdict("bloc", "passed"), ReportedVerdict("ligne", "wrong")
    record_verdicts(student=student, worksheet="mini_projet", verdicts=[passed, wrong])
    record_verdicts(student=student, worksheet="n_valide", verdicts=[ReportedVerdict("solve", "passed")])
    ExerciseProgress.objects.create(student=student, worksheet="tutoriel", exercise="solve")
    sums = exercise_sums(classroom, timezone.now() - timedelta(days=7))[student.pk]
    assert (sums.seen, sums.tried, sums.passed, sums.answered) == (4, 3, 2, 0)
    assert sums.passed_of == {"mini_projet": 1, "n_valide": 1, "tutoriel": 0}
    assert sums.last_at is not None


def test_a_student_who_only_answered_a_question_has_sums_too(student: User, classroom: Classroom) -> None:
    answer(student)
    sums = exercise_sums(classroom, timezone.now() - timedelta(days=7))[student.pk]
    assert (sums.seen, sums.answered, sums.passed_of) == (0, 1, {})


def test_the_class_table_and_its_file_have_a_column_for_each_worksheet_that_was_begun(
    client_of: ClientOf, student: User, teacher: User, classroom: Classroom
) -> None:
    record_verdicts(student=student, worksheet="mini_projet", verdicts=[ReportedVerdict("bloc", "passed")])
    address = f"/classes/{classroom.pk}/table/"
    text = client_of(teacher).get(f"{address}?sort=-passed_5").content.decode()
    assert "passed of worksheet 5" in text
    assert "passed of worksheet 4" not in text
    assert 'aria-sort="descending"' in text
    file = client_of(teacher).get(f"{address}?file=plain").content.decode()
    [row] = csv.DictReader(io.StringIO(file))
    assert row["Exercises: passed of worksheet 5"] == "1"
