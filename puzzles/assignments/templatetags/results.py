from decimal import Decimal

from django import template
from django.utils.formats import number_format

from puzzles.library.pages.durations import clock

from ..pages.results import rung_words, wrong_words

register = template.Library()
register.filter("clock", clock)
register.filter("rung_words", rung_words)
register.filter("wrong_words", wrong_words)


@register.filter
def points(value: Decimal | None) -> str:
    """`17`, `17,5`: a grade in the reader's language; "—" for none."""
    return "—" if value is None else number_format(f"{value.normalize():f}")
