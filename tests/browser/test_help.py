"""Help in a real browser: by key, by button, by touch, by ear and without script."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from accounts.models import User
from puzzles.play.models import Attempt, Move

from .looking import come_to_rest, found_on

PageOf = Callable[..., Page]
OpenBoard = Callable[..., Page]
StartAttempt = Callable[..., Attempt]

pytestmark = pytest.mark.django_db(transaction=True)

NUDGE = "Look for a digit that has only one possible cell left in a box."
WHERE = "Look at box 9: one digit has only one possible cell left there."
DONE = "Place 1 in r9c7, the only cell left for it in box 9."
# r9c7, where the first hint leads; r5c9 and r8c5, which are its cause.
TARGET, CAUSES = "#c78", ["#c44", "#c67"]


def small_phone(open_board: OpenBoard, attempt: Attempt) -> Page:
    """The page of the attempt on the smallest phone that it must fit."""
    return open_board(attempt, size=(360, 640), is_mobile=True, has_touch=True)


def press_hint(page: Page, sentence: str) -> None:
    page.keyboard.press("h")
    expect(page.locator(".hint-text")).to_have_text(sentence)


def lit(page: Page, part: str) -> Locator:
    return page.locator(f".hint-{part}[role=gridcell]")


def expect_lit(page: Page, part: str, *cells: str) -> None:
    """These cells are lit, in the order of the board, and no other."""
    expect(lit(page, part)).to_have_count(len(cells))
    for number, cell in enumerate(cells):
        expect(lit(page, part).nth(number)).to_have_id(cell.removeprefix("#"))


def stored(attempt: Attempt) -> list[tuple[str, int]]:
    return list(Move.objects.filter(attempt=attempt).order_by("number").values_list("kind", "rung"))


def test_the_key_h_leads_from_nudge_to_done(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.locator("#c2").click()
    press_hint(page, NUDGE)
    expect_lit(page, "area")
    press_hint(page, WHERE)
    expect(lit(page, "area")).to_have_count(9)
    expect_lit(page, "target")
    page.keyboard.press("h")
    expect(page.locator(TARGET)).to_have_class(re.compile("hint-target"))
    expect_lit(page, "cause", *CAUSES)
    press_hint(page, DONE)
    expect(page.locator(TARGET)).to_have_text("1")
    expect(page.locator("#c2")).to_be_focused()
    assert stored(attempt) == [("h", 1), ("h", 2), ("h", 3), ("h", 4)]


def test_a_hint_that_was_done_is_undone_by_key(
    open_board: OpenBoard, attempt: Attempt, eventually: Callable[..., None]
) -> None:
    page = open_board(attempt)
    page.locator("#c2").click()
    press_hint(page, NUDGE)
    press_hint(page, WHERE)
    page.keyboard.press("h")
    expect(page.locator(TARGET)).to_have_class(re.compile("hint-target"))
    press_hint(page, DONE)
    page.keyboard.press("Control+z")
    expect(page.locator(TARGET)).to_have_text("")
    expect(page.locator("#saving")).to_have_attribute("data-state", "saved")
    # An undo on its way is no undo yet.
    eventually(lambda: Attempt.objects.get().digits == attempt.puzzle.givens)
    assert Attempt.objects.get().cells_shown == 1


def test_a_hint_is_announced_and_shown_in_a_labelled_region(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.locator("#c2").click()
    press_hint(page, NUDGE)
    press_hint(page, WHERE)
    expect(page.locator("#status")).to_have_text(WHERE)
    expect(page.get_by_role("region", name="Hidden single")).to_contain_text(WHERE)
    expect(page.locator("#c60")).to_have_attribute("aria-label", re.compile(", hint$"))
    assert found_on(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#c60")).to_have_attribute("aria-label", re.compile("given 2$"))


def test_escape_closes_the_hint_before_it_deselects_the_cell(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.locator("#c2").click()
    press_hint(page, NUDGE)
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_have_count(0)
    expect(page.locator("#c2")).to_have_class(re.compile("selected"))
    page.keyboard.press("Escape")
    expect(page.locator("#c2")).not_to_have_class(re.compile("selected"))


def test_a_digit_closes_the_hint_and_a_note_leaves_it_open(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.locator("#c2").click()
    press_hint(page, NUDGE)
    press_hint(page, WHERE)
    page.keyboard.press("Shift+4")
    expect(page.locator("#c2 i")).to_have_count(1)
    expect(page.locator(".hint-text")).to_have_text(WHERE)
    page.keyboard.press("4")
    expect(page.locator(".hint")).to_have_count(0)
    expect_lit(page, "area")


def test_a_hint_is_asked_for_only_when_every_move_is_stored(
    open_board: OpenBoard, attempt: Attempt, intercept: Callable[..., None]
) -> None:
    page = open_board(attempt)
    intercept(page, "**/moves/", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.locator("#c2").click()
    for key in ("1", "ArrowRight", "6", "h"):
        page.keyboard.press(key)
    expect(page.locator(".hint-text")).to_have_text(
        "There is a mistake on the grid: one of your digits is wrong."
    )
    assert stored(attempt) == [("d", 0), ("d", 0), ("h", 1)]


def test_a_help_answered_late_takes_no_move_off_the_board(
    open_board: OpenBoard, attempt: Attempt, intercept: Callable[..., None], eventually: Callable[..., None]
) -> None:
    page = open_board(attempt)
    late: list[tuple[Route, APIResponse]] = []
    intercept(page, "**/check/", lambda route: late.append((route, route.fetch())))
    page.locator("#help-check button").click()
    eventually(lambda: bool(late))
    with page.expect_response("**/moves/"):
        page.locator("#c2").press("Shift+4")
    expect(page.locator("#saving")).to_have_attribute("data-state", "saved")
    ((route, response),) = late
    route.fulfill(response=response)
    expect(page.locator("#status")).to_contain_text("No wrong digit so far.")
    expect(page.locator("#c2")).to_have_text("4")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#c2")).to_have_text("4")


def test_an_open_hint_is_open_again_after_a_reload(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.locator("#c2").click()
    press_hint(page, NUDGE)
    press_hint(page, WHERE)
    page.reload()
    expect(page.locator(".hint-text")).to_have_text(WHERE)
    expect(lit(page, "area")).to_have_count(9)
    page.keyboard.press("Escape")
    expect_lit(page, "area")


def test_a_check_marks_the_wrong_digits_until_one_is_changed(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.locator("#c2").click()
    page.keyboard.press("1")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".hint-text")).to_have_text("1 digit is wrong: r1c3.")
    expect_lit(page, "wrong", "#c2")
    expect(page.locator("#c2")).to_have_attribute("aria-label", re.compile(", wrong$"))
    assert found_on(page) == []
    page.locator("#c2").click()
    page.keyboard.press("4")
    expect(page.locator("#c2")).not_to_have_class(re.compile("hint-wrong"))


def test_the_chosen_cell_is_filled_and_typing_goes_on_there(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.locator("#c2").click()
    page.get_by_role("button", name="Fill this cell").click()
    expect(page.locator("#c2")).to_have_text("4")
    expect(page.locator("#status")).to_have_text("4 belongs in r1c3.")
    expect(page.locator("#c2")).to_be_focused()


def test_a_double_click_asks_for_one_rung(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.locator("#help-hint button").click()
    expect(page.locator("#hint .is-revealed")).to_have_count(1)
    page.locator("#help-hint button").click(click_count=2, delay=80)
    expect(page.locator("#hint .is-revealed")).to_have_count(2)
    page.locator("#help-check button").click()
    expect(page.locator("#status")).to_contain_text("No wrong digit so far.")
    assert [rung for kind, rung in stored(attempt) if kind == "h"] == [1, 2]


def test_the_space_bar_opens_what_has_the_focus(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.locator(".help-rules summary").press("Space")
    expect(page.locator(".help-rules li").first).to_be_visible()
    expect(page.locator("[data-act=notes]")).to_have_attribute("aria-pressed", "false")


def test_without_a_chosen_cell_none_is_filled(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Fill this cell").click()
    expect(page.locator("#status")).to_have_text("Choose a cell first.")
    assert stored(attempt) == []


def test_simple_steps_fill_cells_and_are_one_undo(
    open_board: OpenBoard, attempt_of: StartAttempt, student: User
) -> None:
    page = open_board(attempt_of(student, partial_cells=6, solution="never"))
    page.get_by_role("button", name="Simple steps").click()
    expect(page.locator(".hint-text")).to_have_text("The simple method has filled 6 cells.")
    expect(lit(page, "target")).to_have_count(6)
    expect(page.locator("#help-left")).to_have_text("0 cells left to fill")
    page.locator("#c2").click()
    page.keyboard.press("Control+z")
    expect(page.locator("#c40")).to_have_text("")
    expect(page.locator("#c37")).to_have_text("")


def test_a_refusal_is_said_in_the_status_line(
    open_board: OpenBoard, attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student, hint_budget=1)
    page = open_board(attempt)
    page.locator("#c2").click()
    press_hint(page, NUDGE)
    page.locator(TARGET).click()
    page.keyboard.press("1")
    page.keyboard.press("h")
    expect(page.locator("#status")).to_have_text("You have used the 1 hint of this grid.")
    assert stored(attempt) == [("h", 1), ("d", 0)]


def test_the_solution_asks_first_and_then_ends_the_game(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.get_by_role("link", name="Show the solution").click()
    page.get_by_role("link", name="Keep playing").click()
    expect(page.locator("#c2")).to_have_text("")
    assert stored(attempt) == []
    page.get_by_role("link", name="Show the solution").click()
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#finish")).to_contain_text("the grid counts as shown")
    expect(page.locator("#c2")).to_have_text("4")
    expect(page.locator("#help")).to_be_hidden()
    expect(page.get_by_role("button", name="Next grid")).to_be_visible()
    attempt.refresh_from_db()
    assert attempt.state == Attempt.State.SHOWN


def test_unreachable_help_shows_a_message_and_recovers(
    open_board: OpenBoard, attempt: Attempt, set_offline: Callable[..., None]
) -> None:
    page = open_board(attempt)
    page.locator("#c2").click()
    set_offline(page, True)
    page.keyboard.press("h")
    expect(page.locator("#status")).to_have_text("Help could not be loaded. Try again.")
    set_offline(page, False)
    press_hint(page, NUDGE)


def test_help_after_the_session_ended_leads_to_the_login(open_board: OpenBoard, attempt: Attempt) -> None:
    """And is told no more once somebody is logged in again, whose keys then go on at the cell."""
    page = open_board(attempt)
    page.locator("#c2").click()
    cookies = page.context.cookies()
    page.context.clear_cookies()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#alert")).to_contain_text("Your session has ended.")
    expect(page.locator("#alert a")).to_have_attribute("href", re.compile("/accounts/login/"))
    page.locator("#alert a").focus()
    page.context.add_cookies(cookies)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.locator("#alert")).to_be_empty()
    expect(page.locator("#c2")).to_be_focused()
    page.context.clear_cookies()
    page.keyboard.press("h")
    expect(page.locator("#alert")).to_contain_text("Your session has ended.")
    page.context.add_cookies(cookies)
    press_hint(page, NUDGE)
    expect(page.locator("#alert")).to_be_empty()


# On a phone


def test_the_play_area_fits_a_small_phone_with_help_in_reach(open_board: OpenBoard, attempt: Attempt) -> None:
    page = small_phone(open_board, attempt)
    assert page.evaluate("document.documentElement.scrollHeight") <= 640
    for name in ("Hint", "Check", "More help"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)


WATCH_SHIFTS = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
  }).observe({ type: "layout-shift" });
}"""


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 844)])
def test_on_a_phone_a_hint_leaves_board_digits_and_tools_free(
    open_board: OpenBoard, attempt: Attempt, size: tuple[int, int]
) -> None:
    page = open_board(attempt, size=size, language="fr", is_mobile=True, has_touch=True)
    page.evaluate(WATCH_SHIFTS)
    page.get_by_role("button", name="Indice", exact=True).tap()
    for name in ("Où ?", "Pourquoi ?"):
        page.get_by_role("button", name=name).tap()
    expect(page.locator(TARGET)).to_have_class(re.compile("hint-target"))
    # Where it would lie over the tools, the status line shows its sentence: above the keys or the board.
    is_tall = size[1] > 800
    expect(page.locator(".hint-text")).to_be_visible(visible=is_tall)
    said = page.locator("#status")
    expect(said).to_contain_text(page.locator(".hint-text").text_content() or "?")
    # The line is lifted when the next frame is drawn.
    come_to_rest(page)
    places = page.evaluate(
        """() => Object.fromEntries(["#status", "#board", ".keypad", ".tools", ".hint"]
          .map((name) => [name, document.querySelector(name).getBoundingClientRect().toJSON()]))"""
    )
    board, told = places["#board"], places["#status"]
    assert is_tall or told["height"] > 20
    assert told["bottom"] <= board["top"] + 8 or board["bottom"] <= told["top"]
    assert told["bottom"] <= places[".keypad"]["top"]
    assert places[".tools"]["bottom"] <= places[".hint"]["top"]
    assert page.locator(".hint").evaluate("(node) => node.scrollWidth <= node.clientWidth")
    assert page.evaluate("window.shift") == 0
    assert found_on(page) == []
    page.get_by_role("button", name="Fais-le").tap()
    expect(page.locator(TARGET)).to_have_text("1")
    page.get_by_role("button", name="Fermer l’indice").tap()
    expect(page.locator(".hint")).to_have_count(0)


