"""Questions for a class: the teacher's form and results, and the student's pages."""

from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment, QuestionAnswer
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.lifecycle import excuse, stop_assignment
from puzzles.assignments.services.questions import answer_question
from puzzles.play.services.closing import hand_in

from .browsing import english, text_of, words

QuestionsOf = Callable[..., Assignment]
ClientOf = Callable[[User], Client]
HTMX = {"HX-Request": "true"}
FORM = {
    "name": "Rows",
    "q1-kind": "choice",
    "q1-text": "How many rows?",
    "q1-answers": "8\n* 9\n10",
    "q1-explanation": "One for each digit.",
    "q2-kind": "number",
    "q2-text": "",
    "q2-answers": "",
    "q7-kind": "text",
    "q7-text": "Why?",
    "q7-answers": "",
}
pytestmark = pytest.mark.django_db


def new_url(classroom: Classroom) -> str:
    return reverse("assignments:questions_new", args=[classroom.pk])


def page_url(assignment: Assignment) -> str:
    return reverse("assignments:assignee", args=[assignment.pk])


def answer_url(assignment: Assignment, number: int) -> str:
    return reverse("assignments:answer", args=[assignment.pk, number])


def answered(student: User, assignment: Assignment, *answers: list[str]) -> None:
    """Begin, and answer the first questions."""
    begin(student=student, assignment_id=assignment.pk)
    for number, sent in enumerate(answers, start=1):
        answer_question(student=student, assignment_id=assignment.pk, number=number, sent=sent)


# The form


def test_a_form_makes_a_draft_without_the_blank_questions(desk: Client, classroom: Classroom) -> None:
    answer = desk.post(new_url(classroom), FORM)
    draft = Assignment.objects.get()
    assert answer["Location"] == draft.get_absolute_url()
    assert draft.questions == [
        {
            "kind": "choice",
            "text": "How many rows?",
            "choices": ["8", "9", "10"],
            "right": ["1"],
            "explanation": "One for each digit.",
        },
        {"kind": "text", "text": "Why?", "choices": [], "right": [], "explanation": ""},
    ]
    text = text_of(desk, draft.get_absolute_url())
    assert "Check the questions below" in text
    assert "9 ✓ right answer" in text
    assert "A short text, which you read yourself" in text


def test_a_draft_changes_in_the_form_it_was_made_with(desk: Client, questions_of: QuestionsOf) -> None:
    draft = questions_of(is_draft=True)
    address = reverse("assignments:edit", args=[draft.pk])
    page = desk.get(address).text
    assert "* row\ncell\n* box" in page
    assert "XY-Wing\naile XY" in page
    assert desk.post(address, FORM).status_code == 302
    draft.refresh_from_db()
    assert (draft.name, len(draft.questions)) == ("Rows", 2)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"q1-answers": "9"}, "Type 2 to 6 choices"),
        ({"q1-answers": "8\n9"}, "Put * before each right choice."),
        ({"q1-answers": "*9\n 9"}, "Two choices are the same."),
        ({"q1-answers": "\n".join("*1234567")}, "Type 2 to 6 choices"),
        ({"q1-answers": "* 9\n" + "x" * 201}, "at most 200 characters"),
        ({"q1-text": ""}, "Type a question."),
        ({"q1-kind": "number", "q1-answers": "nine"}, "Type the right number"),
        ({"q1-kind": "number", "q1-answers": ""}, "Type the right number."),
        ({"q1-kind": "essay"}, "Please correct the errors below."),
        ({"q1-text": "", "q1-answers": "", "q1-explanation": "", "q7-text": ""}, "Type a question."),
        ({"q7-answers": "\n".join("abcdefghijk")}, "Type at most 10 answers."),
    ],
)
def test_what_is_no_question_is_refused(
    desk: Client, classroom: Classroom, changed: dict[str, str], error: str
) -> None:
    page = desk.post(new_url(classroom), FORM | changed)
    assert page.status_code == 200
    assert error in unescape(page.text)
    # What was typed stays.
    assert "One for each digit." in page.text or "q1-explanation" in changed
    assert not Assignment.objects.exists()


