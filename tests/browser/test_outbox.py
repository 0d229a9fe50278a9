"""Moves on their way: whatever happens to server, network, window or login, none is lost."""

import contextlib
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Dialog, Error, Page, Request, Route, expect

from accounts.models import User
from puzzles.play.models import Attempt

from .sending import alert, kept, stored, type_notes

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]
Eventually = Callable[..., None]

NOTES = [(cell, digit) for cell in (2, 3, 5, 6, 7) for digit in range(1, 9)]


@pytest.fixture
def board(open_board: OpenBoard, attempt: Attempt) -> Page:
    page = open_board(attempt)
    page.keyboard.press("n")
    return page


def sending_of_moves(page: Page) -> tuple[list[Request], Callable[[], int]]:
    """The requests for moves as they come, and how many of them were ever on their way at once."""
    requests: list[Request] = []
    crowd = [0]
    ended: list[Request] = []

    def leave(request: Request) -> None:
        if request.url.endswith("/moves/"):
            requests.append(request)
            crowd.append(len(requests) - len(ended))

    page.on("request", leave)
    page.on("requestfinished", lambda request: ended.append(request) if request in requests else None)
    return requests, lambda: max(crowd)


def mend_sending(page: Page) -> None:
    page.unroute("**/moves/")
    page.evaluate("window.dispatchEvent(new Event('online'))")


def saving(page: Page) -> Any:
    return expect(page.locator("#saving"))


def test_thirty_moves_typed_fast_ten_offline_and_a_reload_are_forty_in_order(
    board: Page, attempt: Attempt, slow_server: None, set_offline: Callable[..., None], eventually: Eventually
) -> None:
    requests, most_at_once = sending_of_moves(board)
    began = time.monotonic()
    type_notes(board, NOTES[:30], a_second=25)
    eventually(lambda: kept(board) == 0)
    round_trips = (time.monotonic() - began) / 0.25
    assert 2 <= len(requests) <= round_trips + 1
    assert most_at_once() == 1
    set_offline(board, True)
    type_notes(board, NOTES[30:])
    assert kept(board) == 10
    saving(board).to_have_text("10 moves waiting")
    alert(board).to_have_text(CUT)
    board.context.set_offline(False)
    board.reload()
    eventually(lambda: len(stored(attempt)) == 40)
    assert stored(attempt) == NOTES
    eventually(lambda: kept(board) == 0)
    for cell in (2, 3, 5, 6, 7):
        expect(board.locator(f"#c{cell} i")).to_have_count(8)


def test_an_answer_does_not_overwrite_moves_typed_meanwhile(
    board: Page, attempt: Attempt, slow_server: None, eventually: Eventually
) -> None:
    board.keyboard.press("n")
    board.keyboard.press("1")
    time.sleep(0.1)
    board.keyboard.press("4")
    board.evaluate(
        """() => {
          window.seen = new Set();
          const cell = document.getElementById("c2");
          const watch = new MutationObserver(() => seen.add(cell.textContent));
          watch.observe(cell, { childList: true, characterData: true, subtree: true });
        }"""
    )
    eventually(lambda: kept(board) == 0)
    assert board.evaluate("[...seen].filter((text) => text !== '4')") == []
    assert board.locator("#c2").inner_text() == "4"


CUT = "No connection. Your moves are saved here and sent later."
BROKEN = "The site has a problem. Your moves are saved here and sent later."
ANSWERS: list[tuple[dict[str, Any] | None, str]] = [
    (None, CUT),
    ({"status": 500, "body": "Server error"}, BROKEN),
    ({"status": 503}, BROKEN),
    # The login page of a hotel's network, which answers whatever is asked.
    ({"status": 200, "content_type": "text/html", "body": "<p>Welcome to our hotel</p>"}, CUT),
]


# When moves were sent, by the clock of the page: the test may hear of one request later than of the next.
NOTE_TRIES = """() => {
  window.triedAt = [];
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, url, ...rest) {
    if (String(url).endsWith("/moves/")) triedAt.push(performance.now());
    open.call(this, method, url, ...rest);
  };
}"""


def test_every_failure_is_shown_and_retried_without_loss(
    board: Page, attempt: Attempt, intercept: Callable[..., None], eventually: Eventually
) -> None:
    board.evaluate(NOTE_TRIES)
    answer: dict[str, Any] | None = None

    def fail(route: Route) -> None:
        route.fulfill(**answer) if answer else route.abort()

    for count, (answer, sentence) in enumerate(ANSWERS, 1):  # noqa: B007
        board.evaluate("triedAt.length = 0")
        intercept(board, "**/moves/", fail)
        type_notes(board, NOTES[count - 1 : count])
        saving(board).to_have_text("1 move waiting")
        alert(board).to_have_text(sentence)
        assert (stored(attempt), kept(board)) == (NOTES[: count - 1], 1)
        # Each try waits longer than the last.
        tried_at = board.evaluate("triedAt")
        assert tried_at
        pauses_ms = [later - earlier for earlier, later in pairwise(tried_at)]
        assert all(pause >= 800 * 2**number for number, pause in enumerate(pauses_ms))
        board.unroute("**/moves/")
        # No event tells that it works again: the next try finds out.
        eventually(lambda count=count: stored(attempt) == NOTES[:count])
        saving(board).to_have_text("saved")
        alert(board).to_be_empty()
        expect(board.locator("#status")).to_have_text("Back online.")


