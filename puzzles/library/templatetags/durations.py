from django import template

from ..pages.durations import duration

register = template.Library()
register.filter("duration", duration)


@register.filter
def minutes(seconds: int) -> int:
    """Whole minutes of some seconds."""
    return seconds // 60
