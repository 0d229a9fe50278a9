from django import template

from puzzles.engine import search_implementation

register = template.Library()
register.simple_tag(search_implementation)
