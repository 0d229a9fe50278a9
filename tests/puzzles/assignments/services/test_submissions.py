"""Programs handed in: stored version by version, dated, named, and judged."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Classroom, User
from accounts.services import classes
from puzzles.assignments.models import Assignment
from puzzles.assignments.services import lifecycle, submissions
from puzzles.assignments.services.submissions import (
    SubmissionError,
    checked_source,
    comment,
    decode_source,
    submit,
)
from puzzles.course.models import Comment, ExerciseProgress, JudgedExercise, Submission
from puzzles.course.services.files import clean_file_name, file_name_of, newest_submissions
from puzzles.course.services.progress import record_answer, record_seen, record_verdicts
from puzzles.course.services.verdicts import TEXTS, ReportedVerdict, VerdictError, parse_verdicts
from puzzles.engine.judge.notebook import notebook_text, program_of

ExercisesOf = Callable[..., Assignment]
SubmissionOf = Callable[..., Submission]


# Versions


def test_of_a_notebook_the_program_is_kept(student: User) -> None:
    kept = submit(
        student=student, worksheet="mini_projet", source=notebook_text(), file_name="mini_projet.ipynb"
    )
    assert (kept.source, kept.cells_taken) == program_of(notebook_text())
    assert kept.file_name == "mini_projet.py"
    again = submit(student=student, worksheet="mini_projet", source=kept.source)
    assert (again.pk, again.cells_taken) == (kept.pk, 0)
    assert checked_source("{1: 2}\n") == "{1: 2}\n"


def test_a_notebook_may_be_large_by_its_outputs_and_not_by_its_program(student: User) -> None:
    def of(program: str, output: str = "") -> str:
        return json.dumps({"cells": [{"cell_type": "code", "source": program, "outputs": [output]}]})

    assert decode_source(of("S = 1", "x" * 200_000).encode())
    with pytest.raises(SubmissionError, match="Clear its outputs"):
        decode_source(of("S = 1", "x" * 300_000).encode())
    with pytest.raises(SubmissionError, match="too long"):
        submit(student=student, worksheet="mini_projet", source=of("x" * (100 * 1024 + 1)))
    with pytest.raises(SubmissionError, match="not a text file"):
        submit(student=student, worksheet="mini_projet", source=of("a\0b"))


def test_every_version_is_kept_and_an_unchanged_one_once(
    student: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    texts = ["S = 1\n", "S = 2\n", "S = 2\r\n", "S = 1\n"]
    for text in texts:
        submission_of(student, given, text)
    kept = Submission.objects.of(student).order_by("pk").values_list("source", flat=True)
    assert list(kept) == ["S = 1\n", "S = 2\n", "S = 1\n"]


def test_a_version_is_never_changed(
    student: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    version = submission_of(student, exercises_of())
    version.source = "other"
    with pytest.raises(ValueError, match="never changed"):
        version.save()


def test_a_test_deposit_does_not_count(student: User, exercises_of: ExercisesOf) -> None:
    given = exercises_of()
    named = {"student": student, "worksheet": "mini_projet", "assignment_id": given.pk}
    submit(**named, source="S = 1\n")
    submit(**named, source="S = 2\n", is_trial=True)
    assert [each.source for _name, each in newest_submissions(given)] == ["S = 1\n"]
    assert Submission.objects.count() == 2


def test_a_program_can_be_handed_in_without_an_assignment(student: User) -> None:
    kept = submit(student=student, worksheet="tutoriel", source="S = 1")
    assert (kept.assignment, kept.file_name, kept.is_late) == (None, "tutoriel_lea.py", False)


def test_a_late_version_is_kept_and_marked(
    student: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    now = timezone.now()
    given = exercises_of(opens_at=now - timedelta(days=2), due_at=now - timedelta(hours=1))
    assert submission_of(student, given).is_late
    part = given.assignees.get()
    lifecycle.set_own_due_date(assignee=part, due_at=now + timedelta(hours=1))
    assert not submission_of(student, given, "S = 2\n").is_late


def test_extra_time_moves_the_due_date(
    student: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    User.objects.filter(pk=student.pk).update(extra_time=2)
    student.refresh_from_db()
    now = timezone.now()
    given = exercises_of(opens_at=now - timedelta(hours=3), due_at=now - timedelta(hours=1))
    assert not submission_of(student, given).is_late


def test_a_stopped_assignment_takes_no_program(
    student: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    lifecycle.stop_assignment(assignment=given)
    with pytest.raises(SubmissionError, match="ended"):
        submission_of(student, given)


def test_an_archived_class_takes_no_program(
    student: User, teacher: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    classes.archive_class(classroom=given.classroom, teacher=teacher)
    with pytest.raises(SubmissionError, match="archive"):
        submission_of(student, given)
    classes.restore_class(classroom=given.classroom, teacher=teacher)
    submission_of(student, given)


def test_an_unopened_assignment_takes_no_program(
    student: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of(opens_at=timezone.now() + timedelta(hours=1))
    with pytest.raises(SubmissionError, match="not open"):
        submission_of(student, given)


@pytest.mark.parametrize("worksheet", ["tutoriel", "nothing"])
def test_a_program_of_another_worksheet_is_refused(
    worksheet: str, student: User, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    with pytest.raises(Assignment.DoesNotExist):
        submit(student=student, worksheet=worksheet, source="S = 1", assignment_id=given.pk)


def test_excused_students_and_strangers_cannot_hand_in(
    student: User, stranger: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    lifecycle.excuse(assignee=given.assignees.get())
    for each in (student, stranger):
        with pytest.raises(Assignment.DoesNotExist):
            submission_of(each, given)


def test_a_student_who_joined_later_hands_in_too(
    student: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    given.assignees.all().delete()
    submission_of(student, given)
    assert given.assignees.get().began_at is not None


# What is taken


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("é = 1".encode(), "é = 1"),
        ("é = 1".encode("utf-8-sig"), "é = 1"),
        ("é = 1 # œ".encode("cp1252"), "é = 1 # œ"),
    ],
)
def test_a_file_is_read_in_both_usual_encodings(content: bytes, text: str) -> None:
    assert decode_source(content) == text


@pytest.mark.parametrize("source", ["", " \n", "a\0b", "\ud800", "x" * (100 * 1024 + 1), "é" * 60_000])
def test_an_invalid_program_is_refused(source: str) -> None:
    with pytest.raises(SubmissionError):
        checked_source(source)


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("sudoku_petit_lea.py", "sudoku_petit_lea.py"),
        ("C:\\Users\\léa\\mon sudoku.py", "mon_sudoku.py"),
        ("../../etc/passwd", "passwd.py"),
        ('a"\r\nX: y.py', "a_X_y.py"),
        ("__init__.py", "init.py"),
        ("日本.py", ""),
        ("Con.py", "Con_.py"),
        ("lpt1", "lpt1_.py"),
        ("console.py", "console.py"),
        ("mini_projet.ipynb", "mini_projet.py"),
        ("", ""),
        ("a" * 300, "a" * 117 + ".py"),
    ],
)
def test_a_file_name_is_safe_in_every_system(name: str, clean: str) -> None:
    assert clean_file_name(name) == clean


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("PETIT Léa", "sudoku_petit_lea.py"),
        ("Anne-Lise de la Tour", "sudoku_de_la_tour_anne-lise.py"),
        ("lea", "sudoku_lea.py"),
        ("", "sudoku_programme.py"),
        ("x" * 150, f"sudoku_{'x' * 110}.py"),
    ],
)
def test_a_file_is_named_as_the_worksheets_ask(name: str, file: str) -> None:
    assert file_name_of(name) == file


# Verdicts


def test_verdicts_count_as_attempts_and_the_first_pass_is_dated(student: User) -> None:
    def judged(verdict: str) -> list[str]:
        found = [ReportedVerdict("bloc", verdict)]
        return record_verdicts(student=student, worksheet="mini_projet", verdicts=found)

    record_seen(student=student, worksheet="mini_projet", exercise="bloc")
    assert [judged("wrong"), judged("passed"), judged("wrong"), judged("passed")] == [[], ["bloc"], [], []]
    row = ExerciseProgress.objects.get()
    assert (row.tries, row.last_verdict, row.passed_at is not None) == (4, "passed", True)


def test_a_confirmation_is_not_counted_as_an_attempt(
    student: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    version = submission_of(student, exercises_of(), bloc="wrong")
    submissions.confirm_verdicts(submission=version, verdicts=[ReportedVerdict("bloc", "passed")])
    row = ExerciseProgress.objects.get(student=student)
    assert (row.tries, row.passed_at is not None) == (0, True)
    assert version.verdicts.get(judged_by="teacher").verdict == "passed"
    assert version.verdicts.get(judged_by="student").verdict == "wrong"


@pytest.mark.parametrize(
    "sent",
    [
        None,
        {},
        "passed",
        [None],
        [["bloc", "passed"]],
        [{"exercise": "bloc"}],
        [{"exercise": "bloc", "verdict": "right"}],
        [{"exercise": ["bloc"], "verdict": "passed"}],
        [{"exercise": "nothing", "verdict": "passed"}],
        [{"exercise": "bloc", "verdict": "passed"}] * 41,
    ],
)
def test_an_invalid_verdict_is_refused(sent: object) -> None:
    with pytest.raises(VerdictError):
        parse_verdicts("mini_projet", sent)


def test_of_a_verdict_only_what_is_known_and_short_is_kept() -> None:
    sent = {
        "exercise": "bloc",
        "verdict": "wrong",
        "call": "bloc(S, 3, 4)" + "x" * 5000,
        "value": ["a", "list"],
        "line": 12,
        "cases": True,
        "digits": -1,
        "error": "a\0b\ud800",
        "unknown": "<script>",
    }
    [verdict] = parse_verdicts("mini_projet", [sent])
    assert verdict.details.keys() == {"call", "line", "error"}
    assert len(verdict.details["call"]) == 300
    assert verdict.details["error"] == "a\ufffdb?"


def test_a_row_of_details_stays_small_whatever_is_sent() -> None:
    sent = {"exercise": "bloc", "verdict": "wrong"} | dict.fromkeys(TEXTS, "\x01" * 5000)
    [verdict] = parse_verdicts("mini_projet", [sent])
    assert len(json.dumps(verdict.details)) <= 4096
    assert "call" in verdict.details


def test_an_answer_is_kept_as_it_was_last_given(student: User) -> None:
    for text in ("because", "because of the grid"):
        record_answer(
            student=student,
            worksheet="mini_projet",
            question="type",
            choices=["bool"],
            text=text,
            is_right=True,
        )
    answer = student.course_answers.get()
    assert (answer.choices, answer.text, answer.tries, answer.is_right) == (
        ["bool"],
        "because of the grid",
        2,
        True,
    )


# Nothing a teacher clicks destroys work


def test_programs_of_a_deleted_class_keep_the_name_of_the_assignment(
    student: User, teacher: User, classroom: Classroom, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    version = submission_of(student, exercises_of(), bloc="passed")
    comment(submission=version, author=teacher, text="Well done.")
    classes.archive_class(classroom=classroom, teacher=teacher)
    classes.delete_class(classroom=classroom, by=teacher)
    version.refresh_from_db()
    assert (version.assignment, version.assignment_name) == (None, "Monday's functions")
    assert JudgedExercise.objects.count() == Comment.objects.count() == 1


def test_the_archive_keeps_everything(
    student: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    version = submission_of(student, given)
    lifecycle.archive_assignment(assignment=given)
    version.refresh_from_db()
    assert version.assignment == given
    with pytest.raises(lifecycle.LifecycleError):
        lifecycle.delete_draft(assignment=given)
