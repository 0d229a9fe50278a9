from django import template

from ..pages.numbers import out_of

register = template.Library()
register.filter("out_of", out_of)
