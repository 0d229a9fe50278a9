"""A storm played by touch on a phone, and by keyboard."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from puzzles.engine import Step
from puzzles.engine.techniques import example_of
from puzzles.training.models import StormRun, TrainingPosition
from puzzles.training.services import storm
from puzzles.training.services.answers import steps_of

from .board import press
from .looking import errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("full_house", "hidden_single", "pointing", "naked_pair")


@pytest.fixture
def open_storm(
    page_of: Callable[..., Page], student: Any, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Page]:
    """The page of a bank with a position of some techniques; after two singles candidates are removed."""
    monkeypatch.setattr(storm, "TIER_STARTS", {1: 0, 2: 2})
    for name in NAMES:
        TrainingPosition.of(example_of(name).position, name, TrainingPosition.Origin.EXAMPLE).save()

    def open_page(*, size: tuple[int, int] = (1366, 650), **options: Any) -> Page:
        page = page_of(student, language="en", **options)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto("/practice/storm/")
        return page

    return open_page


def step_on(page: Page) -> Step:
    """A step of the position that the page shows."""
    script = "cells => cells.map((cell) => /^[1-9]$/.test(cell.textContent) && !cell.querySelector('i')"
    digits = page.eval_on_selector_all(".cell", script + " ? cell.textContent : '.').join('')")
    row = TrainingPosition.objects.get(digits=digits)
    return steps_of(row.position, row.technique)[0]


def mark_of(step: Step) -> tuple[int, int]:
    return (step.placements or step.eliminations)[0]


def choose(page: Page, cell: int) -> None:
    page.focus("#board [tabindex='0']")
    press(page, "Control+Home " + "ArrowDown " * (cell // 9) + "ArrowRight " * (cell % 9))


def expect_found(page: Page, count: int) -> None:
    expect(page.locator("[data-storm-right]")).to_have_text(str(count))


def test_a_finger_is_enough_on_a_phone(open_storm: Callable[..., Page]) -> None:
    page = open_storm(size=(390, 844), has_touch=True, is_mobile=True)
    errors = errors_of(page)
    assert found_on(page) + width_of(page) == []
    page.get_by_role("button", name="Begin").tap()
    expect(page.locator("[data-storm-play]")).to_be_visible()
    for count in range(1, 4):
        cell, digit = mark_of(step_on(page))
        page.tap(f"#c{cell}")
        page.tap(f".digit-key[data-digit='{digit}']")
        expect_found(page, count)
    expect(page.locator("[data-storm-task]")).to_contain_text(": remove one candidate.")
    assert found_on(page) + width_of(page) == []
    page.get_by_role("button", name="Pass").tap()
    expect(page.locator(".storm-verdict")).to_contain_text(re.compile("Passed. It was: .* Remove"))
    page.get_by_role("button", name="Stop").tap()
    expect(page.get_by_role("heading", name="3 steps found")).to_be_focused()
    expect(page.locator(".storm-words")).to_contain_text("What cost most")
    assert errors + found_on(page) + width_of(page) == []
    run = StormRun.objects.get()
    assert (run.right, run.wrong, run.ended_at is not None) == (3, 1, True)


def test_the_keyboard_is_enough_and_all_is_heard(open_storm: Callable[..., Page]) -> None:
    page = open_storm(reduced_motion="reduce")
    errors = errors_of(page)
    page.focus("[data-storm-begin]")
    press(page, "Enter")
    expect(page.locator("#c0")).to_be_focused()
    heard = page.locator("[data-storm-status]")
    expect(heard).to_contain_text("Look at")
    cell, digit = mark_of(step_on(page))
    choose(page, cell)
    press(page, str(digit))
    expect(heard).to_contain_text("Right. Look at")
    expect(page.locator(f"#c{cell}")).to_be_focused()
    step = step_on(page)
    cell, digit = mark_of(step)
    choose(page, cell)
    press(page, str(digit % 9 + 1))
    expect(heard).to_contain_text("Not right. It was:")
    expect(page.locator("[data-storm-clock]")).to_have_text(re.compile("2:[0-4]"))
    assert found_on(page) == []
    for _time in range(11):
        press(page, "Tab")
        if page.evaluate("document.activeElement.matches('[data-storm-stop]')"):
            break
    press(page, "Enter")
    expect(page.get_by_role("heading", name="1 step found")).to_be_focused()
    assert errors == []


def test_a_page_that_is_loaded_again_goes_on(open_storm: Callable[..., Page]) -> None:
    page = open_storm()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-storm-play]")).to_be_visible()
    before = step_on(page)
    page.reload()
    expect(page.locator("[data-storm-play]")).to_be_visible()
    assert step_on(page) == before
    assert StormRun.objects.count() == 1


def test_an_answer_that_was_lost_is_sent_again_and_counts_once(
    open_storm: Callable[..., Page], intercept: Callable[..., None]
) -> None:
    page = open_storm()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-storm-play]")).to_be_visible()
    lost = []

    def lose_once(route: Any) -> None:
        if lost:
            return route.continue_()
        lost.append(route.fetch())
        return route.abort()

    intercept(page, "**/storm/answer/", lose_once)
    cell, digit = mark_of(step_on(page))
    page.click(f"#c{cell}")
    page.click(f".digit-key[data-digit='{digit}']")
    expect(page.get_by_role("alert")).to_have_text("The site does not answer; this page keeps trying.")
    expect(page.locator(f"#c{cell}")).to_have_text(str(digit))
    expect_found(page, 1)
    expect(page.locator("[data-storm-alert]")).to_be_empty()
    assert StormRun.objects.get().verdicts == "+"


def test_when_the_time_is_up_the_end_comes_by_itself(
    open_storm: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StormRun, "LASTS", storm.GRACE)
    page = open_storm()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="0 steps found")).to_be_visible()
    # Nothing was answered: it is not kept.
    assert not StormRun.objects.exists()
