"""The present activity of each student of a class.

Every open live board polls this every few seconds. So it reads only a few short columns of the day's
attempts; the page fetches the rest for the cards that changed.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zlib import crc32

from django.db.models import Count, Max, Q, TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, Membership, User
from puzzles.course.models import PredictionRound
from puzzles.play.models import Attempt
from puzzles.play.models.attempts import AttemptQuerySet
from puzzles.training.models import DrillAnswer, DrillAnswerQuerySet

from ...models import Assignee, Assignment

# Idle: no move for this long. Stuck: no new cell for this long.
IDLE = timedelta(minutes=1)
STUCK = timedelta(minutes=3)
# A visible page reports every 15 seconds; a slow one may miss some reports.
GONE = timedelta(seconds=60)
# How long after a hint a student counts as reading it, unless they fill a cell.
HINT_LASTS = timedelta(minutes=3)


class SeatStatus(TextChoices):
    """Present activity of a student."""

    WORKING = "working", _("playing")
    IDLE = "idle", _("idle")
    HINT = "hint", _("asked for a hint")
    FULL = "full", _("grid full")
    PAUSED = "paused", _("paused")
    FINISHED = "finished", _("finished")
    OFFLINE = "offline", _("offline")
    ABSENT = "absent", _("not here today")


ACTIVE = {SeatStatus.WORKING, SeatStatus.IDLE, SeatStatus.HINT}


class Glance(NamedTuple):
    """The columns of an attempt that the board polls."""

    pk: int
    player: int
    state: str
    version: int
    digits: str
    last_move_at: datetime
    progress_at: datetime
    seen_at: datetime | None
    last_help_at: datetime | None

    @property
    def is_open(self) -> bool:
        return self.state == Attempt.State.OPEN

    @property
    def sign_at(self) -> datetime:
        """The time when the player's page last sent a move or a report."""
        return max(self.last_move_at, self.seen_at or self.last_move_at)


class RoundGlance(NamedTuple):
    """The columns of a round of predictions that the board polls."""

    pk: int
    player: int
    grid: str
    asked: int
    right: int
    wanted: int
    last_at: datetime


class DrillGlance(NamedTuple):
    """The drills of a player: how many are found and shown, and the last one answered or begun."""

    player: int
    found: int
    shown: int
    last: int
    last_at: datetime

    @property
    def ended(self) -> int:
        return self.found + self.shown


@dataclass(frozen=True)
class Seat:
    """A student of the class with their attempt, round or drills, and since when they have their status.

    The student has finished `done` of the `total` grids of the chosen assignment; both are 0 without one.
    """

    member: Membership
    status: SeatStatus
    attempt: Glance | None = None
    round: RoundGlance | None = None
    drills: DrillGlance | None = None
    since: datetime | None = None
    is_stuck: bool = False
    done: int = 0
    total: int = 0
    hand_since: datetime | None = None

    @property
    def stamp(self) -> str:
        """A short text that changes when the card changes, but not as minutes pass."""
        on = (self.attempt.pk, self.attempt.version, self.attempt.state) if self.attempt else None
        predicted = (self.round.pk, self.round.asked) if self.round else None
        drilled = self.drills and self.drills[:-1]
        shown = (on, predicted, drilled, str(self.status), self.is_stuck, self.done, self.total)
        return f"{crc32(repr(shown).encode()):x}"


def members_of(*classrooms: Classroom) -> list[Membership]:
    """The active students of these classes, with their accounts."""
    members = Membership.objects.filter(
        classroom__in=classrooms, student__role=User.Role.STUDENT, student__is_active=True
    )
    return list(members.select_related("student").defer("note", "student__password"))


def seats_today(classroom: Classroom, now: datetime) -> list[Seat]:
    """Each student with their current attempt of today, or the drills they have done since."""
    members = members_of(classroom)
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    students = [member.student_id for member in members]
    attempts = Attempt.objects.of_class(classroom).filter(player__in=students)
    # Two queries, because each can use its own index; one query with OR could use none.
    found = {
        *glances(attempts.filter(last_move_at__gte=midnight)),
        *glances(attempts.filter(seen_at__gte=midnight)),
    }
    drills = drill_glances(DrillAnswer.objects.filter(player__in=students, created_at__gte=midnight))
    return seats_at(classroom, members, found, drills, now)


def seats_at(
    classroom: Classroom,
    members: list[Membership],
    attempts: Iterable[Glance],
    drills: dict[int, DrillGlance],
    now: datetime,
) -> list[Seat]:
    """Each student with their current attempt, or the drills they have done since."""
    of_student = by_player(attempts)
    seats = [seat_of(classroom, member, of_student[member.student_id], now) for member in members]
    return [
        drilling_seat(classroom, seat.member, last, now) if (last := later_drills(seat, drills)) else seat
        for seat in seats
    ]


