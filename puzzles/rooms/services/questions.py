"""Questions to a class: ask, answer, reveal, put away."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from puzzles.course.services.traces import watched_run
from puzzles.engine import Board
from puzzles.engine.runs import EventNotKeptError, is_back, next_question
from puzzles.engine.techniques import Position, Step, example_of
from puzzles.engine.techniques.position import ContradictionError
from puzzles.engine.techniques.solving.paths import next_step
from puzzles.lessons.services.activities import Activity
from puzzles.play.game import marks_to_text

from ..models import MAX_TEXT, Answer, Question, Room
from . import race_ends
from .answers import BACK, RIGHT, WRONG, clean_value, event_value, house_value
from .rooms import RoomError, locked_room, refuse_race

NO_QUESTION = _("This page has no question.")
MAX_QUESTIONS = 200
NEXT_CHOICES = 4


@dataclass(frozen=True)
class NewQuestion:
    """What a question asks; see `Question`."""

    kind: Question.Kind
    text: str = ""
    choices: Sequence[str] = ()
    right: Sequence[str] = ()
    givens: str = ""
    digits: str = ""
    notes: str = ""


def ask(*, room: Room, asked: NewQuestion) -> Question:
    """Put a question or a slide on the screens, instead of the one before. Raises RoomError."""
    with transaction.atomic():
        found = locked_room(room)
        refuse_race(found)
        last = found.questions.aggregate(last=Max("number"))["last"] or 0
        if last >= MAX_QUESTIONS:
            raise RoomError(_("A room takes at most %(count)d questions.") % {"count": MAX_QUESTIONS})
        race_ends.clear(found, timezone.now())
        found.questions.on_screen().update(status=Question.Status.AWAY)
        question = Question.objects.create(
            room=found,
            number=last + 1,
            kind=asked.kind,
            text=asked.text,
            choices=list(asked.choices),
            right=list(asked.right),
            givens=asked.givens,
            digits=asked.digits,
            notes=asked.notes,
        )
        _count_change(found)
    return question


def reveal(*, question: Question) -> Question:
    """Take no more answers, and show the right one. Raises RoomError."""
    with transaction.atomic():
        room, found = _locked(question)
        if found.is_open:
            found.status, found.revealed_at = Question.Status.REVEALED, timezone.now()
            found.save(update_fields=["status", "revealed_at"])
            _count_change(room)
    return found


def put_away(*, question: Question) -> Question:
    """Take the question off the screens; its answers are kept. Raises RoomError."""
    with transaction.atomic():
        room, found = _locked(question)
        if found.status != Question.Status.AWAY:
            found.status = Question.Status.AWAY
            found.save(update_fields=["status"])
            _count_change(room)
    return found


def answer(*, question: Question, student: User, text: str) -> Answer:
    """Store an answer; until the question closes, a new one replaces it. Raises RoomError."""
    with transaction.atomic():
        found = Question.objects.select_for_update().select_related("room").get(pk=question.pk)
        if not (found.is_open and found.room.is_open):
            raise RoomError(_("This question takes no more answers."))
        value = clean_value(found, text)
        given = {"value": value, "answered_at": timezone.now()}
        made, _is_new = Answer.objects.update_or_create(question=found, student=student, defaults=given)
    return made


def _locked(question: Question) -> tuple[Room, Question]:
    room = locked_room(question.room)
    return room, Question.objects.select_for_update().get(pk=question.pk)


def _count_change(room: Room) -> None:
    room.version += 1
    room.save(update_fields=["version"])


# Questions that the site knows the answer to


def next_event(*, algorithm: str, board: Board, step: int, asker: User) -> NewQuestion:
    """What the run does next, at a step of it. Raises RoomError and BusyError."""
    trace = watched_run(algorithm, board.to_line(), asker=asker.pk)
    try:
        number = next_question(trace, min(step, trace.length))
        event = None if number is None else trace.event(number)
    except EventNotKeptError:
        event = None
    if event is None or not 0 <= event.cell <= 80:
        raise RoomError(_("There is nothing to predict at this step."))
    right = BACK if is_back(event) else event_value(event.cell, event.digit)
    choices = _next_choices(event.cell, event.digit, right)
    return NewQuestion(Question.Kind.NEXT, choices=choices, right=[right], givens=board.to_line())


def _next_choices(cell: int, digit: int, right: str) -> list[str]:
    """The right one, other digits in the same cell, the nearest first, and going back."""
    others = sorted(
        (each for each in range(1, 10) if each != digit), key=lambda each: (abs(each - digit), each)
    )
    wanted = NEXT_CHOICES - 1 if right == BACK else NEXT_CHOICES - 2
    digits = sorted([*others[:wanted], *([] if right == BACK else [digit])])
    return [*(event_value(cell, each) for each in digits), BACK]


def where_is(*, position: Position, step: Step | None) -> NewQuestion:
    """Where the step of a position is: a cell that it changes, or a cell or house of its pattern.

    Raises RoomError.
    """
    if step is None:
        raise RoomError(_("No known technique goes on here."))
    pattern = {cell for _role, cells in step.cells for cell in cells}
    houses = {house for _role, houses in step.houses for house in houses}
    return NewQuestion(
        Question.Kind.CELL,
        right=[*map(str, sorted(pattern | set(step.targets))), *map(house_value, sorted(houses))],
        givens=position.puzzle.to_line(),
        digits=position.board.to_line(),
        notes=marks_to_text(position.masks),
    )


def where_in_example(technique: str) -> NewQuestion:
    """Where the step of a technique's example is."""
    example = example_of(technique)
    return where_is(position=example.position, step=example.step)


def where_in_grid(board: Board) -> NewQuestion:
    """Where the easiest step of a grid is. Raises RoomError."""
    try:
        position = Position.from_board(board)
        return where_is(position=position, step=next_step(position))
    except ContradictionError as error:
        raise RoomError(_("This grid contradicts itself.")) from error


def right_or_wrong(*, text: str, is_right: bool | None) -> NewQuestion:
    """Whether what is shown is right; None where the teacher says it later."""
    right = [] if is_right is None else [RIGHT if is_right else WRONG]
    return NewQuestion(Question.Kind.VERDICT, text=text, choices=[RIGHT, WRONG], right=right)


def of_activity(activity: Activity) -> NewQuestion:
    """The question of a lesson's activity."""
    text = str(activity.question)[:MAX_TEXT]
    right = [str(activity.right - 1)] if activity.right else []
    return NewQuestion(Question.Kind.CHOICE, text, [str(each) for each in activity.choices], right)
