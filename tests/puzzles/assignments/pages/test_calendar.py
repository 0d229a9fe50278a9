"""The calendar of a student and of a teacher, week by week."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.pages.calendar import Calendar, class_calendar, student_calendar
from puzzles.assignments.services.assignees import begin

GiveWork = Callable[..., Assignment]
# A Thursday.
NOW = datetime(2026, 11, 26, 8, 0, tzinfo=UTC)
OPENED = NOW - timedelta(days=3)


def days_of(calendar: Calendar) -> list[tuple[date, list[str]]]:
    return [
        (day.day, [entry.assignment.name for entry in day.entries])
        for week in calendar.weeks
        for day in week.days
    ]


def test_assignments_lie_on_the_days_when_they_are_due(
    student: User, classroom: Classroom, assignment_of: GiveWork
) -> None:
    assignment_of(name="Next week", opens_at=OPENED, due_at=NOW + timedelta(days=4))
    assignment_of(name="Tomorrow", opens_at=OPENED, due_at=NOW + timedelta(days=1))
    assignment_of(name="Far", opens_at=OPENED, due_at=NOW + timedelta(days=60))
    assignment_of(name="Ever", opens_at=OPENED)
    expected = [(date(2026, 11, 27), ["Tomorrow"]), (date(2026, 11, 30), ["Next week"])]
    for calendar in (
        student_calendar(student, first=None, now=NOW),
        class_calendar([classroom], first=None, now=NOW),
    ):
        assert days_of(calendar) == expected
        assert [week.is_now for week in calendar.weeks] == [True, False, False, False]
        assert [entry.assignment.name for entry in calendar.undated] == ["Ever"]
        assert not calendar.is_empty


def test_later_weeks_are_a_page_away(student: User, assignment_of: GiveWork) -> None:
    assignment_of(name="Far", opens_at=OPENED, due_at=NOW + timedelta(days=35))
    assignment_of(name="Ever", opens_at=OPENED)
    now = student_calendar(student, first=None, now=NOW)
    assert days_of(now) == []
    later = student_calendar(student, first=now.later, now=NOW)
    assert days_of(later) == [(date(2026, 12, 31), ["Far"])]
    assert not later.undated
    assert later.earlier == now.weeks[0].monday


def test_late_homework_comes_first(student: User, assignment_of: GiveWork) -> None:
    late = assignment_of(name="Late", opens_at=OPENED, due_at=NOW - timedelta(days=1))
    begin(student=student, assignment_id=late.pk, now=NOW - timedelta(days=2))
    calendar = student_calendar(student, first=None, now=NOW)
    assert [entry.assignment.name for entry in calendar.late] == ["Late"]
    assert days_of(calendar) == []


def test_an_own_due_date_counts(student: User, assignment_of: GiveWork) -> None:
    given = assignment_of(opens_at=OPENED, due_at=NOW + timedelta(days=1))
    Assignee.objects.filter(assignment=given, student=student).update(due_at=NOW + timedelta(days=2))
    assert [day for day, _names in days_of(student_calendar(student, first=None, now=NOW))] == [
        date(2026, 11, 28)
    ]


def test_drafts_and_what_is_archived_are_in_no_calendar(
    student: User, classroom: Classroom, assignment_of: GiveWork
) -> None:
    due = {"opens_at": OPENED, "due_at": NOW + timedelta(days=1)}
    assignment_of(is_draft=True, **due)
    Assignment.objects.filter(pk=assignment_of(**due).pk).update(archived_at=NOW)
    assert student_calendar(student, first=None, now=NOW).is_empty
    assert class_calendar([classroom], first=None, now=NOW).is_empty


def test_a_teacher_sees_how_many_have_begun(
    student: User, classmate: User, classroom: Classroom, assignment_of: GiveWork
) -> None:
    given = assignment_of(opens_at=OPENED, due_at=NOW + timedelta(days=1))
    begin(student=student, assignment_id=given.pk, now=NOW)
    [entry] = [
        entry
        for week in class_calendar([classroom], first=None, now=NOW).weeks
        for day in week.days
        for entry in day.entries
    ]
    assert (entry.begun, entry.students) == (1, 2)