def later_drills(seat: Seat, drills: dict[int, DrillGlance]) -> DrillGlance | None:
    """The drills of the student, if they are newer than what the seat shows."""
    last = drills.get(seat.member.student_id)
    is_newer = last is not None and (seat.attempt is None or seat.attempt.sign_at < last.last_at)
    return last if is_newer else None


def seats_in_assignment(classroom: Classroom, assignment: Assignment, now: datetime) -> list[Seat]:
    """Each student of an assignment with their current attempt on one of its grids."""
    students = Assignee.objects.filter(assignment=assignment, excused_at=None).order_by()
    totals = dict(students.annotate(total=Count("assigned_puzzles")).values_list("student_id", "total"))
    members = [member for member in members_of(classroom) if member.student_id in totals]
    if assignment.has_parts:
        return seats_in_parts(classroom, assignment, members, now)
    if assignment.algorithm:
        return seats_predicting(classroom, assignment, members, totals, now)
    if assignment.asks_drills:
        drills = drill_glances(DrillAnswer.objects.filter(assignee__assignment=assignment))
        total = len(assignment.positions)
        return [
            drilling_seat(classroom, member, drills.get(member.student_id), now, total=total)
            for member in members
        ]
    of_student = by_player(glances(Attempt.objects.filter(assigned_puzzle__assignee__assignment=assignment)))
    return [
        seat_of(classroom, member, of_student[member.student_id], now, total=totals[member.student_id])
        for member in members
    ]


def seats_in_parts(
    classroom: Classroom, whole: Assignment, members: list[Membership], now: datetime
) -> list[Seat]:
    """Each student with what they did last in the parts of an assignment: a grid, a run or a drill."""
    played = Attempt.objects.filter(assigned_puzzle__assignee__assignment__whole=whole)
    drills = drill_glances(DrillAnswer.objects.filter(assignee__assignment__whole=whole))
    seats = seats_at(classroom, members, glances(played), drills, now)
    rows = PredictionRound.objects.filter(assigned_puzzle__assignee__assignment__whole=whole)
    rounds = map(RoundGlance._make, rows.order_by("last_at").values_list(*RoundGlance._fields))
    last = {each.player: each for each in rounds}
    return [later_round(classroom, seat, last.get(seat.member.student_id), now) for seat in seats]


def later_round(classroom: Classroom, seat: Seat, last: RoundGlance | None, now: datetime) -> Seat:
    """The student with their last round of predictions, if it is newer than what the seat shows."""
    if last is None or (seat.since and seat.since >= last.last_at):
        return seat
    status = status_between_answers(classroom, last.last_at, now)
    return Seat(seat.member, status, round=last, since=last.last_at)


def glances(attempts: AttemptQuerySet) -> Iterable[Glance]:
    return map(Glance._make, attempts.order_by().values_list(*Glance._fields))


def by_player(attempts: Iterable[Glance]) -> dict[int, list[Glance]]:
    found: dict[int, list[Glance]] = defaultdict(list)
    for attempt in attempts:
        found[attempt.player].append(attempt)
    return found


def seat_of(
    classroom: Classroom, member: Membership, attempts: list[Glance], now: datetime, *, total: int = 0
) -> Seat:
    done = sum(not attempt.is_open for attempt in attempts) if total else 0
    attempt = current_attempt(attempts, now)
    if attempt is None:
        return Seat(member, SeatStatus.ABSENT, done=done, total=total)
    is_paused = classroom.paused_at is not None
    if done < total and not attempt.is_open:
        status = status_between_grids(attempt, now, is_paused=is_paused)
    else:
        status = status_of(attempt, now, is_paused=is_paused)
    is_stuck = attempt.is_open and status in ACTIVE and now - attempt.progress_at >= STUCK
    since = attempt.sign_at if status == SeatStatus.OFFLINE else attempt.last_move_at
    return Seat(member, status, attempt, since=since, is_stuck=is_stuck, done=done, total=total)


def current_attempt(attempts: list[Glance], now: datetime) -> Glance | None:
    """The attempt a student works on: online before offline, then open before ended, then the last played."""

    def nearness(attempt: Glance) -> tuple[bool, bool, datetime, int]:
        is_there = is_online(attempt.sign_at, now)
        return is_there, is_there and attempt.is_open, attempt.last_move_at, attempt.pk

    return max(attempts, key=nearness, default=None)


