"""Playing by key, by touch, by ear and without script, in a real browser."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, Response, expect

from accounts.models import User
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt, Preferences, TechniqueUse

from .board import press, status
from .clocks import stop_clock
from .looking import come_to_rest
from .sending import kept

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]

# Cells of the fixture's grid: 53..7.... / 6..195... / .98....6.
EMPTY, OTHER_EMPTY, GIVEN = "#c2", "#c3", "#c0"


@pytest.fixture
def board(open_board: OpenBoard, attempt: Attempt) -> Page:
    """The student's board on a desktop; the first empty cell, r1c3, is chosen."""
    return open_board(attempt)


def cell(page: Page, number: int) -> Any:
    return expect(page.locator(f"#c{number}"))


def stored(attempt: Attempt) -> list[tuple[str, int | None, int]]:
    return list(attempt.moves.order_by("number").values_list("kind", "cell", "digit"))


# What is seen and said


def test_a_digit_is_painted_said_and_stored(
    board: Page, attempt: Attempt, eventually: Callable[..., None]
) -> None:
    press(board, "4")
    assert board.locator(EMPTY).inner_text() == "4"
    cell(board, 2).to_have_attribute("aria-label", "Row 1, column 3, 4")
    status(board).to_have_text("4 placed")
    eventually(lambda: stored(attempt) == [("d", 2, 4)])


def test_the_first_empty_cell_is_ready_for_keys(board: Page) -> None:
    expect(board.locator(EMPTY)).to_be_focused()
    assert board.locator("#board [tabindex='0']").count() == 1
    cell(board, 2).to_have_class(re.compile(r"\bselected\b"))


def test_a_given_cannot_be_changed_and_says_why(board: Page, attempt: Attempt) -> None:
    board.locator(GIVEN).click()
    press(board, "4 Delete n 4")
    assert board.locator(GIVEN).inner_text() == "5"
    status(board).to_have_text(re.compile("Given digits cannot be changed."))
    assert stored(attempt) == []


def test_a_repeated_digit_is_marked_in_both_cells(board: Page) -> None:
    press(board, "8")
    for number, label in [
        (2, "Row 1, column 3, 8, repeats in column 3 and box 1"),
        (20, "Row 3, column 3, given 8, repeats in column 3 and box 1"),
    ]:
        cell(board, number).to_have_attribute("aria-label", label)
        cell(board, number).to_have_attribute("aria-invalid", "true")
        cell(board, number).to_have_css("text-decoration-style", "wavy")
    status(board).to_have_text("8 repeats in column 3 and box 1")
    press(board, "Delete")
    assert board.locator("[aria-invalid]").count() == 0


def test_peers_and_the_same_digit_are_lit(board: Page) -> None:
    board.locator(GIVEN).click()
    assert board.locator(".peer").count() == 20
    same = board.locator(".same").evaluate_all("nodes => nodes.map((node) => node.textContent)")
    assert set(same) == {"5"}
    assert len(same) == 2


def test_the_lit_digit_is_bold_in_the_notes(board: Page) -> None:
    press(board, "Shift+5 ArrowLeft ArrowLeft")
    expect(board.locator(f"{EMPTY} .n5")).to_have_css("font-weight", "700")


def test_the_counts_under_the_keys_follow_the_grid(board: Page) -> None:
    key = board.locator("[data-digit='4']")
    expect(key).to_have_attribute("aria-label", "4, 7 left")
    press(board, "4")
    expect(key).to_have_attribute("aria-label", "4, 6 left")


