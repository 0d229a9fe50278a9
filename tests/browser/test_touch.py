"""The board under a finger: taps, a finger that rests, a finger that draws, a held digit, on phones."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt

from .looking import come_to_rest

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]
Eventually = Callable[..., None]

# Cells of the fixture's grid: 53..7.... / 6..195... / .98....6. / 8...6...3 / 4..8.3..1
PHONE: dict[str, Any] = {"size": (390, 844), "has_touch": True, "is_mobile": True}
SMALL: dict[str, Any] = {**PHONE, "size": (360, 640), "color_scheme": "dark"}


@pytest.fixture
def phone(open_board: OpenBoard, attempt: Attempt) -> Page:
    return open_board(attempt, **PHONE)


def tap(page: Page, *cells: int) -> None:
    for cell in cells:
        page.locator(f"#c{cell}").tap()


def key(page: Page, digit: int) -> Any:
    return page.locator(f"[data-digit='{digit}']")


def chosen(page: Page) -> list[int]:
    read = "nodes => nodes.map((node) => Number(node.id.slice(1)))"
    return page.locator("#board [aria-selected='true']").evaluate_all(read)


def says(page: Page, sentence: str) -> None:
    expect(page.locator("#status")).to_have_text(sentence)


def stored(attempt: Attempt) -> list[tuple[str, int | None, int]]:
    return list(attempt.moves.order_by("number").values_list("kind", "cell", "digit"))


@contextmanager
def finger(page: Page, *path: str) -> Iterator[None]:
    """A finger laid on the first element and drawn straight to each other, lifted at the end."""
    screen = page.context.new_cdp_session(page)
    for number, selector in enumerate(path):
        box = page.locator(selector).bounding_box()
        assert box
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        kind = "touchMove" if number else "touchStart"
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    yield
    screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    screen.detach()


@pytest.mark.parametrize("screen", [PHONE, SMALL], ids=["phone", "small phone"])
def test_a_phone_plays_by_tapping(
    open_board: OpenBoard, attempt: Attempt, screen: dict[str, Any], eventually: Eventually
) -> None:
    page = open_board(attempt, **screen)
    tap(page, 2)
    key(page, 4).tap()
    page.locator("[data-act='notes']").tap()
    tap(page, 3)
    key(page, 2).tap()
    page.locator("[data-act='undo']").tap()
    eventually(lambda: stored(attempt) == [("d", 2, 4), ("n", 3, 2), ("u", None, 0)])
    come_to_rest(page)
    boxes = page.locator(".key").evaluate_all("nodes => nodes.map((node) => node.getBoundingClientRect())")
    assert min(box["height"] for box in boxes) >= 52
    assert len({box["top"] for box in boxes}) == 1
    assert page.locator("input:visible, textarea:visible, [contenteditable]").count() == 0


def test_a_digit_tapped_without_a_cell_is_entered_in_the_cells_tapped_next(
    phone: Page, attempt: Attempt, eventually: Eventually
) -> None:
    key(phone, 4).tap()
    says(phone, "4 is held: choose its cells.")
    expect(key(phone, 4)).to_have_attribute("aria-pressed", "true")
    expect(phone.locator(".same")).to_have_count(2)
    tap(phone, 2, 3, 3)
    phone.locator("[data-act='notes']").tap()
    tap(phone, 5)
    key(phone, 1).tap()
    tap(phone, 6)
    with finger(phone, "[data-digit='2']"):
        says(phone, "2 is held: choose its cells.")
    expect(key(phone, 2)).to_have_attribute("aria-pressed", "true")
    tap(phone, 8)
    key(phone, 2).tap()
    expect(phone.locator(".keypad [aria-pressed='true']")).to_have_count(0)
    tap(phone, 10)
    wanted = [("d", 2, 4), ("d", 3, 4), ("x", 3, 4), ("n", 5, 4), ("n", 6, 1), ("n", 8, 2)]
    eventually(lambda: stored(attempt) == wanted)
    phone.keyboard.press("Escape")
    key(phone, 7).tap()
    expect(key(phone, 7)).to_have_attribute("aria-pressed", "true")
    phone.locator("#c11").focus()
    phone.keyboard.press("Escape")
    expect(phone.locator(".keypad [aria-pressed='true'], .same, .selected")).to_have_count(0)
    assert stored(attempt) == wanted


def test_a_second_tap_deselects_the_cell(phone: Page, attempt: Attempt, eventually: Eventually) -> None:
    # The browser makes a click of a tap after it has told that the finger is lifted.
    tap(phone, 2)
    eventually(lambda: chosen(phone) == [2])
    tap(phone, 3)
    eventually(lambda: chosen(phone) == [3])
    tap(phone, 3)
    eventually(lambda: chosen(phone) == [])
    key(phone, 5).tap()
    says(phone, "5 is held: choose its cells.")
    assert stored(attempt) == []


def test_a_finger_that_rests_on_a_digit_writes_in_the_other_mode_once(
    phone: Page, attempt: Attempt, eventually: Eventually
) -> None:
    tap(phone, 2)
    with finger(phone, "[data-digit='4']"):
        says(phone, "note 4")
    key(phone, 4).tap()
    says(phone, "4 placed")
    phone.locator("[data-act='notes']").tap()
    tap(phone, 3)
    with finger(phone, "[data-digit='2']"):
        says(phone, "2 placed")
    tap(phone, 5)
    key(phone, 2).tap()
    says(phone, "note 2")
    wanted = [("n", 2, 4), ("d", 2, 4), ("d", 3, 2), ("n", 5, 2)]
    eventually(lambda: stored(attempt) == wanted)


def test_a_finger_that_rests_without_a_cell_lights_a_digit_and_a_second_beside_it(phone: Page) -> None:
    for digit, sentence in ((5, "5 lit. To write, choose a cell."), (8, "5 and 8 lit")):
        with finger(phone, f"[data-digit='{digit}']"):
            says(phone, sentence)
    assert set(phone.locator(".same").all_inner_texts()) == {"5", "8"}


def test_a_finger_draws_over_cells_and_a_digit_is_then_a_note_in_all(
    phone: Page, attempt: Attempt, eventually: Eventually
) -> None:
    """However quick it is: it was heard of twice, and crossed seven cells, one of them filled."""
    with finger(phone, "#c28", "#c34"):
        expect(phone.locator(".selected")).to_have_count(7)
    says(phone, "7 cells chosen")
    assert chosen(phone) == list(range(28, 35))
    key(phone, 5).tap()
    says(phone, "note 5 in 6 cells")
    key(phone, 5).tap()
    says(phone, "note 5 removed in 6 cells")
    tap(phone, 40)
    eventually(lambda: chosen(phone) == [40])
    tap(phone, 40)
    key(phone, 7).tap()
    with finger(phone, "#c28", "#c30"):
        expect(phone.locator(".selected")).to_have_count(3)
    says(phone, "note 7 in 3 cells")
    kinds = [("n", None, 5), ("o", None, 5), ("n", None, 7)]
    eventually(lambda: stored(attempt) == kinds)
    attempt.refresh_from_db()
    assert [cell for cell, notes in enumerate(attempt.game_state().notes) if notes] == [28, 29, 30]


def test_a_finished_digit_dims_and_still_lights_its_cells(
    open_board: OpenBoard, attempt_of: Callable[..., Attempt], student: User, puzzle: Puzzle
) -> None:
    fives = "".join(
        right if right == "5" else given for right, given in zip(puzzle.solution, puzzle.givens, strict=True)
    )
    page = open_board(attempt_of(student, digits=fives), **PHONE)
    expect(key(page, 5)).to_have_attribute("aria-label", "5, 0 left")
    come_to_rest(page)
    fills = [key(page, digit).evaluate("node => getComputedStyle(node).backgroundColor") for digit in (4, 5)]
    assert len(set(fills)) == 2
    key(page, 5).tap()
    expect(page.locator(".same")).to_have_text(["5"] * 9)