def is_online(sign_at: datetime, now: datetime) -> bool:
    return now - sign_at < GONE


def status_of(attempt: Glance, now: datetime, *, is_paused: bool) -> SeatStatus:
    if not attempt.is_open:
        return SeatStatus.FINISHED
    if not is_online(attempt.sign_at, now):
        return SeatStatus.OFFLINE
    if is_paused:
        return SeatStatus.PAUSED
    if "." not in attempt.digits:
        return SeatStatus.FULL
    if asked_a_hint(attempt, now):
        return SeatStatus.HINT
    return SeatStatus.IDLE if now - attempt.last_move_at >= IDLE else SeatStatus.WORKING


def status_between_grids(attempt: Glance, now: datetime, *, is_paused: bool) -> SeatStatus:
    """The status of a student who ended one grid of an assignment and has not opened the next."""
    # The page of an ended grid sends nothing.
    if now - attempt.sign_at >= STUCK:
        return SeatStatus.OFFLINE
    return SeatStatus.PAUSED if is_paused else SeatStatus.IDLE


def asked_a_hint(attempt: Glance, now: datetime) -> bool:
    """Whether a hint was the last thing the student did, and not long ago."""
    if attempt.last_help_at is None or now - attempt.last_help_at >= HINT_LASTS:
        return False
    return attempt.last_help_at >= attempt.last_move_at or attempt.last_help_at > attempt.progress_at


def restart_progress(
    *, classroom: Classroom, paused_at: datetime, now: datetime | None = None, **_rest: Any
) -> int:
    """Count progress from the end of a pause: a pause makes no student stuck. Returns how many boards.

    Receives `class_resumed`.
    """
    students = classroom.memberships.order_by().values("student")
    covered = Attempt.objects.filter(player__in=students, seen_at__gte=paused_at).unfinished()
    return covered.update(progress_at=now or timezone.now())


# Runs to predict


def seats_predicting(
    classroom: Classroom,
    assignment: Assignment,
    members: list[Membership],
    totals: dict[int, int],
    now: datetime,
) -> list[Seat]:
    """Each student with the run they predict; a run is done when all its predictions are made."""
    rows = PredictionRound.objects.filter(assigned_puzzle__assignee__assignment=assignment).order_by()
    rounds: dict[int, list[RoundGlance]] = defaultdict(list)
    for each in map(RoundGlance._make, rows.values_list(*RoundGlance._fields)):
        rounds[each.player].append(each)
    return [
        predicting_seat(classroom, member, rounds[member.student_id], totals[member.student_id], now)
        for member in members
    ]


def predicting_seat(
    classroom: Classroom, member: Membership, rounds: list[RoundGlance], total: int, now: datetime
) -> Seat:
    done = sum(each.asked >= each.wanted for each in rounds)
    last = max(rounds, key=lambda each: each.last_at, default=None)
    if last is None:
        return Seat(member, SeatStatus.ABSENT, done=done, total=total)
    status = SeatStatus.FINISHED if done >= total else status_between_answers(classroom, last.last_at, now)
    return Seat(member, status, round=last, since=last.last_at, done=done, total=total)


def status_between_answers(classroom: Classroom, last_at: datetime, now: datetime) -> SeatStatus:
    """The status of a student whose page sends nothing between two answers."""
    quiet = now - last_at
    if quiet >= STUCK:
        return SeatStatus.OFFLINE
    if classroom.paused_at:
        return SeatStatus.PAUSED
    return SeatStatus.IDLE if quiet >= IDLE else SeatStatus.WORKING


# Drills


def drill_glances(drills: DrillAnswerQuerySet) -> dict[int, DrillGlance]:
    """The drills of each player: one query."""
    rows = (
        drills.order_by()
        .values("player")
        .annotate(
            found=Count("pk", filter=Q(verdict__in=DrillAnswer.FOUND)),
            shown=Count("pk", filter=Q(verdict=DrillAnswer.Verdict.SHOWN)),
            last=Max("pk"),
            last_at=Max("created_at"),
        )
    )
    return {row["player"]: DrillGlance(**row) for row in rows}


def drilling_seat(
    classroom: Classroom, member: Membership, drills: DrillGlance | None, now: datetime, *, total: int = 0
) -> Seat:
    """A student with their drills; `total` positions are asked for in an assignment."""
    if drills is None:
        return Seat(member, SeatStatus.ABSENT, total=total)
    is_done = 0 < total <= drills.ended
    status = SeatStatus.FINISHED if is_done else status_between_answers(classroom, drills.last_at, now)
    done = drills.ended if total else 0
    return Seat(member, status, drills=drills, since=drills.last_at, done=done, total=total)
