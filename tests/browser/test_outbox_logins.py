"""Moves on their way while logins come and go: each is sent as its own player's, and none is lost."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from accounts.models import User
from puzzles.play.models import Attempt

from .clocks import stop_clock
from .sending import alert, kept, stored, type_notes

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]
Eventually = Callable[..., None]

NOTES = [(2, digit) for digit in range(1, 9)]


@pytest.fixture
def board(open_board: OpenBoard, attempt: Attempt) -> Page:
    page = open_board(attempt)
    page.keyboard.press("n")
    return page


def end_session(context: BrowserContext) -> None:
    context.clear_cookies(name="sessionid")


def log_in(page: Page, user: User, password: str) -> None:
    page.goto("/accounts/login/")
    page.locator("input[name=username]").fill(user.username)
    page.locator("input[name=password]").fill(password)
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url("/")


def test_when_the_session_has_ended_the_same_page_sends_after_the_login(
    board: Page, attempt: Attempt, student: User, password: str, eventually: Eventually
) -> None:
    end_session(board.context)
    type_notes(board, NOTES[:3])
    alert(board).to_contain_text("Your session has ended. Your moves are saved here.")
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
    alert(board).to_contain_text("Another account is logged in.")
    assert (stored(attempt), stored(theirs), kept(board)) == ([], [], 2)
    end_session(board.context)
    log_in(other, student, password)
    board.evaluate("window.dispatchEvent(new Event('focus'))")
    eventually(lambda: stored(attempt) == NOTES[:2])
    assert stored(theirs) == []


def test_two_accounts_on_one_machine_each_send_their_own(
    board: Page,
    attempt: Attempt,
    attempt_of: Callable[..., Attempt],
    classmate: User,
    client_of: Callable[..., Any],
    live_server: Any,
    student: User,
    break_sending: Callable[..., None],
    eventually: Eventually,
) -> None:
    def sit_down(user: User) -> Page:
        session = client_of(user).cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        return context.new_page()

    context = board.context
    theirs = attempt_of(classmate)
    break_sending(board)
    type_notes(board, NOTES[:3])
    assert kept(board) == 3
    end_session(context)
    board.close()
    page = sit_down(classmate)
    page.goto("/")
    page.goto(f"/play/{theirs.pk}/")
    page.locator("#c5").click()
    page.keyboard.press("8")
    eventually(lambda: stored(theirs) == [(5, 8)])
    eventually(lambda: kept(page) == 3)
    page.goto("/history/")
    assert page.goto(f"/play/{attempt.pk}/").status == 404
    assert (stored(attempt), kept(page)) == ([], 3)
    page.close()
    page = sit_down(student)
    page.goto("/")
    eventually(lambda: stored(attempt) == NOTES[:3])
    eventually(lambda: kept(page) == 0)
    assert stored(theirs) == [(5, 8)]


def log_out(page: Page) -> None:
    page.locator(".site-header [data-menu] summary").click()
    page.get_by_role("button", name="Log out").click()


def test_logging_out_sends_what_waits(
    board: Page, attempt: Attempt, slow_server: None, eventually: Eventually
) -> None:
    type_notes(board, NOTES[:5])
    # Its patience does not end before a busy server has answered.
    stop_clock(board)
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
    # The next page tries to send them as well.
    with board.expect_event("requestfailed", lambda request: request.resource_type == "fetch"):
        board.goto("/help/")
    board.unroute("**/moves/")
    assert kept(board) == 3
    stop_clock(board)
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
