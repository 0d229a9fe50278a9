"""Where each student of a class is right now.

Asked for every few seconds by every open live board, so it reads a few short columns of the attempts of the
day and nothing else; what a changed card shows is fetched for that card alone.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple
from zlib import crc32

from django.db.models import Count
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.course.models import PredictionRound
from puzzles.play.models import Attempt
from puzzles.play.models.attempts import AttemptQuerySet

from ...models import AssignedPuzzle, Assignee, Assignment

# Without a move for so long somebody idles; without a new cell for so long they are stuck.
IDLE = timedelta(minutes=1)
STUCK = timedelta(minutes=3)
# A page that can be seen says every quarter of a minute that it is there; a slow one misses some of these.
GONE = timedelta(seconds=60)
# So long a hint is what a student is busy with, unless they fill a cell.
HINT_LASTS = timedelta(minutes=3)


class Doing(StrEnum):
    """What a student is doing, as far as their page tells."""

    WORKING = "working"
    IDLE = "idle"
    HINT = "hint"
    FULL = "full"
    PAUSED = "paused"
    FINISHED = "finished"
    OFFLINE = "offline"
    ABSENT = "absent"


HERE = {Doing.WORKING, Doing.IDLE, Doing.HINT}


class Glance(NamedTuple):
    """The short columns of an attempt that say how it goes."""

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
        """The last sign of its player."""
        return max(self.last_move_at, self.seen_at or self.last_move_at)


class RoundGlance(NamedTuple):
    """The same of a round of predictions."""

    pk: int
    player: int
    grid: str
    asked: int
    right: int
    wanted: int
    last_at: datetime


@dataclass(frozen=True)
class Seat:
    """A student in the class: what they are on, and since when they do what they do.

    `share` is how many grids an assignment gave them, and `done` how many of these are finished; both are 0
    where no assignment was chosen.
    """

    member: Membership
    doing: Doing
    attempt: Glance | None = None
    round: RoundGlance | None = None
    since: datetime | None = None
    is_stuck: bool = False
    done: int = 0
    share: int = 0

    @property
    def stamp(self) -> str:
        """A short text that changes when what is told of the seat changes; time that merely passes aside."""
        on = (self.attempt.pk, self.attempt.version, self.attempt.state) if self.attempt else None
        predicted = (self.round.pk, self.round.asked) if self.round else None
        told = (on, predicted, str(self.doing), self.is_stuck, self.done, self.share)
        return f"{crc32(repr(told).encode()):x}"


def members_of(classroom: Classroom) -> list[Membership]:
    """The students of a class who may log in, with their accounts."""
    members = classroom.memberships.filter(student__role=User.Role.STUDENT, student__is_active=True)
    return list(members.select_related("student").defer("note", "student__password"))


def seats_today(classroom: Classroom, now: datetime) -> list[Seat]:
    """Each student with the attempt they played last today, whatever it is."""
    members = members_of(classroom)
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    attempts = Attempt.objects.filter(player__in=[member.student_id for member in members])
    # Two questions, for each has an index of its own; together they would have none.
    found = {
        *glances(attempts.filter(last_move_at__gte=midnight)),
        *glances(attempts.filter(seen_at__gte=midnight)),
    }
    of_student = by_player(found)
    seat = seating(classroom, now)
    return [seat(member, of_student[member.student_id], 0, 0) for member in members]


def seats_in_assignment(classroom: Classroom, assignment: Assignment, now: datetime) -> list[Seat]:
    """Each student who was given this work, with the grid of it that they are on."""
    students = Assignee.objects.filter(assignment=assignment, excluded_at=None).order_by()
    shares = dict(students.annotate(share=Count("assigned_puzzles")).values_list("student_id", "share"))
    members = [member for member in members_of(classroom) if member.student_id in shares]
    if assignment.algorithm:
        return seats_predicting(classroom, assignment, members, now)
    of_student = by_player(glances(Attempt.objects.filter(assigned_puzzle__assignee__assignment=assignment)))
    seat = seating(classroom, now)
    seats = []
    for member in members:
        attempts = of_student[member.student_id]
        done = sum(not attempt.is_open for attempt in attempts)
        seats.append(seat(member, attempts, done, shares[member.student_id]))
    return seats


def glances(attempts: AttemptQuerySet) -> Iterable[Glance]:
    return map(Glance._make, attempts.order_by().values_list(*Glance._fields))


def by_player(attempts: Iterable[Glance]) -> dict[int, list[Glance]]:
    found: dict[int, list[Glance]] = defaultdict(list)
    for attempt in attempts:
        found[attempt.player].append(attempt)
    return found


def seating(classroom: Classroom, now: datetime) -> Callable[[Membership, list[Glance], int, int], Seat]:
    """A function that gives a student with these attempts their seat."""

    def seat(member: Membership, attempts: list[Glance], done: int, share: int) -> Seat:
        attempt = attempt_on(attempts, now)
        if attempt is None:
            return Seat(member, Doing.ABSENT, done=done, share=share)
        doing = doing_of(attempt, now, is_paused=classroom.paused_at is not None)
        is_stuck = doing in HERE and now - attempt.progress_at >= STUCK
        since = since_of(attempt, doing)
        return Seat(member, doing, attempt, since=since, is_stuck=is_stuck, done=done, share=share)

    return seat


def attempt_on(attempts: list[Glance], now: datetime) -> Glance | None:
    """The attempt somebody is on: of those whose page is there an open one, and of these the last played."""

    def nearness(attempt: Glance) -> tuple[bool, bool, datetime, int]:
        is_there = is_online(attempt.sign_at, now)
        return is_there, is_there and attempt.is_open, attempt.last_move_at, attempt.pk

    return max(attempts, key=nearness, default=None)


def is_online(sign_at: datetime, now: datetime) -> bool:
    return now - sign_at < GONE


def doing_of(attempt: Glance, now: datetime, *, is_paused: bool) -> Doing:
    if not attempt.is_open:
        return Doing.FINISHED
    if not is_online(attempt.sign_at, now):
        return Doing.OFFLINE
    if is_paused:
        return Doing.PAUSED
    if "." not in attempt.digits:
        return Doing.FULL
    if asked_a_hint(attempt, now):
        return Doing.HINT
    return Doing.IDLE if now - attempt.last_move_at >= IDLE else Doing.WORKING


def asked_a_hint(attempt: Glance, now: datetime) -> bool:
    """Whether a help was the last thing that happened, and not long ago."""
    if attempt.last_help_at is None or now - attempt.last_help_at >= HINT_LASTS:
        return False
    return attempt.last_help_at >= attempt.last_move_at or attempt.last_help_at > attempt.progress_at


def since_of(attempt: Glance, doing: Doing) -> datetime:
    return attempt.sign_at if doing == Doing.OFFLINE else attempt.last_move_at


def go_on(*, classroom: Classroom, paused_at: datetime, now: datetime | None = None) -> int:
    """Count progress from the end of a pause, so that nobody is stuck because of it; for how many boards."""
    students = classroom.memberships.order_by().values("student")
    covered = Attempt.objects.filter(player__in=students, seen_at__gte=paused_at).unfinished()
    return covered.update(progress_at=now or timezone.now())


def go_on_after_pause(*, classroom: Classroom, paused_at: datetime, **_rest: Any) -> None:
    """What follows from `class_resumed`."""
    go_on(classroom=classroom, paused_at=paused_at)


# Runs to be predicted


def seats_predicting(
    classroom: Classroom, assignment: Assignment, members: list[Membership], now: datetime
) -> list[Seat]:
    """Each student with the run they predict; a run is done when all predictions are made."""
    runs = AssignedPuzzle.objects.filter(assignee__assignment=assignment).order_by()
    shares = dict(runs.values_list("assignee__student").annotate(Count("pk")))
    of_student = rounds_of(assignment)
    seats = []
    for member in members:
        rounds = of_student[member.student_id]
        done = sum(each.asked >= each.wanted for each in rounds)
        seats.append(predicting_seat(classroom, member, rounds, done, shares.get(member.student_id, 0), now))
    return seats


def rounds_of(assignment: Assignment) -> dict[int, list[RoundGlance]]:
    """The rounds of an assignment, by their players."""
    rounds = PredictionRound.objects.filter(assigned_puzzle__assignee__assignment=assignment).order_by()
    found: dict[int, list[RoundGlance]] = defaultdict(list)
    for each in map(RoundGlance._make, rounds.values_list(*RoundGlance._fields)):
        found[each.player].append(each)
    return found


def predicting_seat(
    classroom: Classroom, member: Membership, rounds: list[RoundGlance], done: int, share: int, now: datetime
) -> Seat:
    last = max(rounds, key=lambda each: each.last_at, default=None)
    if last is None:
        return Seat(member, Doing.ABSENT, done=done, share=share)
    quiet = now - last.last_at
    if done >= share:
        doing = Doing.FINISHED
    elif quiet >= STUCK:
        # The page of a run sends no signs between two predictions.
        doing = Doing.OFFLINE
    elif classroom.paused_at:
        doing = Doing.PAUSED
    else:
        doing = Doing.IDLE if quiet >= IDLE else Doing.WORKING
    return Seat(member, doing, round=last, since=last.last_at, done=done, share=share)
