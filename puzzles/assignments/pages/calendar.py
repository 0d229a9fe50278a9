"""The calendar: assignments by due date, week by week, for a student or for a teacher; and as a file."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import groupby

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Classroom, User

from ..models import Assignee, Assignment, AssignmentQuerySet, CalendarFeed
from .assignees import FAR, AssigneeLine, lines_of
from .icalendar import CalendarEvent, calendar_text

WEEKS_SHOWN = 4
WEEK = timedelta(weeks=1)
# Calendar programs keep what they have read; old dates are of no use to them.
FEED_LOOKS_BACK = timedelta(days=60)


@dataclass(frozen=True)
class Entry:
    """An assignment in the calendar; `line` for its student, `begun` and `students` for a teacher."""

    assignment: Assignment
    due_at: datetime | None
    line: AssigneeLine | None = None
    begun: int = 0
    students: int = 0


@dataclass(frozen=True)
class Day:
    day: date
    entries: list[Entry]
    is_today: bool


@dataclass(frozen=True)
class Week:
    """A week from its Monday, with the days on which something is due."""

    monday: date
    days: list[Day]
    is_now: bool
    is_next: bool


@dataclass(frozen=True)
class Calendar:
    """Some weeks. Around today also the assignments that are `late` and those without a due date."""

    weeks: list[Week]
    earlier: date
    later: date
    is_now: bool
    late: list[Entry] = field(default_factory=list)
    undated: list[Entry] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.late or self.undated or any(week.days for week in self.weeks))


def student_calendar(student: User, *, first: date | None, now: datetime) -> Calendar:
    lines = lines_of(Assignee.objects.of(student), student, now)
    entries = [Entry(line.assignee.assignment, line.due_at, line) for line in lines]
    return _calendar(entries, first, now, is_late=_is_late, is_pending=_is_pending)


def _is_late(entry: Entry) -> bool:
    return entry.line is not None and entry.line.status == Assignee.Status.LATE


def _is_pending(entry: Entry) -> bool:
    return entry.line is not None and entry.line.status not in Assignee.ENDED


def class_calendar(classrooms: Iterable[Classroom], *, first: date | None, now: datetime) -> Calendar:
    """Counts are of students who are not excused."""
    counted = Q(assignees__excused_at=None)
    rows = (
        _of_classes(classrooms)
        .annotate(
            given=Count("assignees", filter=counted),
            begun=Count("assignees", filter=counted & Q(assignees__began_at__isnull=False)),
        )
        .order_by("-opens_at", "-pk")
    )
    entries = [Entry(row, row.due_at, begun=row.begun, students=row.given) for row in rows]
    return _calendar(entries, first, now, is_late=lambda _entry: False, is_pending=_is_running)


def _is_running(entry: Entry) -> bool:
    return entry.assignment.stopped_at is None and entry.assignment.released_at is None


def _of_classes(classrooms: Iterable[Classroom]) -> AssignmentQuerySet:
    rows = Assignment.objects.filter(classroom__in=classrooms, archived_at=None).handed_out().listed()
    return rows.select_related("classroom", "policy")


def _calendar(
    entries: Iterable[Entry],
    first: date | None,
    now: datetime,
    *,
    is_late: Callable[[Entry], bool],
    is_pending: Callable[[Entry], bool],
) -> Calendar:
    this_monday = monday_of(timezone.localtime(now).date())
    start = monday_of(first) if first else this_monday
    end = start + WEEKS_SHOWN * WEEK
    is_now = start == this_monday
    listed = list(entries)
    late = [each for each in listed if is_now and is_late(each)]
    undated = [each for each in listed if is_now and each.due_at is None and is_pending(each)]
    dated = [each for each in listed if each.due_at and each not in late and start <= _day(each) < end]
    dated.sort(key=lambda each: each.due_at or FAR)
    weeks = []
    for number in range(WEEKS_SHOWN):
        monday = start + number * WEEK
        of_week = [each for each in dated if monday_of(_day(each)) == monday]
        days = [
            Day(day, list(group), day == timezone.localtime(now).date())
            for day, group in groupby(of_week, key=_day)
        ]
        weeks.append(Week(monday, days, monday == this_monday, monday == this_monday + WEEK))
    return Calendar(
        weeks,
        earlier=start - WEEKS_SHOWN * WEEK,
        later=end,
        is_now=is_now,
        late=sorted(late, key=lambda each: each.due_at or FAR),
        undated=undated,
    )


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _day(entry: Entry) -> date:
    return timezone.localtime(entry.due_at).date()


# As a file


def feed_text(feed: CalendarFeed, *, address_of: Callable[[str], str], now: datetime) -> str:
    """The calendar of a feed in the language that is active; `address_of` makes addresses absolute."""
    since = now - FEED_LOOKS_BACK
    if feed.classroom:
        dated = [(row, row.due_at, row.get_absolute_url()) for row in _of_classes([feed.classroom])]
        name = feed.classroom.name
    else:
        lines = lines_of(Assignee.objects.of(feed.owner), feed.owner, now)
        dated = [(line.assignee.assignment, line.due_at, line.assignee.get_absolute_url()) for line in lines]
        name = "Sudokusite"
    events = [
        CalendarEvent(
            assignment=assignment.pk,
            title=assignment.name,
            due_at=due_at,
            description=_("Exam") if assignment.is_exam else _("To hand in"),
            url=address_of(url),
        )
        for assignment, due_at, url in dated
        if due_at and due_at >= since
    ]
    return calendar_text(sorted(events, key=lambda each: each.due_at), name=name, now=now)