def test_a_hint_is_unfolded_to_show_its_sentence_again(open_board: OpenBoard, attempt: Attempt) -> None:
    page = small_phone(open_board, attempt)
    page.get_by_role("button", name="Hint", exact=True).tap()
    fold = page.get_by_role("button", name="Text of the hint")
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".hint-text")).to_be_hidden()
    page.locator("#c2").tap()
    for name in ("Notes", "4, 7 left", "Undo", "Clear"):
        page.get_by_role("button", name=name, exact=True).tap()
    fold.tap()
    expect(page.locator(".hint-text")).to_be_visible()
    page.get_by_role("button", name="Where?").tap()
    expect(page.locator("#status")).to_have_text(WHERE)
    expect(fold).to_have_attribute("aria-expanded", "false")
    assert stored(attempt) == [("h", 1), ("n", 0), ("u", 0), ("h", 2)]
    # What nothing else tells any more stands open.
    page.reload()
    expect(page.locator(".hint-text")).to_be_visible()


@pytest.mark.parametrize("size", [(844, 390), (640, 400)], ids=["lying phone", "200 %"])
def test_on_a_low_screen_board_keys_and_hint_are_seen_side_by_side(
    open_board: OpenBoard, attempt: Attempt, size: tuple[int, int]
) -> None:
    page = open_board(attempt, size=size)
    page.locator("#c2").click()
    for sentence in (NUDGE, WHERE):
        press_hint(page, sentence)
    for name in ("#board", ".keypad", ".tools", ".hint-deeper", ".hint-close"):
        expect(page.locator(name)).to_be_in_viewport(ratio=1)
    come_to_rest(page)
    board, pad, hint = (page.locator(name).bounding_box() for name in ("#board", ".play-pad", ".hint"))
    assert board is not None
    assert pad is not None
    assert hint is not None
    assert board["x"] + board["width"] <= pad["x"]
    assert pad["y"] + pad["height"] <= hint["y"]
    page.locator("#tools-menu > summary").click()
    page.get_by_role("link", name="My board").click(trial=True)


