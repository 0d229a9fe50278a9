"""The form of an assignment of questions: the questions one by one, when, and for whom."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import Assignment, QuestionAnswer
from ..services.questions import (
    CHOICES,
    MAX_CHOICE,
    MAX_EXPLANATION,
    MAX_TEXT,
    MOST_ACCEPTED,
    MOST_QUESTIONS,
    AnswerError,
    Kind,
    Question,
    clean_number,
    compared,
    questions_of,
)
from .assignments import DatesForm, GroupForm, InstructionsField, group_values, in_a_week, usual_name

BLANK_QUESTIONS = 3
PREFIX = re.compile(r"q([1-9]\d?)-text\Z")


class QuestionForm(forms.Form):
    """One question. Each line of `answers` is a choice, or an answer that is accepted."""

    kind = forms.ChoiceField(
        choices=Kind.choices,
        initial=Kind.CHOICE,
        widget=forms.RadioSelect,
        label=gettext_lazy("Answer with"),
    )
    text = forms.CharField(
        required=False,
        max_length=MAX_TEXT,
        widget=forms.Textarea({"rows": 2}),
        label=gettext_lazy("Question"),
    )
    answers = forms.CharField(
        required=False,
        max_length=MOST_ACCEPTED * (QuestionAnswer.MAX_VALUE + 4),
        widget=forms.Textarea({"rows": 4}),
        label=gettext_lazy("Choices or right answers, one a line"),
        help_text=gettext_lazy(
            "Choices: 2 to 6, with * before each right one. Number: the right one. "
            "Text: the answers to accept, or nothing to judge them yourself."
        ),
    )
    explanation = forms.CharField(
        required=False,
        max_length=MAX_EXPLANATION,
        widget=forms.Textarea({"rows": 2}),
        label=gettext_lazy("Explanation, shown at the end"),
    )

    def __init__(self, data: Any = None, *, number: int, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(
            data,
            prefix=f"q{number}",
            initial=dict(initial or {}),
            label_suffix="",
            use_required_attribute=False,
        )
        self.number = number

    def full_clean(self) -> None:
        """As usual; a question left blank has no errors."""
        super().full_clean()
        if self.is_bound and self.is_blank:
            self._errors = ErrorDict()

    @property
    def is_blank(self) -> bool:
        """Whether nothing is filled in: such a question is left out."""
        return not any(
            self.data.get(self.add_prefix(name), "").strip() for name in self.fields if name != "kind"
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in ("text", "answers", "explanation"):
            text = data.get(name, "").replace("\r\n", "\n").expandtabs(4)
            # Signs that show nothing are no part of a question; French has no-break spaces.
            data[name] = "".join(each for each in text if each.isprintable() or each.isspace()).strip()
        if not data["text"] and "text" not in self.errors:
            self.add_error("text", _("Type a question."))
        if "answers" not in self.errors and data.get("kind"):
            self._clean_answers([each for line in data["answers"].split("\n") if (each := line.strip())])
        return data

    def _clean_answers(self, lines: list[str]) -> None:
        self.choices: list[str] = []
        self.right: list[str] = []
        kind = self.cleaned_data["kind"]
        if kind == Kind.CHOICE:
            self._clean_choices(lines)
        elif len(lines) > MOST_ACCEPTED:
            self.add_error("answers", _("Type at most %(count)d answers.") % {"count": MOST_ACCEPTED})
        elif kind == Kind.NUMBER:
            self._clean_numbers(lines)
        elif any(len(line) > QuestionAnswer.MAX_VALUE for line in lines):
            self.add_error(
                "answers",
                _("An answer has at most %(count)d characters.") % {"count": QuestionAnswer.MAX_VALUE},
            )
        else:
            self.right = [" ".join(line.split()) for line in lines]

    def _clean_choices(self, lines: list[str]) -> None:
        self.choices = [line.lstrip("* ") for line in lines]
        self.right = [str(number) for number, line in enumerate(lines) if line.startswith("*")]
        if len(lines) not in CHOICES or not all(self.choices):
            self.add_error("answers", _("Type 2 to 6 choices, one per line."))
        elif any(len(choice) > MAX_CHOICE for choice in self.choices):
            words = _("A choice has at most %(count)d characters.")
            self.add_error("answers", words % {"count": MAX_CHOICE})
        elif len(set(map(compared, self.choices))) < len(self.choices):
            self.add_error("answers", _("Two choices are the same."))
        elif not self.right:
            self.add_error("answers", _("Put * before each right choice."))

    def _clean_numbers(self, lines: list[str]) -> None:
        try:
            self.right = [clean_number(line) for line in lines]
        except AnswerError:
            self.add_error("answers", _("Type the right number, with nothing else on its line."))
        if not lines:
            self.add_error("answers", _("Type the right number."))

    def question(self) -> Question:
        data = self.cleaned_data
        return Question(
            kind=data["kind"],
            text=data["text"],
            choices=self.choices,
            right=self.right,
            explanation=data["explanation"],
        )


def question_values(question: Question) -> dict[str, Any]:
    """The initial values of a question's form."""
    lines = question.right
    if question.kind == Kind.CHOICE:
        lines = [
            f"* {choice}" if str(number) in question.right else choice
            for number, choice in enumerate(question.choices)
        ]
    return {
        "kind": question.kind,
        "text": question.text,
        "answers": "\n".join(lines),
        "explanation": question.explanation,
    }


