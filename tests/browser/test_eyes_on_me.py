"""A lesson: "eyes on me" on a page without a board, a raised hand, and one board that the teacher follows."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Classroom, RaisedHand, User
from accounts.services.classes import pause_class, resume_class
from puzzles.play.models import Attempt

from .looking import found_on

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 390, "height": 844}
EXERCISE = "/course/td_iteratif/exercises/test/"


@pytest.fixture(autouse=True)
def _at_any_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages ask as often as in a lesson, whenever the tests run."""
    monkeypatch.setattr("accounts.services.lessons.FREE_S", 2)


def test_eyes_on_me_covers_an_exercise_and_gives_it_back(
    page_of: Callable[..., Any], student: User, classroom: Classroom
) -> None:
    page = page_of(student, language="en")
    page.set_viewport_size(PHONE)
    page.goto(EXERCISE)
    text = page.locator("textarea[name=text]")
    text.fill("def test():\n    return True\n")
    pause_class(classroom=classroom)
    cover = page.get_by_role("dialog", name="Eyes on me")
    expect(cover).to_be_visible()
    for _time in range(3):
        page.keyboard.press("Escape")
    page.keyboard.type("x")
    expect(cover).to_be_visible()
    assert found_on(page) == []
    resume_class(classroom=classroom)
    expect(cover).to_be_hidden()
    expect(text).to_have_value("def test():\n    return True\n")
    expect(text).to_be_focused()


def test_a_hand_is_raised_by_keyboard_on_an_exercise(page_of: Callable[..., Any], student: User) -> None:
    page = page_of(student, language="en")
    page.goto(EXERCISE)
    page.get_by_role("button", name="I need help").press("Enter")
    expect(page.get_by_role("button", name="Hand raised", pressed=True)).to_be_visible()
    assert RaisedHand.objects.get().student == student
    page.get_by_role("button", name="Hand raised").press("Enter")
    expect(page.get_by_role("button", name="I need help", pressed=False)).to_be_visible()
    assert not RaisedHand.objects.exists()


def test_a_teacher_follows_a_board_and_writes_to_it(
    page_of: Callable[..., Any], teacher: User, student: User, attempt: Attempt
) -> None:
    board, followed = page_of(student, language="en"), page_of(teacher, language="en")
    board.set_viewport_size(PHONE)
    board.goto(f"/play/{attempt.pk}/")
    followed.goto(f"/boards/{attempt.pk}/")
    filled = followed.locator(".one-board-status")
    expect(filled).to_contain_text("0 / 51 cells")
    board.locator("#board [tabindex='0']").focus()
    cell = attempt.puzzle.givens.index(".")
    board.locator("#board [role=gridcell]").nth(cell).click()
    board.keyboard.press("4")
    expect(filled).to_contain_text("1 / 51 cells")
    followed.get_by_label("A short sentence").fill("Look at row 3.")
    followed.get_by_role("button", name="Send", exact=True).click()
    expect(board.locator("#status")).to_have_text("Your teacher: Look at row 3.")
    expect(board.locator("#teacher-note")).to_have_text("Your teacher: Look at row 3.")
    board.get_by_label("More tools").click()
    board.get_by_role("button", name="I need help").click()
    expect(followed.locator(".one-board-status")).to_contain_text("hand raised")
    board.keyboard.press("Escape")
    assert found_on(board) == []
    assert found_on(followed) == []
