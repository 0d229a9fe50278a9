"""Template tags for the scripts of a page."""

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ..scripts import catalog_file

register = template.Library()


@register.simple_tag
def javascript_catalog(name: str) -> SafeString:
    """The messages of a page's scripts; `defer` runs it before them, which are modules."""
    file = catalog_file(name, get_language() or settings.LANGUAGE_CODE)
    return format_html('<script defer src="{}"></script>', static(file))
