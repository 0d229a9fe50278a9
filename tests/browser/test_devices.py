"""Two devices or windows on one attempt: each sees the other, and nothing is written over unsaid."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.engine import Board
from puzzles.play.game import Change, replay
from puzzles.play.models import Attempt, Preferences

from .board import status
from .clocks import stop_clock
from .sending import kept, stored

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]
Eventually = Callable[..., None]

NOTES = [(2, digit) for digit in range(1, 9)]
ELSEWHERE = "The grid was changed on another page."
LABELS = "() => [...document.querySelectorAll('#board [role=gridcell]')].map((node) => node.ariaLabel)"
# So long a page at rest waits before it asks for news.
NEWS_MS = 5000


@pytest.fixture
def board(open_board: OpenBoard, attempt: Attempt) -> Page:
    Preferences.objects.create(player=attempt.player, centre_marks=True, colours=True)
    return open_board(attempt)


@pytest.fixture
def phone(board: Page, page_of: Callable[..., Page], student: User, attempt: Attempt) -> Page:
    """The same attempt on another device, with a session of its own."""
    page = page_of(student, has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/play/{attempt.pk}/")
    page.locator("#c2").focus()
    return page


@pytest.fixture
def unaware(phone: Page, intercept: Callable[..., None]) -> Page:
    """The other device, which hears no news: it learns what happened when it moves itself."""
    intercept(phone, "**/news/", lambda route: route.abort())
    return phone


def kinds(attempt: Attempt) -> str:
    return "".join(attempt.moves.order_by("number").values_list("kind", flat=True))


def type_notes(page: Page, notes: list[tuple[int, int]]) -> None:
    for cell, digit in notes:
        press(page, cell, f"Shift+{digit}")


def press(page: Page, cell: int, keys: str) -> None:
    """Press these keys in a cell."""
    if page.evaluate("document.activeElement.id") != f"c{cell}":
        page.locator(f"#c{cell}").focus()
    for key in keys.split():
        page.keyboard.press(key)


def label(page: Page, cell: int) -> Any:
    return expect(page.locator(f"#c{cell}"))


def look_again(page: Page) -> None:
    """What happens when somebody comes back to a page: it asks for news at once."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def server_cells(attempt: Attempt) -> list[tuple[int, int]]:
    """The digits and marks that the replay of the stored moves leads to."""
    rows = attempt.moves.order_by("number").values_list("effect", flat=True)
    effects = [tuple([Change(*change) for change in effect]) for effect in rows]
    state = replay(Board.from_line(attempt.puzzle.givens).digits, effects)
    return list(zip(state.digits, state.marks, strict=True))


def shown_cells(page: Page) -> list[tuple[int, int]]:
    """The digits and marks that stand on the page, read from what is drawn."""
    found = page.evaluate(
        """() => [...document.querySelectorAll("#board [role=gridcell]")].map((node) => {
          const digits = (text) => [...text].reduce((mask, digit) => mask | 1 << digit - 1, 0);
          const notes = [...node.querySelectorAll("i")].map((note) => note.textContent).join("");
          const centre = node.querySelector("b")?.textContent ?? "";
          const colour = Number(node.className.match(/colour-(\\d)/)?.[1] ?? 0);
          const digit = node.firstElementChild ? 0 : Number(node.textContent);
          return [digit, digits(notes) | digits(centre) << 9 | colour << 18];
        })"""
    )
    return [tuple(cell) for cell in found]


def test_a_page_at_rest_asks_for_news_within_seconds(
    board: Page, page_of: Callable[..., Page], student: User, attempt: Attempt, eventually: Eventually
) -> None:
    phone = page_of(student)
    stop_clock(phone)
    phone.goto(f"/play/{attempt.pk}/")
    press(board, 3, "6")
    eventually(lambda: stored(attempt) == [(3, 6)])
    # The script that asks is fetched in between.
    with phone.expect_response(re.compile(r"/board_poll(\.\w+)?\.js$")) as script:
        phone.clock.run_for(NEWS_MS)
    phone.evaluate("(url) => import(url).then(() => null)", script.value.url)
    with phone.expect_request("**/news/"):
        phone.clock.run_for(100)
    phone.clock.resume()
    label(phone, 3).to_have_text("6")