def test_there_are_thirty_questions_at_most(desk: Client, classroom: Classroom) -> None:
    many = {
        f"q{number}-{name}": value
        for number in range(1, 40)
        for name, value in (("kind", "text"), ("text", "?"))
    }
    desk.post(new_url(classroom), {"name": "Many"} | many)
    assert len(Assignment.objects.get().questions) == 30
    blank = desk.get(reverse("assignments:blank_question", args=[30]))
    assert 'name="q30-text"' in blank.text
    assert "Add a question" not in blank.text
    assert desk.get(reverse("assignments:blank_question", args=[31])).status_code == 404


def test_a_duplicate_asks_the_same(desk: Client, classroom: Classroom, questions_of: QuestionsOf) -> None:
    given = questions_of()
    address = reverse("assignments:duplicate", args=[given.pk])
    assert "The questions, instructions and rules are the same." in text_of(desk, address)
    desk.post(address, {"name": "Again", "classes": [classroom.pk]})
    copy = Assignment.objects.get(name="Again")
    assert (copy.is_draft, copy.questions) == (True, given.questions)


# The student


def test_a_student_learns_nothing_of_right_and_wrong_before_the_end(
    lea: Client, student: User, classmate: User, questions_of: QuestionsOf
) -> None:
    assignment = questions_of()
    assert "How many rows?" not in lea.get(page_url(assignment)).text
    lea.post(reverse("assignments:begin_assignment", args=[assignment.pk]))
    shown = [lea.get(page_url(assignment)).text]
    right = lea.post(answer_url(assignment, 3), {"answer": "20"}, headers=HTMX).text
    wrong = lea.post(answer_url(assignment, 3), {"answer": "21"}, headers=HTMX).text
    assert words(right) == "✓ Saved: 20 Answered: 1 of 5"
    # Right and wrong are answered alike.
    assert right.replace("20", "21") == wrong
    lea.post(answer_url(assignment, 2), {"answer": ["0", "2"]}, headers=HTMX)
    shown += [right, wrong, lea.get(page_url(assignment)).text]
    assert words(shown[-1]).count("Saved:") == 2
    lea.post(reverse("assignments:hand_in_assignment", args=[assignment.pk]))
    shown.append(lea.get(page_url(assignment)).text)
    assert "everybody’s time is up" in shown[-1]
    for page in shown:
        for secret in ("XY-Wing", "aile XY", "counted once", "tag-done", "tag-late", "Right:"):
            assert secret not in page
    assert QuestionAnswer.objects.filter(assignee__student=student).count() == 2


def test_published_marks_do_not_say_whether_an_answer_is_right_while_it_may_change(
    lea: Client, desk: Client, student: User, questions_of: QuestionsOf
) -> None:
    assignment = questions_of()
    answered(student, assignment, ["1"])
    desk.post(reverse("assignments:publish_grades", args=[assignment.pk]), {"grades": "shown"})
    shown = text_of(lea, page_url(assignment))
    assert "Your mark — Your mark comes once you have handed in." in shown
    answer_question(student=student, assignment_id=assignment.pk, number=1, sent=["0"])
    assert text_of(lea, page_url(assignment)) == shown.replace("Saved: 9", "Saved: 8")
    hand_in(student=student, assignment_id=assignment.pk)
    assert "Your mark 0 / 20" in text_of(lea, page_url(assignment))


def test_at_the_end_the_student_sees_what_was_right_and_why(
    lea: Client, student: User, questions_of: QuestionsOf
) -> None:
    assignment = questions_of()
    answered(student, assignment, ["1"], ["0"], ["19"])
    stop_assignment(assignment=assignment)
    text = text_of(lea, page_url(assignment))
    assert "Right answers: 1 of 5" in text
    assert "Your answer: 9 right" in text
    assert "Your answer: row wrong Right: row, box" in text
    assert "8 + 8 + 4, counted once." in text
    assert "Your answer: — Right: XY-Wing, aile XY" in text