def test_script_and_server_draw_the_same_cells(
    board: Page, attempt: Attempt, eventually: Callable[..., None]
) -> None:
    """After many moves the page drawn by the script is the page the server draws."""
    press(
        board,
        "f 4 ArrowRight 5 ArrowDown ArrowDown Shift+1 Delete ArrowLeft 9 Control+z 2 ArrowRight 6 6 Shift+3",
    )
    eventually(lambda: attempt.moves.count() == 9)
    eventually(lambda: kept(board) == 0)
    expect(board.locator("#saving")).to_have_attribute("data-state", "saved")
    read = """() => [...document.querySelectorAll("[role=gridcell]")].map((node) =>
      [node.innerHTML, node.getAttribute("aria-label"), node.getAttribute("aria-invalid"),
       node.classList.contains("conflict"), node.classList.contains("given")])"""
    drawn = board.evaluate(read)
    board.reload()
    assert board.evaluate(read) == drawn


def test_escape_deselects_the_cell_and_a_digit_then_asks_for_one(board: Page, attempt: Attempt) -> None:
    press(board, "Escape 5")
    assert board.locator(".selected, .peer").count() == 0
    assert board.locator(".same").count() == 3
    status(board).to_have_text("5 lit. To write, choose a cell.")
    press(board, "Delete")
    status(board).to_have_text("Choose a cell first.")
    assert stored(attempt) == []


def test_the_mode_for_notes_shows_on_board_and_keys(board: Page) -> None:
    press(board, "n")
    expect(board.locator("[data-act='notes']")).to_have_attribute("aria-pressed", "true")
    cell(board, 2).to_have_css("outline-style", "dashed")
    status(board).to_have_text("notes on")


def test_undo_and_redo_say_what_they_did_and_end_somewhere(board: Page) -> None:
    press(board, "4 Control+z")
    status(board).to_have_text("undone: Row 1, column 3, empty")
    press(board, "Control+z")
    status(board).to_have_text("nothing to undo")
    expect(board.locator("[data-act='undo']")).to_have_attribute("aria-disabled", "true")
    press(board, "Control+y Control+y")
    status(board).to_have_text("nothing to redo")


def test_in_french_the_words_are_french(
    open_board: OpenBoard,
    attempt: Attempt,
    set_offline: Callable[..., None],
    eventually: Callable[..., None],
) -> None:
    page = open_board(attempt, language="fr")
    cell(page, 0).to_have_attribute("aria-label", "Ligne 1, colonne 1, donné 5")
    press(page, "4")
    cell(page, 2).to_have_attribute("aria-label", "Ligne 1, colonne 3, 4")
    status(page).to_have_text("4 placé")
    eventually(lambda: kept(page) == 0)
    expect(page.locator("#saving")).to_have_attribute("data-state", "saved")
    set_offline(page, True)
    press(page, "1 2")
    expect(page.locator("#saving")).to_have_text("2 coups en attente")


# The end


def almost(puzzle: Puzzle, *empty: int) -> str:
    return "".join("." if cell in empty else digit for cell, digit in enumerate(puzzle.solution))


def test_the_end_is_announced_and_the_keypad_is_removed(
    open_board: OpenBoard, attempt_of: Callable[..., Attempt], student: User, puzzle: Puzzle
) -> None:
    page = open_board(attempt_of(student, digits=almost(puzzle, 2)))
    press(page, "4")
    status(page).to_have_text(re.compile(r"Solved in \d+ s, without help\."))
    expect(page.locator("#finish h2")).to_have_text("Solved!")
    expect(page.locator(".keypad")).to_be_hidden()
    press(page, "Control+z")
    assert page.locator(EMPTY).inner_text() == "4"
    for key in ("1", "Delete"):
        press(page, "Escape l")
        status(page).to_have_text("Row 1, column 3, 4")
        press(page, key)
        status(page).to_have_text("This grid is finished.")
    assert Attempt.objects.get().state == Attempt.State.SOLVED