def test_moves_of_one_device_show_on_the_other(
    board: Page, phone: Page, attempt: Attempt, eventually: Eventually
) -> None:
    """Digits, notes, centre marks, colours, undo and redo; told once, with the cell."""
    press(board, 3, "6")
    label(phone, 3).to_have_text("6")
    status(phone).to_have_text(f"{ELSEWHERE} Row 1, column 4, 6")
    steps = [
        (board, 2, "Shift+1", "Row 1, column 3, notes 1"),
        (board, 2, "c 4 z", "Row 1, column 3, notes 1, centre 4"),
        (phone, 2, "v 7 z", "Row 1, column 3, notes 1, centre 4, colour 7"),
        (phone, 2, "Control+z", "Row 1, column 3, notes 1, centre 4"),
        (board, 2, "Control+z", "Row 1, column 3, notes 1"),
        (phone, 2, "Control+y", "Row 1, column 3, notes 1, centre 4"),
        (board, 2, "Control+y", "Row 1, column 3, notes 1, centre 4, colour 7"),
        (phone, 2, "4", "Row 1, column 3, 4, colour 7"),
        (board, 2, "Control+z", "Row 1, column 3, notes 1, centre 4, colour 7"),
        (board, 2, "5", "Row 1, column 3, 5, colour 7, repeats in row 1 and box 1"),
    ]
    for number, (device, cell, keys, said) in enumerate(steps, 2):
        other = phone if device is board else board
        press(device, cell, keys)
        eventually(lambda number=number: attempt.moves.count() == number)
        look_again(other)
        label(other, cell).to_have_attribute("aria-label", said)
        label(device, cell).to_have_attribute("aria-label", said)
    # The given 5 that it repeats has not changed.
    status(phone).to_have_text(f"{ELSEWHERE} {steps[-1][3]}")
    assert kinds(attempt) == "dncluurrdud"
    assert shown_cells(board) == shown_cells(phone) == server_cells(attempt)


def test_two_devices_that_write_into_one_cell_both_see_the_clash(
    board: Page, unaware: Page, attempt: Attempt, eventually: Eventually
) -> None:
    press(board, 2, "4")
    eventually(lambda: stored(attempt) == [(2, 4)])
    press(unaware, 2, "1")
    status(unaware).to_have_text(
        "Changed on another page meanwhile: Row 1, column 3. Your move came last and stands."
    )
    look_again(board)
    status(board).to_have_text(f"{ELSEWHERE} Row 1, column 3, 1")
    assert stored(attempt) == [(2, 4), (2, 1)]
    # An undo takes back what came last, on whichever device that was.
    press(board, 3, "6")
    eventually(lambda: attempt.moves.count() == 3)
    press(unaware, 2, "Control+z")
    status(unaware).to_have_text(
        "Changed on another page meanwhile: Row 1, column 4. Your move came last and stands."
    )
    look_again(board)
    status(board).to_have_text(f"{ELSEWHERE} Row 1, column 4, empty")
    assert shown_cells(board) == shown_cells(unaware) == server_cells(attempt)


def test_marks_of_two_devices_in_one_cell_live_side_by_side(
    board: Page, unaware: Page, attempt: Attempt, eventually: Eventually
) -> None:
    press(board, 2, "Shift+1")
    eventually(lambda: attempt.moves.count() == 1)
    press(unaware, 2, "Shift+4")
    status(unaware).to_have_text(f"{ELSEWHERE} Row 1, column 3, notes 1 4")
    label(unaware, 2).to_have_attribute("aria-label", "Row 1, column 3, notes 1 4")


