"""The live board of a class: a card for each student, and what changed since the page was drawn.

The page sends the stamps of its cards in their order. So the server stores nothing: it answers with the cards
that changed, or with the whole board if a card moved.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from accounts.fields import name_key
from accounts.models import Classroom, Membership
from accounts.pseudonyms import shown_pseudonym
from puzzles.engine import CELLS, column_of, row_of
from puzzles.play.models import Attempt
from puzzles.play.pictures.small_board import CELL, SmallBoard, own_digits, small_board
from puzzles.play.services.corrections import wrong_cells

from ..models import Assignment
from ..services.following import Seat, SeatStatus, seats_in_assignment, seats_today
from .assignees import with_right

# How many of the latest assignments can be chosen above the board.
ASSIGNMENTS_SHOWN = 6

# The card of these says for how many minutes.
WITH_MINUTES = {SeatStatus.IDLE, SeatStatus.OFFLINE}
# On a projector the other students see these, and "playing" in place of the others.
PUBLIC = {SeatStatus.FINISHED, SeatStatus.PAUSED, SeatStatus.OFFLINE, SeatStatus.ABSENT}


@dataclass(frozen=True)
class LiveChoice:
    """What the teacher chose to see."""

    assignment: Assignment | None = None
    is_projector: bool = False
    shows_mistakes: bool = True

    @property
    def query(self) -> str:
        """The query of the address; "" for the default choice."""
        asked: dict[str, object] = {}
        if self.assignment:
            asked["assignment"] = self.assignment.pk
        if self.is_projector:
            asked["projector"] = 1
        if not self.shows_mistakes:
            asked["mistakes"] = 0
        return f"?{urlencode(asked)}" if asked else ""


@dataclass(frozen=True)
class Shape:
    """A grid without its digits, for the projector: SVG paths of the givens and of the entered digits."""

    givens: str
    entered: str
    label: str


@dataclass(frozen=True)
class LiveCard:
    """A student on the board. The browser goes on counting the seconds in `since_s` and `stuck_s`.

    The bar shows the grids done of an assignment of several, else the cells filled in.
    `mistakes` is the number of wrong digits now, None if they are hidden; `mistakes_path` draws them.
    `verdicts` counts right and wrong predictions. On a projector both are left out.
    """

    key: int
    name: str
    username: str
    stamp: str
    status: SeatStatus
    word: str
    since_s: int | None = None
    stuck_s: int | None = None
    board: SmallBoard | None = None
    shape: Shape | None = None
    attempt: int | None = None
    filled: int = 0
    to_fill: int = 0
    bar_words: str = ""
    bar: int = 0
    bar_end: int = 0
    mistakes: int | None = None
    mistakes_path: str = ""
    hints: int = 0
    share_words: str = ""
    verdicts: str = ""


@dataclass(frozen=True)
class Count:
    status: str
    word: str
    count: int


@dataclass(frozen=True)
class LiveBoard:
    """The whole board: students who are stuck, at work, and absent."""

    stuck: list[LiveCard]
    others: list[LiveCard]
    absent: list[LiveCard]
    counts: list[Count]


@dataclass(frozen=True)
class LiveNews:
    """What the page must redraw: the whole board or some cards, and the counts."""

    board: LiveBoard | None
    cards: list[LiveCard]
    counts: list[Count]


def live_board(classroom: Classroom, choice: LiveChoice, now: datetime) -> LiveBoard:
    return board_of(seats_of(classroom, choice, now), choice, now)


def live_news(
    classroom: Classroom, choice: LiveChoice, known: Sequence[str], now: datetime
) -> LiveNews | None:
    """What changed since the page with these stamps was drawn; None if nothing did."""
    seats = seats_of(classroom, choice, now)
    stamps = [stamp_of(seat, choice) for seat in seats]
    if stamps == list(known):
        return None
    if list(map(place_of, stamps)) != list(map(place_of, known)):
        board = board_of(seats, choice, now)
        return LiveNews(board, [], board.counts)
    changed = [seat for seat, stamp, old in zip(seats, stamps, known, strict=True) if stamp != old]
    return LiveNews(None, cards_of(changed, choice, now), counts_of(seats, choice))


def seats_of(classroom: Classroom, choice: LiveChoice, now: datetime) -> list[Seat]:
    """The seats in the order of the board: longest stuck, who asked for a hint, the others, the absent.

    Equals are in the order of names. On a projector all are, so that it does not show who needs help.
    """
    if choice.assignment:
        seats = seats_in_assignment(classroom, choice.assignment, now)
    else:
        seats = seats_today(classroom, now)

    def place(seat: Seat) -> tuple[int, float, str]:
        if is_stuck(seat, choice) and seat.attempt:
            return 0, seat.attempt.progress_at.timestamp(), ""
        rank = {SeatStatus.HINT: 1, SeatStatus.ABSENT: 3}.get(shown_status(seat, choice), 2)
        return rank, 0, name_key(name_of(seat.member, choice))

    return sorted(seats, key=place)


def board_of(seats: list[Seat], choice: LiveChoice, now: datetime) -> LiveBoard:
    cards = dict(zip(seats, cards_of(seats, choice, now), strict=True))
    return LiveBoard(
        stuck=[card for seat, card in cards.items() if is_stuck(seat, choice)],
        others=[
            card
            for seat, card in cards.items()
            if seat.status != SeatStatus.ABSENT and not is_stuck(seat, choice)
        ],
        absent=[card for seat, card in cards.items() if seat.status == SeatStatus.ABSENT],
        counts=counts_of(seats, choice),
    )


def counts_of(seats: Iterable[Seat], choice: LiveChoice) -> list[Count]:
    """How many students have each status. Stuck students come first and are counted only there."""
    tallied = Counter(
        "stuck" if is_stuck(seat, choice) else str(shown_status(seat, choice)) for seat in seats
    )
    shown = [status for status in ("stuck", *SeatStatus.values) if tallied[status]]
    return [Count(status, counted_word(status, tallied[status], choice), tallied[status]) for status in shown]


def counted_word(status: str, count: int, choice: LiveChoice) -> str:
    """The word after a number of students, for example 3 and "finished"."""
    match status:
        case "stuck":
            return _("stuck")
        case SeatStatus.FINISHED:
            return npgettext("number of students", "finished", "finished", count)
        case SeatStatus.FULL:
            return npgettext("number of students", "grid full", "grids full", count)
        case SeatStatus.HINT:
            return npgettext("number of students", "asked for a hint", "asked for a hint", count)
        case SeatStatus.ABSENT if choice.assignment:
            return pgettext("number of students", "not begun")
    return str(SeatStatus(status).label)


# One student


def is_stuck(seat: Seat, choice: LiveChoice) -> bool:
    return seat.is_stuck and not choice.is_projector


def shown_status(seat: Seat, choice: LiveChoice) -> SeatStatus:
    """The status on the card; on a projector only what others in the room see anyway."""
    return seat.status if not choice.is_projector or seat.status in PUBLIC else SeatStatus.WORKING


def name_of(member: Membership, choice: LiveChoice) -> str:
    if choice.is_projector:
        return shown_pseudonym(member.student.username)
    return member.real_name or member.student.username


def group_of(seat: Seat, choice: LiveChoice) -> str:
    if seat.status == SeatStatus.ABSENT:
        return "absent"
    return "stuck" if is_stuck(seat, choice) else "other"


def stamp_of(seat: Seat, choice: LiveChoice) -> str:
    """The card's group, its student and the seat's own stamp."""
    return f"{group_of(seat, choice)}-{seat.member.student_id}.{seat.stamp}"


def place_of(stamp: str) -> str:
    return stamp.partition(".")[0]


# Cards


def cards_of(seats: Sequence[Seat], choice: LiveChoice, now: datetime) -> list[LiveCard]:
    """The cards of these seats: one query."""
    wanted = [seat.attempt.pk for seat in seats if seat.attempt]
    attempts = Attempt.objects.filter(pk__in=wanted).select_related("puzzle")
    found = attempts.defer("marks", "checkpoint", "undo_stack").in_bulk()
    cards = []
    for seat in seats:
        attempt = found.get(seat.attempt.pk) if seat.attempt else None
        details = playing(attempt, choice) if attempt else predicting(seat, choice)
        cards.append(LiveCard(**frame(seat, attempt, choice, now), **details, **bar_of(seat, details)))
    return cards


def frame(seat: Seat, attempt: Attempt | None, choice: LiveChoice, now: datetime) -> dict[str, Any]:
    """What every card shows: the student, their status, and since when."""
    status = shown_status(seat, choice)
    stuck_s = None
    if is_stuck(seat, choice) and seat.attempt:
        stuck_s = seconds(now, seat.attempt.progress_at)
    return {
        "key": seat.member.student_id,
        "name": name_of(seat.member, choice),
        "username": seat.member.student.username,
        "stamp": stamp_of(seat, choice),
        "status": status,
        "word": word_of(status, attempt, choice, total=seat.total),
        "since_s": seconds(now, seat.since) if seat.since and status in WITH_MINUTES else None,
        "stuck_s": stuck_s,
        "share_words": share_words(seat),
    }


def bar_of(seat: Seat, details: dict[str, Any]) -> dict[str, Any]:
    if seat.total > 1:
        return {"bar": seat.done, "bar_end": seat.total}
    return {"bar": details.get("filled", 0), "bar_end": details.get("to_fill", 0)}


def seconds(now: datetime, since: datetime) -> int:
    return max(0, int((now - since).total_seconds()))


def word_of(status: SeatStatus, attempt: Attempt | None, choice: LiveChoice, *, total: int) -> str:
    """The status in words; only the teacher reads how a grid ended, unless it is one of several."""
    if status == SeatStatus.FINISHED and attempt and total <= 1 and not choice.is_projector:
        return str(attempt.get_state_display())
    if status == SeatStatus.ABSENT and choice.assignment:
        return _("has not begun")
    return _("idle for") if status == SeatStatus.IDLE else str(status.label)


def share_words(seat: Seat) -> str:
    """`2 of 5 done`, for an assignment of several grids."""
    return (
        _("%(done)d of %(total)d done") % {"done": seat.done, "total": seat.total} if seat.total > 1 else ""
    )


def playing(attempt: Attempt, choice: LiveChoice) -> dict[str, Any]:
    """What a card shows of a grid."""
    givens, digits = attempt.puzzle.givens, attempt.digits
    empty, filled = givens.count("."), givens.count(".") - digits.count(".")
    details = {
        "attempt": attempt.pk,
        "filled": filled,
        "to_fill": empty,
        "bar_words": _("%(filled)d of %(empty)d cells filled in") % {"filled": filled, "empty": empty},
    }
    if choice.is_projector:
        return details | {"shape": shape_of(givens, digits)}
    wrong = wrong_cells(attempt) if choice.shows_mistakes else []
    return details | {
        "board": small_board(givens, digits),
        "hints": attempt.hint_count,
        "mistakes": len(wrong) if choice.shows_mistakes else None,
        "mistakes_path": "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in map(corner, wrong)),
    }


def corner(cell: int) -> tuple[int, int]:
    return CELL * column_of(cell), CELL * row_of(cell)


def shape_of(givens: str, digits: str) -> Shape:
    board = small_board(givens, digits)
    return Shape(digit_squares(givens), digit_squares(own_digits(givens, digits)), board.label)


def digit_squares(line: str) -> str:
    """An SVG path with a square in each cell that holds a digit, a little smaller than the cell."""
    filled = (corner(cell) for cell in CELLS if line[cell] != ".")
    return "".join(f"M{x + 2} {y + 2}h16v16h-16z" for x, y in filled)


def predicting(seat: Seat, choice: LiveChoice) -> dict[str, Any]:
    """What a card shows of a run to predict."""
    if seat.round is None or choice.assignment is None:
        return {}
    asked, right = seat.round.asked, seat.round.right
    words = ngettext("%(asked)d prediction", "%(asked)d predictions", asked) % {"asked": asked}
    if not choice.is_projector:
        words = with_right(words, right)
    wanted = max(1, seat.round.wanted)
    grid = seat.round.grid
    picture = {"shape": shape_of(grid, grid)} if choice.is_projector else {"board": small_board(grid, grid)}
    verdicts = _("%(right)d right, %(wrong)d wrong") % {"right": right, "wrong": asked - right}
    return {
        "filled": asked,
        "to_fill": wanted,
        "bar_words": words,
        "verdicts": "" if choice.is_projector else verdicts,
        **picture,
    }


# What can be chosen


def assignments_to_follow(classroom: Classroom) -> list[Assignment]:
    """The latest assignments of the class that have boards."""
    assignments = Assignment.objects.filter(classroom=classroom, archived_at=None)
    return list(assignments.handed_out().with_puzzles()[:ASSIGNMENTS_SHOWN])
