"""The example of a technique, stepped through with a script and without one."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from puzzles.engine.techniques import example_of
from puzzles.play.services.hints import show_solution

from .looking import errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_rungs_follow_without_loading_the_page_again(page_of: Any, student: Any) -> None:
    page = page_of(student, language="en")
    page.goto("/techniques/x_wing/?rung=nudge")
    page.evaluate("window.isSamePage = true")
    for rung in ("where", "why", "do"):
        page.click("#example-next")
        expect(page.locator(f"#rung-{rung}")).to_have_attribute("aria-current", "step")
        expect(page).to_have_url(re.compile(rf"rung={rung}$"))
        # Its links are htmx's own a moment after they are seen.
        expect(page.locator(".htmx-added")).to_have_count(0)
    expect(page.locator("#example-next")).to_have_text("Start again")
    expect(page.locator(".example-sentence")).to_contain_text("Remove ")
    removed = example_of("x_wing").step.eliminations
    expect(page.locator(".step-board .removed-line")).to_have_count(len(removed))
    expect(page.locator(".legend .removed-line")).to_have_count(1)
    assert page.evaluate("window.isSamePage")


def test_the_keyboard_stays_where_it_was(page_of: Any, student: Any) -> None:
    page = page_of(student, language="en")
    page.goto("/techniques/x_wing/?rung=nudge")
    page.focus("#example-next")
    page.keyboard.press("Enter")
    expect(page.locator("#rung-where")).to_have_attribute("aria-current", "step")
    expect(page.locator("#example-next")).to_be_focused()


def test_going_back_shows_the_rung_before(page_of: Any, student: Any) -> None:
    page = page_of(student, language="en")
    page.goto("/techniques/x_wing/?rung=nudge")
    page.click("#rung-why")
    expect(page.locator("#rung-why")).to_have_attribute("aria-current", "step")
    page.go_back()
    expect(page.locator("#rung-nudge")).to_have_attribute("aria-current", "step")


def test_without_a_script_each_rung_is_a_link(page_of: Any, student: Any) -> None:
    page = page_of(student, language="en", java_script_enabled=False)
    page.goto("/techniques/skyscraper/?rung=nudge")
    page.click("#example-next")
    expect(page.locator("#rung-where")).to_have_attribute("aria-current", "step")
    page.click("#rung-do")
    expect(page.locator(".example-sentence")).to_contain_text("Remove 6 from ")


def test_a_review_is_sound_on_a_phone(page_of: Any, student: Any, attempt_of: Any) -> None:
    attempt = attempt_of(student)
    show_solution(player=student, attempt_id=attempt.pk)
    page = page_of(student)
    page.set_viewport_size({"width": 360, "height": 640})
    errors = errors_of(page)
    page.goto(f"/history/{attempt.pk}/review/")
    expect(page.locator(".paths .move")).to_have_count(51)
    assert width_of(page) + found_on(page) + errors == []


def test_a_chip_shows_what_its_technique_looks_for(page_of: Any, student: Any) -> None:
    page = page_of(student, language="en")
    page.goto("/techniques/")
    chip = page.get_by_role("link", name="Jellyfish", exact=False).first
    summary = page.locator("#about-jellyfish")
    expect(summary).to_be_hidden()
    chip.hover()
    expect(summary).to_be_visible()
    assert summary.bounding_box()["y"] >= chip.bounding_box()["y"] + chip.bounding_box()["height"]
    page.mouse.move(0, 0)
    expect(summary).to_be_hidden()
    page.locator("a[href='/techniques/swordfish/']").focus()
    page.keyboard.press("Tab")
    expect(page.locator(":focus + .technique-summary")).to_be_visible()
