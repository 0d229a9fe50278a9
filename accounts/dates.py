"""Dates in Django's formats, with the French « 1er » for the first day of a month, and days seen from today.

The site's templates have `date`, `day` and `moment` from here (`builtins` in the settings), Python code has
`date_format` and `day_words`.
"""

import re
from datetime import date, datetime, timedelta
from typing import Any

from django import template
from django.template import defaultfilters
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

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


@register.filter("day_words")
def day_words(value: date, now: datetime | None = None) -> str:
    """`today 13:20`, `yesterday 09:35`, `Wed 18`, `20 Oct`, `20 Oct 2025`; a date has no hour."""
    today = timezone.localtime(now).date()
    at, day, hour = value, value, ""
    if isinstance(value, datetime):
        at = timezone.localtime(value)
        day, hour = at.date(), f" {date_format(at, 'TIME_FORMAT')}"
    if day == today:
        return _("today") + hour
    if day == today - timedelta(days=1):
        return _("yesterday") + hour
    if abs((today - day).days) < 7:
        return date_format(at, pgettext("date format: day of a near week", "D j"))
    if day.year == today.year:
        return date_format(at, pgettext("date format: day of this year", "j M"))
    return date_format(at, "SHORT_DATE_FORMAT")


@register.filter("due")
def due_words(moment: datetime, now: datetime | None = None) -> str:
    """`due today, 18:00`, `due tomorrow, 18:00`, `due Thursday, 18:00`, `due Thursday 10 December, 18:00`."""
    at = timezone.localtime(moment)
    days = (at.date() - timezone.localtime(now).date()).days
    hour = date_format(at, "TIME_FORMAT")
    if days == 0:
        return _("due today, %(hour)s") % {"hour": hour}
    if days == 1:
        return _("due tomorrow, %(hour)s") % {"hour": hour}
    if 1 < days < DAYS_IN_A_WEEK:
        return _("due %(day)s, %(hour)s") % {"day": date_format(at, "l"), "hour": hour}
    return _("due %(moment)s") % {"moment": moment_words(at)}


@register.filter("day")
def day_element(value: date | None) -> SafeString | str:
    """A day seen from today, as a `<time>` whose title is the whole date."""
    if value is None:
        return ""
    at = timezone.localtime(value) if isinstance(value, datetime) else value
    whole = date_format(at, "DATETIME_FORMAT" if isinstance(value, datetime) else "DATE_FORMAT")
    return format_html(
        '<time class="nowrap" datetime="{}" title="{}">{}</time>', at.isoformat(), whole, day_words(value)
    )
