"""Back to before the first mistake, in a real browser: in a game, and in a practice copy of it."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from puzzles.play.models import Attempt

from .board import press

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]


def go_back(page: Page) -> None:
    page.get_by_role("button", name="Back to before my first mistake").click()


def shown(page: Page, *cells: int) -> list[str]:
    return [page.locator(f"#c{cell}").inner_text().strip() for cell in cells]


def grid(attempt: Attempt) -> str:
    attempt.refresh_from_db()
    return attempt.digits


def test_the_button_leads_back_to_before_the_first_mistake_and_undo_leads_back_again(
    open_board: OpenBoard, attempt: Attempt, eventually: Callable[..., None]
) -> None:
    page = open_board(attempt)
    # 4 and 6 are right in r1c3 and r1c4; 9 in r1c6 is not, nor is what follows.
    press(page, "4 ArrowRight 6 ArrowRight ArrowRight 9 ArrowRight 1")
    go_back(page)
    expect(page.locator("#c5")).to_have_text("")
    assert shown(page, 2, 3, 5, 6) == ["4", "6", "", ""]
    assert grid(attempt)[:9] == "53467...."
    assert attempt.checks == 1
    page.locator("#c6").click()
    press(page, "Control+z")
    expect(page.locator("#c5")).to_have_text("9")
    assert shown(page, 6) == ["1"]
    eventually(lambda: [move.kind for move in attempt.moves.order_by("number")][-2:] == ["w", "u"])


def test_a_practice_copy_goes_back_to_what_was_right_where_it_began(
    open_board: OpenBoard, attempt: Attempt, eventually: Callable[..., None]
) -> None:
    page = open_board(attempt)
    press(page, "4 ArrowRight 6 ArrowRight ArrowRight 9")
    eventually(lambda: attempt.moves.count() == 3)
    Attempt.objects.update(state=Attempt.State.SHOWN, finished_at=timezone.now())
    page.goto(f"/history/{attempt.pk}/?move=3")
    page.get_by_role("button", name="Continue from here").click()
    page.wait_for_url("**/play/*/")
    expect(page.locator(".play-title")).to_contain_text("practice copy")
    assert shown(page, 2, 3, 5) == ["4", "6", "9"]
    page.locator("#c6").click()
    press(page, "1")
    go_back(page)
    expect(page.locator("#c5")).to_have_text("")
    assert shown(page, 2, 3, 5, 6) == ["4", "6", "", ""]
    copy = Attempt.objects.get(is_practice=True)
    assert (copy.digits[:9], copy.checks) == ("53467....", 1)
