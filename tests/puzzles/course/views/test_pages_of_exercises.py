"""The pages of an assignment of exercises, for its teacher and its students."""

import io
import re
import zipfile
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from accounts.services.classes import remove_student
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.submissions import comment, submit
from puzzles.course.models import Comment, JudgedExercise, ReferenceRule, Submission

ClientOf = Callable[[User], Client]
ExercisesOf = Callable[..., Assignment]
SubmissionOf = Callable[..., Submission]

FORM = {
    "name": "The box",
    "worksheet": "mini_projet",
    "exercises_mini_projet": ["bloc", "ligne"],
    "exercises_tutoriel": ["solve"],
    "instructions": "Begin with <b>bloc</b>.",
}


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


# A teacher gives exercises


def test_a_teacher_gives_exercises_of_one_worksheet(
    teacher: User, student: User, classroom: Classroom, client_of: ClientOf
) -> None:
    client = client_of(teacher)
    assert "exercises-of-td_iteratif" in text_of(client, f"/classes/{classroom.pk}/exercises/new/")
    client.post(f"/classes/{classroom.pk}/exercises/new/", FORM)
    draft = Assignment.objects.get()
    assert (draft.worksheet, draft.exercises, draft.is_draft) == ("mini_projet", ["ligne", "bloc"], True)
    assert "Begin with &lt;b&gt;bloc&lt;/b&gt;." in text_of(client, f"/assignments/{draft.pk}/")
    client.post(f"/assignments/{draft.pk}/hand-out/")
    assert "The box" in text_of(client_of(student), "/")


