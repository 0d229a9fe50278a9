"""Template tags for the colours of a page."""

from typing import Any

from django import template

from ..models import User
from ..themes import theme_of

register = template.Library()


@register.simple_tag(takes_context=True)
def chosen_theme(context: dict[str, Any]) -> str:
    """The colours of this page; "" for the device's, and on a page without a request."""
    request = context.get("request")
    return theme_of(request) if request else ""


@register.simple_tag
def all_themes() -> list[User.Theme]:
    """All themes."""
    return list(User.Theme)
