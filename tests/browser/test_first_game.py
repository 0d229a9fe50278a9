"""A first game: by keys alone, and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.play.models import Attempt

from .board import press
from .looking import SMALL_PHONE, errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)

PageOf = Callable[..., Page]
# All of it is in view, without scrolling.
IS_IN_VIEW = """(selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.fixture
def easy(teacher: User, collection_of: Callable[..., Collection], puzzle: Puzzle) -> Collection:
    """An easy grid that everybody may draw."""
    assert grade_now(puzzle=puzzle).tier == 1
    collection = collection_of(teacher, [], entry_count=1, drawable_count=1)
    Entry.objects.create(collection=collection, puzzle=puzzle, number=1, line=1, position=1)
    return collection


def test_by_keys_alone(page_of: PageOf, student: User, easy: Collection) -> None:
    page = page_of(student, language="en", reduced_motion="reduce")
    page.set_viewport_size({"width": 1366, "height": 650})
    errors = errors_of(page)
    page.goto("/first-game/")
    said, reply = page.locator("#sentence"), page.locator("#reply")
    expect(page.locator("#c10")).to_be_focused()
    expect(page.locator("#c10")).to_have_accessible_name("Row 3, column 3, empty, lit")
    expect(said).to_contain_text("missing in row 3")
    # Wrong, with the reason; then a row, a column and a box.
    press(page, "4")
    expect(reply).to_have_text("Row 3 already has a 4.")
    expect(page.locator(".conflict")).to_have_text("4")
    assert found_on(page) == []
    press(page, "1")
    expect(said).to_have_text("Right. Each column does, too. Which digit is missing in column 2?")
    expect(reply).to_be_empty()
    press(page, "4 1")
    # The place of 1: from r4c1, where the last digit went, to r1c4.
    expect(said).to_contain_text("Where does 1 go in the lit box?")
    press(page, "ArrowRight ArrowRight ArrowRight ArrowUp ArrowUp 1")
    expect(reply).to_have_text("Row 2 already has a 1.")
    press(page, "ArrowUp 1")
    expect(said).to_contain_text("Where does 3 go in row 2?")
    press(page, "ArrowDown ArrowLeft 3")
    # Notes.
    expect(page.locator("#c2")).to_be_focused()
    press(page, "2")
    expect(reply).to_have_text("It may be 2 or 4: write both as notes.")
    press(page, "n 2 4")
    expect(page.locator("#c2")).to_have_accessible_name("Row 1, column 3, notes 2 4")
    press(page, "2")
    expect(page.locator("#c2")).to_have_accessible_name("Row 1, column 3, notes 4, lit")
    press(page, "4")
    assert found_on(page) == []
    # Back, and skipped.
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#progress")).to_have_text("Step 8 of 9")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#progress")).to_have_text("Step 9 of 9")
    page.locator("#c0").focus()
    press(page, "2 ArrowDown 4 ArrowDown ArrowDown ArrowRight ArrowRight 2")
    expect(said).to_have_text("Solved! Every row, column and box holds each digit once.")
    real = page.get_by_role("button", name="Now a real grid, half filled")
    expect(real).to_be_focused()
    assert found_on(page) == []
    assert page.evaluate(IS_IN_VIEW, "#real-grid")
    press(page, "Enter")
    page.wait_for_url("**/play/*/")
    assert Attempt.objects.get().is_practice
    assert errors == []


def test_on_a_phone(page_of: PageOf, student: User, easy: Collection) -> None:
    page = page_of(student, language="fr", is_mobile=True, has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/first-game/")
    said, reply = page.locator("#sentence"), page.locator("#reply")
    expect(said).to_contain_text("Quel chiffre manque dans la ligne 3")
    for selector in ("#sentence", "#board", ".first-game-keys"):
        assert page.evaluate(IS_IN_VIEW, selector)

    def tap(*selectors: str) -> None:
        for selector in selectors:
            page.locator(selector).tap()

    one, two, three, four, notes = *(f"[data-digit='{digit}']" for digit in range(1, 5)), "[data-act=notes]"
    place = page.locator("#board").bounding_box()
    tap(four)
    expect(reply).to_have_text("La ligne 3 a déjà un 4.")
    tap(one, four, one)
    # A digit goes nowhere before its cell is chosen.
    tap(one)
    expect(reply).to_have_text("Choisis d’abord une case.")
    tap("#c7", one)
    expect(reply).to_have_text("La ligne 2 a déjà un 1.")
    tap("#c3", one, "#c6", three)
    tap(two)
    expect(reply).to_contain_text("note les deux")
    # Whatever is said, the board keeps its place.
    assert page.locator("#board").bounding_box() == place
    tap(notes, two, four, two, four)
    assert width_of(page) == []
    tap("#c0", two, "#c4", four, "#c14", two)
    expect(said).to_contain_text("Résolue")
    assert page.evaluate(IS_IN_VIEW, "#real-grid")
    assert found_on(page) == []
    tap("[data-act=again]")
    expect(page.locator("#progress")).to_have_text("Étape 1 sur 9")
    expect(page.locator("#real-grid")).to_be_hidden()
    assert not Attempt.objects.exists()


def test_on_the_smallest_phone_nothing_is_beside_the_window(
    page_of: PageOf, student: User, easy: Collection
) -> None:
    page = page_of(student, language="fr", is_mobile=True, has_touch=True)
    page.set_viewport_size(SMALL_PHONE)
    page.goto("/first-game/")
    expect(page.locator("#sentence")).to_contain_text("Quel chiffre manque dans la ligne 3")
    assert width_of(page) + found_on(page) == []
