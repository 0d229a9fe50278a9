"""Dates in Django's formats, with the French « 1er » for the first day of a month.

The site's templates have `date` from here (`builtins` in the settings), Python code has `date_format`.
"""

import re
from datetime import date, datetime
from typing import Any

from django import template
from django.template import defaultfilters
from django.utils import formats, timezone
from django.utils.translation import get_language, pgettext

register = template.Library()

DAYS_IN_A_WEEK = 7

# `j` is the day of the month, the letters behind it are the formats of a month's name.
_DAY_OF_NAMED_MONTH = re.compile(r"(?<!\\)j(?= [bEFMN])")


def date_format(value: date, format_name: str | None = None) -> str:
    """A date in the reader's language, in a format of Django's or one of its names."""
    return formats.date_format(value, _pattern(value, format_name))


@register.filter("date", expects_localtime=True, is_safe=False)
def date_filter(value: Any, format_name: str | None = None) -> str:
    """Django's filter `date`, with the French first of a month."""
    return defaultfilters.date(value, _pattern(value, format_name))


def _pattern(value: Any, format_name: str | None) -> str | None:
    if getattr(value, "day", None) != 1 or not (get_language() or "").startswith("fr"):
        return format_name
    return _DAY_OF_NAMED_MONTH.sub(r"j\\e\\r", formats.get_format(format_name or "DATE_FORMAT"))


@register.filter("moment")
def moment_words(moment: datetime) -> str:
    """`Friday 27 November, 18:00`, by the clocks of the school."""
    return date_format(timezone.localtime(moment), pgettext("date format: day and hour", "l j F, H:i"))


@register.filter
def short_day(moment: datetime, now: datetime | None = None) -> str:
    """`today 13:20`, `yesterday 09:35`, `Wed 18`, `20 Oct`, `20 Oct 2025`, by the clocks of the school."""
    at, today = timezone.localtime(moment), timezone.localdate(now)
    away = (today - at.date()).days
    if away in (0, 1):
        day = pgettext("short day", "today") if away == 0 else pgettext("short day", "yesterday")
        return f"{day} {date_format(at, 'H:i')}"
    if abs(away) < DAYS_IN_A_WEEK:
        return date_format(at, "D j")
    return date_format(at, "j M" if at.year == today.year else "j M Y")