def test_no_exercise_ticked_means_the_whole_worksheet(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    client_of(teacher).post(
        f"/classes/{classroom.pk}/exercises/new/", {"name": "All", "worksheet": "tutoriel"}
    )
    assert len(Assignment.objects.get().exercises) == 6


def test_the_title_that_is_offered_names_the_worksheet_that_is_chosen(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    client, address = client_of(teacher), f"/classes/{classroom.pk}/exercises/new/"
    offered = client.get(address).context["form"]["name"].value()
    assert offered.startswith("5. Row, column, block")
    for name in (offered, "Mine"):
        client.post(address, {"name": name, "worksheet": "tutoriel"})
    named = list(Assignment.objects.order_by("pk").values_list("name", flat=True))
    assert named[0].startswith("4. ")
    assert named[0].rpartition(",")[2] == offered.rpartition(",")[2]
    assert named[1] == "Mine"


def test_a_due_date_that_has_passed_is_said_to_have(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    client, address = client_of(teacher), f"/classes/{classroom.pk}/exercises/new/"
    page = client.post(address, {**FORM, "due_at": "2020-01-01 08:00"}).content.decode()
    assert "This date has passed." in page
    assert "must be after the opening date" not in page
    dates = {"opens_at": "2199-01-02 08:00", "due_at": "2199-01-01 08:00"}
    assert "must be after the opening date" in client.post(address, {**FORM, **dates}).content.decode()
    assert not Assignment.objects.exists()


def test_which_exercises_an_empty_choice_means_is_said_before_them(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    page = text_of(client_of(teacher), f"/classes/{classroom.pk}/exercises/new/")
    assert page.index("None ticked: all of the worksheet.") < page.index('name="exercises_')


@pytest.mark.parametrize("opens", ["after_pass", "never"])
def test_the_author_of_exercises_can_close_the_references_of_the_class(
    opens: str, teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    client, address = client_of(teacher), f"/classes/{classroom.pk}/exercises/new/"
    page = text_of(client, address)
    assert "may read the reference solutions at any time" in page
    assert re.search(r'name="reference-opens" value="always"[^>]*checked', page)
    client.post(address, {**FORM, "reference-opens": "always"})
    assert not ReferenceRule.objects.exists()
    client.post(address, {**FORM, "reference-opens": opens})
    assert ReferenceRule.objects.get(classroom=classroom).opens == opens
    assert "reference-opens" not in text_of(client, address)


def test_a_rule_without_its_date_gives_no_exercises(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    client, address = client_of(teacher), f"/classes/{classroom.pk}/exercises/new/"
    answer = client.post(address, {**FORM, "reference-opens": "from_date"})
    assert "Give the date from which the reference solutions are open." in answer.content.decode()
    assert not Assignment.objects.exists()
    assert not ReferenceRule.objects.exists()


def test_the_form_of_a_draft_offers_the_rule_too(
    teacher: User, classroom: Classroom, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    address = f"/assignments/{exercises_of(is_draft=True).pk}/edit/"
    assert 'name="reference-opens"' in text_of(client_of(teacher), address)
    dated = {"reference-opens": "from_date", "reference-opens_at": "2199-06-30 18:00"}
    client_of(teacher).post(address, {**FORM, **dated})
    opens_at = ReferenceRule.objects.get(classroom=classroom).opens_at
    assert opens_at is not None
    assert opens_at.year == 2199


def test_a_draft_is_changed_with_a_form_of_its_own(
    teacher: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    draft = exercises_of(is_draft=True)
    client = client_of(teacher)
    assert 'value="possibles"' in text_of(client, f"/assignments/{draft.pk}/edit/")
    client.post(f"/assignments/{draft.pk}/edit/", FORM)
    draft.refresh_from_db()
    assert (draft.name, draft.exercises) == ("The box", ["ligne", "bloc"])


@pytest.mark.parametrize("act", ["redraw", "new-grids", "try"])
def test_acts_on_grids_are_not_found(
    act: str, teacher: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    assert client_of(teacher).post(f"/assignments/{given.pk}/{act}/").status_code == 404


def test_the_table_shows_the_progress_of_each_student(
    teacher: User,
    student: User,
    classmate: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
) -> None:
    given = exercises_of()
    submission = submission_of(student, given, bloc="passed", possibles="wrong")
    page = text_of(client_of(teacher), f"/assignments/{given.pk}/")
    assert f"/course/submissions/{submission.pk}/" in page
    assert "passed, handed in, by the student’s browser" in page
    assert "1 of 2 have handed in" in page


def test_the_table_asks_for_itself_and_gets_nothing_while_nothing_changes(
    teacher: User,
    student: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
) -> None:
    given = exercises_of()
    client = client_of(teacher)
    stamp = client.get(f"/assignments/{given.pk}/").context["table"].stamp
    address = f"/course/assignments/{given.pk}/news/"
    assert client.get(address, {"stamp": stamp}).status_code == 204
    submission_of(student, given)
    changed = client.get(address, {"stamp": stamp})
    assert changed.status_code == 200
    assert changed.content.decode().lstrip().startswith("<div")


def test_the_table_costs_a_fixed_number_of_queries(
    teacher: User,
    student: User,
    classmate: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
    django_assert_num_queries: Any,
) -> None:
    given = exercises_of()
    client = client_of(teacher)
    for each in (student, classmate):
        submission_of(each, given, bloc="passed")
        # Six of them for the grades, once the table has changed.
        with django_assert_num_queries(15):
            client.get(f"/course/assignments/{given.pk}/news/")


# A student works


def test_a_student_sees_the_exercises_and_hands_in_a_file(
    student: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of(instructions="Mind the box.")
    client = client_of(student)
    page = text_of(client, f"/given/{given.pk}/")
    part = given.assignees.get()
    assert f"/course/mini_projet/exercises/bloc/?work={part.pk}" in page
    assert "Mind the box." in page
    file = SimpleUploadedFile("sudoku_petit_lea.py", "def bloc(S, i, j):\r\n    pass  # é\r\n".encode())
    answer = client.post(f"/course/work/{given.pk}/file/", {"file": file}, follow=True)
    submission = Submission.objects.get()
    assert answer.redirect_chain == [(f"/given/{given.pk}/", 302)]
    assert (submission.file_name, submission.source) == (
        "sudoku_petit_lea.py",
        "def bloc(S, i, j):\n    pass  # é\n",
    )
    part.refresh_from_db()
    assert part.began_at is not None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"x" * (100 * 1024 + 1), "too large"),
        (b"\x89PNG\0\0", "not a text file"),
        (b" \n\n", "empty"),
        (b"", "empty"),
        (b"\x81\x8d", "cannot be read"),
        (b'{"cells": [', "This notebook cannot be read"),
        (b'{"cells": []}', "no code cell"),
        (b'{"cells": "' + b"x" * 300_000, "Clear its outputs"),
    ],
)
def test_an_invalid_program_is_refused_with_a_message(
    content: bytes, words: str, student: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    file = SimpleUploadedFile("p.py", content)
    answer = client_of(student).post(f"/course/work/{given.pk}/file/", {"file": file}, follow=True)
    assert words in answer.content.decode()
    assert not Submission.objects.exists()


def test_a_notebook_is_handed_in_as_the_program_of_its_code_cells(
    student: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    client = client_of(student)
    starter = client.get("/course/mini_projet/starter.ipynb").content
    file = SimpleUploadedFile("mini_projet.ipynb", starter)
    answer = client.post(f"/course/work/{given.pk}/file/", {"file": file}, follow=True)
    assert "Handed in. 17 code cells of the notebook were taken as the program." in answer.content.decode()
    submission = Submission.objects.get()
    assert submission.file_name == "mini_projet.py"
    assert "def bloc(" in submission.source
    pasted = '{"cells": [{"cell_type": "code", "source": "S = 1"}]}'
    answer = client.post(
        "/course/mini_projet/exercises/bloc/hand-in/", {"text": pasted, "base": 0}, follow=True
    )
    assert "One code cell of the notebook was taken" in answer.content.decode()


@pytest.mark.parametrize(("encoding", "is_said"), [("cp1252", True), ("utf-8-sig", False), ("utf-8", False)])
def test_a_file_in_windows_1252_is_said_to_be_read_as_such(
    encoding: str, is_said: bool, student: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    file = SimpleUploadedFile("sudoku.py", "S = 'é'".encode(encoding))
    answer = client_of(student).post(f"/course/work/{given.pk}/file/", {"file": file}, follow=True)
    assert ("it was read as Windows-1252." in answer.content.decode()) is is_said
    assert Submission.objects.get().source == "S = 'é'"


def test_a_form_without_a_file_is_refused_kindly(
    student: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    answer = client_of(student).post(f"/course/work/{given.pk}/file/", follow=True)
    assert "Choose the file" in answer.content.decode()


def test_exercises_of_another_class_are_not_found(
    stranger: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    client = client_of(stranger)
    file = SimpleUploadedFile("p.py", b"S = []")
    assert client.get(f"/given/{given.pk}/").status_code == 404
    assert client.post(f"/course/work/{given.pk}/file/", {"file": file}).status_code == 404


def test_there_is_nothing_to_see_before_it_opens(
    student: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of(opens_at=timezone.now() + timedelta(days=1), instructions="A surprise.")
    page = text_of(client_of(student), f"/given/{given.pk}/")
    assert "A surprise." not in page
    assert "/exercises/bloc/" not in page


# One version


def test_a_program_is_shown_escaped_with_numbered_lines(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    submission = submission_of(student, exercises_of(), "print('<script>alert(1)</script>')\n")
    for reader in (teacher, student):
        page = text_of(client_of(reader), f"/course/submissions/{submission.pk}/")
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
        assert "<script>alert(1)" not in page
        assert 'id="line-1"' in page


def test_a_program_is_a_file_that_no_browser_runs(
    student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    submission = submission_of(student, exercises_of())
    answer = client_of(student).get(f"/course/submissions/{submission.pk}/file/")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="mini_projet_lea.py"'
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_nobody_else_finds_a_program(
    student: User,
    classmate: User,
    stranger: User,
    other_teacher: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
) -> None:
    submission = submission_of(student, exercises_of())
    for reader in (classmate, stranger, other_teacher):
        client = client_of(reader)
        for address in ("", "file/"):
            assert client.get(f"/course/submissions/{submission.pk}/{address}").status_code == 404
        for address in ("comment/", "verdicts/"):
            answer = client.post(f"/course/submissions/{submission.pk}/{address}", {"text": "x"})
            assert answer.status_code in (403, 404)


def test_a_teacher_comments_and_the_student_reads_it(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    submission = submission_of(student, exercises_of())
    words = {"text": "Why <b>empty</b>?", "line": "2"}
    client_of(teacher).post(f"/course/submissions/{submission.pk}/comment/", words)
    page = text_of(client_of(student), f"/course/submissions/{submission.pk}/")
    assert page.count("Why &lt;b&gt;empty&lt;/b&gt;?") == 2
    assert 'href="#line-2"' in page
    assert "1 comment" in text_of(client_of(student), f"/given/{submission.assignment_id}/")


@pytest.mark.parametrize(
    ("text", "line", "refusal"),
    [
        ("Why?", "3", "The program has lines 1 to 2."),
        ("Why?", "0", "The program has lines 1 to 2."),
        ("Why?", "two", "The program has lines 1 to 2."),
        ("Why?", "9" * 30, "The program has lines 1 to 2."),
        ("", "1", "A comment has 1 to 2,000 characters."),
        ("x" * 2001, "", "A comment has 1 to 2,000 characters."),
    ],
)
def test_a_comment_has_a_text_and_a_line_of_the_program(
    text: str,
    line: str,
    refusal: str,
    teacher: User,
    student: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
) -> None:
    address = f"/course/submissions/{submission_of(student, exercises_of()).pk}/comment/"
    answer = client_of(teacher).post(address, {"text": text, "line": line}, follow=True)
    assert refusal in answer.content.decode()
    assert not Comment.objects.exists()


def test_a_teacher_deletes_their_own_comment_and_no_other(
    teacher: User,
    other_teacher: User,
    student: User,
    classroom: Classroom,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
) -> None:
    classroom.teachers.add(other_teacher)
    submission = submission_of(student, exercises_of())
    own = comment(submission=submission, author=teacher, text="Why?")
    other = comment(submission=submission, author=other_teacher, text="Why?")
    client = client_of(teacher)
    page = text_of(client, f"/course/submissions/{submission.pk}/")
    assert f"/course/comments/{own.pk}/delete/" in page
    assert f"/course/comments/{other.pk}/delete/" not in page
    assert "/delete/" not in text_of(client_of(student), f"/course/submissions/{submission.pk}/")
    assert client.post(f"/course/comments/{other.pk}/delete/").status_code == 404
    answer = client.post(f"/course/comments/{own.pk}/delete/", follow=True)
    assert "The comment is deleted." in answer.content.decode()
    assert list(Comment.objects.all()) == [other]


def test_a_new_comment_is_announced_on_the_first_page(
    teacher: User,
    student: User,
    classmate: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
) -> None:
    given = exercises_of()
    submission = submission_of(student, given)
    client = client_of(student)
    assert "new comment" not in text_of(client, "/")
    comment(submission=submission, author=teacher, text="Why?")
    # What ended long ago comes back with it.
    Assignment.objects.update(stopped_at=timezone.now() - timedelta(days=30))
    for own, announced in ((client, True), (client_of(classmate), False)):
        assert ("1 new comment" in text_of(own, "/")) is announced
        assert (f'href="/given/{given.pk}/"' in text_of(own, "/")) is announced
    Comment.objects.update(created_at=timezone.now() - timedelta(days=8))
    assert "new comment" not in text_of(client, "/")


def test_the_versions_of_a_program_say_which_one_counts_and_which_is_shown(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    first, second = (submission_of(student, given, source) for source in ("S = 1\n", "S = 2\n"))
    named = {"worksheet": "mini_projet", "assignment_id": given.pk, "file_name": "try.py", "is_trial": True}
    submit(student=student, source="S = 3\n", **named)
    page = text_of(client_of(teacher), f"/course/submissions/{first.pk}/")
    trial, counting, shown = re.findall(
        r'<li class="line">.*?</li>', page.partition("versions-title")[2], re.S
    )
    assert "try.py" in trial
    assert "test deposit" in trial
    assert [">counts<" in each for each in (trial, counting, shown)] == [False, True, False]
    assert f"/course/submissions/{second.pk}/" in counting
    assert ['aria-current="page"' in each for each in (trial, counting, shown)] == [False, False, True]


def test_a_program_page_costs_a_fixed_number_of_queries(
    teacher: User,
    student: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
    django_assert_num_queries: Any,
) -> None:
    given = exercises_of()
    client = client_of(teacher)
    for source in ("S = 1\n", "S = 2\n"):
        submission = submission_of(student, given, source, bloc="passed")
        with django_assert_num_queries(8):
            client.get(f"/course/submissions/{submission.pk}/")


def test_a_program_of_line_ends_makes_no_endless_page(
    student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    User.objects.update(language="en")
    submission = submission_of(student, exercises_of(), "a" + 102_398 * "\n" + "b")
    page = text_of(client_of(student), f"/course/submissions/{submission.pk}/")
    assert len(page) < 1_000_000
    assert 'id="line-5000"' in page
    assert "97399 more lines are in the file." in page.replace(",", "")


def test_a_student_who_joined_later_hands_in_from_both_pages(
    classroom: Classroom, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of(name="Functions before you came")
    newcomer = User.objects.create_user("max", password=None, language="en")
    Membership.objects.create(classroom=classroom, student=newcomer)
    client = client_of(newcomer)
    assert "program-file" in text_of(client, f"/given/{given.pk}/")
    file = SimpleUploadedFile("a.py", b"S = 1")
    assert client.post(f"/course/work/{given.pk}/file/", {"file": file}).status_code == 302
    assert Submission.objects.get().assignment == given


def test_the_exercises_page_hands_in_for_an_assignment_older_than_the_membership(
    classroom: Classroom, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of(name="Functions before you came")
    newcomer = User.objects.create_user("max", password=None, language="en")
    Membership.objects.create(classroom=classroom, student=newcomer)
    client = client_of(newcomer)
    page = "/course/mini_projet/exercises/bloc/"
    assert f'<option value="{given.pk}">Functions before you came</option>' in text_of(client, page)
    client.post(f"{page}hand-in/", {"text": "S = 1", "base": 0, "assignment": given.pk})
    assert Submission.objects.get().assignment == given
    assert text_of(client, page).count("Functions before you came") == 1
    given.assignees.update(excused_at=timezone.now())
    assert "Functions before you came" not in text_of(client, page)


# Judged again, and taken home


def test_the_page_that_judges_again_names_every_program_once(
    teacher: User,
    student: User,
    classmate: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
) -> None:
    given = exercises_of()
    submission_of(student, given, "S = 1\n")
    newest = [submission_of(student, given, "S = 2\n"), submission_of(classmate, given)]
    client = client_of(teacher)
    page = text_of(client, f"/course/assignments/{given.pk}/judge/")
    assert page.count("data-submission=") == 2
    for submission in newest:
        assert f'data-file="/course/submissions/{submission.pk}/file/"' in page
    assert client.get(f"/course/submissions/{newest[0].pk}/file/").content == b"S = 2\n"


def test_verdicts_of_the_teachers_browser_are_stored_as_confirmed(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    submission = submission_of(student, given, bloc="passed")
    found = [{"exercise": "bloc", "verdict": "wrong", "call": "bloc(S, 3, 4)", "kind": "verdict"}]
    address = f"/course/submissions/{submission.pk}/verdicts/"
    for _again in range(2):
        answer = client_of(teacher).post(address, found, content_type="application/json")
        assert answer.status_code == 204
    judges = submission.verdicts.values_list("judged_by", "verdict")
    assert sorted(judges) == [("student", "passed"), ("teacher", "wrong")]
    page = text_of(client_of(teacher), f"/assignments/{given.pk}/")
    assert "wrong, handed in, confirmed by the teacher" in page
    assert "passed, handed in" not in page


def test_all_programs_come_in_one_file(
    teacher: User,
    student: User,
    classmate: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
) -> None:
    given = exercises_of()
    submission_of(classmate, given, "S = 'é'\n")
    submission_of(student, given, "S = 1\n")
    submission_of(student, given, "S = 2\n")
    answer = client_of(teacher).get(f"/course/assignments/{given.pk}/files/")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.namelist() == ["sudoku_petit_lea.py", "sudoku_roux_tom.py"]
        assert archive.read("sudoku_petit_lea.py") == b"S = 2\n"
        assert archive.read("sudoku_roux_tom.py") == "S = 'é'\n".encode()


def test_no_program_of_the_zip_file_takes_the_place_of_another(
    teacher: User,
    classroom: Classroom,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
) -> None:
    students = [User.objects.create_user(f"s{number}", password=None) for number in range(4)]
    real_names = ["Ann A", "Ann A", f"{students[0].pk} A Ann", "x" * 120]
    for student, name in zip(students, real_names, strict=True):
        Membership.objects.create(classroom=classroom, student=student, real_name=name)
    given = exercises_of()
    for student in students:
        submission_of(student, given, f"S = {student.pk}\n")
    answer = client_of(teacher).get(f"/course/assignments/{given.pk}/files/")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
        assert len(set(names)) == 4
        assert all(name.endswith(".py") and len(name) <= 120 for name in names)
        assert {archive.read(name).decode() for name in names} == {f"S = {each.pk}\n" for each in students}


def test_the_table_is_a_file_too(
    teacher: User, student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    submission_of(student, given, bloc="passed")
    answer = client_of(teacher).get(f"/assignments/{given.pk}/exercises/?file=plain")
    heading, row = answer.content.decode().splitlines()
    assert heading.startswith("User name,Real name,Handed in,Late,Versions,Passed,bloc,")
    assert row.startswith("lea,PETIT Léa,")
    assert ',1,1,"passed, handed in, by the student’s browser",0,"handed in, not judged yet",0' in row


@pytest.mark.parametrize("address", ["news/", "judge/", "files/"])
def test_only_the_teacher_of_the_class_finds_these_pages(
    address: str,
    student: User,
    other_teacher: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    assignment_of: Callable[..., Assignment],
    teacher: User,
) -> None:
    given = exercises_of()
    assert client_of(student).get(f"/course/assignments/{given.pk}/{address}").status_code == 403
    assert client_of(other_teacher).get(f"/course/assignments/{given.pk}/{address}").status_code == 404
    grids = assignment_of()
    assert client_of(teacher).get(f"/course/assignments/{grids.pk}/{address}").status_code == 404


def test_a_closed_class_keeps_what_was_judged(
    teacher: User, student: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    submission_of(student, given, bloc="passed")
    remove_student(membership=student.memberships.get(), teacher=teacher)
    assert JudgedExercise.objects.count() == 1


# A file is judged in the student's browser


def test_a_version_without_verdicts_is_judged_on_the_students_page(
    student: User, client_of: ClientOf, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    client, address = client_of(student), f"/given/{given.pk}/"
    assert "judge_again" not in text_of(client, address)
    version = submission_of(student, given)
    answer = client.get(address)
    own = f"/course/submissions/{version.pk}/own-verdicts/"
    assert f'data-verdicts="{own}"' in answer.content.decode()
    assert "/course/sandbox/" in answer["Content-Security-Policy"]
    assert f'href="{address}"' in text_of(client, f"/course/submissions/{version.pk}/")
    found = [{"exercise": "bloc", "verdict": "passed"}, {"exercise": "possibles", "verdict": "wrong"}]
    assert client.post(own, found, content_type="application/json").status_code == 204
    kept = version.verdicts.values_list("exercise", "verdict", "judged_by")
    assert sorted(kept) == [("bloc", "passed", "student"), ("possibles", "wrong", "student")]
    assert "judge_again" not in text_of(client, address)
    assert client.post(own, "no", content_type="application/json").status_code == 400


def test_nobody_else_says_what_a_students_browser_found(
    student: User,
    classmate: User,
    client_of: ClientOf,
    exercises_of: ExercisesOf,
    submission_of: SubmissionOf,
) -> None:
    version = submission_of(student, exercises_of())
    found = [{"exercise": "bloc", "verdict": "passed"}]
    answer = client_of(classmate).post(
        f"/course/submissions/{version.pk}/own-verdicts/", found, content_type="application/json"
    )
    assert answer.status_code == 404
    assert not JudgedExercise.objects.exists()
