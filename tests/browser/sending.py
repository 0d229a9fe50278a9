"""Moves on their way from a board to the server: typed, kept in the browser, confirmed."""

import time
from typing import Any

from playwright.sync_api import Page, expect

from puzzles.play.models import Attempt


def stored(attempt: Attempt) -> list[tuple[int | None, int]]:
    """Cell and digit of every move that the server holds."""
    return list(attempt.moves.order_by("number").values_list("cell", "digit"))


def kept(page: Page) -> int:
    """How many ops the browser still keeps."""
    return page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('sudoku-op:')).length")


def type_notes(page: Page, notes: list[tuple[int, int]], *, a_second: int = 0) -> None:
    """Type these notes as a person does, in the cells of the first row, going to each cell when it comes."""
    for cell, digit in notes:
        if page.evaluate("document.activeElement.id") != f"c{cell}":
            page.locator(f"#c{cell}").focus()
        page.keyboard.press(str(digit))
        if a_second:
            time.sleep(1 / a_second)


def alert(page: Page) -> Any:
    """What is expected of the line that tells of trouble."""
    return expect(page.locator("#alert"))
