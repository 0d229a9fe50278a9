"""The grids of the day on a phone and by keyboard, the weekly goal, and the teacher's week."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.training.models import DailyPuzzle, StormRun
from puzzles.training.services.goals import choose_goal

from .looking import errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"has_touch": True, "is_mobile": True}
SIZE = {"width": 390, "height": 844}


@pytest.fixture
def grids(
    transactional_db: None, classroom: Any, teacher: Any, puzzle: Puzzle, collection_of: Any
) -> list[DailyPuzzle]:
    """The fixture `puzzle` as the grid of today and of yesterday."""
    collection: Collection = collection_of(teacher, [])
    Entry.objects.create(collection=collection, puzzle=puzzle, number=1, line=1, position=1)
    today = timezone.localdate()
    fields = {"classroom": classroom, "tier": 1, "puzzle": puzzle, "collection": collection}
    return [DailyPuzzle.objects.create(day=today - timedelta(days=back), **fields) for back in (0, 1)]


def test_on_a_phone_the_grid_of_the_day_is_two_taps_away(
    page_of: Callable[..., Page], student: Any, grids: list[DailyPuzzle]
) -> None:
    page = page_of(student, language="en", **PHONE)
    page.set_viewport_size(SIZE)
    errors = errors_of(page)
    page.goto("/")
    assert found_on(page) + width_of(page) == []
    page.get_by_role("region", name="Grids of the day").get_by_role("link", name="Play").tap()
    expect(page.get_by_role("heading", name="Grids of the day")).to_be_visible()
    assert found_on(page) + width_of(page) == []
    page.get_by_role("button", name="Play").tap()
    expect(page.locator("#board")).to_be_visible()
    page.goto("/daily/")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    # Its grid is open: the step is held back.
    expect(page.locator("#example")).to_have_count(0)
    assert found_on(page) + width_of(page) == []
    assert errors == []


def test_the_step_is_revealed_by_the_keyboard_on_the_same_page(
    page_of: Callable[..., Page], student: Any, grids: list[DailyPuzzle]
) -> None:
    page = page_of(student, language="en")
    page.goto("/daily/")
    page.evaluate("window.isSamePage = true")
    page.focus("#example-next")
    for rung in ("why", "do"):
        page.keyboard.press("Enter")
        expect(page.locator(f"#rung-{rung}")).to_have_attribute("aria-current", "step")
        expect(page.locator(".htmx-added")).to_have_count(0)
        expect(page.locator("#example-next")).to_be_focused()
    assert page.evaluate("window.isSamePage")


def test_a_goal_is_chosen_on_a_phone(page_of: Callable[..., Page], student: Any) -> None:
    page = page_of(student, language="en", **PHONE)
    page.set_viewport_size(SIZE)
    page.goto("/practice/goal/")
    page.get_by_role("button", name="3", exact=True).tap()
    expect(page.get_by_role("button", name="3", exact=True)).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("heading", name="Your weeks")).to_be_visible()
    assert found_on(page) + width_of(page) == []


def test_earlier_weeks_fit_a_phone(page_of: Callable[..., Page], student: Any) -> None:
    moment = timezone.now() - timedelta(weeks=2)
    choose_goal(player=student, days=2)
    student.weekly_goals.update(week=timezone.localdate(moment) - timedelta(days=moment.weekday()))
    StormRun.objects.create(player=student, started_at=moment, ended_at=moment, right=1)
    page = page_of(student, language="en", **PHONE)
    page.set_viewport_size(SIZE)
    page.goto("/practice/goal/")
    expect(page.locator("tbody tr")).to_have_count(2)
    assert found_on(page) + width_of(page) == []


def test_a_teacher_opens_the_step_of_yesterday(
    page_of: Callable[..., Page], teacher: Any, student: Any, classroom: Any, grids: list[DailyPuzzle]
) -> None:
    page = page_of(teacher, language="en")
    page.goto(f"/classes/{classroom.pk}/")
    page.get_by_role("link", name="Grids of the day").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    assert found_on(page) + width_of(page) == []
    page.get_by_role("link", name="Hardest step").click()
    page.click("#example-next")
    expect(page.locator("#rung-why")).to_have_attribute("aria-current", "step")
    assert found_on(page) + width_of(page) == []


def test_a_teacher_switches_the_grids_off(
    page_of: Callable[..., Page], teacher: Any, student: Any, classroom: Any
) -> None:
    page = page_of(teacher, language="en", **PHONE)
    page.set_viewport_size(SIZE)
    page.goto(f"/classes/{classroom.pk}/settings/")
    assert found_on(page) + width_of(page) == []
    page.get_by_label("Grids of the day").uncheck()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_label("Grids of the day")).not_to_be_checked()
    expect(page.get_by_role("link", name="Grids of the day")).to_have_count(0)
