"""The first page on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from accounts.models import User
from puzzles.play.models import Attempt

from .looking import come_to_rest

pytestmark = pytest.mark.django_db(transaction=True)

IS_CUT = """
    card => [...card.children].some(
        part => part.getBoundingClientRect().right > card.getBoundingClientRect().right
    )
"""


def test_a_practice_copy_lies_within_its_card(
    page_of: Callable[..., Page], student: User, attempt: Attempt, attempt_of: Callable[..., Attempt]
) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(is_practice=True)
    # The grid that was played last is the large one, the first thing to do.
    attempt_of(student)
    User.objects.update(language=User.Language.FRENCH)
    page = page_of(student)
    page.goto("/")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        come_to_rest(page)
        assert "entraînement" in page.locator(".cards .card").inner_text()
        assert not page.locator(".cards .card").evaluate(IS_CUT), width
        assert not page.locator(".hero").evaluate(IS_CUT), width
