"""Addresses of the viewer, for pages from which a grid can be watched."""

from urllib.parse import urlencode

from django.urls import reverse

from ..models import Attempt

FIRST_TO_WATCH = "tutoriel"


def watch_address(attempt: Attempt) -> str:
    """Where the first algorithm is at work on the grid of a finished attempt; nothing for an open one."""
    if not attempt.has_ended:
        return ""
    return with_grid("course:viewer", FIRST_TO_WATCH, attempt.puzzle.givens)


def with_grid(name: str, algorithm: str, line: str, **fields: str | int) -> str:
    """The address of a page about an algorithm on a grid."""
    return f"{reverse(name, args=[algorithm])}?{urlencode({'grid': line, **fields})}"
