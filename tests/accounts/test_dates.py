"""Dates in French have « 1er » for the first day of a month, in templates and in sentences."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.translation import override

from accounts.dates import date_format, short_day

FIRST, SECOND = date(2026, 12, 1), date(2026, 12, 2)


@pytest.mark.parametrize(
    ("day", "name", "written"),
    [
        (FIRST, "DATE_FORMAT", "1er décembre 2026"),
        (FIRST, None, "1er décembre 2026"),
        (FIRST, "SHORT_DATE_FORMAT", "01/12/2026"),
        (FIRST, "j N Y", "1er déc. 2026"),
        (FIRST, "l j F, H:i", "mardi 1er décembre, 00:00"),
        (FIRST, "d/m/Y", "01/12/2026"),
        (SECOND, "DATE_FORMAT", "2 décembre 2026"),
        (date(2026, 12, 11), "DATE_FORMAT", "11 décembre 2026"),
    ],
)
def test_only_the_first_of_a_month_is_an_ordinal_in_french(day: date, name: str | None, written: str) -> None:
    moment = datetime(day.year, day.month, day.day)
    with override("fr"):
        assert date_format(moment, name) == written


def test_english_dates_are_as_django_writes_them() -> None:
    with override("en"):
        assert date_format(FIRST, "j F Y") == "1 December 2026"


def test_the_filter_of_templates_writes_the_same_by_the_clocks_of_the_school() -> None:
    late = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
    text = Template('{{ late|date:"DATE_FORMAT" }}, {{ none|date }}, {{ noon|date:"H:i" }}')
    with override("fr"):
        written = text.render(Context({"late": late, "none": None, "noon": time(12, 5)}))
    assert written == "1er décembre 2026, , 12:05"


def test_english_dates_have_day_month_and_year() -> None:
    moment = datetime(2026, 11, 5, 14, 30, tzinfo=UTC)
    with override("en"):
        found = [
            date_format(moment, name)
            for name in ("DATE_FORMAT", "SHORT_DATE_FORMAT", "SHORT_DATETIME_FORMAT", "TIME_FORMAT")
        ]
    assert found == ["5 November 2026", "05/11/2026", "05/11/2026 14:30", "14:30"]


def test_a_short_day_is_as_short_as_its_distance_allows() -> None:
    noon = timezone.localtime().replace(hour=12, minute=5)
    days = [noon - timedelta(days=back) for back in (0, 1, 6, 7)]
    with override("fr"):
        found = [short_day(day) for day in days]
        weekday, month = date_format(days[2], "D j"), date_format(days[3], "j M")
    assert found[:3] == ["auj. 12:05", "hier 12:05", weekday]
    assert found[3].startswith(month)
    assert short_day(noon - timedelta(days=400)).endswith(str((noon - timedelta(days=400)).year))
