"""Assignments of questions: answers are stored, and students see which are right only at the end."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignment, QuestionAnswer
from puzzles.assignments.services.assignees import begin, find_assignee
from puzzles.assignments.services.creation import FrozenError, change_draft
from puzzles.assignments.services.grades import grades_of, publish_grades
from puzzles.assignments.services.lifecycle import stop_assignment
from puzzles.assignments.services.questions import (
    AnswerError,
    Question,
    answer_question,
    clean_answer,
    compared,
    judge_text,
    shows_right_answers,
)
from puzzles.assignments.services.questions import (
    questions_of as questions_in,
)
from puzzles.assignments.services.sources import Source
from puzzles.play.services.assigned_puzzles import AssignmentError
from puzzles.play.services.closing import hand_in

QuestionsOf = Callable[..., Assignment]

ROWS = Question(kind="choice", text="?", choices=["8", "9", "10"], right=["1"])
HOUSES = Question(kind="choice", text="?", choices=["row", "cell", "box"], right=["0", "2"])
PEERS = Question(kind="number", text="?", right=["20"])
WING = Question(kind="text", text="?", right=["Arête vive"])
WHY = Question(kind="text", text="?")


@pytest.mark.parametrize(
    ("question", "sent", "value", "is_right"),
    [
        (ROWS, ["1"], "1", True),
        (ROWS, ["0"], "0", False),
        (HOUSES, ["2", "0"], "0,2", True),
        (HOUSES, ["2", "0", "2"], "0,2", True),
        (HOUSES, ["0"], "0", False),
        (HOUSES, ["0", "1", "2"], "0,1,2", False),
        (PEERS, ["20,0"], "20", True),
        (PEERS, [" 2 0 "], "20", True),
        (PEERS, ["-20"], "-20", False),
        (WING, ["  ARETE   vive "], "ARETE vive", True),
        (WING, ["arete"], "arete", False),
        (WHY, ["because"], "because", None),
    ],
)
def test_an_answer_is_kept_in_one_form_and_judged(
    question: Question, sent: list[str], value: str, is_right: bool | None
) -> None:
    assert clean_answer(question, sent) == value
    assert question.is_right(value) is is_right


@pytest.mark.parametrize(
    ("question", "sent"),
    [
        (ROWS, []),
        (ROWS, ["3"]),
        (ROWS, ["-1"]),
        (ROWS, ["0", "1"]),
        (HOUSES, ["x"]),
        (PEERS, ["twenty"]),
        (PEERS, ["2" * 13]),
        (PEERS, ["٢٠"]),
        (WING, [" "]),
        (WHY, ["x" * 201]),
        (WHY, ["a\0b"]),
    ],
)
def test_what_is_no_answer_is_refused(question: Question, sent: list[str]) -> None:
    with pytest.raises(AnswerError):
        clean_answer(question, sent)


def test_texts_are_compared_without_case_accents_and_double_spaces() -> None:
    assert compared("  Éléphant  d’Été ") == compared("elephant d’ete")


def test_an_answer_may_change_until_it_is_handed_in(student: User, questions_of: QuestionsOf) -> None:
    assignment = questions_of()
    send = {"student": student, "assignment_id": assignment.pk}
    with pytest.raises(AssignmentError):
        answer_question(**send, number=1, sent=["1"])
    begin(**send)
    for choice in ("0", "1", "1"):
        answer_question(**send, number=1, sent=[choice])
    assert QuestionAnswer.objects.get().value == "1"
    for number in (0, 6):
        with pytest.raises(QuestionAnswer.DoesNotExist):
            answer_question(**send, number=number, sent=["1"])
    hand_in(**send)
    with pytest.raises(AssignmentError):
        answer_question(**send, number=1, sent=["0"])
    assert QuestionAnswer.objects.get().value == "1"


def test_nothing_is_answered_after_the_due_date(student: User, questions_of: QuestionsOf) -> None:
    due_at = timezone.now() + timedelta(hours=1)
    assignment = questions_of(due_at=due_at)
    send = {"student": student, "assignment_id": assignment.pk}
    begin(**send)
    answer_question(**send, number=1, sent=["0"])
    with pytest.raises(AssignmentError):
        answer_question(**send, number=1, sent=["1"], now=due_at)


def test_right_answers_are_shown_once_everybody_is_done(
    student: User, classmate: User, questions_of: QuestionsOf
) -> None:
    assignment, now = questions_of(due_at=timezone.now() + timedelta(days=1)), timezone.now()
    send = {"student": student, "assignment_id": assignment.pk}
    begin(**send)
    own = find_assignee(**send)
    assert not shows_right_answers(own, now)
    hand_in(**send)
    own = find_assignee(**send)
    # The classmate can still answer.
    assert not shows_right_answers(own, timezone.now())
    assert shows_right_answers(own, now + timedelta(days=1))
    # An own due date of another student keeps them from all.
    assignment.assignees.filter(student=classmate).update(due_at=now + timedelta(days=3))
    assert not shows_right_answers(own, now + timedelta(days=1))
    stop_assignment(assignment=assignment)
    assert shows_right_answers(find_assignee(**send), timezone.now())


def test_published_marks_show_the_answers_to_those_who_have_handed_in(
    student: User, classmate: User, questions_of: QuestionsOf
) -> None:
    assignment = questions_of()
    for each in (student, classmate):
        begin(student=each, assignment_id=assignment.pk)
    hand_in(student=student, assignment_id=assignment.pk)
    publish_grades(assignment=assignment, teacher=assignment.author, is_on=True)
    now = timezone.now()
    assert shows_right_answers(find_assignee(student=student, assignment_id=assignment.pk), now)
    assert not shows_right_answers(find_assignee(student=classmate, assignment_id=assignment.pk), now)


def test_the_mark_is_the_share_right_once_all_texts_are_judged(
    student: User, questions_of: QuestionsOf
) -> None:
    assignment = questions_of()
    send = {"student": student, "assignment_id": assignment.pk}
    begin(**send)

    def mark() -> Decimal | None:
        [grade] = grades_of(assignment).values()
        return grade.suggested

    assert mark() is None
    answer_question(**send, number=1, sent=["1"])
    answer_question(**send, number=2, sent=["0"])
    answer_question(**send, number=4, sent=["x wing"])
    assert mark() == Decimal(4)
    answer_question(**send, number=5, sent=["Only two digits"])
    assert mark() is None
    assert judge_text(assignment=assignment, number=5, value="only TWO digits", is_right=True) == 1
    assert mark() == Decimal(8)
    # A teacher may take a text that is not in the list.
    judge_text(assignment=assignment, number=4, value="x wing", is_right=True)
    assert mark() == Decimal(12)
    # Another answer is to be judged again.
    answer_question(**send, number=5, sent=["No idea"])
    assert mark() is None
    with pytest.raises(QuestionAnswer.DoesNotExist):
        judge_text(assignment=assignment, number=1, value="1", is_right=True)


def test_questions_are_frozen_once_they_are_handed_out(questions_of: QuestionsOf) -> None:
    draft = questions_of(is_draft=True)
    change_draft(assignment=draft, source=Source(), questions=[ROWS.to_json()])
    draft.refresh_from_db()
    assert questions_in(draft) == [ROWS]
    given = questions_of()
    with pytest.raises(FrozenError):
        change_draft(assignment=given, source=Source(), questions=[ROWS.to_json()])


@pytest.mark.parametrize("other", [{"worksheet": "mini_projet"}, {"technique": "x_wing"}])
def test_an_assignment_is_of_one_kind(questions_of: QuestionsOf, other: dict[str, str]) -> None:
    draft = questions_of(is_draft=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Assignment.objects.filter(pk=draft.pk).update(**other)
    assert list(Assignment.objects.of_questions()) == [draft]
    assert not Assignment.objects.with_puzzles()
