"""The teacher's laptop: each click is counted, and that is why only this file clicks for the teacher."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from .book import Book

LAPTOP = {"width": 1366, "height": 650}
# A site that was killed takes some seconds to come back, on a machine with much to do.
PATIENCE_MS = 30_000


class Desk:
    """The page in front of the teacher."""

    def __init__(self, browser: Browser, url: str, book: Book) -> None:
        self.context = new_context(browser, url, viewport=LAPTOP)
        self.page: Page = self.context.new_page()
        self.book = book

    def go(self, path: str) -> None:
        """Open an address, as at the beginning of a lesson."""
        self.page.goto(path)

    def click(self, target: Locator) -> None:
        """Click, and count it."""
        self.book.click()
        target.click()

    def follow(self, name: str) -> None:
        """Click on a link."""
        self.click(self.page.get_by_role("link", name=name, exact=True).first)

    def press(self, name: str) -> None:
        """Click on a button."""
        self.click(self.page.get_by_role("button", name=name, exact=True).first)

    def fill(self, name: str, text: str) -> None:
        """Fill in the field of this name."""
        self.page.locator(f"main [name={name}]").fill(text)

    def save(self, name: str) -> str:
        """The text of the file that a link of a menu downloads."""
        with self.page.expect_download() as download:
            self.follow(name)
        return Path(download.value.path()).read_text(encoding="utf-8-sig")

    def open_beside(self, path: str) -> Page:
        """Another window of the same login, as on the projector."""
        page: Page = self.context.new_page()
        page.goto(path)
        return page

    def number(self) -> int:
        """The number in the address of the page."""
        return int(next(part for part in self.page.url.split("/") if part.isdecimal()))

    def said(self, words: str) -> None:
        """The site says so. Raises AssertionError."""
        expect(self.page.get_by_text(words).first).to_be_visible(timeout=PATIENCE_MS)
        self.book.check(words)


def new_context(browser: Browser, url: str, **options: Any) -> Any:
    """A browser window of its own, in English, without the service worker."""
    context = browser.new_context(base_url=url, locale="en-GB", timezone_id="Europe/Paris", **options)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    return context
