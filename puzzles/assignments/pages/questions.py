"""The pages of an assignment of questions: the results of the class, and the student's own."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zlib import crc32

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Membership, User
from accounts.names import name_key
from puzzles.library.pages.csv import Cell as FileCell

from ..models import Assignee, Assignment, QuestionAnswer
from ..services.questions import (
    Kind,
    Question,
    answers_by_number,
    compared,
    questions_of,
    shows_right_answers,
    verdict,
)

Answers = Mapping[int, QuestionAnswer]
# The bars of a number or a text are those of the answers given most often.
MOST_BARS = 8


@dataclass(frozen=True)
class QuestionCell:
    """One student's answer: `mark` is right, wrong, open (to be judged), or "" without an answer."""

    mark: str
    words: str


@dataclass(frozen=True)
class QuestionLine:
    """A student: cells in the order of the questions."""

    name: str
    username: str
    cells: list[QuestionCell]
    is_handed_in: bool

    @property
    def answered(self) -> int:
        return sum(bool(cell.mark) for cell in self.cells)

    @property
    def right(self) -> int:
        return sum(cell.mark == "right" for cell in self.cells)


@dataclass(frozen=True)
class Bar:
    """How many gave an answer; `length` is a percentage of the longest bar, `is_right` None if not judged."""

    label: str
    count: int
    length: int
    is_right: bool | None


@dataclass(frozen=True)
class QuestionCard:
    """A question with what came of it in the class."""

    number: int
    question: Question
    bars: list[Bar]
    answered: int
    right: int
    unjudged: int

    @property
    def accepted(self) -> list[str]:
        """The right numbers or texts; of choices the bars say it."""
        return [] if self.question.kind == Kind.CHOICE else self.question.right

    @property
    def is_text(self) -> bool:
        return self.question.kind == Kind.TEXT


@dataclass(frozen=True)
class QuestionTable:
    """The results of a class: students by name, and question by question."""

    assignment: Assignment
    lines: list[QuestionLine]
    cards: list[QuestionCard]

    @property
    def total(self) -> int:
        return len(self.cards)

    @property
    def begun(self) -> int:
        return sum(line.answered > 0 for line in self.lines)

    @property
    def handed_in(self) -> int:
        return sum(line.is_handed_in for line in self.lines)

    @property
    def unjudged(self) -> int:
        return sum(card.unjudged for card in self.cards)

    @property
    def stamp(self) -> str:
        """Changes when anything in the table does."""
        return f"{crc32(repr(self.lines).encode()):08x}"


def question_table(assignment: Assignment) -> QuestionTable:
    """What came of an assignment, without students who are excused: three queries."""
    members = Membership.objects.filter(classroom=assignment.classroom_id, student__role=User.Role.STUDENT)
    names, questions = members.real_names(), questions_of(assignment)
    given: dict[int, list[QuestionAnswer]] = defaultdict(list)
    answers = QuestionAnswer.objects.filter(assignee__assignment=assignment, assignee__excused_at=None)
    for answer in answers:
        given[answer.assignee_id].append(answer)
    lines = [
        QuestionLine(
            name=names.get(each.student_id) or each.student.username,
            username=each.student.username,
            cells=cells_of(questions, answers_by_number(given[each.pk])),
            is_handed_in=each.handed_in_at is not None,
        )
        for each in assignment.assignees.filter(excused_at=None).select_related("student")
    ]
    of_question: dict[int, list[QuestionAnswer]] = defaultdict(list)
    for answer in answers:
        of_question[answer.number].append(answer)
    cards = [card_of(number, each, of_question[number]) for number, each in enumerate(questions, start=1)]
    return QuestionTable(assignment, sorted(lines, key=lambda line: name_key(line.name)), cards)


def cells_of(questions: Sequence[Question], answers: Answers) -> list[QuestionCell]:
    return [cell_of(question, answers.get(number)) for number, question in enumerate(questions, start=1)]


def cell_of(question: Question, answer: QuestionAnswer | None) -> QuestionCell:
    if answer is None:
        return QuestionCell("", "")
    mark = {True: "right", False: "wrong", None: "open"}[verdict(question, answer)]
    return QuestionCell(mark, ", ".join(question.labels(answer.value)))


