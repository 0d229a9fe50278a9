"""The live board of a class: a card for each student, and what changed since the page was drawn.

The page sends the stamps of its cards in their order. So the server stores nothing: it answers with the cards
that changed, or with the whole board if a card moved.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from accounts.models import Classroom, Membership
from accounts.names import name_key
from accounts.pseudonyms import shown_pseudonym
from accounts.services.lessons import raised_hands
from puzzles.engine import CELLS, column_of, row_of
from puzzles.play.models import Attempt
from puzzles.play.pictures.small_board import CELL, SmallBoard, own_digits, small_board
from puzzles.play.services.corrections import wrong_cells
from puzzles.training.models import DrillAnswer

from ..models import Assignment
from ..services.following import DrillGlance, Seat, SeatStatus, seats_in_assignment, seats_today
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
    `verdicts` counts right and wrong predictions, or drills found and shown. A projector shows neither.
    """

    key: int
    name: str
    username: str
    stamp: str
    status: SeatStatus
    word: str
    since_s: int | None = None
    stuck_s: int | None = None
    hand_s: int | None = None
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
    """The whole board: students with a raised hand, who are stuck, at work, and absent."""

    hands: list[LiveCard]
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
    return _board_of(_seats_of(classroom, choice, now), choice, now)


def live_news(
    classroom: Classroom, choice: LiveChoice, known: Sequence[str], now: datetime
) -> LiveNews | None:
    """What changed since the page with these stamps was drawn; None if nothing did."""
    seats = _seats_of(classroom, choice, now)
    stamps = [_stamp_of(seat, choice) for seat in seats]
    if stamps == list(known):
        return None
    if list(map(_place_of, stamps)) != list(map(_place_of, known)):
        board = _board_of(seats, choice, now)
        return LiveNews(board, [], board.counts)
    changed = [seat for seat, stamp, old in zip(seats, stamps, known, strict=True) if stamp != old]
    return LiveNews(None, _cards_of(changed, choice, now), _counts_of(seats, choice))


def _seats_of(classroom: Classroom, choice: LiveChoice, now: datetime) -> list[Seat]:
    """The seats in the order of the board: raised hands, longest stuck, who asked for a hint, others, absent.

    Equals are in the order of names. On a projector all are, so that it does not show who needs help.
    """
    if choice.assignment:
        seats = seats_in_assignment(classroom, choice.assignment, now)
    else:
        seats = seats_today(classroom, now)
    if not choice.is_projector:
        hands = raised_hands([seat.member.student_id for seat in seats], now)
        seats = [replace(seat, hand_since=hands.get(seat.member.student_id)) for seat in seats]

    def place(seat: Seat) -> tuple[int, float, str]:
        if seat.hand_since:
            return -1, seat.hand_since.timestamp(), ""
        if _is_stuck(seat, choice) and seat.attempt:
            return 0, seat.attempt.progress_at.timestamp(), ""
        rank = {SeatStatus.HINT: 1, SeatStatus.ABSENT: 3}.get(_shown_status(seat, choice), 2)
        return rank, 0, name_key(_name_of(seat.member, choice))

    return sorted(seats, key=place)


def _board_of(seats: list[Seat], choice: LiveChoice, now: datetime) -> LiveBoard:
    cards = dict(zip(seats, _cards_of(seats, choice, now), strict=True))
    groups: dict[str, list[LiveCard]] = defaultdict(list)
    for seat, card in cards.items():
        groups[_group_of(seat, choice)].append(card)
    return LiveBoard(
        hands=groups["hand"],
        stuck=groups["stuck"],
        others=groups["other"],
        absent=groups["absent"],
        counts=_counts_of(seats, choice),
    )


def _counts_of(seats: Iterable[Seat], choice: LiveChoice) -> list[Count]:
    """How many students have each status. Raised hands and stuck students are counted only there."""
    tallied = Counter(_counted_as(seat, choice) for seat in seats)
    shown = [status for status in ("hand", "stuck", *SeatStatus.values) if tallied[status]]
    return [
        Count(status, _counted_word(status, tallied[status], choice), tallied[status]) for status in shown
    ]


def _counted_as(seat: Seat, choice: LiveChoice) -> str:
    if seat.hand_since:
        return "hand"
    return "stuck" if _is_stuck(seat, choice) else str(_shown_status(seat, choice))


