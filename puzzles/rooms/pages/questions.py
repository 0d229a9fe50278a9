"""A question as phones, the teacher and the projector see it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from puzzles.engine import Board
from puzzles.engine.cells import CELLS, HOUSES
from puzzles.engine.translation import cell_label, house_label
from puzzles.play.pictures.small_board import Colour, SmallBoard, outline, small_board
from puzzles.play.services.watching import WatchError, require_watchable

from ..models import Answer, Question, Room
from ..services.answers import BACK, RIGHT, WRONG, grouped, house_value, is_right

# Bars that fit on a projector; the rest are summed up.
MOST_BARS = 8
# Beside a board on a projector of 800 lines.
MOST_CELL_BARS = 3
LETTERS = "ABCDEF"
# The green of the cells that are right, on the picture of a board.
RIGHT_COLOUR = 2
Kind = Question.Kind


@dataclass(frozen=True)
class Option:
    """A button of an answer."""

    value: str
    label: str
    letter: str
    is_chosen: bool


@dataclass(frozen=True)
class Bar:
    """How many gave an answer. `share` is of all answers, 0 to 100; `length` of the longest bar."""

    label: str
    letter: str
    count: int
    share: int
    length: int
    is_right: bool


@dataclass(frozen=True)
class QuestionView:
    """A question, or a slide with its `lines`, with all that a page needs to draw it."""

    question: Question
    text: str
    lines: Sequence[str] = ()
    options: Sequence[Option] = ()
    board: SmallBoard | None = None
    cells: Sequence[Option] = ()
    houses: Sequence[Option] = ()
    own: str = ""
    own_label: str = ""
    own_is_right: bool | None = None
    right_labels: Sequence[str] = ()
    refusal: str = ""


@dataclass(frozen=True)
class Tally:
    """The answers to a question: how many, of how many students, and the bars once it is revealed."""

    answered: int
    present: int
    bars: Sequence[Bar] = ()
    others: int = 0
    right: int | None = None

    @property
    def has_right_bar(self) -> bool:
        """Whether a bar shows the right answer, which then needs no words besides."""
        return any(bar.is_right for bar in self.bars)


def question_text(question: Question) -> str:
    """The teacher's words, or the site's for its own questions."""
    if question.text:
        return question.text
    return {
        Kind.NEXT: _("What does the solver do next?"),
        Kind.CELL: _("Where is the next step? Tap one of its cells."),
        Kind.VERDICT: _("Right or wrong?"),
    }.get(Kind(question.kind), "")


def value_label(question: Question, value: str) -> str:
    """An answer in words."""
    match question.kind:
        case Kind.CHOICE:
            return question.choices[int(value)]
        case Kind.CELL if value.startswith("h"):
            return house_label(int(value[1:]), translation)
        case Kind.CELL:
            return cell_label(int(value), translation)
        case Kind.VERDICT:
            return {RIGHT: pgettext("a program", "Right"), WRONG: pgettext("a program", "Wrong")}[value]
        case Kind.NEXT if value == BACK:
            return _("It goes back")
        case Kind.NEXT:
            cell, _dash, digit = value.partition("-")
            return _("%(digit)s in %(cell)s") % {"digit": digit, "cell": cell_label(int(cell), translation)}
    return value


def values_offered(question: Question) -> list[str]:
    """The values of its buttons, in their order."""
    if question.is_slide:
        return []
    if question.kind == Kind.CHOICE:
        return [str(number) for number in range(len(question.choices))]
    return list(question.choices)


def question_view(question: Question, *, own: str = "") -> QuestionView:
    """The question, without its right answer until it is revealed."""
    offered = values_offered(question)
    options = [
        Option(value, value_label(question, value), letter, value == own)
        for value, letter in zip(offered, LETTERS, strict=False)
    ]
    is_cell = question.kind == Kind.CELL
    picture = small_board(question.givens, question.digits, question.notes) if question.digits else None
    tapped = {"cells": map(str, CELLS), "houses": map(house_value, range(len(HOUSES)))} if is_cell else {}
    known: dict[str, Any] = {
        name: [Option(value, value_label(question, value), "", value == own) for value in values]
        for name, values in tapped.items()
    }
    if question.is_revealed and picture:
        lit = "".join(outline(int(value)) for value in question.right if value.isdecimal())
        picture = replace(picture, colours=(Colour(RIGHT_COLOUR, lit),))
    if question.is_revealed:
        # The cells of a step are many: they are lit on the board.
        known["right_labels"] = [] if is_cell else [value_label(question, value) for value in question.right]
        known["own_is_right"] = is_right(question, own) if own else None
    return QuestionView(
        question=question,
        text=question_text(question),
        lines=question.choices if question.is_slide else (),
        options=options,
        board=picture,
        own=own,
        own_label=value_label(question, own) if own else "",
        **known,
    )


def question_for(student: User, question: Question) -> QuestionView:
    """The question as a student sees it: a grid that is locked for them is neither shown nor solved."""
    if question.givens:
        try:
            require_watchable(student, Board.from_line(question.digits or question.givens))
        except WatchError as refusal:
            return QuestionView(question=question, text=question_text(question), refusal=str(refusal))
    answer = Answer.objects.filter(question=question, student=student).first()
    return question_view(question, own=answer.value if answer else "")


def tally(question: Question, *, present: int) -> Tally:
    """Its answers: only their number while it is open."""
    values = list(question.answers.values_list("value", flat=True))
    present = max(present, len(values))
    if not question.is_revealed:
        return Tally(len(values), present)
    counts = grouped(question, values)
    offered = values_offered(question)
    ordered = offered or [
        value for value, _count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    ]
    most = MOST_CELL_BARS if question.kind == Kind.CELL else MOST_BARS
    shown = ordered[:most]
    longest = max([counts[value] for value in shown], default=0) or 1
    bars = [
        Bar(
            label=value_label(question, value),
            letter=LETTERS[place] if offered else "",
            count=counts[value],
            share=round(100 * counts[value] / len(values)) if values else 0,
            length=round(100 * counts[value] / longest),
            is_right=bool(is_right(question, value)),
        )
        for place, value in enumerate(shown)
    ]
    right = sum(bool(is_right(question, value)) for value in values) if question.right else None
    others = sum(counts[value] for value in ordered[most:])
    return Tally(len(values), present, bars, others, right)


def on_screen(room: Room) -> Question | None:
    """The question that is on the screens of a room."""
    return room.questions.on_screen().first()
