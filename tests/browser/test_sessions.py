"""Pages that stay open while their reader logs in again elsewhere: a login changes the CSRF token of all."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.play.models import Attempt

OpenBoard = Callable[..., Page]


@pytest.fixture
def board(open_board: OpenBoard, attempt: Attempt, student: User, password: str) -> Page:
    """A board that was open before its player logged in again in another window."""
    page = open_board(attempt)
    page.context.clear_cookies(name="sessionid")
    other = page.context.new_page()
    other.goto("/accounts/login/")
    other.locator("input[name=username]").fill(student.username)
    other.locator("input[name=password]").fill(password)
    other.locator("input[name=password]").press("Enter")
    other.wait_for_url("/")
    other.close()
    page.bring_to_front()
    return page


def test_help_is_given_after_a_login_in_another_window(board: Page) -> None:
    board.keyboard.press("h")
    expect(board.locator("#hint .hint-text")).to_be_visible()
    expect(board.locator("#alert")).to_be_empty()


def test_one_can_log_out_after_a_login_in_another_window(board: Page) -> None:
    board.locator(".site-header [data-menu] summary").click()
    board.get_by_role("button", name="Log out").click()
    board.wait_for_url("**/accounts/login/**")
