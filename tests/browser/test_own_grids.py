"""Own grids in a browser: written by keys, pasted, shared with who has no account, taken along."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from puzzles.engine import Board, search_line
from puzzles.engine.formats import to_candidate_grid
from puzzles.play.models import Attempt
from puzzles.play.services.own_grids import keep_grid, play_grid

from .clocks import stop_clock

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


def test_an_empty_board_says_what_playing_it_needs(page: Any) -> None:
    expect(page.locator("#c0")).to_be_focused()
    play = page.get_by_role("button", name="Play it")
    expect(play).to_be_disabled()
    expect(play).to_have_accessible_description("At least 17 digits")
    play.click(force=True)
    page.locator("#own-text").fill(LINE)
    expect(play).to_be_enabled()
    expect(play).to_have_accessible_description("")
    assert page.url.endswith("/grids/")


def test_a_grid_typed_by_keys_is_checked_meanwhile(page: Any) -> None:
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
    expect(page.locator("#own-status")).to_contain_text("It has exactly one solution.")
    page.locator("#c1").focus()
    page.keyboard.press("Digit7")
    expect(page.locator("#own-verdict")).to_contain_text("7 appears more than once in row 1.")
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


def test_the_last_input_counts_whether_file_or_text(page: Any) -> None:
    verdict = page.locator("#own-verdict")
    assert page.locator("#own-number").is_hidden(), "of which file?"
    grids = {"name": "grids.sdm", "mimeType": "text/plain", "buffer": f"{LINE}\n{LINE[::-1]}\n".encode()}
    page.locator("#own-file").set_input_files(grids)
    expect(verdict).to_contain_text("Grid 1 of 2 in the file.")
    for number, said in (("2", "Grid 2 of 2 in the file."), ("3", "There is no grid 3 in this file")):
        page.locator("#own-number").fill(number)
        page.locator("#own-number").press("Tab")
        expect(verdict).to_contain_text(said)
    expect(page.locator("#own-text")).to_have_value(LINE[::-1])
    page.locator("#own-text").fill(LINE)
    expect(verdict).to_contain_text("It has exactly one solution.")
    assert page.locator("#own-number").is_hidden()
    page.locator("#own-file").set_input_files(
        {"name": "x.png", "mimeType": "image/png", "buffer": b"\x89PNG\0" * 9}
    )
    expect(verdict).not_to_contain_text("solution")
    page.locator("#c1").focus()
    page.keyboard.press("Digit7")
    expect(verdict).to_contain_text("7 appears more than once in row 1.")


def test_an_emptied_board_can_be_restored(page: Any) -> None:
    page.locator("#own-text").fill(LINE)
    expect(page.locator("#c0")).to_have_text("7")
    page.get_by_role("button", name="Empty the board").click()
    expect(page.locator("#c0")).to_have_text("")
    expect(page.locator("#own-verdict")).not_to_contain_text("solution")
    page.get_by_role("button", name="Bring it back").click()
    expect(page.locator("#c0")).to_have_text("7")
    expect(page.locator("#own-text")).to_have_value(LINE)
    expect(page.locator("#own-verdict")).to_contain_text("It has exactly one solution.")
    expect(page.get_by_role("button", name="Empty the board")).to_be_visible()


def test_without_an_answer_nothing_older_is_offered_and_it_is_said_why(page: Any, intercept: Any) -> None:
    fate: dict[str, Any] = {}

    def answer(route: Any) -> None:
        if fate.get("status") is None:
            route.abort()
        elif fate["status"] == 200:
            route.continue_()
        else:
            route.fulfill(status=fate["status"], body="")

    intercept(page, "**/grids/check/", answer)
    for status, reason in ((None, "No connection"), (500, "has a problem"), (401, "Your session has ended")):
        fate["status"] = 200
        page.locator("#own-text").fill(LINE)
        expect(page.get_by_role("button", name="Play it")).to_be_enabled()
        assert page.locator("#own-trouble").is_hidden()
        fate["status"] = status
        page.locator("#own-text").fill(LINE[::-1])
        expect(page.locator("#own-trouble")).to_contain_text(reason)
        expect(page.get_by_role("button", name="Play it")).to_be_disabled()
        expect(page.locator("#own-verdict")).to_be_empty()
        assert page.get_by_role("link", name="Log in again").is_visible() == (status == 401)
    fate["status"] = 200
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Play it")).to_be_enabled()


def test_a_narrow_phone_shows_the_page_whole(page: Any, student: User) -> None:
    keep_grid(owner=student, board=Board.from_line(LINE), name="W" * 60)
    page.set_viewport_size({"width": 320, "height": 640})
    for path in ("/grids/", SHARED):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path


def test_the_address_of_a_grid_is_copied(page: Any) -> None:
    page.locator("#own-text").fill(LINE)
    page.get_by_text("Share, print and copy").click()
    button = page.locator("[data-copy=own-share]")
    # Its name comes back after a moment.
    stop_clock(page)
    button.click()
    expect(button).to_have_text(re.compile("Copied.|Select the text"))
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
    page.get_by_role("button", name="Centre").click()
    page.keyboard.press("Digit6")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("v")
    page.keyboard.press("Digit2")
    page.keyboard.press("z")
    page.keyboard.press("Digit1")
    expect(page.locator("#status")).to_have_text("Given digits cannot be changed.")
    page.reload()
    expect(page.locator("#c0")).to_have_class(re.compile("colour-2"))
    expect(page.locator("#c1")).to_have_text("8")
    expect(page.locator("#c2 > i")).to_have_text("5")
    expect(page.locator("#c2 > b")).to_have_text("6")

    page.get_by_role("link", name="Log in").click()
    page.fill("input[name=username]", student.username)
    page.fill("input[name=password]", password)
    page.keyboard.press("Enter")
    page.wait_for_url(SHARED)
    page.route("**/grids/play/", lambda route: route.fulfill(status=503, body="later"))
    page.get_by_role("button", name="Go on with it").click()
    page.wait_for_url("**/grids/play/")
    page.unroute("**/grids/play/")
    page.goto(SHARED)
    page.get_by_role("button", name="Go on with it").click()
    page.wait_for_url(re.compile("/play/"))
    expect(page.locator("#c1")).to_have_text("8")
    expect(page.locator("#c2")).to_have_text("56")
    expect(page.locator("#c0")).to_have_class(re.compile("colour-2"))
    assert Attempt.objects.get().version == 4
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('sudoku-shared:'))") == []


def test_a_grid_in_play_is_not_kept_and_its_player_sees_why(page: Any, student: User) -> None:
    play_grid(player=student, board=Board.from_line(LINE))
    kept = {"digits": [int(sign) for sign in LINE.replace(".", "0")], "marks": [0] * 81}
    kept["digits"][1] = 8
    page.evaluate(
        "(game) => localStorage.setItem('sudoku-shared:' + game.line, JSON.stringify(game.kept))",
        {"line": LINE, "kept": kept},
    )
    page.goto(SHARED)
    expect(page.locator("[data-carry]")).to_contain_text("nothing from there is added to it")
    page.get_by_role("button", name="Discard what was played there").click()
    expect(page.locator("[data-carry]")).to_be_hidden()
    page.reload()
    expect(page.get_by_text("You are playing this grid.")).to_be_visible()
    expect(page.locator("[data-carry]")).to_be_hidden()


@pytest.fixture
def shared(page_of: PageOf, transactional_db: None) -> Any:
    """The shared grid before somebody without an account."""
    page = page_of(None, language="en")
    page.goto(SHARED)
    expect(page.locator("[data-digit='7'][data-left]")).to_be_visible()
    return page


def test_the_shared_board_has_the_keys_of_the_board(shared: Any) -> None:
    status = shared.locator("#status")
    expect(shared.locator("#c1")).to_be_focused()
    expect(shared.get_by_role("button", name="7, 5 left")).to_be_visible()
    for key, said in (
        ("r", "row 1: 7, empty, empty, empty, empty, empty, 4, empty, empty"),
        ("m", "missing in row 1: 1 2 3 5 6 8 9"),
        ("h", "Hints come with an account"),
        ("v", "colours on"),
        ("Digit3", "colour 3"),
        ("Digit3", "colour removed"),
        ("c", "centre marks on"),
        ("Digit4", "centre mark 4"),
        ("Delete", "notes cleared"),
        ("x", "notes on"),
        ("z", "notes off"),
        (".", "1 lit"),
        ("Escape", "1 lit"),
        ("Digit5", "5 lit. "),
    ):
        shared.keyboard.press(key)
        expect(status).to_contain_text(said)
    shared.locator("#c1").focus()
    shared.keyboard.press("Shift+ArrowRight")
    expect(status).to_have_text("2 cells chosen")
    shared.keyboard.press("Digit5")
    expect(status).to_have_text("note 5 in 2 cells")
    shared.keyboard.press("Control+z")
    expect(shared.locator("#c1 > i")).to_have_count(0)
    for key, dialog in (("p", "Pause"), ("?", "Keys")):
        shared.keyboard.press(key)
        expect(shared.get_by_role("dialog", name=dialog)).to_be_visible()
        shared.keyboard.press("Escape")
        expect(shared.get_by_role("dialog", name=dialog)).to_be_hidden()
        expect(shared.locator("#c2")).to_be_focused()
    shared.get_by_role("button", name="All notes").click()
    expect(shared.locator("#c2 > i").first).to_be_visible()


def test_on_a_shared_board_a_digit_stays_chosen_and_moves_can_be_undone_after_a_reload(shared: Any) -> None:
    shared.keyboard.press("Escape")
    shared.get_by_role("button", name="8, ").click()
    expect(shared.locator("#status")).to_have_text("8 is held: choose its cells.")
    for cell in ("#c1", "#c15"):
        shared.locator(cell).click()
        expect(shared.locator(cell)).to_have_text("8")
    shared.get_by_role("button", name="Begin again").click()
    expect(shared.locator("#c1")).to_have_text("")
    shared.reload()
    shared.get_by_role("button", name="Undo").click()
    for cell in ("#c1", "#c15"):
        expect(shared.locator(cell)).to_have_text("8")
    shared.get_by_role("button", name="Undo").click()
    expect(shared.locator("#c15")).to_have_text("")


def test_a_solved_shared_board_is_at_rest_until_begun_again(shared: Any) -> None:
    solution = search_line(LINE)[1]
    for cell, digit in enumerate(solution):
        if LINE[cell] == ".":
            shared.locator(f"#c{cell}").focus()
            shared.keyboard.press(f"Digit{digit}")
    expect(shared.locator("#status")).to_contain_text("Solved")
    expect(shared.locator(".keypad")).to_be_hidden()
    shared.get_by_role("button", name="Begin again").click()
    expect(shared.locator(".keypad")).to_be_visible()
    expect(shared.locator("#c1")).to_have_text("")


@pytest.mark.parametrize("path", ["/grids/", SHARED])
def test_without_script_no_key_is_shown_that_does_nothing(
    path: str, page_of: PageOf, transactional_db: None, student: User
) -> None:
    page = page_of(student if path == "/grids/" else None, language="en", java_script_enabled=False)
    page.goto(path)
    buttons = [button.inner_text() for button in page.locator("main button").all() if button.is_visible()]
    assert [text for text in buttons if text not in ("Look at it", "Make a new grid")] == []