def card_of(number: int, question: Question, answers: Sequence[QuestionAnswer]) -> QuestionCard:
    verdicts = [verdict(question, answer) for answer in answers]
    return QuestionCard(
        number=number,
        question=question,
        bars=bars_of(question, answers),
        answered=len(answers),
        right=verdicts.count(True),
        unjudged=verdicts.count(None),
    )


def bars_of(question: Question, answers: Sequence[QuestionAnswer]) -> list[Bar]:
    """A bar for each choice; of other questions for each answer, those to be judged first."""
    if question.kind == Kind.CHOICE:
        counts = Counter(number for answer in answers for number in answer.value.split(","))
        most = max(counts.values(), default=0)
        return [
            Bar(choice, counts[key], percent(counts[key], most), key in question.right)
            for key, choice in zip("012345", question.choices, strict=False)
        ]
    groups: dict[str, list[QuestionAnswer]] = defaultdict(list)
    for answer in answers:
        groups[compared(answer.value)].append(answer)
    most = max(map(len, groups.values()), default=0)
    bars = [
        Bar(each[0].value, len(each), percent(len(each), most), verdict(question, each[0]))
        for each in groups.values()
    ]
    bars.sort(key=lambda bar: (bar.is_right is not None, -bar.count, bar.label))
    return bars if question.kind == Kind.TEXT else bars[:MOST_BARS]


def percent(count: int, most: int) -> int:
    return round(100 * count / most) if most else 0


def question_rows(table: QuestionTable) -> list[list[FileCell]]:
    """The rows of the CSV file, below the headings."""
    titles = [_("Question %(number)d") % {"number": card.number} for card in table.cards]
    verdicts = [_("Question %(number)d: right") % {"number": card.number} for card in table.cards]
    by_question = [title for pair in zip(titles, verdicts, strict=True) for title in pair]
    rows: list[list[FileCell]] = [
        [_("Real name"), _("User name"), _("Questions"), _("Answered"), _("Right"), *by_question]
    ]
    signs = {"right": 1, "wrong": 0}
    for line in table.lines:
        cells = [value for cell in line.cells for value in (cell.words, signs.get(cell.mark))]
        rows.append([line.name, line.username, table.total, line.answered, line.right, *cells])
    return rows


# The student's page


@dataclass(frozen=True)
class OwnQuestion:
    """A question of the student's: `chosen` are the numbers of the choices, `value` what was typed.

    `labels` is the answer in words. Whether it `is_right`, the right answers and the explanation are None
    and empty until the student may know them.
    """

    number: int
    text: str
    kind: str
    has_several: bool
    choices: list[tuple[str, str, bool]]
    value: str
    labels: list[str]
    is_right: bool | None = None
    right_labels: Sequence[str] = ()
    explanation: str = ""

    @property
    def is_answered(self) -> bool:
        return bool(self.labels)


def assignee_questions(assignee: Assignee, now: datetime | None = None) -> dict[str, Any]:
    """The questions of a student's assignment, once they have begun: see `find_assignee`."""
    now = now or timezone.now()
    assignment = assignee.assignment
    answers: Answers = {}
    if assignee.pk:
        answers = answers_by_number(assignee.question_answers.all())
    is_revealed = shows_right_answers(assignee, now)
    questions = []
    if assignee.began_at or is_revealed:
        questions = [
            own_question(number, each, answers.get(number), is_revealed=is_revealed)
            for number, each in enumerate(questions_of(assignment), start=1)
        ]
    return {
        "questions": questions,
        "done": len(answers),
        "total": len(assignment.questions),
        "is_revealed": is_revealed,
        "right": sum(each.is_right is True for each in questions),
        "can_answer": bool(assignee.began_at) and not assignee.is_read_only(now),
    }


def own_question(
    number: int, question: Question, answer: QuestionAnswer | None, *, is_revealed: bool
) -> OwnQuestion:
    """A question as its student sees it: nothing of what is right before they may know it."""
    value = answer.value if answer else ""
    chosen = value.split(",") if question.kind == Kind.CHOICE else []
    shown = OwnQuestion(
        number=number,
        text=question.text,
        kind=question.kind,
        has_several=question.has_several,
        choices=[(str(place), choice, str(place) in chosen) for place, choice in enumerate(question.choices)],
        value="" if question.kind == Kind.CHOICE else value,
        labels=question.labels(value),
    )
    if not is_revealed:
        return shown
    return replace(
        shown,
        is_right=verdict(question, answer),
        right_labels=question.right_labels,
        explanation=question.explanation,
    )