def test_the_end_is_a_scene_beside_the_board(
    open_board: OpenBoard, attempt_of: Callable[..., Attempt], student: User, puzzle: Puzzle
) -> None:
    """The sentence is spoken and not seen; the frame is green, the last cell has none, the clock is gone."""
    page = open_board(attempt_of(student, digits=almost(puzzle, 2)))
    page.emulate_media(reduced_motion="reduce")
    press(page, "4")
    expect(page.locator(".is-won #finish .win-time")).to_have_text(re.compile(r"^Solve time \d:\d\d$"))
    come_to_rest(page)
    status(page).to_have_text(re.compile("^Solved in"))
    expect(page.locator("#status")).to_have_class(re.compile("visually-hidden"))
    expect(page.locator("#timer")).to_be_hidden()
    frame = "e => [getComputedStyle(e).borderTopColor, getComputedStyle(e).outlineStyle]"
    assert page.locator("#board").evaluate(frame)[0] == "rgb(23, 112, 63)"
    assert page.locator(EMPTY).evaluate(frame)[1] == "none"
    # The next arrow brings the frame of the focus back, the next sentence is seen.
    press(page, "ArrowRight 1")
    assert page.locator("#c3").evaluate(frame)[1] == "solid"
    status(page).to_have_text("This grid is finished.")
    expect(page.locator("#status")).not_to_have_class(re.compile("visually-hidden"))
    page.reload()
    expect(page.locator(".is-done .win-time")).to_be_visible()
    expect(page.locator(".is-won")).to_have_count(0)


def test_what_the_review_finds_comes_into_the_scene(
    open_board: OpenBoard, attempt_of: Callable[..., Attempt], student: User, puzzle: Puzzle
) -> None:
    page = open_board(attempt_of(student, digits=almost(puzzle, 2)))
    press(page, "4")
    expect(page.locator("#win-first")).to_be_attached()
    game = {"attempt": Attempt.objects.get(), "player": student}
    TechniqueUse.objects.create(**game, technique="x_wing", taken=1, is_unbroken=True)
    expect(page.locator("#win-first")).to_have_text("First X-Wing without help")
    # It asks once.
    expect(page.locator("#win-first[hx-get]")).to_have_count(0)
    status(page).to_have_text(re.compile("^Solved in"))


def test_a_full_grid_that_repeats_says_so_and_no_more(
    open_board: OpenBoard, attempt_of: Callable[..., Attempt], student: User, puzzle: Puzzle
) -> None:
    page = open_board(attempt_of(student, digits=almost(puzzle, 2)))
    press(page, "1")
    status(page).to_have_text(re.compile(r"^1 repeats in .*\. The grid is full, but a digit repeats\.$"))
    expect(page.locator(".keypad")).to_be_visible()
    assert Attempt.objects.get().is_open


# What is fetched


def script(name: str) -> re.Pattern[str]:
    """The address of a script, whether it is collected, under a name that changes with it, or not."""
    return re.compile(rf"/({name})(\.\w+)?\.js")


def is_for(name: str) -> Callable[[Request], bool]:
    """Whether a request is for this script."""
    return lambda request: script(name).search(request.url) is not None


def test_every_module_of_the_board_is_asked_for_at_once(
    page_of: Callable[..., Page], student: User, attempt: Attempt
) -> None:
    """What is fetched when the page opens stands in the page, so that no module waits for another."""
    page = page_of(student)
    # What it fetches five seconds later is not meant.
    stop_clock(page)
    fetched: set[str] = set()
    page.on("request", lambda request: fetched.add(request.url.split("/static/")[-1]))
    page.goto(f"/play/{attempt.pk}/", wait_until="networkidle")
    named = page.locator("link[rel=modulepreload], script[src]").evaluate_all(
        "nodes => nodes.map((node) => (node.href || node.src).split('/static/')[1])"
    )
    assert {path for path in fetched if path.endswith(".js")} == set(named)


