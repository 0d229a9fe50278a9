"""Periods of whole days, for reports."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone

# A school year begins on the first of this month.
SEPTEMBER = 9


@dataclass(frozen=True)
class Period:
    """Whole days, the first and the last included."""

    first: date
    last: date

    @property
    def begins(self) -> datetime:
        return timezone.make_aware(datetime.combine(self.first, time.min))

    @property
    def ends(self) -> datetime:
        return timezone.make_aware(datetime.combine(self.last + timedelta(days=1), time.min))


def school_year(today: date | None = None) -> Period:
    """The school year up to today."""
    today = today or timezone.localdate()
    return Period(date(today.year - (today.month < SEPTEMBER), SEPTEMBER, 1), today)
