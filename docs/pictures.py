"""Make the pictures of the board in the README from a running site.

    .venv/bin/python docs/pictures.py http://127.0.0.1:8000 lea:her-password

The account begins the grids it shows, so a demo student is right. Needs Playwright and Chromium.
"""

import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).parent / "pictures"
DESKTOP = {"viewport": {"width": 1120, "height": 740}, "locale": "fr-FR"}
PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "fr-FR", "has_touch": True, "is_mobile": True}
NOTES = {3: "267", 4: "269", 17: "29"}


def open_grid(browser: Browser, base: str, account: str, number: int, **options: Any) -> Page:
    """A logged-in page that shows grid `number` of the account's first collection."""
    name, password = account.split(":", 1)
    page = browser.new_context(base_url=base, **options).new_page()
    page.goto("/accounts/login/")
    page.fill("input[name=username]", name)
    page.fill("input[name=password]", password)
    page.press("input[name=password]", "Enter")
    page.fill("input[name=number]", str(number))
    page.press("input[name=number]", "Enter")
    page.wait_for_selector("[role=gridcell][tabindex='0']")
    return page


def play_a_little(page: Page) -> None:
    """Notes, a repeated digit and a right one, as a person leaves them."""
    page.locator("#c3").click()
    page.keyboard.press("n")
    for cell, digits in NOTES.items():
        page.locator(f"#c{cell}").click()
        for digit in digits:
            page.keyboard.press(digit)
    page.keyboard.press("n")
    page.locator("#c6").click()
    page.keyboard.press("7")


def ask_for_hint(page: Page, presses: int) -> None:
    page.locator("#c40").click()
    for _press in range(presses):
        page.keyboard.press("h")
        page.wait_for_timeout(400)


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(600)
    page.screenshot(path=FOLDER / f"{name}.png")
    page.context.close()


def main(base: str, account: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = open_grid(browser, base, account, 5, color_scheme="light", **DESKTOP)
        play_a_little(page)
        take(page, "board-light")
        page = open_grid(browser, base, account, 3, color_scheme="dark", **DESKTOP)
        ask_for_hint(page, 3)
        take(page, "hint-dark")
        page = open_grid(browser, base, account, 3, color_scheme="light", **PHONE)
        page.locator("#c0").click()
        take(page, "phone-light")
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:3])
