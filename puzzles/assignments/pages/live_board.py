"""The live board of a class: a card for each student, and what is new since a page was drawn.

A page names the cards it shows by their stamps, in their order. So the server needs to remember nothing, and
sends the cards that changed, or the whole board where one moved.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.fields import plain_letters
from accounts.models import Classroom, Membership
from puzzles.engine import CELLS, column_of, row_of
from puzzles.play.models import Attempt
from puzzles.play.pictures.small_board import CELL, SmallBoard, own_digits, small_board
from puzzles.play.services.corrections import wrong_cells

from ..models import Assignment
from ..services.following import Doing, Seat, seats_in_assignment, seats_today
from .assignees import with_right

# So many assignments can be chosen above the board, the last ones.
ASSIGNMENTS_SHOWN = 6

DOING_WORDS = {
    Doing.WORKING: gettext_noop("playing"),
    Doing.IDLE: gettext_noop("idle"),
    Doing.HINT: gettext_noop("asked a hint"),
    Doing.FULL: gettext_noop("grid full"),
    Doing.PAUSED: gettext_noop("paused"),
    Doing.FINISHED: gettext_noop("finished"),
    Doing.OFFLINE: gettext_noop("offline"),
    Doing.ABSENT: gettext_noop("not here today"),
}
IDLE_FOR = gettext_noop("idle for")
# These words are told with the minutes since then.
WITH_MINUTES = {Doing.IDLE, Doing.OFFLINE}
# What everybody in the room may read of somebody.
TOLD_TO_ALL = {Doing.WORKING: Doing.WORKING, Doing.FINISHED: Doing.FINISHED, Doing.PAUSED: Doing.PAUSED}


@dataclass(frozen=True)
class LiveChoice:
    """What a teacher wants on the live board."""

    assignment: Assignment | None = None
    is_projector: bool = False
    with_slips: bool = True

    @property
    def query(self) -> str:
        """The choice as it stands in an address; empty for the usual one."""
        asked: dict[str, object] = {}
        if self.assignment:
            asked["assignment"] = self.assignment.pk
        if self.is_projector:
            asked["projector"] = 1
        if not self.with_slips:
            asked["slips"] = 0
        return f"?{urlencode(asked)}" if asked else ""


@dataclass(frozen=True)
class Shape:
    """A grid without its digits, as the whole class may see it: where something stands."""

    givens: str
    entered: str
    label: str


@dataclass(frozen=True)
class LiveCard:
    """A student on the board. `since_s` and `stuck_s` are seconds that run on in the browser; None for none.

    `slips` are the wrong digits on the grid now, drawn by `slips_path`, and None where they are not told.
    `verdicts` counts the right and wrong predictions of a run, for the teacher alone.
    """

    key: int
    name: str
    username: str
    stamp: str
    doing: Doing
    word: str
    since_s: int | None = None
    stuck_s: int | None = None
    board: SmallBoard | None = None
    shape: Shape | None = None
    attempt: int | None = None
    filled: int = 0
    to_fill: int = 0
    bar_words: str = ""
    slips: int | None = None
    slips_path: str = ""
    hints: int = 0
    share_words: str = ""
    verdicts: str = ""


@dataclass(frozen=True)
class Count:
    doing: str
    word: str
    count: int


@dataclass(frozen=True)
class LiveBoard:
    """The whole board: who is stuck, who is at work, and who is not here."""

    stuck: list[LiveCard]
    others: list[LiveCard]
    absent: list[LiveCard]
    counts: list[Count]
    size: str


@dataclass(frozen=True)
class LiveNews:
    """What a page has to draw anew: the whole board, or some cards, and the counts with either."""

    board: LiveBoard | None
    cards: list[LiveCard]
    counts: list[Count]


def live_board(classroom: Classroom, choice: LiveChoice, now: datetime) -> LiveBoard:
    return board_of(seats_of(classroom, choice, now), choice, now)


def live_news(
    classroom: Classroom, choice: LiveChoice, known: Sequence[str], now: datetime
) -> LiveNews | None:
    """What changed since a page that shows these stamps; None for nothing."""
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
    """The seats in the order of the board: who is stuck longest, then the others by name, then the absent.

    On a projector the order says nothing of anybody.
    """
    if choice.assignment:
        seats = seats_in_assignment(classroom, choice.assignment, now)
    else:
        seats = seats_today(classroom, now)

    def place(seat: Seat) -> tuple[int, float, str]:
        if is_stuck(seat, choice) and seat.attempt:
            return 0, seat.attempt.progress_at.timestamp(), ""
        return 2 if seat.doing == Doing.ABSENT else 1, 0, plain_letters(name_of(seat.member, choice))

    return sorted(seats, key=place)


def board_of(seats: list[Seat], choice: LiveChoice, now: datetime) -> LiveBoard:
    cards = dict(zip(seats, cards_of(seats, choice, now), strict=True))
    return LiveBoard(
        stuck=[card for seat, card in cards.items() if is_stuck(seat, choice)],
        others=[
            card for seat, card in cards.items() if seat.doing != Doing.ABSENT and not is_stuck(seat, choice)
        ],
        absent=[card for seat, card in cards.items() if seat.doing == Doing.ABSENT],
        counts=counts_of(seats, choice),
        size=size_of(sum(seat.doing != Doing.ABSENT for seat in seats)),
    )


def size_of(cards: int) -> str:
    """How large the cards of a class may be: all of them on one screen."""
    return "large" if cards <= 8 else "medium" if cards <= 18 else "small"


def counts_of(seats: Iterable[Seat], choice: LiveChoice) -> list[Count]:
    """How many are doing what, in a fixed order, those who are stuck first and counted there alone."""
    tallied = Counter("stuck" if is_stuck(seat, choice) else str(told(seat, choice)) for seat in seats)
    words = {"stuck": _("stuck")} | {str(doing): _(word) for doing, word in DOING_WORDS.items()}
    return [Count(doing, word, tallied[doing]) for doing, word in words.items() if tallied[doing]]


# One student


def is_stuck(seat: Seat, choice: LiveChoice) -> bool:
    return seat.is_stuck and not choice.is_projector


def told(seat: Seat, choice: LiveChoice) -> Doing:
    """What is said of what a student does; before the class, no more than everybody sees anyway."""
    if not choice.is_projector or seat.doing in (Doing.OFFLINE, Doing.ABSENT):
        return seat.doing
    return TOLD_TO_ALL.get(seat.doing, Doing.WORKING)


def name_of(member: Membership, choice: LiveChoice) -> str:
    return member.student.username if choice.is_projector else member.real_name or member.student.username


def group_of(seat: Seat, choice: LiveChoice) -> str:
    if seat.doing == Doing.ABSENT:
        return "absent"
    return "stuck" if is_stuck(seat, choice) else "other"


def stamp_of(seat: Seat, choice: LiveChoice) -> str:
    """Where the card stands, whose it is, and the seat's own stamp, as a page names them."""
    return f"{group_of(seat, choice)}-{seat.member.student_id}.{seat.stamp}"


