"""Notes, centre marks, colours and held digits, on one cell and on several, in a real browser."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from puzzles.models import Attempt

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]
Eventually = Callable[..., None]

# Cells of the fixture's grid: 53..7.... / 6..195... / .98....6. The first empty one, r1c3, is chosen.
PHONE: dict[str, Any] = {"size": (390, 844), "has_touch": True, "is_mobile": True}
SETTLED = "document.getElementById('saving').dataset.state === 'saved'"


@pytest.fixture
def board(open_board: OpenBoard, attempt: Attempt) -> Page:
    """The student's board on a desktop, with centre marks and colours."""
    page = open_board(attempt)
    offer_more_marks(page)
    page.locator("#c2").click()
    return page


@pytest.fixture
def phone(open_board: OpenBoard, attempt: Attempt) -> Page:
    return open_board(attempt, **PHONE)


def offer_more_marks(page: Page) -> None:
    page.locator("#tools-menu > summary").click()
    page.locator("[data-act='moreMarks']").click()
    expect(page.locator(".modes")).to_be_visible()


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def status(page: Page) -> Any:
    return expect(page.locator("#status"))


def stored(attempt: Attempt) -> list[tuple[str, int | None, int, list[int]]]:
    """Each move with the cells that it changed."""
    return [
        (move.kind, move.cell, move.digit, [change[0] for change in move.effect])
        for move in attempt.moves.order_by("number")
    ]


def chosen(page: Page) -> list[int]:
    read = "nodes => nodes.map((node) => Number(node.id.slice(1)))"
    return page.locator("#board [aria-selected='true']").evaluate_all(read)


def draw(page: Page, *cells: int) -> None:
    """Press the mouse on the first cell, move it over the others, lift it."""
    for number, cell in enumerate(cells):
        box = page.locator(f"#c{cell}").bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if not number:
            page.mouse.down()
    page.mouse.up()


# Modes


@pytest.mark.parametrize(
    ("keys", "kind", "label"),
    [
        ("4", "d", "Row 1, column 3, 4"),
        ("x 4", "n", "Row 1, column 3, notes 4"),
        ("c 4", "c", "Row 1, column 3, centre 4"),
        ("v 4", "l", "Row 1, column 3, empty, colour 4"),
        ("v z 4", "d", "Row 1, column 3, 4"),
        ("v n 4", "n", "Row 1, column 3, notes 4"),
        ("x Shift+4", "d", "Row 1, column 3, 4"),
        ("c Shift+4", "d", "Row 1, column 3, 4"),
    ],
)
def test_each_mode_writes_its_own_mark(
    board: Page, attempt: Attempt, keys: str, kind: str, label: str, eventually: Eventually
) -> None:
    press(board, keys)
    expect(board.locator("#c2")).to_have_attribute("aria-label", label)
    eventually(lambda: stored(attempt) == [(kind, 2, 4, [2])])


@pytest.mark.parametrize(("mode", "kinds"), [("x", "no"), ("c", "ce"), ("v", "ll")])
def test_the_same_mark_again_takes_it_away(
    board: Page, attempt: Attempt, mode: str, kinds: str, eventually: Eventually
) -> None:
    press(board, f"{mode} 4 4")
    expect(board.locator("#c2")).to_have_attribute("aria-label", "Row 1, column 3, empty")
    eventually(lambda: [kind for kind, *_rest in stored(attempt)] == list(kinds))


def test_the_mode_is_switched_by_hand_and_seen_on_the_keys(board: Page) -> None:
    key = board.locator("[data-digit='4']")
    plain = key.evaluate("node => getComputedStyle(node).backgroundColor")
    board.locator("[data-act='colourMode']").click()
    expect(board.locator("[data-act='colourMode']")).to_have_attribute("aria-pressed", "true")
    expect(board.locator("[data-act='digitMode']")).to_have_attribute("aria-pressed", "false")
    expect(key).to_have_attribute("aria-label", "colour 4")
    expect(key).not_to_have_css("background-color", plain)
    board.locator("[data-act='notesMode']").click()
    expect(key).to_have_css("border-top-style", "dashed")
    expect(key).to_have_attribute("aria-label", "4, 7 left")


def test_centre_marks_and_colours_are_there_for_who_wants_them(
    open_board: OpenBoard, attempt: Attempt
) -> None:
    page = open_board(attempt)
    expect(page.locator(".modes")).to_be_hidden()
    press(page, "c")
    status(page).to_have_text("Centre marks and colours are switched on in the menu of the tools.")
    offer_more_marks(page)
    status(page).to_have_text("Centre marks and colours are offered.")
    page.reload()
    expect(page.locator(".modes")).to_be_visible()
    page.locator("#tools-menu > summary").click()
    expect(page.locator("[data-act='moreMarks']")).to_have_attribute("aria-pressed", "true")


