"""One student's board, as the teacher follows it live."""

from dataclasses import dataclass
from datetime import datetime
from zlib import crc32

from accounts.models import Classroom, Membership, User
from accounts.services.lessons import raised_hands
from puzzles.play.models import Attempt
from puzzles.play.pages.board_lesson import notes_of
from puzzles.play.pictures.small_board import SmallBoard, covered_board, own_digits, small_board
from puzzles.play.services.corrections import wrong_cells

from ..services.following import Seat, seats_today
from ..services.following.live import is_online
from .live_board import corner_path

# How many of the notes sent to a board its page lists.
NOTES_SHOWN = 5


@dataclass(frozen=True)
class BoardView:
    """The board and what the student does. On a projector nobody is named and no mistake is marked.

    `next_attempt` is another grid that the student plays now; None while it is this one.
    """

    attempt: Attempt
    stamp: str
    name: str
    username: str
    classroom: Classroom | None
    board: SmallBoard
    mistakes_path: str
    mistakes: int
    filled: int
    to_fill: int
    is_online: bool
    hand_since: datetime | None
    next_attempt: int | None
    notes: list[tuple[datetime, str]]
    is_projector: bool


def board_stamp(
    attempt: Attempt, now: datetime, *, hand_since: datetime | None, next_attempt: int | None
) -> str:
    """A short text that changes when the page does."""
    note = attempt.board_notes.order_by("-pk").values_list("pk", flat=True).first()
    sign = max(attempt.last_move_at, attempt.seen_at or attempt.last_move_at)
    shown = (attempt.version, attempt.state, is_online(sign, now), hand_since, next_attempt, note)
    return f"{crc32(repr(shown).encode()):x}"


def board_view(
    attempt: Attempt, teacher: User, now: datetime, *, is_projector: bool = False, known: str = ""
) -> BoardView | None:
    """The board; None if the page with the stamp `known` shows all of it."""
    hand_since = raised_hands([attempt.player_id], now).get(attempt.player_id)
    next_attempt = _next_attempt(attempt, teacher, now)
    stamp = board_stamp(attempt, now, hand_since=hand_since, next_attempt=next_attempt)
    if stamp == known:
        return None
    members = Membership.objects.read_by(teacher).filter(student=attempt.player_id)
    member = members.select_related("classroom").order_by("classroom__archived_at", "pk").first()
    givens, digits = attempt.puzzle.givens, attempt.digits
    wrong = [] if is_projector or attempt.is_covered else wrong_cells(attempt)
    sign = max(attempt.last_move_at, attempt.seen_at or attempt.last_move_at)
    return BoardView(
        attempt=attempt,
        stamp=stamp,
        name=(member.real_name if member else "") or attempt.player.username,
        username=attempt.player.username,
        classroom=member.classroom if member else None,
        board=covered_board() if attempt.is_covered else small_board(givens, digits, attempt.marks),
        mistakes_path=corner_path(wrong),
        mistakes=len(wrong),
        filled=sum(digit != "." for digit in own_digits(givens, digits)),
        to_fill=givens.count("."),
        is_online=is_online(sign, now),
        hand_since=hand_since,
        next_attempt=next_attempt,
        notes=notes_of(attempt)[-NOTES_SHOWN:][::-1],
        is_projector=is_projector,
    )


def _next_attempt(attempt: Attempt, teacher: User, now: datetime) -> int | None:
    """The grid that the student plays now, if it is another one that the teacher may see."""
    latest = Attempt.objects.played_by(attempt.player).readable_by(teacher).unfinished()
    found = latest.order_by("-last_move_at", "-pk").values_list("pk", "last_move_at").first()
    if found is None or found[0] == attempt.pk or found[1] <= attempt.last_move_at:
        return None
    return found[0]


def seat_of_student(classroom: Classroom, username: str, now: datetime) -> Seat | None:
    """The seat of a student today; None for who is not in the class."""
    return next(
        (each for each in seats_today(classroom, now) if each.member.student.username == username), None
    )