def place_of(stamp: str) -> str:
    return stamp.partition(".")[0]


# Cards


def cards_of(seats: Sequence[Seat], choice: LiveChoice, now: datetime) -> list[LiveCard]:
    """The cards of these seats; what they show is fetched in one question."""
    wanted = [seat.attempt.pk for seat in seats if seat.attempt]
    attempts = (
        Attempt.objects.filter(pk__in=wanted).select_related("puzzle").defer("marks", "point", "undo_stack")
    )
    found = attempts.in_bulk()
    cards = []
    for seat in seats:
        attempt = found.get(seat.attempt.pk) if seat.attempt else None
        details = playing(attempt, choice) if attempt else predicting(seat, choice)
        cards.append(LiveCard(**frame(seat, attempt, choice, now), **details))
    return cards


def frame(seat: Seat, attempt: Attempt | None, choice: LiveChoice, now: datetime) -> dict[str, Any]:
    """What every card says: whose it is, what they do, and since when."""
    doing = told(seat, choice)
    stuck_s = None
    if is_stuck(seat, choice) and seat.attempt:
        stuck_s = seconds(now, seat.attempt.progress_at)
    return {
        "key": seat.member.student_id,
        "name": name_of(seat.member, choice),
        "username": seat.member.student.username,
        "stamp": stamp_of(seat, choice),
        "doing": doing,
        "word": word_of(doing, attempt, choice),
        "since_s": seconds(now, seat.since) if seat.since and doing in WITH_MINUTES else None,
        "stuck_s": stuck_s,
        "share_words": share_words(seat),
    }


def seconds(now: datetime, since: datetime) -> int:
    return max(0, int((now - since).total_seconds()))


def word_of(doing: Doing, attempt: Attempt | None, choice: LiveChoice) -> str:
    """What somebody does, in a word; how a grid ended is for the teacher alone."""
    if doing == Doing.FINISHED and attempt and not choice.is_projector:
        return str(attempt.get_state_display())
    if doing == Doing.ABSENT and choice.assignment:
        return _("has not begun")
    return _(IDLE_FOR if doing == Doing.IDLE else DOING_WORDS[doing])


def share_words(seat: Seat) -> str:
    """`2 of 5 done`: of the grids of an assignment with several; empty elsewhere."""
    if seat.share < 2:
        return ""
    return _("%(done)d of %(share)d done") % {"done": seat.done, "share": seat.share}


def playing(attempt: Attempt, choice: LiveChoice) -> dict[str, Any]:
    """What a card shows of a grid that is played."""
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
    wrong = wrong_cells(attempt) if choice.with_slips else []
    return details | {
        "board": small_board(givens, digits),
        "hints": attempt.hint_count,
        "slips": len(wrong) if choice.with_slips else None,
        "slips_path": "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in map(corner, wrong)),
    }


def corner(cell: int) -> tuple[int, int]:
    return CELL * column_of(cell), CELL * row_of(cell)


def shape_of(givens: str, digits: str) -> Shape:
    board = small_board(givens, digits)
    return Shape(squares(givens), squares(own_digits(givens, digits)), board.label)


def squares(line: str) -> str:
    """The path of a square, a little smaller than its cell, wherever a line holds a digit."""
    filled = (corner(cell) for cell in CELLS if line[cell] != ".")
    return "".join(f"M{x + 2} {y + 2}h16v16h-16z" for x, y in filled)


def predicting(seat: Seat, choice: LiveChoice) -> dict[str, Any]:
    """What a card shows of a run that is predicted."""
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
    """The work with boards to look at that the class was given last."""
    given = Assignment.objects.filter(classroom=classroom, archived_at=None, worksheet="").handed_out()
    return list(given[:ASSIGNMENTS_SHOWN])
