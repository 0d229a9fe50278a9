"""Forced colours: neither fills nor shadows are left, and what is chosen must be seen all the same."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator

from accounts.models import User
from puzzles.play.models import Attempt, Move

from .looking import come_to_rest

pytestmark = pytest.mark.django_db(transaction=True)

PageOf = Callable[..., Any]


def style_of(part: Locator, name: str) -> str:
    value: str = part.evaluate("(node, name) => getComputedStyle(node)[name]", name)
    return value


def test_cell_keys_and_section_are_seen_in_forced_colours(
    page_of: PageOf, student: User, attempt: Attempt
) -> None:
    page = page_of(student, forced_colors="active")
    page.goto(reverse("play:play", args=[attempt.pk]))
    page.locator("#c2").click()
    come_to_rest(page)
    assert style_of(page.locator("#c2"), "outlineStyle") == "solid"
    assert "gradient" in style_of(page.locator("[data-digit='1'] .key-left"), "backgroundImage")
    section = page.locator(".site-link[aria-current]")
    assert "underline" in style_of(section, "textDecorationLine")


def test_the_move_that_is_shown_has_a_frame_in_forced_colours(
    page_of: PageOf, student: User, attempt: Attempt
) -> None:
    Move.objects.create(attempt=attempt, number=1, kind="d", cell=2, digit=4, effect=[[2, 0, 4, 0, 0]])
    page = page_of(student, forced_colors="active")
    page.goto(reverse("play:replay", args=[attempt.pk]))
    assert style_of(page.locator(".move[aria-current]"), "outlineStyle") == "solid"


@pytest.mark.parametrize("width", [600, 683, 899])
def test_the_links_of_a_teacher_fit_a_window_at_twice_the_size(
    width: int, page_of: PageOf, teacher: User
) -> None:
    User.objects.update(language="fr")
    page = page_of(teacher)
    page.set_viewport_size({"width": width, "height": 325})
    page.goto(reverse("home:home"))
    come_to_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