def test_marks_are_undone_and_come_back_after_a_reload(board: Page) -> None:
    press(board, "c 4 v 6 ArrowRight 3")
    expect(board.locator("#c3")).to_have_class(re.compile(r"\bcolour-3\b"))
    press(board, "Control+z")
    expect(board.locator("#c3")).not_to_have_class(re.compile(r"\bcolour-3\b"))
    board.wait_for_function(SETTLED)
    board.reload()
    expect(board.locator("#c2")).to_have_attribute("aria-label", "Row 1, column 3, centre 4, colour 6")


# Several cells


def test_shift_and_arrows_choose_several_cells(board: Page) -> None:
    press(board, "Shift+ArrowRight Shift+ArrowDown")
    assert chosen(board) == [2, 3, 12]
    expect(board.locator("#c12")).to_be_focused()
    assert board.locator("#board [tabindex='0']").count() == 1
    status(board).to_have_text("3 cells chosen")
    press(board, "ArrowLeft")
    assert chosen(board) == [11]


def test_drawing_with_the_mouse_chooses_the_cells_it_crosses(board: Page) -> None:
    draw(board, 2, 11, 10)
    assert chosen(board) == [2, 10, 11]
    status(board).to_have_text("3 cells chosen")
    board.locator("#c10").click()
    assert chosen(board) == [10]


def test_ctrl_and_a_click_adds_a_cell_and_takes_it_away(board: Page) -> None:
    board.locator("#c5").click(modifiers=["Control"])
    board.locator("#c80").click(modifiers=["Meta"])
    assert chosen(board) == [2, 5, 80]
    board.locator("#c5").click(modifiers=["Control"])
    assert chosen(board) == [2, 80]
    board.locator("#c3").click(modifiers=["Shift"])
    assert chosen(board) == [2, 3, 80]


def test_a_mark_goes_to_all_chosen_cells_as_one_move(
    board: Page, attempt: Attempt, eventually: Eventually
) -> None:
    """Switched on in all of them, unless all have it; a digit is a note then, and filled cells stay out."""
    press(board, "Shift+4 Shift+ArrowRight Shift+ArrowRight 4")
    status(board).to_have_text("note 4 in 1 cell")
    press(board, "4")
    status(board).to_have_text("note 4 taken away in 2 cells")
    press(board, "v 7")
    status(board).to_have_text("colour 7 in 3 cells")
    press(board, "Delete Control+z Control+z Control+z")
    eventually(
        lambda: (
            stored(attempt)[:5]
            == [
                ("n", 2, 4, [2]),
                ("n", None, 4, [3]),
                ("o", None, 4, [3, 2]),
                ("l", None, 7, [4, 3, 2]),
                ("x", None, 0, [4, 3, 2]),
            ]
        )
    )
    expect(board.locator("#c2")).to_have_attribute("aria-label", "Row 1, column 3, notes 4")


def test_given_digits_alone_take_no_notes(board: Page, attempt: Attempt) -> None:
    board.locator("#c0").click()
    press(board, "Shift+ArrowRight 4")
    status(board).to_have_text("That digit is given: it stays.")
    assert stored(attempt) == []


def test_escape_lets_go_of_all_cells(board: Page) -> None:
    press(board, "Shift+ArrowRight Escape")
    assert chosen(board) == []


# A held digit


def test_a_digit_tapped_without_a_cell_is_held_for_the_cells_tapped_next(
    phone: Page, attempt: Attempt, eventually: Eventually
) -> None:
    key = phone.locator("[data-digit='4']")
    key.tap()
    status(phone).to_have_text("4 is held: choose the cells for it.")
    expect(key).to_have_attribute("aria-pressed", "true")
    assert phone.locator(".same").count() == 2
    for cell in (2, 3, 3):
        phone.locator(f"#c{cell}").tap()
    phone.locator("[data-act='notes']").tap()
    phone.locator("#c5").tap()
    key.tap()
    expect(key).not_to_have_attribute("aria-pressed", "true")
    phone.locator("#c10").tap()
    eventually(lambda: [move[:3] for move in stored(attempt)] == [
        ("d", 2, 4), ("d", 3, 4), ("x", 3, 4), ("n", 5, 4)
    ])  # fmt: skip


def test_another_digit_tapped_is_held_instead_until_escape(board: Page) -> None:
    press(board, "Escape")
    board.locator("[data-digit='4']").click()
    board.locator("[data-digit='5']").click()
    expect(board.locator(".keypad [aria-pressed='true']")).to_have_attribute("data-digit", "5")
    board.locator("#c2").click()
    expect(board.locator("#c2")).to_have_text("5")
    press(board, "Escape")
    assert board.locator(".keypad [aria-pressed='true'], .same, .selected").count() == 0