def test_what_is_not_taken_is_said_and_not_kept(
    lea: Client, student: User, questions_of: QuestionsOf
) -> None:
    assignment = questions_of()
    answered(student, assignment)
    refused = lea.post(answer_url(assignment, 3), {"answer": "many"}, headers=HTMX)
    assert "Answer with a number." in refused.text
    assert "Saved" not in refused.text
    without_script = lea.post(answer_url(assignment, 3), {"answer": "20"})
    assert without_script["Location"] == page_url(assignment)
    assert lea.post(answer_url(assignment, 9), {"answer": "1"}, headers=HTMX).status_code == 404
    assert lea.get(answer_url(assignment, 3)).status_code == 405
    stop_assignment(assignment=assignment)
    assert lea.post(answer_url(assignment, 3), {"answer": "21"}, headers=HTMX).status_code == 409
    assert QuestionAnswer.objects.get().value == "20"


def test_another_student_and_an_excused_one_find_nothing(
    client_of: ClientOf, stranger: User, student: User, questions_of: QuestionsOf, homework: Assignment
) -> None:
    assignment = questions_of()
    other = client_of(stranger)
    assert other.post(answer_url(assignment, 1), {"answer": "1"}).status_code == 404
    excuse(assignee=assignment.assignees.get(student=student))
    assert client_of(student).post(answer_url(assignment, 1), {"answer": "1"}).status_code == 404
    # Other kinds of work have no questions.
    begin(student=student, assignment_id=homework.pk)
    assert client_of(student).post(answer_url(homework, 1), {"answer": "1"}).status_code == 404


@pytest.fixture
def homework(student: User, assignment_of: Callable[..., Assignment]) -> Assignment:
    return assignment_of()


# The teacher


def test_the_teacher_sees_the_answers_and_judges_the_texts(
    desk: Client, student: User, classmate: User, questions_of: QuestionsOf
) -> None:
    assignment = questions_of()
    answered(student, assignment, ["1"], ["0"], ["20"], ["aile xy"], ["Only two digits"])
    answered(classmate, assignment, ["0"])
    text = text_of(desk, assignment.get_absolute_url())
    assert "2 of 2 have answered, 0 have handed in · 1 answer to judge" in text
    assert "Right: 1 of 2" in text
    assert "Only two digits to be judged" in text
    judge = reverse("assignments:judge_question", args=[assignment.pk, 5])
    table = desk.post(judge, {"value": "Only two digits", "right": "1"}, headers=HTMX).text
    assert "answer to judge" not in table
    assert "<html" not in table
    assert "Mark of PETIT Léa: 16" in words(table)
    assert desk.post(judge, {"value": "Only two digits", "right": "0"}).status_code == 302
    for wrong in ({"value": "x"}, {"right": "1"}, {"value": "x", "right": "2"}):
        assert desk.post(judge, wrong).status_code == 404
    of_choices = reverse("assignments:judge_question", args=[assignment.pk, 1])
    assert desk.post(of_choices, {"value": "1", "right": "1"}).status_code == 404


def test_who_only_reads_the_class_sees_results_without_buttons(
    client_of: ClientOf, classroom: Classroom, other_teacher: User, student: User, questions_of: QuestionsOf
) -> None:
    assignment = questions_of()
    answered(student, assignment, ["1"], ["0"], ["20"], ["aile xy"], ["Only two digits"])
    classroom.readers.add(other_teacher)
    colleague, own = english(client_of(other_teacher)), f'action="/assignments/{assignment.pk}/'
    news = reverse("assignments:questions_news", args=[assignment.pk])
    for address in (assignment.get_absolute_url(), news):
        page = colleague.get(address)
        assert (page.status_code, own in page.text) == (200, False)
        assert "Only two digits to be judged" in words(page.text)
    judge = reverse("assignments:judge_question", args=[assignment.pk, 5])
    refused = colleague.post(judge, {"value": "Only two digits", "right": "1"}, headers=HTMX)
    assert (refused.status_code, "not change it" in refused.text) == (409, True)
    assert not QuestionAnswer.objects.filter(is_right=True).exists()


