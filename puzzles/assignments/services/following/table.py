"""The figures of the class table: each student's last days, in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from operator import attrgetter
from statistics import median
from typing import NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, Sum
from django.db.models.functions import TruncDate

from accounts.models import Classroom, Membership
from puzzles.course.models import PredictionRound
from puzzles.play.models import Attempt, TechniqueProgress
from puzzles.play.models.attempts import hints_by_rung, is_too_fast
from puzzles.training.models import DrillAnswer

from ...models import ENDED_DRILL, AssignedPuzzle, Assignee
from .live import members_of

# How many days the table can look back; the last is everything.
EVER = 36_500
PERIODS = (1, 7, 30, 90, EVER)
# A game that ended this long after its last new cell was left while stuck.
STUCK = timedelta(minutes=3)


class Played(NamedTuple):
    """The columns of an attempt that the figures need."""

    player: int
    puzzle: int
    puzzle__tier: int | None
    puzzle__clue_count: int
    state: str
    digits: str
    elapsed_ms: int
    last_move_at: datetime
    progress_at: datetime
    hints_nudge: int
    hints_where: int
    hints_why: int
    hints_do: int
    cells_shown: int
    mistakes: int

    @property
    def is_solved(self) -> bool:
        return self.state == Attempt.State.SOLVED

    @property
    def is_helped(self) -> bool:
        return self.state == Attempt.State.HELPED

    @property
    def filled(self) -> int:
        """The number of digits entered, by the player and by help."""
        return 81 - self.digits.count(".") - self.puzzle__clue_count

    @property
    def is_fast(self) -> bool:
        is_complete = self.is_solved or self.is_helped
        return is_complete and is_too_fast(elapsed_ms=self.elapsed_ms, digits=self.filled - self.cells_shown)

    @property
    def is_left_stuck(self) -> bool:
        return self.state == Attempt.State.OPEN and self.last_move_at - self.progress_at >= STUCK

    @property
    def hints(self) -> tuple[int, ...]:
        """The number of hints that stopped at each rung."""
        return hints_by_rung(self.hints_nudge, self.hints_where, self.hints_why, self.hints_do)


@dataclass
class StudentFigures:
    """The figures of one student. Of `total` assigned grids and positions, `done` are finished; times are of
    solved grids. `tried` counts grids begun; of `asked` predictions, `predicted` were right. `drilled` counts
    the drills in which the step was found, own ones included.

    `times_ms` has the solve times of each tier. `hints` counts hints by the last rung asked for. `filled`
    counts the digits entered, `by_help` those that help filled in. `fast` counts grids solved faster than
    anyone can read one. `helped` counts grids solved with much help, which are not in `solved`. `is_stuck`:
    the last grid was left open after minutes without a new cell.
    """

    member: Membership
    last_active: datetime | None = None
    done: int = 0
    total: int = 0
    tried: int = 0
    solved: int = 0
    helped: int = 0
    time_ms: int = 0
    times_ms: dict[int, list[int]] = field(default_factory=dict)
    hints: tuple[int, ...] = (0, 0, 0, 0)
    solutions: int = 0
    mistakes: int = 0
    mastered: int = 0
    drilled: int = 0
    predicted: int = 0
    asked: int = 0
    filled: int = 0
    by_help: int = 0
    fast: int = 0
    is_stuck: bool = False

    @property
    def median_ms(self) -> dict[int, int]:
        """tier -> the median solve time."""
        return {tier: round(median(times)) for tier, times in self.times_ms.items()}


def class_progress(classroom: Classroom, *, since: datetime, now: datetime) -> list[StudentFigures]:
    """Each student's figures since a moment; techniques mastered and the last activity are of all time."""
    rows = figures_by_class([classroom], since=since).get(classroom.pk, [])
    totals = totals_of(classroom, since, now)
    found = DrillAnswer.objects.filter(created_at__gte=since, verdict__in=DrillAnswer.FOUND)
    found = found.filter(player__in=[row.member.student_id for row in rows]).order_by()
    drilled = dict(found.values_list("player").annotate(Count("pk")))
    mastery = TechniqueProgress.objects.of_many([row.member.student_id for row in rows])
    for row in rows:
        student = row.member.student_id
        row.done, row.total = totals.get(student, (0, 0))
        row.drilled = drilled.get(student, 0)
        row.mastered = sum(each.is_mastered for each in mastery.get(student, {}).values())
    return rows


def add_predictions(rows: Collection[StudentFigures], since: datetime) -> None:
    """Count each student's predictions since a moment."""
    rounds = PredictionRound.objects.filter(player__in=[row.member.student_id for row in rows])
    sums = {each["player"]: each for each in rounds.filter(last_at__gte=since).sums_by_player()}
    for row in rows:
        if found := sums.get(row.member.student_id):
            row.asked, row.predicted = found["all_asked"], found["all_right"]


def figures_by_class(
    classrooms: Collection[Classroom], *, since: datetime
) -> dict[int, list[StudentFigures]]:
    """Class -> each student's figures as far as flags need them, in four queries for all classes.

    Assigned grids and techniques mastered are not counted.
    """
    members = members_of(*classrooms)
    students = {member.student_id for member in members}
    played = played_since(classrooms, students, since)
    last_active = last_activity(classrooms, students)
    rows: dict[int, list[StudentFigures]] = defaultdict(list)
    for member in members:
        # What was played for no class counts in each.
        keys = (member.student_id, None), (member.student_id, member.classroom_id)
        row = figures(member, [attempt for key in keys for attempt in played.get(key, [])])
        row.last_active = max((last_active[key] for key in keys if key in last_active), default=None)
        rows[member.classroom_id].append(row)
    return rows


