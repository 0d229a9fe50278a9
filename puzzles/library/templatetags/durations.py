from django import template

from ..pages.durations import clock, duration

register = template.Library()
register.filter("clock", clock)
register.filter("duration", duration)


@register.filter
def minutes(seconds: int) -> int:
    """Whole minutes of some seconds."""
    return seconds // 60
