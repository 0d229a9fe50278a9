from django import template

from ..pages.difficulty import about, degree, hardest_name, tier_label, tier_name

register = template.Library()
register.filter("about", about)
register.filter("degree", degree)
register.filter("hardest_name", hardest_name)
register.filter("tier_label", tier_label)
register.filter("tier_name", tier_name)
