"""Moves on their way: whatever happens to server, network, window or login, none is lost."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from accounts.models import User
from puzzles.models import Attempt
from puzzles.services import play as services

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]
Eventually = Callable[..., None]

NOTES = [(cell, digit) for cell in (2, 3, 5, 6, 7) for digit in range(1, 9)]


@pytest.fixture
def board(open_board: OpenBoard, attempt: Attempt) -> Page:
    page = open_board(attempt)
    page.keyboard.press("n")
    return page


@pytest.fixture
def slow_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that thinks for 250 ms about every request for moves."""
    quick = services.play_moves

    def slow(**asked: Any) -> services.Game:
        time.sleep(0.25)
        return quick(**asked)

    monkeypatch.setattr(services, "play_moves", slow)


def stored(attempt: Attempt) -> list[tuple[int | None, int]]:
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


def sending_of_moves(page: Page) -> list[Request]:
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request) if request.url.endswith("/moves/") else None)
    return requests


@pytest.fixture
def break_sending(intercept: Callable[..., None]) -> Callable[..., None]:
    """`break_sending(page, status)`: all requests for moves fail, with this status or without any answer."""

    def fail_moves(page: Page, status: int = 0) -> None:
        intercept(page, "**/moves/", lambda route: route.fulfill(status=status) if status else route.abort())

    return fail_moves


def mend_sending(page: Page) -> None:
    page.unroute("**/moves/")
    page.evaluate("window.dispatchEvent(new Event('online'))")


def saving(page: Page) -> Any:
    return expect(page.locator("#saving"))


def alert(page: Page) -> Any:
    return expect(page.locator("#alert"))


def test_thirty_moves_typed_fast_ten_offline_and_a_reload_are_forty_in_order(
    board: Page, attempt: Attempt, slow_server: None, set_offline: Callable[..., None], eventually: Eventually
) -> None:
    requests = sending_of_moves(board)
    began = time.monotonic()
    type_notes(board, NOTES[:30], a_second=25)
    eventually(lambda: kept(board) == 0)
    round_trips = (time.monotonic() - began) / 0.25
    assert 2 <= len(requests) <= round_trips + 1
    set_offline(board, True)
    type_notes(board, NOTES[30:])
    assert kept(board) == 10
    saving(board).to_have_text("10 moves waiting")
    board.context.set_offline(False)
    board.reload()
    eventually(lambda: len(stored(attempt)) == 40)
    assert stored(attempt) == NOTES
    eventually(lambda: kept(board) == 0)
    for cell in (2, 3, 5, 6, 7):
        assert board.locator(f"#c{cell} i").count() == 8


def test_only_one_request_is_on_its_way_however_fast_the_typing(
    board: Page, attempt: Attempt, slow_server: None, eventually: Eventually
) -> None:
    on_their_way, most = 0, 0

    def count(change: int) -> Callable[[Request], None]:
        def change_count(request: Request) -> None:
            nonlocal on_their_way, most
            if request.url.endswith("/moves/"):
                on_their_way += change
                most = max(most, on_their_way)

        return change_count

    board.on("request", count(1))
    board.on("requestfinished", count(-1))
    type_notes(board, NOTES[:20], a_second=25)
    eventually(lambda: kept(board) == 0)
    assert most == 1
    assert stored(attempt) == NOTES[:20]