# The clock of the page is the test's


@pytest.fixture
def timed(page_of: Callable[..., Page], student: User, attempt: Attempt) -> Page:
    """The board of a page whose clock goes as it does, and further where a test says so."""
    User.objects.update(language="en")
    page = page_of(student)
    page.clock.install()
    page.goto(f"/play/{attempt.pk}/")
    page.locator("#c2").focus()
    page.keyboard.press("n")
    expect(page.locator("#status")).to_have_text("notes on")
    return page


def test_the_page_shows_saving_while_the_server_answers(
    timed: Page, attempt: Attempt, intercept: Callable[..., None], eventually: Eventually
) -> None:
    """Also to who types on: the first move is what waits. After a quarter of a minute it is sent again."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    intercept(timed, "**/moves/", hold)
    for note in NOTES[:3]:
        type_notes(timed, [note])
        timed.clock.run_for(300)
    saving(timed).to_have_text("saving")
    alert(timed).to_be_empty()
    eventually(lambda: len(waiting) == 1)
    timed.unroute("**/moves/")
    waiting[0].continue_()
    saving(timed).to_have_text("saved")
    assert stored(attempt) == NOTES[:3]
    intercept(timed, "**/moves/", hold)
    type_notes(timed, NOTES[3:5])
    eventually(lambda: len(waiting) == 2)
    # How long a request may take is the browser's to count, not the page's clock.
    saving(timed).to_have_text("2 moves waiting", timeout=40_000)
    alert(timed).to_have_text(CUT)
    timed.unroute("**/moves/")
    # Tried once more by now, maybe.
    for route in waiting[2:]:
        route.continue_()
    timed.clock.run_for(2_000)
    saving(timed).to_have_text("saved")
    alert(timed).to_be_empty()
    assert stored(attempt) == NOTES[:5]


def test_a_minute_without_a_line_loses_nothing(
    timed: Page, attempt: Attempt, set_offline: Callable[..., None], eventually: Eventually
) -> None:
    type_notes(timed, NOTES[:2])
    eventually(lambda: kept(timed) == 0)
    set_offline(timed, True)
    requests, _most = sending_of_moves(timed)
    for number in range(6):
        type_notes(timed, NOTES[2 + number : 3 + number])
        timed.clock.run_for(10_000)
    saving(timed).to_have_text("6 moves waiting")
    alert(timed).to_have_text(CUT)
    timed.keyboard.press("Control+z")
    saving(timed).to_have_text("7 moves waiting")
    # Tried again and again, but ever more seldom.
    assert 3 <= len(requests) <= 8
    timed.context.set_offline(False)
    eventually(lambda: attempt.moves.count() == 9)
    saving(timed).to_have_text("saved")
    alert(timed).to_be_empty()
    assert stored(attempt)[:8] == NOTES[:8]
    assert attempt.moves.get(number=9).target == 8
    assert timed.locator("#c2 i").all_inner_texts() == list("1234567")


def test_an_answer_that_is_lost_is_no_move_twice(
    board: Page, attempt: Attempt, eventually: Eventually
) -> None:
    # The server does its work; the browser hears nothing of it.
    board.evaluate(
        """() => {
          const { open } = XMLHttpRequest.prototype;
          XMLHttpRequest.prototype.open = function (...asked) {
            const lose = () => this.readyState === 2 && !window.isMended && this.abort();
            this.addEventListener("readystatechange", lose);
            open.apply(this, asked);
          };
        }"""
    )
    type_notes(board, NOTES[:2])
    eventually(lambda: len(stored(attempt)) == 2)
    saving(board).to_have_text("2 moves waiting")
    board.evaluate("window.isMended = true")
    board.evaluate("window.dispatchEvent(new Event('online'))")
    eventually(lambda: kept(board) == 0)
    assert stored(attempt) == NOTES[:2]
    expect(board.locator("#c2 i")).to_have_count(2)


@pytest.mark.parametrize("next_page", ["/", "/play/{}/"])
def test_moves_of_a_killed_tab_are_sent_by_the_next_page(
    board: Page, attempt: Attempt, break_sending: Callable[..., None], eventually: Eventually, next_page: str
) -> None:
    break_sending(board)
    type_notes(board, NOTES[:3])
    assert kept(board) == 3
    page = board.context.new_page()
    with board.expect_event("crash"), contextlib.suppress(Error):
        board.goto("chrome://crash")
    board.close()
    assert stored(attempt) == []
    page.goto(next_page.format(attempt.pk))
    eventually(lambda: stored(attempt) == NOTES[:3])
    eventually(lambda: kept(page) == 0)
    if next_page != "/":
        expect(page.locator("#c2 i")).to_have_count(3)
        saving(page).to_have_text("saved")


FULL = """() => {
  let text = "x".repeat(2 ** 22);
  for (let number = 0; text; number += 1) {
    try { localStorage.setItem(`full-${number}`, text); } catch { text = text.slice(text.length >> 1 || 1); }
  }
}"""
IS_FULL = "() => { try { localStorage.setItem('a', 'bc'); return false; } catch { return true; } }"
OFF = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("", "SecurityError"); },
})"""


