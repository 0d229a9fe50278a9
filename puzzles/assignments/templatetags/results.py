from django import template

from puzzles.library.pages.durations import clock

from ..pages.results import rung_words, wrong_words

register = template.Library()
register.filter("clock", clock)
register.filter("rung_words", rung_words)
register.filter("wrong_words", wrong_words)
