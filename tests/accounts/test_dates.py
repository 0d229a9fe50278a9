"""Dates in French have « 1er » for the first day of a month, in templates and in sentences."""

from datetime import UTC, date, datetime, time

import pytest
from django.template import Context, Template
from django.utils.translation import override

from accounts.dates import date_format, day_words

FIRST, SECOND = date(2026, 12, 1), date(2026, 12, 2)


@pytest.mark.parametrize(
    ("day", "name", "written"),
    [
        (FIRST, "DATE_FORMAT", "1er décembre 2026"),
        (FIRST, None, "1er décembre 2026"),
        (FIRST, "SHORT_DATE_FORMAT", "1er déc. 2026"),
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
    assert found == ["5 November 2026", "5 Nov 2026", "5 Nov 2026, 14:30", "14:30"]


NOW = datetime(2026, 11, 20, 14, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "english", "french"),
    [
        (datetime(2026, 11, 20, 12, 20, tzinfo=UTC), "today 13:20", "auj. 13:20"),
        (datetime(2026, 11, 19, 8, 35, tzinfo=UTC), "yesterday 09:35", "hier 09:35"),
        # Already the twentieth at school.
        (datetime(2026, 11, 19, 23, 30, tzinfo=UTC), "today 00:30", "auj. 00:30"),
        (date(2026, 11, 20), "today", "auj."),
        (date(2026, 11, 19), "yesterday", "hier"),
        (datetime(2026, 11, 18, 9, 0, tzinfo=UTC), "Wed 18", "mer. 18"),
        (date(2026, 11, 14), "Sat 14", "sam. 14"),
        (date(2026, 11, 13), "13 Nov", "13 nov."),
        (date(2026, 10, 1), "1 Oct", "1er oct."),
        (datetime(2025, 10, 20, 9, 0, tzinfo=UTC), "20 Oct 2025", "20 oct. 2025"),
    ],
)
def test_a_day_is_said_as_seen_from_today(value: date, english: str, french: str) -> None:
    with override("en"):
        assert day_words(value, now=NOW) == english
    with override("fr"):
        assert day_words(value, now=NOW) == french


def test_a_day_on_a_page_has_its_whole_date_as_title() -> None:
    context = Context({"at": datetime(2025, 10, 20, 9, 0, tzinfo=UTC), "none": None})
    with override("fr"):
        html = Template("{{ at|day }}{{ none|day }}").render(context)
    assert html == (
        '<time class="nowrap" datetime="2025-10-20T11:00:00+02:00" title="20 octobre 2025, 11:00">'
        "20 oct. 2025</time>"
    )
