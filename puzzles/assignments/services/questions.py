"""Assignments of questions: the questions, the answers, and when a student may see which are right.

The value of an answer is, for choices, their numbers from 0 with commas between, in order; for a number, the
number without needless zeros; for a text, the text with single spaces.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Self

from django.db import transaction
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.play.services.assigned_puzzles import lock_working_assignee

from ..models import Assignee, Assignment, QuestionAnswer

MOST_QUESTIONS = 30
CHOICES = range(2, 7)
MAX_TEXT, MAX_CHOICE, MAX_EXPLANATION, MOST_ACCEPTED = 500, 200, 1000, 10
_NUMBER = re.compile(r"-?\d{1,12}([.,]\d{1,6})?\Z")


class AnswerError(Refusal):
    """The answer is not taken; the text is for the student."""


class Kind(TextChoices):
    """What is answered."""

    CHOICE = "choice", _("choices")
    NUMBER = "number", _("a number")
    TEXT = "text", _("a short text")


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question of an assignment. `right` holds the numbers of the right choices, the right numbers, or the
    accepted texts; a text without any is read by the teacher. `explanation` is shown with the right answer.
    """

    kind: str
    text: str
    choices: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)
    explanation: str = ""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        return cls(**stored)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def has_several(self) -> bool:
        """Whether several choices are right."""
        return self.kind == Kind.CHOICE and len(self.right) > 1

    @property
    def is_open(self) -> bool:
        """Whether the teacher reads the answers."""
        return self.kind == Kind.TEXT and not self.right

    def is_right(self, value: str) -> bool | None:
        """Whether a value is right; None where a teacher says so."""
        if self.is_open:
            return None
        if self.kind == Kind.CHOICE:
            return value.split(",") == self.right
        if self.kind == Kind.NUMBER:
            return value in self.right
        return compared(value) in map(compared, self.right)

    def labels(self, value: str) -> list[str]:
        """A value in words: the choices, or what was typed."""
        if self.kind != Kind.CHOICE:
            return [value] if value else []
        return [self.choices[int(number)] for number in value.split(",") if number]

    @property
    def right_labels(self) -> list[str]:
        """The right choices, or the right answers."""
        return self.labels(",".join(self.right)) if self.kind == Kind.CHOICE else self.right


def questions_of(assignment: Assignment) -> list[Question]:
    return [Question.from_json(stored) for stored in assignment.questions]


def compared(text: str) -> str:
    """A text as it is compared: without case, accents and double spaces."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(each for each in letters if not unicodedata.combining(each)).split())


def clean_number(text: str) -> str:
    """A number as it is stored and compared: `4`, `0.5`. Raises AnswerError."""
    text = "".join(text.split())
    if not text.isascii() or not _NUMBER.match(text):
        raise AnswerError(_("Answer with a number."))
    number = Decimal(text.replace(",", "."))
    return format(number.normalize(), "f") if number else "0"


def clean_answer(question: Question, sent: list[str]) -> str:
    """The value of what was sent. Raises AnswerError for what the question does not take."""
    if question.kind == Kind.CHOICE:
        known = [str(number) for number in range(len(question.choices))]
        chosen = sorted(set(sent))
        if not chosen:
            raise AnswerError(_("Choose an answer."))
        if not set(chosen) <= set(known) or (len(chosen) > 1 and not question.has_several):
            raise AnswerError(_("This is not an answer to the question."))
        return ",".join(chosen)
    text = " ".join((sent[-1] if sent else "").split())
    if not text:
        raise AnswerError(_("Type an answer."))
    if question.kind == Kind.NUMBER:
        return clean_number(text)
    if not text.isprintable() or len(text) > QuestionAnswer.MAX_VALUE:
        raise AnswerError(_("Answer with a short text."))
    return text


@transaction.atomic
def answer_question(
    *, student: User, assignment_id: int, number: int, sent: list[str], now: datetime | None = None
) -> QuestionAnswer:
    """Keep an answer in place of the one before, until the work is handed in or due.

    Raises Assignee.DoesNotExist, QuestionAnswer.DoesNotExist without such a question, AssignmentError before
    the student has begun and once it is over, and AnswerError.
    """
    assignee = lock_working_assignee(student=student, assignment_id=assignment_id, now=now or timezone.now())
    questions = questions_of(assignee.assignment)
    if not 1 <= number <= len(questions):
        raise QuestionAnswer.DoesNotExist
    value = clean_answer(questions[number - 1], sent)
    answer = QuestionAnswer.objects.filter(assignee=assignee, number=number).first()
    if answer is None:
        answer = QuestionAnswer(assignee=assignee, number=number)
    elif answer.value == value:
        return answer
    answer.value, answer.is_right, answer.answered_at = value, None, now or timezone.now()
    answer.save()
    return answer


def judge_text(*, assignment: Assignment, number: int, value: str, is_right: bool) -> int:
    """Say of a text whether it is right, for all students who answered with it. Returns how many.

    Raises QuestionAnswer.DoesNotExist where there is no question that is answered with a text.
    """
    questions = questions_of(assignment)
    if not 1 <= number <= len(questions) or questions[number - 1].kind != Kind.TEXT:
        raise QuestionAnswer.DoesNotExist
    given = QuestionAnswer.objects.filter(assignee__assignment=assignment, number=number)
    same = {text for text in given.values_list("value", flat=True) if compared(text) == compared(value)}
    # By the texts, not by the keys: a student may change an answer at this moment.
    return given.filter(value__in=same).update(is_right=is_right)


def verdict(question: Question, answer: QuestionAnswer | None) -> bool | None:
    """Whether an answer counts as right: what a teacher said outweighs the list of accepted texts.

    None while nobody has judged it, and without an answer.
    """
    if answer is None:
        return None
    return question.is_right(answer.value) if answer.is_right is None else answer.is_right


def answers_by_number(answers: Iterable[QuestionAnswer]) -> dict[int, QuestionAnswer]:
    return {answer.number: answer for answer in answers}


def shows_right_answers(assignee: Assignee, now: datetime) -> bool:
    """Whether the student may learn which answers are right.

    Their own work is over, and the marks are published, or nobody else of the class works any more.
    """
    assignment = assignee.assignment
    if not assignee.pk or not assignee.is_over(now):
        return False
    if assignment.shows_grades or assignment.stopped_at is not None:
        return True
    others = assignment.assignees.filter(excused_at=None).select_related("student")
    for other in others:
        other.assignment = assignment
        if not other.is_over(now):
            return False
    return True
