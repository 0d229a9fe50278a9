from django import template

from ..pages.hints import help_rules

register = template.Library()
register.filter("help_rules", help_rules)
