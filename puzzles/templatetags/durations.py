from django import template

from ..display.durations import duration

register = template.Library()
register.filter("duration", duration)
