"""What a teacher reads: names of exercises, hidden characters, bugs found, and a table that stays cheap."""

import csv
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models.signals import post_init
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.lifecycle import stop_assignment
from puzzles.assignments.services.submissions import confirm_verdicts, submit
from puzzles.course.models import EXERCISES, Submission
from puzzles.course.pages.table import exercise_table
from puzzles.course.pages.worksheets import exercise_label, exercise_name
from puzzles.course.services.bugs import record_try
from puzzles.course.services.progress import record_answer, record_seen, record_verdicts
from puzzles.course.services.verdicts import ReportedVerdict
from puzzles.engine.worksheets import EXERCISE_7

ClientOf = Callable[[User], Client]
ExercisesOf = Callable[..., Assignment]
SubmissionOf = Callable[..., Submission]


@pytest.fixture
def find_bug(student: User) -> None:
    """The student has found one bug with three digits, and looked for another."""
    for name, digits in (("two-rows-only", 3), ("third-forgotten", None)):
        record_try(student=student, worksheet="mini_projet", exercise="bloc", name=name, digits=digits)


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


# Names


@pytest.mark.parametrize("worksheet", EXERCISES)
def test_no_two_exercises_of_a_worksheet_have_one_name(worksheet: str) -> None:
    names = [exercise_name(worksheet, key) for key in EXERCISES[worksheet]]
    assert len(set(names)) == len(names)


def test_a_name_from_a_program_is_shown_as_code() -> None:
    assert exercise_label("mini_projet", "printsudoku") == "<code>printSudoku</code>"
    assert exercise_label("mini_projet", "script") == "the whole program"


