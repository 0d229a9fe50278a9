from django import template

from ..pages.durations import clock, duration, since

register = template.Library()
register.filter("clock", clock)
register.filter("duration", duration)
register.filter("since", since)
