"""A board that follows what its player wishes, in a real browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.models import Attempt
from puzzles.services.preferences import keep_board_wishes

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]
INVALID = "[role=gridcell][aria-invalid]"


def test_conflicts_wait_until_they_are_asked_for(
    open_board: OpenBoard, attempt: Attempt, student: User
) -> None:
    keep_board_wishes(player=student, wishes={"conflicts_at_once": False})
    board = open_board(attempt)
    board.keyboard.press("5")
    expect(board.locator("#c2")).to_have_text("5")
    expect(board.locator(INVALID)).to_have_count(0)
    board.click("#ask-conflicts")
    expect(board.locator(INVALID)).to_have_count(2)
    expect(board.locator("#status")).to_have_text("Cells with a digit that repeats: 2")
    board.click("#c2")
    board.keyboard.press("Delete")
    expect(board.locator(INVALID)).to_have_count(0)


def test_names_of_cells_are_short_where_that_is_wished(
    open_board: OpenBoard, attempt: Attempt, student: User
) -> None:
    keep_board_wishes(player=student, wishes={"short_labels": True})
    board = open_board(attempt)
    expect(board.locator("#c0")).to_have_attribute("aria-label", "r1c1, given 5")
    board.keyboard.press("4")
    expect(board.locator("#c2")).to_have_attribute("aria-label", "r1c3, 4")


def test_the_left_hand_finds_the_keys_left_of_the_grid(
    open_board: OpenBoard, attempt: Attempt, student: User
) -> None:
    keep_board_wishes(player=student, wishes={"left_hand": True, "show_timer": False, "light_peers": False})
    board = open_board(attempt)
    keys: Any = board.locator(".keypad").bounding_box()
    grid: Any = board.locator("#board").bounding_box()
    assert keys["x"] + keys["width"] <= grid["x"]
    expect(board.locator("#timer")).to_be_hidden()
    colour = "e => getComputedStyle(e).backgroundColor"
    fills = {board.locator(f"#c{cell}").evaluate(colour) for cell in (3, 80)}
    assert len(fills) == 1