def test_the_form_names_exercises_as_the_worksheets_do(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    page = text_of(client_of(teacher), f"/classes/{classroom.pk}/exercises/new/")
    for label in ("<code>S</code>", "<code>printSudoku</code>", "<span>the whole program</span>"):
        assert label in page
    assert "<code>grille</code>" not in page


def test_table_assignment_and_file_name_exercises_as_the_worksheets_do(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of("printsudoku", "script")
    for who, address in ((teacher, f"/assignments/{given.pk}/"), (student, f"/given/{given.pk}/")):
        page = text_of(client_of(who), address)
        assert "<code>printSudoku</code>" in page
        assert "the whole program" in page
        assert "<code>printsudoku</code>" not in page
    file = text_of(client_of(teacher), f"/assignments/{given.pk}/exercises/?file=plain")
    assert ",printSudoku,printSudoku: tries,the whole program," in file


def test_the_page_of_a_class_leads_to_the_form(
    teacher: User, student: User, classroom: Classroom, client_of: ClientOf
) -> None:
    page = text_of(client_of(teacher), f"/classes/{classroom.pk}/")
    assert f'class="button" href="/classes/{classroom.pk}/exercises/new/"' in page


def test_the_page_that_judges_again_has_real_names(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    submission_of(student, given)
    assert "PETIT Léa</a>" in text_of(client_of(teacher), f"/course/assignments/{given.pk}/judge/")


def test_the_rule_says_what_counts_for_a_student_of_several_classes(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    page = text_of(client_of(teacher), f"/classes/{classroom.pk}/reference/")
    assert "the strictest rule of these classes" in page


# A program


def test_a_program_shows_characters_that_reverse_its_lines(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    submission = submission_of(student, exercises_of(), "a = 1\n# \u202e b\f\nc = '\u2028'\n")
    page = text_of(client_of(teacher), f"/course/submissions/{submission.pk}/")
    assert page.count('class="program-line"') == 3
    assert 'title="RIGHT-TO-LEFT OVERRIDE">⟨U+202E⟩</span>' in page
    assert not {"\u202e", "\f", "\u2028"} & set(page)


def test_a_program_of_hidden_characters_makes_no_endless_page(
    student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    source = "a = 1\n# " + "\x01\x02" * 40_000 + "\nb = 2\n"
    submission = submission_of(student, exercises_of(), source)
    page = text_of(client_of(student), f"/course/submissions/{submission.pk}/")
    assert len(page) < 20_000
    assert page.count('class="program-line"') == 1
    assert "2 more lines are in the file." in page


def test_a_verdict_shows_characters_that_reverse_its_texts(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    submission = submission_of(student, exercises_of())
    found = [{"exercise": "bloc", "verdict": "wrong", "value": "'\u202e'", "expected": "[]"}]
    address = f"/course/submissions/{submission.pk}/verdicts/"
    client_of(teacher).post(address, found, content_type="application/json")
    page = text_of(client_of(teacher), f"/course/submissions/{submission.pk}/")
    assert "&#x27;⟨U+202E⟩&#x27;" in page
    assert "\u202e" not in page


# The live table


def test_the_live_table_reads_one_version_of_each_student_and_no_program(
    student: User, classmate: User, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    for number in range(8):
        moment = timezone.now() + timedelta(minutes=number)
        for each in (student, classmate):
            fields: dict[str, Any] = {"assignment_id": given.pk, "now": moment, "is_trial": number == 7}
            submit(student=each, worksheet="mini_projet", source=f"S = {number}", **fields)
    built = []

    def count(**told: Any) -> None:
        built.append(told["instance"])

    post_init.connect(count, sender=Submission)
    try:
        with CaptureQueriesContext(connection) as asked:
            table = exercise_table(given)
    finally:
        post_init.disconnect(count, sender=Submission)
    assert len(built) == 2
    assert not [each["sql"] for each in asked if '"source"' in each["sql"]]
    assert [(line.versions, line.trials) for line in table.lines] == [(7, 1), (7, 1)]
    newest = Submission.objects.filter(is_trial=False).newest_per_student()
    assert {line.submission for line in table.lines} == set(newest)


def test_a_test_deposit_alone_is_no_version(student: User, exercises_of: ExercisesOf) -> None:
    given = exercises_of()
    submit(student=student, worksheet="mini_projet", source="S", assignment_id=given.pk, is_trial=True)
    [line] = exercise_table(given).lines
    assert (line.submission, line.versions, line.trials) == (None, 0, 1)


# Bugs found


@pytest.mark.usefixtures("find_bug")
def test_bugs_are_listed_in_the_history(teacher: User, student: User, client_of: ClientOf) -> None:
    for reader, address in ((teacher, f"/students/{student.username}/"), (student, "/history/")):
        page = text_of(client_of(reader), address)
        assert page.count("bug in <code>bloc</code>") == 2
        assert "found with 3 digits, 1 try" in page
        assert "not found, 1 try" in page


@pytest.mark.usefixtures("find_bug")
def test_bugs_are_in_the_table_of_the_class_and_its_file(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    address = f"/classes/{classroom.pk}/table/"
    client = client_of(teacher)
    assert "bugs found" in text_of(client, address)
    [cells] = csv.DictReader(text_of(client, f"{address}?file=plain").splitlines())
    assert cells["Exercises: bugs found"] == "1"
    assert cells["Last active"]


@pytest.mark.usefixtures("find_bug")
def test_administrators_look_up_bugs_and_change_none(administrator: User, client_of: ClientOf) -> None:
    User.objects.update(language="en")
    client = client_of(administrator)
    page = text_of(client, reverse("admin:course_bugfind_changelist"))
    assert "two-rows-only" in page
    assert client.get(reverse("admin:course_bugfind_add")).status_code == 403


# Judged again


def test_the_table_says_where_the_teachers_browser_contradicts_the_students(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    submission = submission_of(student, given, bloc="passed", possibles="wrong")
    found = [ReportedVerdict("bloc", "wrong"), ReportedVerdict("possibles", "wrong")]
    confirm_verdicts(submission=submission, verdicts=found)
    bloc, possibles = exercise_table(given).lines[0].cells
    assert (bloc.mark, bloc.is_contradicted) == ("failed", True)
    assert (possibles.mark, possibles.is_contradicted) == ("failed", False)
    page = text_of(client_of(teacher), f"/assignments/{given.pk}/")
    assert page.count("the student’s browser said passed") == 2


def test_the_key_of_the_table_names_what_the_teachers_browser_found_not_to_pass(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    submission = submission_of(student, given, bloc="wrong")
    assert "not passed, confirmed by you" not in text_of(client_of(teacher), f"/assignments/{given.pk}/")
    confirm_verdicts(submission=submission, verdicts=[ReportedVerdict("bloc", "wrong")])
    assert "not passed, confirmed by you" in text_of(client_of(teacher), f"/assignments/{given.pk}/")


def test_an_unjudged_submission_says_so(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    record_verdicts(
        student=student, worksheet="mini_projet", verdicts=[ReportedVerdict("possibles", "wrong")]
    )
    submission = submission_of(student, given)
    assert [cell.words for cell in exercise_table(given).lines[0].cells] == ["handed in, not judged yet"] * 2
    page = text_of(client_of(teacher), f"/assignments/{given.pk}/")
    assert page.count("handed in, not judged yet") == 5  # twice a cell, and in the key
    rows = text_of(client_of(teacher), f"/assignments/{given.pk}/exercises/?file=plain")
    assert rows.count("handed in, not judged yet") == 2
    confirm_verdicts(submission=submission, verdicts=[ReportedVerdict("bloc", "passed")])
    assert [cell.mark for cell in exercise_table(given).lines[0].cells] == ["passed", "unjudged"]


def test_programs_that_were_judged_can_be_left_out(
    teacher: User,
    student: User,
    classmate: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
) -> None:
    given = exercises_of()
    judged = submission_of(student, given)
    address = f"/course/assignments/{given.pk}/judge/"
    submission_of(classmate, given)
    assert 'id="judge-new"' not in text_of(client_of(teacher), address)
    confirm_verdicts(submission=judged, verdicts=[ReportedVerdict("bloc", "wrong")])
    page = text_of(client_of(teacher), address)
    assert "Judge the new one" in page
    assert page.count("data-judged") == 1


def test_actions_on_programs_appear_with_the_first_program(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    client, news = client_of(teacher), reverse("assignments:table_news", args=[given.pk])
    addresses = [reverse(f"assignments:{name}", args=[given.pk]) for name in ("judge_again", "files_zip")]
    assert not [address for address in addresses if address in text_of(client, news)]
    submission_of(student, given, bloc="passed")
    assert all(address in text_of(client, news) for address in addresses)


def test_an_exercise_passed_once_is_passed_in_the_table_as_on_the_students_page(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    for verdict in ("passed", "wrong"):
        record_verdicts(student=student, worksheet="mini_projet", verdicts=[ReportedVerdict("bloc", verdict)])
    [cell] = [cell for cell in exercise_table(given).lines[0].cells if cell.exercise == "bloc"]
    assert (cell.mark, cell.words) == ("passed", "passed, 2 tries")
    assert "passed, 2 tries" in text_of(client_of(student), f"/given/{given.pk}/")


def test_the_page_of_exercises_shows_no_status_of_grids(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    submission_of(student, given, bloc="passed")
    page = text_of(client_of(teacher), f"/assignments/{given.pk}/?tab=rules")
    assert "Dates of individual students" in page
    assert "not begun" not in page


def test_a_teachers_first_page_leads_to_giving_exercises(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    client, class_page = client_of(teacher), f"/classes/{classroom.pk}/"
    assert f'href="{class_page}"' in text_of(client, "/")
    assert f'href="{class_page}assignments/"' in text_of(client, class_page)
    assert f"{class_page}exercises/new/" in text_of(client, f"{class_page}assignments/")


def test_a_stopped_assignment_cannot_be_reopened_for_a_student(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    reopen = reverse("assignments:student_act", args=[given.pk, student.username, "reopen"])
    yesterday = timezone.now() - timedelta(days=1)
    Assignment.objects.update(due_at=yesterday, opens_at=yesterday - timedelta(days=1))
    page = text_of(client_of(teacher), f"/assignments/{given.pk}/?tab=rules")
    assert reopen in page
    assert "collected as they stand; your students keep them too" in page
    stop_assignment(assignment=given)
    page = text_of(client_of(teacher), f"/assignments/{given.pk}/?tab=rules")
    assert reopen not in page
    assert "You have stopped this assignment" in page


def test_answers_to_questions_are_a_link_away_from_table_and_program(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of("bloc", "questions")
    handed_in = submission_of(student, given)
    link = f"/students/{student.username}/#answers-mini_projet"
    client = client_of(teacher)
    page = f"/course/submissions/{handed_in.pk}/"
    assert link not in text_of(client, page)
    record_seen(student=student, worksheet="mini_projet", exercise="questions")
    record_answer(
        student=student, worksheet="mini_projet", question=EXERCISE_7[-1].key, text="It cannot be told."
    )
    assert link in text_of(client, f"/assignments/{given.pk}/")
    assert link in text_of(client, page)
    history = text_of(client, f"/students/{student.username}/")
    assert 'id="answers-mini_projet"' in history
    assert 'not marked:</span><span class="comment-text">It cannot be told.' in history
    assert link not in text_of(client_of(student), page)


def test_questions_are_not_among_what_the_teachers_browser_judges(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of("bloc", "questions")
    submission_of(student, given)
    page = text_of(client_of(teacher), f"/course/assignments/{given.pk}/judge/")
    assert '"exercises": ["bloc"]' in page
