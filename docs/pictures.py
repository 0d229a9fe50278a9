"""Make the pictures of the board in the README from a running site.

    .venv/bin/python -m docs.pictures http://127.0.0.1:8000 lea:her-password prof:the-password

The student begins the grids that are shown and the teacher gives an exam, so a demo class is right, as it is
after its first start. Needs Playwright and Chromium.
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from puzzles.engine import Board, solutions

FOLDER = Path(__file__).parent / "pictures"
DESKTOP = {"viewport": {"width": 980, "height": 700}, "locale": "en-GB"}
PHONE = {"viewport": {"width": 390, "height": 720}, "locale": "fr-FR", "has_touch": True, "is_mobile": True}
# Flat colours need few; the fewest with which no letter looks frayed.
COLOURS = 96

CORNER_NOTES = {3: "267", 4: "269", 17: "29"}
CELL_COLOURS = {0: "1", 3: "2", 9: "1", 12: "2", 40: "3", 49: "3", 58: "3"}


class Camera:
    """An account on a site, and the ways to the pages that are taken."""

    def __init__(self, browser: Browser, base: str, account: str) -> None:
        self.browser, self.base = browser, base
        self.name, self.password = account.split(":", 1)

    def page(self, **options: Any) -> Page:
        """A page of a new window, logged in."""
        page = self.browser.new_context(base_url=self.base, reduced_motion="reduce", **options).new_page()
        page.goto("/accounts/login/")
        page.fill("input[name=username]", self.name)
        page.fill("input[name=password]", self.password)
        page.press("input[name=password]", "Enter")
        page.wait_for_url("**/")
        return page

    def grid(self, number: int, **options: Any) -> Page:
        """Grid `number` of the account's first collection, ready for keys."""
        page = self.page(**options)
        page.fill("input[name=number]", str(number))
        page.press("input[name=number]", "Enter")
        return ready(page)


def ready(page: Page) -> Page:
    page.wait_for_selector("[role=gridcell][tabindex='0']")
    page.wait_for_load_state("networkidle")
    return page


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def take(page: Page, name: str) -> None:
    """The picture of a page once it stands still, in few colours; its window is closed."""
    page.wait_for_timeout(600)
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path)
    page.context.close()
    picture = Image.open(path).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def write(page: Page, mode: str, marks: dict[int, str]) -> None:
    """Marks in a mode: a key, then the digits of each cell. Cells that are given take colours only."""
    for cell, digits in marks.items():
        page.locator(f"#c{cell}").click()
        press(page, " ".join([mode, *digits]))
    press(page, "z")


def givens_of(page: Page) -> str:
    told: dict[str, str] = json.loads(page.locator("#game-data").text_content() or "{}")
    return told["givens"]


# The states


def conflict(student: Camera) -> None:
    page = student.grid(5, color_scheme="light", **DESKTOP)
    write(page, "x", CORNER_NOTES)
    page.locator("#c6").click()
    press(page, "7")
    take(page, "conflict")


def marks(student: Camera) -> None:
    wish_for_marks(student)
    page = student.grid(6, color_scheme="light", **DESKTOP)
    empty = [cell for cell, given in enumerate(givens_of(page)) if given == "."]
    write(page, "x", dict(zip(empty, ("37", "269", "25", "36", "38", "237"), strict=False)))
    write(page, "c", dict(zip(empty[8:], ("24", "135", "2389", "67"), strict=False)))
    write(page, "v", CELL_COLOURS)
    page.locator(f"#c{empty[5]}").click()
    take(page, "marks")


def wish_for_marks(student: Camera) -> None:
    page = student.page(**DESKTOP)
    page.goto("/settings/board/")
    page.check("input[name=centre_marks]")
    page.check("input[name=colours]")
    page.locator("main form button.button-primary").click()
    page.wait_for_load_state("networkidle")
    page.context.close()


def hint(student: Camera) -> None:
    page = student.grid(3, color_scheme="dark", **DESKTOP)
    page.locator("#c40").click()
    for _rung in range(3):
        told = page.locator("#hint").inner_text()
        press(page, "h")
        page.wait_for_function("(told) => document.getElementById('hint').innerText !== told", arg=told)
    take(page, "hint")


def paused(student: Camera) -> None:
    page = student.grid(3, color_scheme="light", **DESKTOP)
    page.locator("#c40").click()
    press(page, "p")
    take(page, "paused")


def solved(student: Camera) -> str:
    """A solved grid with a mistake on the way; the address of its replay."""
    page = student.grid(8, color_scheme="dark", **DESKTOP)
    board = Board.from_line(givens_of(page))
    solution = next(solutions(board, limit=1))
    *cells, last = board.empty_cells
    for cell in cells:
        page.locator(f"#c{cell}").click()
        press(page, str(solution[cell]))
    page.locator(f"#c{last}").click()
    press(page, f"{solution[last] % 9 + 1} Control+z {solution[last]}")
    page.wait_for_selector("#finish a")
    page.locator("#board").scroll_into_view_if_needed()
    address = page.url.replace("/play/", "/history/")
    take(page, "solved")
    return address


def replay(student: Camera, address: str) -> None:
    page = student.page(color_scheme="light", **DESKTOP)
    page.goto(f"{address}?move=30")
    page.wait_for_selector("[data-controls]:not([hidden])")
    page.locator("[data-replay]").evaluate("(node) => node.scrollIntoView()")
    page.evaluate("window.scrollBy(0, -16)")
    take(page, "replay")


def exam(teacher: Camera, student: Camera) -> None:
    page = teacher.page(**DESKTOP)
    page.goto("/")
    page.locator("a[href$='/assignments/new/']").first.click()
    page.check("input[name=preset][value=exam]")
    page.locator(".assignment-form button.button-primary").click()
    page.locator("form[action$='/hand-out/'] button").click()
    page.wait_for_load_state("networkidle")
    page.context.close()
    page = student.page(color_scheme="light", **DESKTOP)
    page.locator("a[href*='/given/']").first.click()
    page.locator("form[action$='/begin/'] button").click()
    page.wait_for_load_state("networkidle")
    page.locator(".assignee-grids button.card").first.click()
    ready(page)
    empty = [cell for cell, given in enumerate(givens_of(page)) if given == "."]
    for digit, cell in enumerate(empty[:6], 1):
        page.locator(f"#c{cell}").click()
        press(page, str(digit))
    take(page, "exam")


def phone(student: Camera) -> None:
    page = student.grid(9, color_scheme="light", **PHONE)
    cell = givens_of(page).index(".")
    page.locator(f"#c{cell}").click()
    page.locator("[data-act=fill]").click()
    take(page, "phone")


def contrast(student: Camera) -> None:
    """High contrast, which is then taken off again."""
    page = student.page(**DESKTOP)
    choose_theme(page, "contrast")
    page.context.close()
    page = student.grid(5, **DESKTOP)
    page.locator("#c40").click()
    take(page, "contrast")
    page = student.page(**DESKTOP)
    choose_theme(page, "")
    page.context.close()


def choose_theme(page: Page, theme: str) -> None:
    page.goto("/accounts/settings/")
    page.locator(f"main button[name=theme][value='{theme}']").click()
    page.wait_for_load_state("networkidle")


def main(base: str, student_account: str, teacher_account: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        student, teacher = (Camera(browser, base, each) for each in (student_account, teacher_account))
        conflict(student)
        hint(student)
        paused(student)
        replay(student, solved(student))
        phone(student)
        contrast(student)
        exam(teacher, student)
        marks(student)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:4])