def test_the_table_asks_for_itself(desk: Client, student: User, questions_of: QuestionsOf) -> None:
    assignment = questions_of()
    stamp = desk.get(assignment.get_absolute_url()).context["table"].stamp
    news = reverse("assignments:questions_news", args=[assignment.pk])
    assert desk.get(news, {"stamp": stamp}, headers=HTMX).status_code == 204
    answered(student, assignment, ["1"])
    changed = desk.get(news, {"stamp": stamp}, headers=HTMX)
    assert changed.status_code == 200
    assert changed.text.lstrip().startswith("<div")


def test_the_answers_are_a_file(desk: Client, student: User, questions_of: QuestionsOf) -> None:
    assignment = questions_of(3)
    answered(student, assignment, ["1"], ["0", "2"], ["19"])
    file = desk.get(reverse("assignments:questions_csv", args=[assignment.pk]), {"file": "plain"})
    heading, line = file.content.decode("utf-8-sig").splitlines()
    assert heading.startswith("Real name,User name,Questions,Answered,Right,Question 1,Question 1: right")
    assert line.split(",", 1)[1] == 'lea,3,3,2,9,1,"row, box",1,19,0,13.5,'


def test_the_rule_has_no_lateness_and_the_rules_no_grids(desk: Client, questions_of: QuestionsOf) -> None:
    assignment = questions_of()
    text = text_of(desk, assignment.get_absolute_url())
    assert "A question answered right is worth full marks." in text
    assert "Percent off for lateness" not in text
    text = text_of(desk, f"{assignment.get_absolute_url()}?tab=rules")
    assert "5 questions, the same for all" in text
    assert "Rules your students read" not in text


def test_it_has_no_grids(desk: Client, questions_of: QuestionsOf) -> None:
    assignment = questions_of()
    for name in ("try", "new_grids", "redraw"):
        assert desk.post(reverse(f"assignments:{name}", args=[assignment.pk])).status_code == 404
    for name in ("csv", "exercises_csv", "drills_csv"):
        assert desk.get(reverse(f"assignments:{name}", args=[assignment.pk])).status_code == 404


def test_pages_around_it_name_the_questions(
    desk: Client, lea: Client, student: User, classroom: Classroom, questions_of: QuestionsOf
) -> None:
    assignment = questions_of(due_at=timezone.now() + timedelta(days=2))
    assert "5 questions" in text_of(desk, reverse("assignments:list", args=[classroom.pk]))
    answered(student, assignment, ["1"], ["0"])
    assert "2 of 5 done" in text_of(lea, "/")
    # There is no board to watch.
    assert "Rows and boxes" not in text_of(desk, reverse("assignments:class_live", args=[classroom.pk]))
    table = desk.get(reverse("assignments:class_table", args=[classroom.pk]), {"file": "plain"})
    heading, line = (row.split(",") for row in table.content.decode("utf-8-sig").splitlines())
    assert dict(zip(heading, line, strict=True))["Assignments done"] == "2 of 5"
    hand_in(student=student, assignment_id=assignment.pk)
    assert "1 handed in" in " ".join(
        desk.get(assignment.get_absolute_url(), {"tab": "rules"}).context["counts"]
    )


def test_pages_take_the_same_queries_for_any_class(
    desk: Client,
    student: User,
    classmate: User,
    questions_of: QuestionsOf,
    django_assert_max_num_queries: Any,
) -> None:
    assignment = questions_of()
    for each in (student, classmate):
        answered(each, assignment, ["1"], ["0"])
        with django_assert_max_num_queries(24):
            desk.get(assignment.get_absolute_url())