def test_two_devices_in_a_hurry_end_with_the_servers_replay(
    board: Page, phone: Page, attempt: Attempt, set_offline: Callable[..., None], eventually: Eventually
) -> None:
    """Both write into the same few cells, one of them without a line for a while."""
    rng = random.Random(6)
    keys = ["1", "2", "4", "Shift+1", "Shift+4", "c 2 z", "v 3 z", "Delete", "Control+z", "Control+y", "f"]
    for round_ in range(3):
        set_offline(phone, round_ == 1)
        for _ in range(8):
            for page in (board, phone):
                press(page, rng.choice([2, 3, 5, 10]), rng.choice(keys))
    set_offline(phone, False)
    eventually(lambda: kept(board) + kept(phone) == 0)
    for page in (board, phone):
        look_again(page)
    eventually(lambda: shown_cells(board) == shown_cells(phone) == server_cells(attempt))
    assert attempt.clients.filter(last_seq__gt=0).count() == 2
    for page in (board, phone):
        expect(page.locator("#saving")).to_have_text("saved")
        expect(page.locator("#alert")).to_be_empty()


# Several windows


def second_window(page: Page, attempt: Attempt) -> Page:
    other = page.context.new_page()
    other.goto(f"/play/{attempt.pk}/")
    return other


def test_two_windows_end_with_the_same_grid(
    board: Page, attempt: Attempt, intercept: Callable[..., None], eventually: Eventually
) -> None:
    other = second_window(board, attempt)
    # It learns what happened when it moves itself.
    intercept(other, "**/news/", lambda route: route.abort())
    type_notes(board, [(2, 1), (3, 2)])
    eventually(lambda: len(stored(attempt)) == 2)
    other.bring_to_front()
    other.locator("#c5").focus()
    other.keyboard.press("8")
    eventually(lambda: len(stored(attempt)) == 3)
    expect(other.locator("#c2 i")).to_have_text(["1"])
    told = "Row 1, column 3, notes 1; Row 1, column 4, notes 2"
    expect(other.locator("#status")).to_have_text(f"{ELSEWHERE} {told}")
    board.bring_to_front()
    type_notes(board, [(6, 4)])
    expect(board.locator("#c5")).to_have_text("8")
    read = "() => document.getElementById('board').innerText"
    eventually(lambda: board.evaluate(read) != "" and len(stored(attempt)) == 4)
    other.bring_to_front()
    other.keyboard.press("ArrowRight")
    other.keyboard.press("Shift+9")
    eventually(lambda: other.evaluate(read) == board.evaluate(read) or len(stored(attempt)) == 5)
    expect(other.locator("#c6 i")).to_have_text(["4", "9"])


def test_a_move_refused_because_of_another_window_is_taken_back(
    board: Page, attempt: Attempt, eventually: Eventually
) -> None:
    other = second_window(board, attempt)
    other.locator("#c2").focus()
    other.keyboard.press("4")
    eventually(lambda: len(stored(attempt)) == 1)
    board.bring_to_front()
    type_notes(board, [(2, 1)])
    expect(board.locator("#c2")).to_have_text("4")
    expect(board.locator("#status")).to_have_text("A cell with a digit takes no notes.")
    assert kept(board) == 0


def test_windows_that_were_both_offline_lose_nothing(
    board: Page, attempt: Attempt, set_offline: Callable[..., None], eventually: Eventually
) -> None:
    other = second_window(board, attempt)
    set_offline(board, True)
    set_offline(other, True)
    type_notes(board, NOTES[:4])
    other.locator("#c6").focus()
    for digit in "123":
        other.keyboard.press(f"Shift+{digit}")
    board.context.set_offline(False)
    eventually(lambda: len(stored(attempt)) == 7)
    eventually(lambda: kept(board) == 0)
    assert [note for note in stored(attempt) if note[0] == 2] == NOTES[:4]