class QuestionForms:
    """The forms of all questions, numbered from 1; those left blank do not count."""

    def __init__(self, data: Any = None, *, initial: Sequence[Question] = ()) -> None:
        self.error = ""
        if data is None:
            values = [question_values(each) for each in initial]
            blank = min(BLANK_QUESTIONS if not initial else 1, MOST_QUESTIONS - len(values))
            self.forms = [
                QuestionForm(number=number, initial=each)
                for number, each in enumerate([*values, *[{}] * blank], start=1)
            ]
            return
        numbers = sorted(int(found[1]) for name in data if (found := PREFIX.match(name)))
        self.forms = [QuestionForm(data, number=number) for number in numbers if number <= MOST_QUESTIONS]

    @property
    def filled(self) -> list[QuestionForm]:
        return [form for form in self.forms if not form.is_blank]

    @property
    def has_errors(self) -> bool:
        """Whether something is to be corrected. Call it after `is_valid`."""
        return bool(self.error) or any(form.is_bound and form.errors for form in self.filled)

    @property
    def next_number(self) -> int | None:
        """The number of another question; None if there are as many as may be."""
        last = max((form.number for form in self.forms), default=0)
        return last + 1 if last < MOST_QUESTIONS else None

    def is_valid(self) -> bool:
        if not self.filled:
            self.error = _("Type a question.")
        return all([not self.error, *[form.is_valid() for form in self.filled]])

    def questions(self) -> list[dict[str, Any]]:
        """The column of the assignment."""
        return [form.question().to_json() for form in self.filled]


class QuestionsForm(InstructionsField, GroupForm, DatesForm):
    """A new assignment of questions, or a draft, without the questions themselves."""

    minutes = None  # type: ignore[assignment]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_draft = "name" in self.initial
        name = usual_name(_("Questions of %(day)s"), self.now)
        self.initial = {"name": name, "due_at": in_a_week(self.now), **self.initial}

    def become_part(self, whole: Assignment) -> None:
        """The same; the title of a new part has no date, as in parts of the other kinds."""
        super().become_part(whole)
        if not self.is_draft:
            self.initial["name"] = _("Questions")

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["minutes"] = None
        return super().clean()

    def fields_of_assignment(self) -> dict[str, Any]:
        """The columns of the assignment, without its questions."""
        names = ("name", "instructions")
        return {**self.dates(), **{name: self.cleaned_data[name] for name in names}}


def values_of_draft(assignment: Assignment) -> dict[str, Any]:
    """The form's initial values for a draft of questions."""
    names = ("name", "opens_at", "due_at", "instructions")
    return {name: getattr(assignment, name) for name in names} | group_values(assignment)


def forms_of_draft(data: Any, assignment: Assignment | None) -> QuestionForms:
    return QuestionForms(data, initial=questions_of(assignment) if assignment else ())


class JudgementForm(forms.Form):
    """What a teacher says of a text."""

    value = forms.CharField(max_length=QuestionAnswer.MAX_VALUE)
    right = forms.ChoiceField(choices=[("1", "1"), ("0", "0")])
