"""A proof that is a tree, stepped through on the board: with the mouse, by keyboard, and without a script."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.engine.techniques import example_of, next_step, walk_of
from puzzles.engine.wording import describe_line, eureka_lines, render
from puzzles.play.models import Attempt, Preferences, StepSearch

from .looking import found_on

PageOf = Callable[..., Page]

pytestmark = pytest.mark.django_db(transaction=True)


def press(page: Page, times: int) -> None:
    """Press the key of the hint so many times, each after the answer to the one before."""
    for rung in range(1, times + 1):
        page.keyboard.press("h")
        expect(page.locator("#hint .is-revealed")).to_have_count(rung)


def test_a_chain_is_drawn_with_its_strong_and_weak_links(
    open_board: Any, attempt_at: Callable[..., Attempt], student: User
) -> None:
    page = open_board(attempt_at(example_of("xy_chain").position, student))
    page.locator("#c0").click()
    press(page, 3)
    links = example_of("xy_chain").step.links
    expect(page.locator(".link-strong")).to_have_count(sum(link.is_strong for link in links))
    expect(page.locator(".link-weak")).to_have_count(sum(not link.is_strong for link in links))
    dashes = "nodes => nodes.map(node => getComputedStyle(node).strokeDasharray)"
    assert set(page.locator(".link-strong").evaluate_all(dashes)) == {"none"}
    assert "none" not in page.locator(".link-weak").evaluate_all(dashes)


def test_a_chain_is_walked_on_the_board_with_an_arrow_for_each_line(
    open_board: Any, attempt_at: Callable[..., Attempt], student: User
) -> None:
    position = example_of("xy_chain").position
    step = next_step(position)
    assert step is not None
    walk = walk_of(step, position)
    assert walk is not None
    page = open_board(attempt_at(position, student))
    page.locator("#c0").click()
    press(page, 3)
    on = page.get_by_role("button", name="One line forward")
    now = page.locator("[data-tree-now]")
    plain = "rgb(255, 255, 255)"
    with translation.override("en"):
        cases = [[render(describe_line(line), translation) for line in case] for case in walk.cases]
    for case, told in zip(walk.cases, cases, strict=True):
        for index, words in enumerate(told):
            on.click()
            expect(now).to_have_text(words)
            # What is chosen steps back, also where a line lights no cell.
            expect(page.locator(".is-hinting .cell.selected")).to_have_css("outline-width", "1px")
            expect(page.locator(".cell.peer:not([class*='hint-'])").first).to_have_css(
                "background-color", plain
            )
            # Each case begins anew.
            arrows = sum(line.cause is not None for line in case[: index + 1])
            expect(page.locator(".tree-arrow")).to_have_count(arrows)
            expect(page.locator(".tree-arrow.tree-new")).to_have_count(int(case[index].cause is not None))
    expect(on).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#links .removed")).not_to_have_count(0)
    assert found_on(page) == []


def test_a_trial_is_stepped_through_on_the_board(
    open_board: Any, attempt_at: Callable[..., Attempt], student: User
) -> None:
    step = example_of("trial").step
    (branch,) = step.branches
    page = open_board(attempt_at(example_of("trial").position, student))
    page.locator("#c0").click()
    press(page, 3)
    on = page.get_by_role("button", name="One line forward")
    count = page.locator("[data-tree-count]")
    expect(count).to_have_text(f"0 / {len(branch.steps) + 2}")
    on.click()
    expect(page.locator(".tree-cell-assume text")).to_have_text(str(branch.assumed.digit))
    expect(page.locator("[data-tree-now]")).to_contain_text("Suppose that")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tree-cell-place")).to_have_count(1)
    page.keyboard.press("End")
    expect(count).to_have_text(f"{len(branch.steps) + 2} / {len(branch.steps) + 2}")
    expect(page.locator(".tree-cell-place")).to_have_count(len(branch.steps))
    expect(page.locator(".tree-hole")).to_have_count(1)
    expect(page.locator("[data-tree-now]")).to_contain_text("a contradiction")
    expect(on).to_have_attribute("aria-disabled", "true")
    page.locator("[data-tree-all] > summary").click()
    expect(page.locator(".tree-line[aria-current]")).to_have_class("tree-line tree-gap")
    assert found_on(page) == []
    page.locator("[data-line=assume] > .tree-words").click()
    expect(page.locator(".tree-cell-place")).to_have_count(0)
    page.get_by_role("button", name="Close the hint").click()
    expect(page.locator("#links > *")).to_have_count(0)


def test_without_a_script_a_proof_is_read_as_lists(page_of: PageOf, student: User) -> None:
    page = page_of(student, language="en", java_script_enabled=False)
    page.goto("/techniques/nested_trial/?rung=why")
    expect(page.locator("[data-tree-bar]")).to_be_hidden()
    page.locator("[data-tree-all] > summary").click()
    page.locator(".tree-fall summary").first.click()
    expect(page.locator(".tree-fall .tree-gap").first).to_be_visible()


def test_a_proof_on_a_page_is_stepped_through_on_its_picture(page_of: PageOf, student: User) -> None:
    page = page_of(student, language="en")
    page.goto("/techniques/nested_trial/?rung=why")
    on = page.get_by_role("button", name="One line forward")
    for _line in range(4):
        on.click()
    expect(page.locator(".step-board .tree-cell")).not_to_have_count(0)
    # What is supposed fits its cell, and the cells of the whole proof step back.
    for digit in page.locator(".tree-cell text").all():
        widths = digit.evaluate(
            "text => [text, text.previousElementSibling].map(node => node.getBoundingClientRect().width)"
        )
        assert widths[0] < widths[1]
    expect(page.locator(".step-board > .step-cells").first).to_be_hidden()
    assert found_on(page) == []


def test_a_hint_that_takes_long_is_waited_for_while_the_game_goes_on(
    open_board: Any,
    attempt_at: Callable[..., Attempt],
    student: User,
    run_tasks: Callable[[], None],
    eventually: Any,
) -> None:
    page = open_board(attempt_at(example_of("nested_trial").position, student))
    page.locator("#c0").click()
    page.keyboard.press("h")
    expect(page.locator(".hint-text")).to_contain_text("Still looking")
    expect(page.locator("#status")).to_contain_text("Still looking")
    page.keyboard.press("Shift+1")
    expect(page.locator(".hint-text")).to_contain_text("Still looking")
    page.keyboard.press("Control+z")
    eventually(lambda: StepSearch.objects.filter(found_at=None).exists())
    run_tasks()
    expect(page.locator("#hint .is-revealed")).to_have_count(1)
    expect(page.locator(".hint-title")).to_have_text("Trial within a trial")


def test_a_chain_is_written_in_eureka_notation_for_who_wants_it(
    open_board: Any, attempt_at: Callable[..., Attempt], student: User
) -> None:
    position = example_of("xy_chain").position
    step = next_step(position)
    assert step is not None
    attempt = attempt_at(position, student)
    page = open_board(attempt, size=(390, 844))
    page.locator("#c0").click()
    press(page, 3)
    notation = page.locator(".hint .eureka")
    expect(notation).to_be_hidden()
    Preferences.objects.create(player=student, eureka=True)
    page.reload()
    expect(notation).to_be_visible()
    expect(notation).to_have_text(eureka_lines(step)[0])
    assert found_on(page) == []