def test_a_long_press_on_a_key_is_the_other_mode_once(
    phone: Page, attempt: Attempt, eventually: Eventually
) -> None:
    phone.locator("#c2").tap()
    press_long(phone, "[data-digit='4']")
    expect(phone.locator("#c2")).to_have_attribute("aria-label", "Row 1, column 3, notes 4")
    phone.locator("[data-digit='4']").tap()
    eventually(lambda: [move[:3] for move in stored(attempt)] == [("n", 2, 4), ("d", 2, 4)])


def press_long(page: Page, key: str) -> None:
    """Rest on a key until it has done something, then let go, with the click that comes of it."""
    page.locator(key).dispatch_event("pointerdown", {"button": 0})
    expect(page.locator("#status")).to_have_text("note 4")
    page.locator(key).dispatch_event("pointerup")
    page.locator(key).dispatch_event("click", {"detail": 1})


def test_a_finger_draws_over_cells(phone: Page, attempt: Attempt, eventually: Eventually) -> None:
    finger = phone.context.new_cdp_session(phone)
    points = [phone.locator(f"#c{cell}").bounding_box() for cell in (2, 3, 12)]
    for kind, box in zip(["touchStart", "touchMove", "touchMove"], points, strict=True):
        assert box
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    status(phone).to_have_text("3 cells chosen")
    phone.locator("[data-digit='6']").tap()
    eventually(lambda: stored(attempt) == [("n", None, 6, [3, 2])])


# Light


def test_comma_and_point_light_the_digit_before_and_after(board: Page) -> None:
    press(board, "Escape .")
    status(board).to_have_text("1 lit")
    press(board, ". .")
    assert set(board.locator(".same").all_inner_texts()) == {"3"}
    press(board, "ArrowRight")
    assert set(board.locator(".same").all_inner_texts()) == {"3"}
    press(board, ", , ,")
    status(board).to_have_text("no digit lit")
    press(board, ",")
    status(board).to_have_text("9 lit")


def test_two_digits_are_lit_at_once(board: Page) -> None:
    press(board, "Escape 5 8")
    assert set(board.locator(".same").all_inner_texts()) == {"5", "8"}
    press(board, "1")
    assert set(board.locator(".same").all_inner_texts()) == {"1"}


def test_the_cells_with_two_notes_are_lit(board: Page) -> None:
    press(board, "f")
    board.locator("#tools-menu > summary").click()
    board.locator("[data-act='lightPairs']").click()
    status(board).to_have_text(re.compile(r"^cells with two notes lit: [1-9]\d*$"))
    counts = board.locator(".same").evaluate_all("nodes => nodes.map((node) => node.childElementCount)")
    assert set(counts) == {2}
    board.locator("#tools-menu > summary").click()
    board.locator("[data-act='lightPairs']").click()
    expect(board.locator(".same")).to_have_count(0)


# Pause and the remembered point


def test_a_pause_covers_the_grid_until_its_player_goes_on(board: Page, attempt: Attempt) -> None:
    press(board, "p")
    expect(board.get_by_role("button", name="Go on")).to_be_focused()
    expect(board.locator("#board")).to_be_hidden()
    press(board, "4 Enter")
    expect(board.locator("#board")).to_be_visible()
    expect(board.locator("#c2")).to_be_focused()
    assert stored(attempt) == []
    press(board, "p")
    expect(board.locator("#rest")).to_be_visible()
    press(board, "Escape")
    expect(board.locator("#board")).to_be_visible()


def test_a_point_is_remembered_and_come_back_to(
    board: Page, attempt: Attempt, eventually: Eventually
) -> None:
    choose = board.locator("#tools-menu > summary").click
    back = board.locator("[data-act='goBack']")
    expect(back).to_have_attribute("aria-disabled", "true")
    press(board, "4")
    choose()
    board.locator("[data-act='remember']").click()
    status(board).to_have_text("This point is remembered.")
    press(board, "1 ArrowRight 6")
    choose()
    expect(back).to_have_attribute("aria-disabled", "false")
    back.click()
    status(board).to_have_text("Back at the remembered point.")
    expect(board.locator("#c2")).to_have_text("4")
    expect(board.locator("#c3")).to_have_text("")
    press(board, "Control+z")
    expect(board.locator("#c3")).to_have_text("6")
    eventually(lambda: [kind for kind, *_rest in stored(attempt)] == list("dgddbu"))


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1280, 800)])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_play_area_fits_the_screen_with_all_modes(
    open_board: OpenBoard, attempt: Attempt, size: tuple[int, int], language: str
) -> None:
    page = open_board(attempt, size=size, language=language, has_touch=size[0] < 500, is_mobile=size[0] < 500)
    offer_more_marks(page)
    ends = page.evaluate(
        """() => [...document.querySelectorAll("#board, .tools, #status, #help > .help-tools .tool")]
          .map((node) => node.getBoundingClientRect().bottom)"""
    )
    assert max(ends) <= size[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