def figures(member: Membership, attempts: list[Played]) -> StudentFigures:
    """The figures that come from the student's attempts."""
    solved = [attempt for attempt in attempts if attempt.is_solved]
    # The help of a game that is started over is counted in the new one.
    last = max(attempts, key=attrgetter("last_move_at"), default=None)
    kept = [attempt for attempt in attempts if attempt.state != Attempt.State.RESTARTED]
    return StudentFigures(
        member=member,
        tried=len({attempt.puzzle for attempt in attempts}),
        solved=len({attempt.puzzle for attempt in solved}),
        helped=sum(attempt.is_helped for attempt in attempts),
        time_ms=sum(attempt.elapsed_ms for attempt in attempts),
        times_ms=times_by_tier(solved),
        hints=tuple(map(sum, zip(*[attempt.hints for attempt in kept], strict=True))) or (0, 0, 0, 0),
        solutions=sum(attempt.state == Attempt.State.SHOWN for attempt in attempts),
        mistakes=sum(attempt.mistakes for attempt in attempts),
        filled=sum(attempt.filled for attempt in attempts),
        by_help=sum(attempt.cells_shown for attempt in kept),
        fast=sum(attempt.is_fast for attempt in attempts),
        is_stuck=last is not None and last.is_left_stuck,
    )


def times_by_tier(solved: Iterable[Played]) -> dict[int, list[int]]:
    """tier -> the solve times, the easiest tier first."""
    times: dict[int, list[int]] = defaultdict(list)
    for attempt in solved:
        if attempt.puzzle__tier is not None:
            times[attempt.puzzle__tier].append(attempt.elapsed_ms)
    return {tier: times[tier] for tier in sorted(times)}


# Queries

# A student and the class for which they played; None for free play.
StudentInClass = tuple[int, int | None]
CLASS_OF_ATTEMPT = "assigned_puzzle__assignee__assignment__classroom"


def played_since(
    classrooms: Collection[Classroom], students: Collection[int], since: datetime
) -> dict[StudentInClass, list[Played]]:
    attempts = Attempt.objects.of_classes(classrooms).counting()
    attempts = attempts.filter(player__in=students, last_move_at__gte=since).order_by()
    found: dict[StudentInClass, list[Played]] = defaultdict(list)
    for classroom, *columns in attempts.values_list(CLASS_OF_ATTEMPT, *Played._fields):
        attempt = Played(*columns)
        found[attempt.player, classroom].append(attempt)
    return found


def play_by_day(classroom: Classroom, since: datetime) -> dict[int, dict[date, int]]:
    """Student -> day -> milliseconds of play, in the school's time zone: one query."""
    attempts = (
        Attempt.objects.of_class(classroom)
        .counting()
        .filter(player__in=classroom.memberships.values("student"), last_move_at__gte=since)
    )
    days = attempts.order_by().annotate(day=TruncDate("last_move_at")).values("player", "day")
    found: dict[int, dict[date, int]] = defaultdict(dict)
    for player, day, ms in days.annotate(ms=Sum("elapsed_ms")).values_list("player", "day", "ms"):
        found[player][day] = ms
    return found


def last_activity(
    classrooms: Collection[Classroom], students: Collection[int]
) -> dict[StudentInClass, datetime]:
    """Time of the last move or prediction."""
    attempts = Attempt.objects.of_classes(classrooms).filter(player__in=students).order_by()
    moves = attempts.values_list("player", CLASS_OF_ATTEMPT).annotate(at=Max("last_move_at"))
    signs: dict[StudentInClass, datetime] = {(player, classroom): at for player, classroom, at in moves}
    rounds = PredictionRound.objects.filter(player__in=students).order_by().values("player")
    for player, at in rounds.annotate(at=Max("last_at")).values_list("player", "at"):
        signs[player, None] = max(at, signs.get((player, None), at))
    return signs


def totals_of(classroom: Classroom, since: datetime, now: datetime) -> dict[int, tuple[int, int]]:
    """Student -> (done, total) of all but exercises in assignments that were open since then."""
    was_open = Q(assignment__due_at__gte=since) | Q(assignment__due_at=None, assignment__opens_at__gte=since)
    assignees = Assignee.objects.filter(
        was_open,
        assignment__classroom=classroom,
        assignment__handed_out_at__isnull=False,
        assignment__opens_at__lte=now,
        assignment__is_race=False,
        excused_at=None,
    ).order_by()
    assigned_puzzles = AssignedPuzzle.objects.filter(assignee__in=assignees).order_by()
    finished = Q(attempt__isnull=False) & ~Q(attempt__state=Attempt.State.OPEN)
    grids = assigned_puzzles.filter(assignee__assignment__algorithm="").values("assignee__student")
    counted = grids.annotate(done=Count("pk", filter=finished), total=Count("pk"))
    totals: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for student, done, total in counted.values_list("assignee__student", "done", "total"):
        totals[student] = (done, total)
    rounds = PredictionRound.objects.finished().filter(assigned_puzzle=OuterRef("pk"))
    runs = assigned_puzzles.exclude(assignee__assignment__algorithm="").annotate(is_done=Exists(rounds))
    for student, is_done in runs.values_list("assignee__student", "is_done"):
        done, total = totals[student]
        totals[student] = (done + is_done, total + 1)
    others = assignees.exclude(assignment__technique="", assignment__questions=[]).annotate(
        ended=Count("drill_answers", filter=ENDED_DRILL, distinct=True),
        answered=Count("question_answers", distinct=True),
    )
    asked = ("assignment__positions", "assignment__questions")
    for student, ended, answered, *lists in others.values_list("student", "ended", "answered", *asked):
        done, total = totals[student]
        totals[student] = (done + ended + answered, total + sum(map(len, lists)))
    return totals
