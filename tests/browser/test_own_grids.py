"""Grids of one's own in a browser: written by keys, pasted, shared with who has no account, taken along."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from puzzles.engine import Board, to_candidate_grid
from puzzles.models import Attempt

LINE = "7.....4...2..7..8...3..8.799..5..3...6..2..9...1.97..6...3..9...3..4..6...9..1.35"
SHARED = f"/grids/{LINE.replace('.', '0')}/"

PageOf = Callable[..., Any]


@pytest.fixture
def page(page_of: PageOf, transactional_db: None, student: User) -> Any:
    """The student's page on which a grid is written."""
    User.objects.update(language="en")
    page = page_of(student, language="en")
    page.goto("/grids/")
    return page


def test_a_grid_is_written_by_keys_and_looked_at_meanwhile(page: Any) -> None:
    page.locator("#c0").focus()
    for row in range(9):
        for sign in LINE[9 * row : 9 * row + 9]:
            if sign != ".":
                page.keyboard.press(f"Digit{sign}")
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Home")
    expect(page.locator("#own-text")).to_have_value(LINE)
    expect(page.locator("#own-verdict")).to_contain_text("It has exactly one solution.")
    expect(page.locator("#own-said")).to_contain_text("It has exactly one solution.")
    page.locator("#c1").focus()
    page.keyboard.press("Digit7")
    expect(page.locator("#own-verdict")).to_contain_text("7 stands more than once in row 1.")
    expect(page.locator("#c1")).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Delete")
    expect(page.locator("#c1")).not_to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url(re.compile("/play/"))
    assert Attempt.objects.get().puzzle.givens == LINE


def test_an_answer_takes_nothing_back_that_was_typed_since(page: Any) -> None:
    page.locator("#c0").focus()
    page.evaluate("""() => {
        const cell = document.getElementById("c1");
        const type = () => {
            cell.focus();
            cell.dispatchEvent(new KeyboardEvent("keydown", { code: "Digit5", key: "5", bubbles: true }));
        };
        const verdict = document.getElementById("own-verdict");
        verdict.addEventListener("htmx:beforeSwap", type, { once: true });
        verdict.addEventListener("htmx:afterSwap", () => (window.kept = cell.textContent), { once: true });
    }""")
    page.keyboard.press("Digit7")
    expect(page.locator("#c1")).to_have_text("5")
    expect(page.locator("#own-verdict")).to_contain_text("2 digits.")
    assert page.evaluate("window.kept") == "5"
    expect(page.locator("#own-text")).to_have_value("75" + "." * 79)


def test_a_pasted_grid_with_candidates_is_painted_with_its_notes(page: Any) -> None:
    board = Board.from_line(LINE)
    masks = tuple(mask | 1 << 8 for mask in board.candidate_masks())
    page.locator("#own-text").fill(to_candidate_grid(board, masks))
    expect(page.locator("#c0")).to_have_text("7")
    expect(page.locator("#c1 > i")).to_have_count(masks[1].bit_count())
    # What is written in a cell leaves the notes of the others, also when the server has looked at it.
    page.locator("#c2").focus()
    with page.expect_response("**/check/"):
        page.keyboard.press("Digit9")
    expect(page.locator("#own-verdict")).to_contain_text("29 digits.")
    assert (page.locator("#c1 > i").count(), page.locator("#c2 > i").count()) == (masks[1].bit_count(), 0)
    page.locator("#c3").focus()
    with page.expect_response("**/check/"):
        page.keyboard.press("Delete")
    page.locator("#c2").focus()
    page.keyboard.press("Delete")
    expect(page.locator("#own-verdict")).to_contain_text("28 digits.")
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url(re.compile("/play/"))
    noted = Attempt.objects.get().game_state().notes
    assert (noted[1], noted[2], noted[3]) == (masks[1], 0, 0)


def test_a_file_is_read(page: Any) -> None:
    grids = {"name": "grids.sdm", "mimeType": "text/plain", "buffer": f"{LINE}\n{LINE[::-1]}\n".encode()}
    page.locator("#own-number").fill("2")
    page.locator("#own-file").set_input_files(grids)
    expect(page.locator("#own-verdict")).to_contain_text("Grid 2 of 2 in the file.")
    expect(page.locator("#own-text")).to_have_value(LINE[::-1])


def test_the_address_of_a_grid_is_copied(page: Any) -> None:
    page.locator("#own-text").fill(LINE)
    page.get_by_text("Share, print and copy").click()
    button = page.locator("[data-copy=own-share]")
    button.click()
    expect(button).to_have_text(re.compile("Copied.|Choose the text"))
    expect(page.locator("#own-share")).to_have_value(re.compile(f"{SHARED}$"))


def test_a_game_without_an_account_is_kept_and_taken_along(
    page_of: PageOf, transactional_db: None, student: User, password: str
) -> None:
    User.objects.update(language="en")
    page = page_of(None, language="en")
    page.goto(SHARED)
    page.locator("#c1").click()
    page.keyboard.press("Digit8")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+Digit5")
    expect(page.locator("#status")).to_have_text("note 5")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Digit1")
    expect(page.locator("#status")).to_have_text("That digit is given: it stays.")
    page.reload()
    expect(page.locator("#c1")).to_have_text("8")
    expect(page.locator("#c2 > i")).to_have_count(1)

    page.get_by_role("link", name="Log in").click()
    page.fill("input[name=username]", student.username)
    page.fill("input[name=password]", password)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(SHARED))
    page.get_by_role("button", name="Go on with it").click()
    page.wait_for_url(re.compile("/play/"))
    expect(page.locator("#c1")).to_have_text("8")
    assert Attempt.objects.get().version == 2
