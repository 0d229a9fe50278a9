"""Coordinates in the sentence of a hint light their cells: by mouse, by finger, by keyboard."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from accounts.models import User
from puzzles.engine import CELLS, column_of, row_of
from puzzles.engine.techniques import example_of
from puzzles.play.models import Attempt

from .looking import come_to_rest, found_on

pytestmark = pytest.mark.django_db(transaction=True)

FRAME = ".ref-frame"


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hinted(open_board: Any, attempt: Attempt) -> Page:
    """A board with a skyscraper told as far as "why"."""
    page: Page = open_board(attempt)
    page.locator("#c0").click()
    for rung in (1, 2, 3):
        page.keyboard.press("h")
        expect(page.locator("#hint .is-revealed")).to_have_count(rung)
    expect(page.locator(".hint-text[tabindex]")).to_be_visible()
    # While the sentence is still on its way, a mouse that points at it stays behind.
    come_to_rest(page)
    return page


@pytest.fixture
def skyscraper(attempt_at: Callable[..., Attempt], student: User) -> Attempt:
    return attempt_at(example_of("skyscraper").position, student)


def named_cell(ref: Locator) -> int:
    name = ref.text_content() or ""
    return next(cell for cell in CELLS if name == f"r{row_of(cell) + 1}c{column_of(cell) + 1}")


def test_the_mouse_lights_the_cell_it_points_at(open_board: Any, skyscraper: Attempt) -> None:
    page = hinted(open_board, skyscraper)
    ref = page.locator(".hint-text .ref", has_text="c").first
    ref.hover()
    expect(page.locator(FRAME)).to_have_count(1)
    assert middle(page.locator(FRAME)) == pytest.approx(middle(page.locator(f"#c{named_cell(ref)}")), abs=2)
    page.locator(".hint-title").hover()
    expect(page.locator(FRAME)).to_have_count(0)
    assert found_on(page) == []


def test_its_frame_stays_when_the_drawing_of_the_hint_arrives_late(
    open_board: Any, skyscraper: Attempt
) -> None:
    page = open_board(skyscraper)
    held: list[Route] = []
    page.route(re.compile(r"/css/hint[^/]*\.css"), lambda route: held.append(route))
    page.locator("#c0").click()
    for rung in (1, 2, 3):
        page.keyboard.press("h")
        expect(page.locator("#hint .is-revealed")).to_have_count(rung)
    expect(page.locator(".hint-text[tabindex]")).to_have_count(1)
    page.locator(".hint-text .ref").first.dispatch_event(
        "pointerover", {"pointerType": "mouse", "bubbles": True}
    )
    expect(page.locator(FRAME)).to_have_count(1)
    expect(page.locator("#links > *")).to_have_count(1)
    for route in held:
        route.continue_()
    expect(page.locator("#links > *")).not_to_have_count(1)
    expect(page.locator(FRAME)).to_have_count(1)


def test_by_keyboard_the_sentence_is_one_stop_and_the_arrows_go_through_it(
    open_board: Any, skyscraper: Attempt
) -> None:
    page = hinted(open_board, skyscraper)
    # The list of the proof can be scrolled by keyboard: it is a stop of its own.
    expect(page.locator(".hint [tabindex='0']:not(.tree-lists)")).to_have_count(1)
    page.locator(".hint-title a").focus()
    page.keyboard.press("Tab")
    expect(page.locator(".hint-text")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ref").first).to_have_class("ref is-lit")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ref").nth(1)).to_have_class("ref is-lit")
    expect(page.locator(FRAME)).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator(FRAME)).to_have_count(0)
    # The board has not moved its selection.
    expect(page.locator("#c0")).to_have_attribute("aria-selected", "true")


def test_a_finger_lights_one_until_it_touches_elsewhere(page_of: Callable[..., Page], student: User) -> None:
    page = page_of(student, language="en", has_touch=True)
    page.goto("/techniques/skyscraper/?rung=why")
    expect(page.locator(".example-sentence[tabindex]")).to_be_visible()
    ref = page.locator(".example-sentence .ref").first
    ref.tap()
    expect(page.locator(f".step-board > {FRAME}")).to_have_count(1)
    page.locator("h1").tap()
    expect(page.locator(FRAME)).to_have_count(0)


def test_the_sentence_of_the_next_rung_has_its_marks_too(page_of: Callable[..., Page], student: User) -> None:
    page = page_of(student, language="fr")
    page.goto("/techniques/skyscraper/?rung=why")
    page.locator("#example-next").click()
    expect(page.locator("#rung-do")).to_have_attribute("aria-current", "step")
    expect(page.locator(".example-sentence[tabindex]")).to_be_visible()
    page.locator(".example-sentence .ref").last.hover()
    expect(page.locator(f".step-board > {FRAME}")).to_have_count(1)
