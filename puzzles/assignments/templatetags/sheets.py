from functools import lru_cache

from django import template

from accounts.qr_codes import qr_code

register = template.Library()
# An assignment has one address for all its grids, and a page of hundreds of codes is drawn in one go.
register.filter("qr_code", lru_cache(maxsize=256)(qr_code))
