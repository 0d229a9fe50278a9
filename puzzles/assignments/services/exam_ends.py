"""When an exam is due whose teacher has chosen how long it lasts, and no date."""

from datetime import UTC, datetime, timedelta

from django.utils import timezone

from ..models import Assignment

# An exam usually lasts until the bell. One that begins shortly before it lasts until the next.
SHORTEST_HOUR = timedelta(minutes=10)
# A class does not begin within one minute: who begins this much later still has all the minutes.
LATE_START = timedelta(minutes=5)


def exam_end(exam_time: str, *, begins: datetime, minutes: int | None) -> datetime:
    """The due date of an exam that begins at this moment, with so many minutes for each student."""
    limit = timedelta(minutes=minutes or 0)
    if exam_time == Assignment.ExamTime.HOUR:
        return end_of_hour(begins + limit)
    return begins + limit + LATE_START


def end_of_hour(now: datetime) -> datetime:
    """The next full hour that leaves time for an exam."""
    begun = timezone.localtime(now + SHORTEST_HOUR).replace(minute=0, second=0, microsecond=0)
    return begun.astimezone(UTC) + timedelta(hours=1)
