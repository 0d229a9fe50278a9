"""A board that follows its player's settings, in a real browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt, Preferences

from .looking import come_to_rest

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]
INVALID = "[role=gridcell][aria-invalid]"


def test_conflicts_wait_until_they_are_asked_for(
    open_board: OpenBoard, attempt: Attempt, student: User
) -> None:
    Preferences.objects.update_or_create(player=student, defaults={"conflicts_at_once": False})
    board = open_board(attempt)
    board.keyboard.press("5")
    expect(board.locator("#c2")).to_have_attribute("aria-label", "Row 1, column 3, 5")
    expect(board.locator("#status")).to_have_text("5 placed")
    expect(board.locator(INVALID)).to_have_count(0)
    board.click("#ask-conflicts")
    expect(board.locator(INVALID)).to_have_count(2)
    expect(board.locator("#status")).to_have_text("Cells with a digit that repeats: 2")
    # The focus has stayed on the cell.
    board.keyboard.press("Delete")
    expect(board.locator(INVALID)).to_have_count(0)
    board.keyboard.press("4")
    board.locator("#ask-conflicts").press("Enter")
    expect(board.locator("#status")).to_have_text("No digit repeats.")
    assert "?" not in board.url


POPS = """() => new MutationObserver((changes) => {
  if (changes.some(({ target }) => target.classList.contains("pop"))) document.body.dataset.popped = "yes";
}).observe(document.getElementById("board"), { subtree: true, attributeFilter: ["class"] })"""


def test_a_full_house_animates_only_with_repeats_shown(
    open_board: OpenBoard, attempt_of: Callable[..., Attempt], student: User, puzzle: Puzzle
) -> None:
    almost = f"{puzzle.solution[:2]}.{puzzle.solution[3:9]}{puzzle.givens[9:]}"
    board = open_board(attempt_of(student, digits=almost))
    for is_told in (False, True):
        Preferences.objects.update_or_create(player=student, defaults={"conflicts_at_once": is_told})
        board.reload()
        board.locator("#c2").click()
        board.evaluate(POPS)
        for key in ("0", "4"):
            board.keyboard.press(key)
        expect(board.locator("#c2")).to_have_text("4")
        expect(board.locator("#status")).to_have_text("4 placed")
        assert board.evaluate("document.body.dataset.popped === 'yes'") is is_told


def test_notes_are_cleaned_only_with_the_setting_on(
    open_board: OpenBoard, attempt: Attempt, student: User, eventually: Callable[..., None]
) -> None:
    Preferences.objects.update_or_create(player=student, defaults={"clean_notes": False})
    board = open_board(attempt)
    for key in ("Shift+2", "ArrowRight", "2", "2", "2"):
        board.keyboard.press(key)
    expect(board.locator("#c2 i")).to_have_text("2")
    eventually(lambda: list(attempt.moves.order_by("number").values_list("kind", flat=True)) == list("nixi"))
    attempt.refresh_from_db()
    assert attempt.digits[3] == "2"
    assert attempt.game_state().notes[2] == 0b10
    Preferences.objects.update_or_create(player=student, defaults={"clean_notes": True})
    board.reload()
    board.locator("#c3").click()
    for key in ("2", "2"):
        board.keyboard.press(key)
    expect(board.locator("#c2 i")).to_have_count(0)
    eventually(lambda: attempt.moves.filter(kind="d").count() == 1)
    attempt.refresh_from_db()
    assert not any(attempt.game_state().notes)


def test_the_digit_of_the_chosen_cell_is_highlighted_only_with_the_setting_on(
    open_board: OpenBoard, attempt: Attempt, student: User
) -> None:
    Preferences.objects.update_or_create(player=student, defaults={"light_same": False})
    board = open_board(attempt)
    board.keyboard.press("Shift+5")
    board.locator("#c0").click()
    assert board.locator(".same").count() == 0
    expect(board.locator("#c2 .n5")).not_to_have_css("font-weight", "700")
    # On purpose is another matter.
    board.keyboard.press(".")
    assert set(board.locator(".same").all_inner_texts()) == {"1"}


@pytest.mark.parametrize(("criteria", "key", "other"), [("centre_marks", "c", "v"), ("colours", "v", "c")])
def test_each_kind_of_marks_can_be_switched_on_alone(
    open_board: OpenBoard, attempt: Attempt, student: User, criteria: str, key: str, other: str
) -> None:
    Preferences.objects.update_or_create(player=student, defaults={criteria: True})
    board = open_board(attempt)
    expect(board.locator(".mode:visible")).to_have_count(3)
    board.keyboard.press(key)
    assert board.locator(".mode[aria-pressed='true']").inner_text() in ("Centre", "Colour")
    board.keyboard.press(other)
    sentence = "Switch on centre marks and colours under “My board”."
    expect(board.locator("#status")).to_have_text(sentence)


def test_the_menu_of_the_board_leads_to_its_settings_and_back(
    open_board: OpenBoard, attempt: Attempt
) -> None:
    board = open_board(attempt, size=(390, 844))
    expect(board.locator(".modes")).to_have_count(0)
    board.locator("#tools-menu > summary").click()
    board.locator("#tools-menu").get_by_role("link", name="My board").click()
    board.locator("[name=colours]").check()
    board.get_by_role("button", name="Save").click()
    expect(board.locator("[data-act='colourMode']")).to_be_visible()
    assert board.url.endswith(f"/play/{attempt.pk}/")


def test_names_of_cells_are_short_on_request(open_board: OpenBoard, attempt: Attempt, student: User) -> None:
    Preferences.objects.update_or_create(player=student, defaults={"short_labels": True})
    board = open_board(attempt)
    expect(board.locator("#c0")).to_have_attribute("aria-label", "r1c1, given 5")
    board.keyboard.press("4")
    expect(board.locator("#c2")).to_have_attribute("aria-label", "r1c3, 4")


def test_the_left_hand_finds_the_keys_left_of_the_grid(
    open_board: OpenBoard, attempt: Attempt, student: User
) -> None:
    Preferences.objects.update_or_create(
        player=student, defaults={"left_hand": True, "show_timer": False, "light_peers": False}
    )
    board = open_board(attempt)
    keys: Any = board.locator(".keypad").bounding_box()
    grid: Any = board.locator("#board").bounding_box()
    head: Any
    assert keys["x"] + keys["width"] <= grid["x"]
    # On a large screen the name and the help are on the other side.
    board.set_viewport_size({"width": 1366, "height": 650})
    come_to_rest(board)
    keys, grid, head = (board.locator(part).bounding_box() for part in (".keypad", "#board", ".play-head"))
    assert keys["x"] + keys["width"] <= grid["x"]
    assert grid["x"] + grid["width"] <= head["x"]
    expect(board.locator("#timer")).to_be_hidden()
    come_to_rest(board)
    colour = "e => getComputedStyle(e).backgroundColor"
    fills = {board.locator(f"#c{cell}").evaluate(colour) for cell in (3, 80)}
    assert len(fills) == 1