def _counted_word(status: str, count: int, choice: LiveChoice) -> str:
    """The word after a number of students, for example 3 and "finished"."""
    match status:
        case "hand":
            return npgettext("number of students", "hand raised", "hands raised", count)
        case "stuck":
            return _("stuck")
        case SeatStatus.FINISHED:
            return npgettext("number of students", "finished", "finished", count)
        case SeatStatus.FULL:
            return npgettext("number of students", "grid full", "grids full", count)
        case SeatStatus.HINT:
            return npgettext("number of students", "asked for a hint", "asked for a hint", count)
        case SeatStatus.ABSENT if choice.assignment:
            return npgettext("number of students", "not begun", "not begun", count)
    return str(SeatStatus(status).label)


# One student


def _is_stuck(seat: Seat, choice: LiveChoice) -> bool:
    return seat.is_stuck and not choice.is_projector


def _shown_status(seat: Seat, choice: LiveChoice) -> SeatStatus:
    """The status on the card; on a projector only what others in the room see anyway."""
    return seat.status if not choice.is_projector or seat.status in PUBLIC else SeatStatus.WORKING


def _name_of(member: Membership, choice: LiveChoice) -> str:
    if choice.is_projector:
        return shown_pseudonym(member.student.username)
    return member.shown_name


def _group_of(seat: Seat, choice: LiveChoice) -> str:
    if seat.hand_since:
        return "hand"
    if seat.status == SeatStatus.ABSENT:
        return "absent"
    return "stuck" if _is_stuck(seat, choice) else "other"


def _stamp_of(seat: Seat, choice: LiveChoice) -> str:
    """The card's group, its student and the seat's own stamp."""
    return f"{_group_of(seat, choice)}-{seat.member.student_id}.{seat.stamp}"


def _place_of(stamp: str) -> str:
    return stamp.partition(".")[0]


# Cards


def _cards_of(seats: Sequence[Seat], choice: LiveChoice, now: datetime) -> list[LiveCard]:
    """The cards of these seats: two queries at most."""
    wanted = [seat.attempt.pk for seat in seats if seat.attempt]
    attempts = Attempt.objects.filter(pk__in=wanted).select_related("puzzle")
    found = attempts.defer("marks", "checkpoint", "undo_stack").in_bulk()
    positions = _positions_of(seats)
    cards = []
    for seat in seats:
        attempt = found.get(seat.attempt.pk) if seat.attempt else None
        card = _card_of_seat(seat, attempt, choice, now)
        if attempt:
            card = _with_attempt(card, attempt, choice)
        elif seat.drills:
            card = _with_drills(card, seat.drills, positions.get(seat.drills.last), choice)
        else:
            card = _with_predictions(card, seat, choice)
        cards.append(_with_bar(card, seat))
    return cards


def _card_of_seat(seat: Seat, attempt: Attempt | None, choice: LiveChoice, now: datetime) -> LiveCard:
    """The card with the student and their status, still without a grid."""
    status = _shown_status(seat, choice)
    stuck_s = None
    if _is_stuck(seat, choice) and seat.attempt:
        stuck_s = _seconds_between(seat.attempt.progress_at, now)
    return LiveCard(
        key=seat.member.student_id,
        name=_name_of(seat.member, choice),
        username=seat.member.student.username,
        stamp=_stamp_of(seat, choice),
        status=status,
        word=_("doing drills")
        if seat.drills and status == SeatStatus.WORKING
        else _word_of(status, attempt, choice, total=seat.total),
        since_s=_seconds_between(seat.since, now) if seat.since and status in WITH_MINUTES else None,
        stuck_s=stuck_s,
        hand_s=_seconds_between(seat.hand_since, now) if seat.hand_since else None,
        share_words=_share_words(seat),
    )


def _with_bar(card: LiveCard, seat: Seat) -> LiveCard:
    if seat.total > 1:
        return replace(card, bar=seat.done, bar_end=seat.total)
    return replace(card, bar=card.filled, bar_end=card.to_fill)


def _seconds_between(since: datetime, now: datetime) -> int:
    return max(0, int((now - since).total_seconds()))


def _word_of(status: SeatStatus, attempt: Attempt | None, choice: LiveChoice, *, total: int) -> str:
    """The status in words; only the teacher reads how a grid ended, unless it is one of several."""
    if status == SeatStatus.FINISHED and attempt and total <= 1 and not choice.is_projector:
        return str(attempt.get_state_display())
    if status == SeatStatus.ABSENT and choice.assignment:
        return _("has not begun")
    return _("idle for") if status == SeatStatus.IDLE else str(status.label)