@pytest.mark.parametrize("storage", ["full", "off"])
def test_without_storage_the_page_alone_keeps_the_moves_and_is_not_closed_unasked(
    page_of: Callable[..., Page],
    student: User,
    attempt: Attempt,
    break_sending: Callable[..., None],
    eventually: Eventually,
    storage: str,
) -> None:
    User.objects.update(language="en")
    page = page_of(student)
    if storage == "off":
        page.add_init_script(OFF)
    page.goto(f"/play/{attempt.pk}/")
    if storage == "full":
        page.evaluate(FULL)
        assert page.evaluate(IS_FULL)
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.locator("#c2").click()
    page.keyboard.press("n")
    type_notes(page, NOTES[:2])
    eventually(lambda: stored(attempt) == NOTES[:2])
    break_sending(page)
    type_notes(page, NOTES[2:4])
    saving(page).to_have_text("2 moves waiting")
    page.close(run_before_unload=True)
    eventually(lambda: asked == ["beforeunload"])
    mend_sending(page)
    eventually(lambda: stored(attempt) == NOTES[:4])
    saving(page).to_have_text("saved")
    with page.expect_event("close"):
        page.close(run_before_unload=True)
    assert asked == ["beforeunload"]


def test_a_page_that_goes_away_sends_what_it_has(
    board: Page, attempt: Attempt, slow_server: None, eventually: Eventually
) -> None:
    type_notes(board, NOTES[:3])
    board.goto("/help/")
    eventually(lambda: stored(attempt) == NOTES[:3])


def test_undo_works_at_once_after_a_reload(
    board: Page, attempt: Attempt, break_sending: Callable[..., None], eventually: Eventually
) -> None:
    type_notes(board, NOTES[:2])
    eventually(lambda: kept(board) == 0)
    board.reload()
    break_sending(board)
    board.keyboard.press("Control+z")
    assert board.locator("#c2 i").count() == 1
    mend_sending(board)
    eventually(lambda: list(attempt.moves.values_list("kind", "target"))[-1] == ("u", 2))


# Help sees what the player sees


def test_help_is_asked_for_after_the_moves_are_stored(
    board: Page, attempt: Attempt, slow_server: None, eventually: Eventually
) -> None:
    type_notes(board, NOTES[:5])
    board.keyboard.press("h")
    eventually(lambda: attempt.moves.filter(kind="h").exists())
    assert [move.kind for move in attempt.moves.order_by("number")] == ["n"] * 5 + ["h"]
    # And the game goes on from there.
    type_notes(board, NOTES[5:7])
    board.keyboard.press("Control+z")
    eventually(lambda: attempt.moves.filter(kind="u").exists())
    assert attempt.moves.get(kind="u").target == 8


# A site that asks to come again

SLOWER = "The site is busy. Your moves are saved here and sent later."


def answer_first(page: Page, count: int, status: int) -> None:
    """Answer so many requests for moves by asking to come again, and let the others through."""
    refused: list[Route] = []

    def handle(route: Route) -> None:
        if len(refused) < count:
            refused.append(route)
            route.fulfill(status=status, headers={"Retry-After": "1"}, body="Later.")
        else:
            route.continue_()

    page.route("**/moves/", handle)


def test_moves_that_are_too_fast_wait_and_are_stored_in_order(
    board: Page, attempt: Attempt, eventually: Eventually
) -> None:
    answer_first(board, 2, 429)
    type_notes(board, NOTES[:12])
    alert(board).to_have_text(SLOWER)
    eventually(lambda: len(stored(attempt)) == 12)
    assert stored(attempt) == NOTES[:12]
    alert(board).to_be_hidden()
    eventually(lambda: kept(board) == 0)


def test_of_a_request_too_many_nothing_is_said_where_the_next_is_taken(
    board: Page, attempt: Attempt, eventually: Eventually
) -> None:
    board.evaluate(
        """() => {
          window.said = [];
          const line = document.getElementById("alert");
          const watch = new MutationObserver(() => said.push(line.textContent.trim()));
          watch.observe(line, { attributes: true, childList: true, characterData: true, subtree: true });
        }"""
    )
    answer_first(board, 1, 503)
    type_notes(board, NOTES[:3])
    eventually(lambda: len(stored(attempt)) == 3)
    eventually(lambda: kept(board) == 0)
    assert board.evaluate("said.filter(Boolean)") == []


def test_a_page_of_a_busy_server_reloads_by_itself(board: Page, attempt: Attempt, settings: Any) -> None:
    usual = settings.REQUESTS_PER_SESSION
    settings.REQUESTS_PER_SESSION = 0
    try:
        board.goto(board.url)
        # In the language of the browser: whose account it is has not been read.
        expect(board.locator("h1")).to_have_text("Un instant")
    finally:
        settings.REQUESTS_PER_SESSION = usual
    expect(board.locator("#c2")).to_be_visible()
