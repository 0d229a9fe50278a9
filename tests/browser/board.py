"""Keys and the status line of a board in a browser."""

from typing import Any

from playwright.sync_api import Page, expect


def press(page: Page, keys: str) -> None:
    """Press keys one after the other: `press(page, "n 1 ArrowRight")`."""
    for key in keys.split():
        page.keyboard.press(key)


def status(page: Page) -> Any:
    """Expectations of the status line."""
    return expect(page.locator("#status"))
