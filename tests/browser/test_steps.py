"""Steps beside the board in a real browser: the list, the deduction, the explained solution."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from puzzles.play.models import Attempt, Move

from .looking import found_on

OpenBoard = Callable[..., Page]

pytestmark = pytest.mark.django_db(transaction=True)


def expect_lit(page: Page, look: str, cells: list[int]) -> None:
    """These cells are lit, in the order of the board, and no other."""
    lit = page.locator(f".hint-{look}")
    expect(lit).to_have_count(len(cells))
    for number, cell in enumerate(sorted(cells)):
        expect(lit.nth(number)).to_have_id(f"c{cell}")


def test_a_step_of_the_list_is_lit_by_a_click_and_put_out_by_another(
    open_board: OpenBoard, attempt: Attempt
) -> None:
    page = open_board(attempt)
    page.click("#help-steps button")
    step = page.locator("[data-step]").nth(1)
    expect(step).to_be_visible()
    expect_lit(page, "target", [])
    step.click()
    expect(step).to_have_attribute("aria-pressed", "true")
    expect_lit(page, "target", json.loads(step.get_attribute("data-lights") or "{}")["target"])
    page.locator("[data-step]").first.click()
    expect(step).to_have_attribute("aria-pressed", "false")
    page.locator("[data-step]").first.click()
    expect(page.locator(".hint-target")).to_have_count(0)


def test_eliminations_of_a_step_are_struck_out_on_the_board(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.click("#help-steps button")
    group = page.locator(".steps-group", has_text="Locked candidates (pointing)")
    group.locator("summary").click()
    group.locator("[data-step]").first.click()
    expect(page.locator("#links > *").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_have_count(0)
    expect(page.locator("#links > *")).to_have_count(0)


def test_a_deduction_is_about_the_chosen_cell_and_names_cells_from_the_board(
    open_board: OpenBoard, attempt: Attempt
) -> None:
    page = open_board(attempt)
    page.click(".deduction summary")
    page.click("#c39")
    page.click("[data-add-cell]")
    page.click("#c40")
    expect(page.locator("[data-chosen]")).to_have_text("r5c5")
    page.select_option("#deduction-digit", "5")
    page.click("#help-deduction .button-primary")
    expect(page.locator(".hint-text")).to_contain_text("Yes, it follows: Naked single.")
    move = Move.objects.get()
    assert (move.cell, move.digit, move.hint) == (40, 5, {"places": True, "cells": [39]})


def test_the_solution_explained_is_walked_by_key_and_by_list(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.click(".help-solution a")
    page.click("button[form=show-path]")
    expect(page).to_have_url(re.compile(r"/path/$"))
    count = page.locator(".path-count")
    expect(count).to_have_text("1 / 51")
    page.wait_for_load_state("load")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("2 / 51")
    page.keyboard.press("End")
    expect(page.locator(".path-title")).to_have_text("Solved")
    expect(count).to_have_text("51 / 51")
    page.locator(".path-line").nth(4).click()
    expect(count).to_have_text("5 / 51")
    expect(page.locator(".move[aria-current]")).to_have_attribute("value", "5")


def test_lists_and_paths_are_accessible(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.click(".deduction summary")
    page.click("#help-steps button")
    expect(page.locator("[data-step]").first).to_be_visible()
    assert found_on(page) == []
    page.click("[data-close-hint]")
    page.click(".help-solution a")
    page.click("button[form=show-path]")
    page.wait_for_url(re.compile(r"/path/$"))
    expect(page.locator(".path-count")).to_be_visible()
    assert found_on(page) == []