def test_what_is_typed_while_an_answer_is_awaited_is_not_painted_over(
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


@pytest.mark.parametrize("status", [0, 500, 503])
def test_failing_requests_are_tried_again_and_nothing_is_lost(
    board: Page, attempt: Attempt, break_sending: Callable[..., None], eventually: Eventually, status: int
) -> None:
    break_sending(board, status)
    type_notes(board, NOTES[:3])
    saving(board).to_have_text("3 moves waiting")
    alert(board).to_contain_text("No connection.")
    assert stored(attempt) == []
    board.unroute("**/moves/")
    # No event tells that it works again: the next try finds out.
    eventually(lambda: stored(attempt) == NOTES[:3])
    saving(board).to_have_text("saved")
    alert(board).to_be_empty()


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


def test_moves_of_a_closed_window_are_sent_by_the_next(
    board: Page, attempt: Attempt, set_offline: Callable[..., None], eventually: Eventually
) -> None:
    set_offline(board, True)
    type_notes(board, NOTES[:3])
    context = board.context
    board.close(run_before_unload=False)
    context.set_offline(False)
    page = context.new_page()
    page.goto(f"/play/{attempt.pk}/")
    eventually(lambda: stored(attempt) == NOTES[:3])
    eventually(lambda: kept(page) == 0)
    expect(page.locator("#c2 i")).to_have_count(3)


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


# Several windows


def second_window(page: Page, attempt: Attempt) -> Page:
    other = page.context.new_page()
    other.goto(f"/play/{attempt.pk}/")
    return other


def test_two_windows_end_with_the_same_grid(board: Page, attempt: Attempt, eventually: Eventually) -> None:
    other = second_window(board, attempt)
    type_notes(board, [(2, 1), (3, 2)])
    eventually(lambda: len(stored(attempt)) == 2)
    other.bring_to_front()
    other.locator("#c5").focus()
    other.keyboard.press("8")
    eventually(lambda: len(stored(attempt)) == 3)
    expect(other.locator("#c2 i")).to_have_text(["1"])
    expect(other.locator("#status")).to_have_text("The grid has changed on another page.")
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
    expect(board.locator("#status")).to_have_text("That cell holds a digit: it takes no notes.")
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


# Logins


def end_session(context: BrowserContext) -> None:
    context.clear_cookies(name="sessionid")


def log_in(page: Page, user: User, password: str) -> None:
    page.goto("/accounts/login/")
    page.locator("input[name=username]").fill(user.username)
    page.locator("input[name=password]").fill(password)
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url(re.compile(r"/$"))


def test_when_the_session_has_ended_the_same_page_sends_after_the_login(
    board: Page, attempt: Attempt, student: User, password: str, eventually: Eventually
) -> None:
    end_session(board.context)
    type_notes(board, NOTES[:3])
    alert(board).to_contain_text("Your session has ended. Your moves are kept here.")
    assert kept(board) == 3
    with board.context.expect_page() as opened:
        board.get_by_role("link", name="Log in again").click()
    log_in(opened.value, student, password)
    opened.value.close()
    board.bring_to_front()
    board.evaluate("window.dispatchEvent(new Event('focus'))")
    eventually(lambda: stored(attempt) == NOTES[:3])
    alert(board).to_be_empty()


def test_moves_are_never_sent_under_another_login(
    board: Page, attempt: Attempt, classmate: User, student: User, password: str, eventually: Eventually
) -> None:
    end_session(board.context)
    type_notes(board, NOTES[:2])
    alert(board).to_contain_text("Your session has ended.")
    other = board.context.new_page()
    log_in(other, classmate, password)
    theirs = Attempt.objects.create(
        player=classmate, puzzle=attempt.puzzle, policy=attempt.policy, digits=attempt.digits
    )
    other.goto(f"/play/{theirs.pk}/")
    board.bring_to_front()
    board.evaluate("window.dispatchEvent(new Event('focus'))")
    alert(board).to_contain_text("Somebody else is logged in here now.")
    assert (stored(attempt), stored(theirs), kept(board)) == ([], [], 2)
    end_session(board.context)
    log_in(other, student, password)
    board.evaluate("window.dispatchEvent(new Event('focus'))")
    eventually(lambda: stored(attempt) == NOTES[:2])
    assert stored(theirs) == []


def log_out(page: Page) -> None:
    page.locator(".site-header [data-menu] summary").click()
    page.get_by_role("button", name="Log out").click()


def test_logging_out_sends_what_waits(
    board: Page, attempt: Attempt, slow_server: None, eventually: Eventually
) -> None:
    type_notes(board, NOTES[:5])
    log_out(board)
    board.wait_for_url("**/accounts/login/**")
    assert stored(attempt) == NOTES[:5]
    assert kept(board) == 0


def test_logging_out_from_another_page_sends_what_waits(
    board: Page, attempt: Attempt, break_sending: Callable[..., None]
) -> None:
    break_sending(board)
    type_notes(board, NOTES[:3])
    board.evaluate("() => { window.fetch = () => Promise.reject(); }")
    board.goto("/help/")
    board.unroute("**/moves/")
    assert kept(board) == 3
    log_out(board)
    board.wait_for_url("**/accounts/login/**")
    assert stored(attempt) == NOTES[:3]


@pytest.mark.parametrize("answer", ["accept", "dismiss"])
def test_logging_out_asks_before_moves_are_lost(
    board: Page, attempt: Attempt, break_sending: Callable[..., None], eventually: Eventually, answer: str
) -> None:
    break_sending(board)
    type_notes(board, NOTES[:3])
    asked: list[str] = []

    def decide(dialog: Any) -> None:
        asked.append(dialog.message)
        getattr(dialog, answer)()

    board.on("dialog", decide)
    log_out(board)
    eventually(lambda: bool(asked))
    if answer == "accept":
        board.wait_for_url("**/accounts/login/**")
        assert kept(board) == 0
    else:
        board.wait_for_timeout(300)
        assert f"/play/{attempt.pk}/" in board.url
        assert kept(board) == 3
    assert asked == ["Some of your moves are not saved yet. Log out and lose them?"]


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