def _share_words(seat: Seat) -> str:
    """`2 of 5 done`, for an assignment of several grids."""
    return (
        _("%(done)d of %(total)d done") % {"done": seat.done, "total": seat.total} if seat.total > 1 else ""
    )


def _with_attempt(card: LiveCard, attempt: Attempt, choice: LiveChoice) -> LiveCard:
    """The card with the grid that the student plays."""
    givens, digits = attempt.puzzle.givens, attempt.digits
    empty, filled = givens.count("."), givens.count(".") - digits.count(".")
    card = replace(
        card,
        attempt=attempt.pk,
        filled=filled,
        to_fill=empty,
        bar_words=_("%(filled)d of %(empty)d cells filled in") % {"filled": filled, "empty": empty},
    )
    if choice.is_projector:
        return replace(card, shape=_shape_of(givens, digits))
    wrong = wrong_cells(attempt) if choice.shows_mistakes else []
    return replace(
        card,
        board=small_board(givens, digits),
        hints=attempt.hint_count,
        mistakes=len(wrong) if choice.shows_mistakes else None,
        mistakes_path=corner_path(wrong),
    )


def corner_path(cells: Iterable[int]) -> str:
    """An SVG path around these cells."""
    return "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in map(_corner_of, cells))


def _corner_of(cell: int) -> tuple[int, int]:
    return CELL * column_of(cell), CELL * row_of(cell)


def _shape_of(givens: str, digits: str) -> Shape:
    board = small_board(givens, digits)
    return Shape(_digit_squares(givens), _digit_squares(own_digits(givens, digits)), board.label)


def _digit_squares(line: str) -> str:
    """An SVG path with a square in each cell that holds a digit, a little smaller than the cell."""
    filled = (_corner_of(cell) for cell in CELLS if line[cell] != ".")
    return "".join(f"M{x + 2} {y + 2}h16v16h-16z" for x, y in filled)


def _with_predictions(card: LiveCard, seat: Seat, choice: LiveChoice) -> LiveCard:
    """The card with the run that the student has to predict, if there is one."""
    if seat.round is None or choice.assignment is None:
        return card
    asked, right = seat.round.asked, seat.round.right
    words = ngettext("%(asked)d prediction", "%(asked)d predictions", asked) % {"asked": asked}
    grid = seat.round.grid
    card = replace(card, filled=asked, to_fill=max(1, seat.round.wanted), bar_words=words)
    if choice.is_projector:
        return replace(card, shape=_shape_of(grid, grid))
    return replace(
        card,
        bar_words=with_right(words, right),
        board=small_board(grid, grid),
        verdicts=_("%(right)d right, %(wrong)d wrong") % {"right": right, "wrong": asked - right},
    )


def _positions_of(seats: Iterable[Seat]) -> dict[int, tuple[str, str]]:
    """The givens and digits of the position of each student's last drill."""
    last = [seat.drills.last for seat in seats if seat.drills]
    if not last:
        return {}
    rows = DrillAnswer.objects.filter(pk__in=last, position__isnull=False).order_by()
    columns = rows.values_list("pk", "position__givens", "position__digits")
    return {pk: (givens, digits) for pk, givens, digits in columns}


def _with_drills(
    card: LiveCard, drills: DrillGlance, position: tuple[str, str] | None, choice: LiveChoice
) -> LiveCard:
    """The card with the position of the last drill, and how the drills went."""
    if choice.is_projector:
        return replace(card, shape=_shape_of(*position) if position else None)
    found = ngettext("%(count)d found", "%(count)d found", drills.found) % {"count": drills.found}
    shown = ngettext("%(count)d shown", "%(count)d shown", drills.shown) % {"count": drills.shown}
    return replace(
        card,
        board=small_board(*position) if position else None,
        verdicts=f"{found}, {shown}" if drills.shown else found,
    )


# Choice of an assignment


def assignments_to_follow(classroom: Classroom) -> list[Assignment]:
    """The latest assignments of the class that have boards or positions."""
    assignments = Assignment.objects.filter(classroom=classroom, archived_at=None)
    return list(assignments.handed_out().listed().filter(worksheet="", questions=[])[:ASSIGNMENTS_SHOWN])