def test_the_first_load_is_light(
    page_of: Callable[..., Page], student: User, attempt: Attempt, site_as_sent: str
) -> None:
    """At most 60 KB as the site sends it, compressed, heads of the answers included; the next 15 KB."""
    page = page_of(student, base_url=site_as_sent)
    stop_clock(page)
    answers: list[Response] = []
    weights: list[float] = []
    page.on("response", lambda answer: answers.append(answer))
    protocol = page.context.new_cdp_session(page)
    protocol.send("Network.enable")
    protocol.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    page.goto(f"/play/{attempt.pk}/", wait_until="networkidle")
    assert len(weights) == len(answers) > 10
    # What is smaller than a compressed file's own frame is sent as it is.
    plain = [answer for answer in answers if answer.headers.get("content-encoding") is None]
    assert all(int(answer.headers["content-length"]) < 500 for answer in plain)
    assert sum(weights) <= 60 * 1024
    weights.clear()
    page.goto(f"/play/{attempt.pk}/", wait_until="networkidle")
    assert 0 < sum(weights) <= 15 * 1024


def test_deferred_parts_are_fetched_again_after_a_failure(
    page_of: Callable[..., Page], student: User, attempt: Attempt
) -> None:
    User.objects.update(language="en")
    page = page_of(student)
    stop_clock(page)
    page.route(script("board_poll|tools"), lambda route: route.abort())
    page.goto(f"/play/{attempt.pk}/")
    page.wait_for_function("() => document.getElementById('timer').textContent !== ''")
    press(page, "p")
    status(page).to_have_text(re.compile("^No connection"))
    press(page, "4")
    status(page).to_have_text("4 placed")
    # Whoever asks for a script on its way waits for that one: both have failed before it is asked for again.
    with (
        page.expect_event("requestfailed", is_for("board_poll")),
        page.expect_event("requestfailed", is_for("tools")),
    ):
        page.clock.run_for(5_000)
    page.unroute_all()
    press(page, "p")
    expect(page.locator("#rest")).to_be_visible()
    with page.expect_response(script("board_poll")):
        page.clock.run_for(5_000)
    with page.expect_request(f"**/play/{attempt.pk}/news/"):
        page.clock.resume()


def test_functions_without_requests_are_available_offline(
    page_of: Callable[..., Page], student: User, attempt: Attempt, set_offline: Callable[..., None]
) -> None:
    """A page at rest has fetched it: the pause, the cells with two notes, what is said on request."""
    User.objects.update(language="en")
    Preferences.objects.update_or_create(player=student, defaults={"conflicts_at_once": False})
    page = page_of(student)
    stop_clock(page)
    page.goto(f"/play/{attempt.pk}/")
    page.wait_for_function("() => document.getElementById('timer').textContent !== ''")
    with (
        page.expect_event("requestfinished", is_for("tools")),
        page.expect_event("requestfinished", is_for("speech")),
        page.expect_event("requestfinished", is_for("conflicts")),
    ):
        page.clock.run_for(5_000)
    page.clock.resume()
    set_offline(page, True)
    page.locator(EMPTY).press("l")
    status(page).to_have_text("Row 1, column 3, empty")
    page.locator("[data-act='askConflicts']").click()
    status(page).to_have_text("No digit repeats.")
    page.locator(EMPTY).press("?")
    status(page).to_have_text("The keys could not be loaded. Try again.")
    page.locator(EMPTY).press("p")
    expect(page.locator("#rest")).to_be_visible()


# Touch and screens


