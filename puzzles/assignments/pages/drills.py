"""The pages of an assignment of drills: its positions, the class's results, and a student's own."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any
from zlib import crc32

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Membership, User
from accounts.names import name_key
from puzzles.library.pages.csv import Cell
from puzzles.library.pages.difficulty import technique_name
from puzzles.library.pages.durations import clock
from puzzles.play.pictures.small_board import SmallBoard, small_board
from puzzles.training.models import DrillAnswer, TrainingPosition
from puzzles.training.pages.drills import LEVELS
from puzzles.training.services.assigned_drills import DrillsOfAssignee, assigned_drills

from ..models import Assignee, Assignment
from ..services.drills import positions_in_order
from ..services.results import is_late

MS_IN_A_SECOND = 1000


@dataclass(frozen=True)
class DrillSum:
    """Drills that have ended: how many, in how many the step was found, at the first try, how fast."""

    ended: int
    found: int
    at_once: int
    median_ms: int | None

    @classmethod
    def of(cls, drills: Iterable[DrillAnswer]) -> "DrillSum":
        listed = list(drills)
        times = [each.elapsed_ms for each in listed if each.is_found]
        return cls(
            ended=len(listed),
            found=len(times),
            at_once=sum(each.is_at_once for each in listed),
            median_ms=round(median(times)) if times else None,
        )


@dataclass(frozen=True)
class DrillLine:
    """The drills of a student of the class. `is_late`: one of them was answered after the due date."""

    name: str
    username: str
    sum: DrillSum
    is_late: bool


@dataclass(frozen=True)
class PositionCard:
    """A position of an assignment, by its number there, and what came of it in the class."""

    number: int
    board: SmallBoard
    technique: str
    sum: DrillSum


@dataclass(frozen=True)
class DrillTable:
    """The results of a class: students by name, positions by how few found the step at the first try."""

    assignment: Assignment
    lines: list[DrillLine]
    positions: list[PositionCard]

    @property
    def total(self) -> int:
        return len(self.assignment.positions)

    @property
    def is_mixed(self) -> bool:
        """Whether the positions are of several techniques."""
        return self.assignment.drill_level == DrillAnswer.Level.DECOYS

    @property
    def finished(self) -> int:
        """How many students have answered every position."""
        return sum(line.sum.ended == self.total for line in self.lines)

    @property
    def hardest(self) -> list[PositionCard]:
        """Positions that somebody has answered, those first that the class failed at most."""
        answered = [card for card in self.positions if card.sum.ended]
        return sorted(answered, key=lambda card: (card.sum.at_once / card.sum.ended, card.number))

    @property
    def stamp(self) -> str:
        """Changes when anything in the table does."""
        facts = [(line.username, line.sum, line.is_late) for line in self.lines]
        return f"{crc32(repr(facts).encode()):08x}"


def drill_table(assignment: Assignment) -> DrillTable:
    """What came of an assignment, without students who are excused, in a fixed number of queries."""
    members = Membership.objects.filter(classroom=assignment.classroom_id, student__role=User.Role.STUDENT)
    names = members.real_names()
    answers = DrillAnswer.objects.filter(assignee__assignment=assignment, assignee__excused_at=None).ended()
    of_student: dict[int, list[DrillAnswer]] = defaultdict(list)
    of_position: dict[int, list[DrillAnswer]] = defaultdict(list)
    for answer in answers.order_by("pk"):
        of_student[answer.player_id].append(answer)
        of_position[answer.position_id or 0].append(answer)
    assignees = list(assignment.assignees.filter(excused_at=None).select_related("student"))
    for assignee in assignees:
        assignee.assignment = assignment
    lines = [
        DrillLine(
            name=names.get(each.student_id) or each.student.username,
            username=each.student.username,
            sum=DrillSum.of(of_student[each.student_id]),
            is_late=any(is_late(each, drill.created_at) for drill in of_student[each.student_id]),
        )
        for each in assignees
    ]
    cards = position_cards(positions_in_order(assignment.positions), of_position)
    return DrillTable(assignment, sorted(lines, key=lambda line: name_key(line.name)), cards)


def position_cards(
    rows: Iterable[TrainingPosition], answers: dict[int, list[DrillAnswer]] | None = None
) -> list[PositionCard]:
    """A card for each position."""
    return [
        PositionCard(
            number=number,
            board=small_board(row.givens, row.digits),
            technique=technique_name(row.technique),
            sum=DrillSum.of((answers or {}).get(row.pk, ())),
        )
        for number, row in enumerate(rows, start=1)
    ]


def drill_facts(assignment: Assignment) -> dict[str, Any]:
    """What an assignment of drills asks for, in words; nothing for others."""
    if not assignment.asks_drills:
        return {}
    return {
        "technique_name": technique_name(assignment.technique),
        "level_name": LEVELS[DrillAnswer.Level(assignment.drill_level)],
        "is_mixed": assignment.drill_level == DrillAnswer.Level.DECOYS,
    }


def file_rows(table: DrillTable) -> list[list[Cell]]:
    """The rows of the CSV file, below the headings."""
    headings: list[Cell] = [
        *[_("Real name"), _("User name"), _("Positions"), _("Answered"), _("Found")],
        *[_("At the first try"), _("Median time (s)")],
    ]
    rows: list[list[Cell]] = [headings]
    for line in table.lines:
        ms = line.sum.median_ms
        rows.append(
            [
                line.name,
                line.username,
                table.total,
                line.sum.ended,
                line.sum.found,
                line.sum.at_once,
                None if ms is None else round(ms / MS_IN_A_SECOND, 1),
            ]
        )
    return rows


# The student's page


@dataclass(frozen=True)
class EndedCard:
    """A drill of the student that has ended; `address` is the page of its step."""

    number: int
    board: SmallBoard
    is_found: bool
    words: str
    time: str
    address: str


def assignee_drills(assignee: Assignee, now: datetime | None = None) -> dict[str, Any]:
    """The drills of a student's assignment. The assignee comes from `find_assignee`."""
    assignment, now = assignee.assignment, now or timezone.now()
    drills = DrillsOfAssignee(assignee, [])
    if assignee.pk:
        drills = assigned_drills(student=assignee.student, assignment_id=assignment.pk)
    done = len(drills.ended)
    is_done = done == drills.total
    return {
        **drill_facts(assignment),
        "status": assignee.status(now, is_done=is_done),
        "drills": DrillSum.of(drills.ended),
        "done": done,
        "total": drills.total,
        "can_go_on": bool(assignee.began_at) and not is_done and not assignee.is_read_only(now),
        "ended_cards": [ended_card(number, each) for number, each in enumerate(drills.ended, start=1)],
    }


def ended_card(number: int, drill: DrillAnswer) -> EndedCard:
    row = drill.position
    return EndedCard(
        number=number,
        board=small_board(row.givens, row.digits) if row else small_board("." * 81, "." * 81),
        is_found=drill.is_found,
        words=ended_words(drill),
        time=clock(drill.elapsed_ms),
        address=reverse("training:drill_step", args=[drill.technique, drill.pk]) if row else "",
    )


def ended_words(drill: DrillAnswer) -> str:
    """How a drill ended."""
    if not drill.is_found:
        return _("step shown")
    words = ngettext("at the first try", "%(count)d tries", drill.tries)
    return words % {"count": drill.tries} if drill.tries > 1 else words
