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