IS_KEY_SEEN = """() => {
  const key = document.querySelector("[data-digit='2']").getBoundingClientRect();
  return document.getElementById("status").getBoundingClientRect().bottom <= key.top;
}"""


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 844), (1280, 800), (1024, 600)])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_play_area_fits_the_screen(
    open_board: OpenBoard, attempt: Attempt, size: tuple[int, int], language: str
) -> None:
    page = open_board(attempt, size=size, language=language, has_touch=size[0] < 500, is_mobile=size[0] < 500)
    come_to_rest(page)
    ends = page.evaluate(
        """() => [...document.querySelectorAll("#board, .keypad, .tools, #status, .help > .help-tools .tool")]
          .filter((node) => node.checkVisibility()).map((node) => node.getBoundingClientRect().bottom)"""
    )
    assert max(ends) <= size[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not page.locator(".tool span").evaluate_all(
        "nodes => nodes.some((node) => node.scrollWidth > node.parentElement.clientWidth)"
    )


def test_whatever_is_said_no_key_moves_under_the_finger(
    open_board: OpenBoard, attempt: Attempt, student: User
) -> None:
    Preferences.objects.update_or_create(player=student, defaults={"conflicts_at_once": False})
    page = open_board(attempt, size=(360, 640), language="fr", is_mobile=True, has_touch=True)
    stands = """(size) => [document.documentElement.scrollHeight, document.documentElement.scrollWidth,
      ...[".key", ".tool"].map((name) => document.querySelector(name).getBoundingClientRect().top)]"""
    say = """(count) => {
      document.getElementById("status").textContent = "La grille a changé sur une autre page. ".repeat(count);
      document.getElementById("alert").textContent = "Pas de connexion. ".repeat(count);
    }"""
    for width, height in ((360, 640), (320, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(say, 0)
        come_to_rest(page)
        before = page.evaluate(stands)
        page.evaluate(say, 4)
        come_to_rest(page)
        assert (width, page.evaluate(stands)) == (width, before)
        assert before[1] <= width
        assert width != 360 or before[0] <= 640
        # What is longer than its place lies over the head of the page; on a low one it is tapped through.
        if width < height:
            page.wait_for_function(IS_KEY_SEEN)
        page.locator("[data-digit='2']").tap()
        assert page.locator("#status").text_content() != ""
        page.keyboard.press("Escape")


def test_a_long_message_over_the_header_closes_with_a_tap(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt, size=(320, 568), language="fr", is_mobile=True, has_touch=True)
    said = page.locator("#status")
    page.evaluate("document.getElementById('status').textContent = 'La grille a changé ailleurs. '.repeat(5)")
    expect(said).to_have_class(re.compile("is-long"))
    seen = "document.elementFromPoint(40, 20).id"
    come_to_rest(page)
    assert page.evaluate(seen) == "status"
    said.tap()
    expect(said).to_have_text("")
    expect(said).not_to_have_class(re.compile("is-long"))
    come_to_rest(page)
    assert page.evaluate(seen) != "status"


def test_a_narrow_screen_shows_the_whole_board(open_board: OpenBoard, attempt: Attempt) -> None:
    page = open_board(attempt, size=(320, 568))
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


# Time


def test_the_timer_stops_while_the_page_is_hidden(board: Page) -> None:
    stop_clock(board)
    board.reload()
    hide = """(hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    board.clock.run_for(5_000)
    expect(board.locator("#timer")).to_have_text("0:05")
    board.evaluate(hide, True)
    board.clock.run_for(30_000)
    board.evaluate(hide, False)
    board.clock.run_for(2_000)
    expect(board.locator("#timer")).to_have_text("0:07")
    # What help is told is what the timer shows.
    with board.expect_request("**/check/") as asked:
        board.get_by_role("button", name="Check").click()
        board.clock.run_for(50)
    assert 7_000 <= int(parse_qs(asked.value.post_data or "")["ms"][0]) <= 7_100


def test_the_timer_waits_a_minute_for_a_move(board: Page) -> None:
    stop_clock(board)
    board.reload()
    board.clock.run_for(100_000)
    expect(board.locator("#timer")).to_have_text("1:00")


# Without script


def test_without_script_the_form_plays(page_of: Callable[..., Page], student: User, attempt: Attempt) -> None:
    User.objects.update(language="en")
    page = page_of(student, java_script_enabled=False)
    page.goto(f"/play/{attempt.pk}/")
    expect(page.locator(".keypad")).to_be_hidden()
    form = page.locator("form.plain-move")
    form.locator("[name=row]").select_option("1")
    form.locator("[name=column]").select_option("3")
    form.locator("[name=digit]").select_option("4")
    form.get_by_role("button", name="Place").click()
    cell(page, 2).to_have_text("4")
    page.locator("form.plain-move").get_by_role("button", name="Undo").click()
    cell(page, 2).to_have_text("")
    assert stored(attempt) == [("d", 2, 4), ("u", None, 0)]