def test_on_a_phone_more_help_opens_and_closes(open_board: OpenBoard, attempt: Attempt) -> None:
    page = small_phone(open_board, attempt)
    more, cell = (
        page.get_by_role("button", name="More help"),
        page.get_by_role("button", name="Fill this cell"),
    )
    expect(cell).to_be_hidden()
    more.tap()
    expect(more).to_have_attribute("aria-expanded", "true")
    expect(cell).to_be_visible()
    assert found_on(page) == []
    page.locator("#c2").tap()
    expect(cell).to_be_hidden()
    more.tap()
    cell.tap()
    expect(page.locator("#c2")).to_have_text("4")
    expect(cell).to_be_hidden()


# Without script


def test_without_script_every_help_works(page_of: PageOf, attempt: Attempt, student: User) -> None:
    User.objects.update(language="en")
    page = page_of(student, java_script_enabled=False)
    page.goto(f"/play/{attempt.pk}/")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Where?").click()
    expect(page.locator(".hint-text")).to_have_text(WHERE)
    expect(page.locator(".hint-area")).to_have_count(9)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".messages")).to_contain_text("No wrong digit so far.")
    page.locator("#help-cell [name=column]").select_option("3")
    page.get_by_role("button", name="Fill this cell").click()
    expect(page.locator("#c2")).to_have_text("4")
    page.get_by_role("link", name="Show the solution").click()
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#finish")).to_contain_text("the grid counts as shown")


def test_simple_steps_ask_before_they_end_the_grid(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt)
    page.get_by_role("button", name="Simple steps").click()
    expect(page.locator(".hint-text")).to_contain_text("which then counts as shown")
    expect(page.locator("#c2")).to_have_text("")
    page.get_by_role("button", name="Fill it").click()
    expect(page.locator("#finish")).to_contain_text("the grid counts as shown")
    attempt.refresh_from_db()
    assert attempt.digits == attempt.puzzle.solution
