from django import template

from ..pages.difficulty import about, grade_label, hardest_name, tier_label, tier_name, tier_number

register = template.Library()
register.filter("about", about)
register.filter("grade_label", grade_label)
register.filter("hardest_name", hardest_name)
register.filter("tier_label", tier_label)
register.filter("tier_name", tier_name)
register.filter("tier_number", tier_number)
