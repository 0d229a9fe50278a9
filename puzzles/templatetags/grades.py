from django import template

from ..display.grades import about, hardest_name, tier_label, tier_name

register = template.Library()
register.filter("about", about)
register.filter("hardest_name", hardest_name)
register.filter("tier_label", tier_label)
register.filter("tier_name", tier_name)
