"""Notes, centre marks and colours, on one cell and on several, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.play.models import Attempt, Preferences

from .board import press, status
from .looking import come_to_rest

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]
Eventually = Callable[..., None]

# Cells of the fixture's grid: 53..7.... / 6..195... / .98....6. The first empty one, r1c3, is chosen.
BOTH = {"centre_marks": True, "colours": True}
SETTLED = "document.getElementById('saving').dataset.state === 'saved'"


@pytest.fixture
def board(open_board: OpenBoard, attempt: Attempt, student: User) -> Page:
    """The student's board on a desktop, with centre marks and colours."""
    Preferences.objects.update_or_create(player=student, defaults=BOTH)
    page = open_board(attempt)
    page.locator("#c2").click()
    return page


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


def test_the_mode_is_switched_by_hand_and_seen_on_the_keys(board: Page) -> None:
    key = board.locator("[data-digit='4']")
    come_to_rest(board)
    plain = key.evaluate("node => getComputedStyle(node).backgroundColor")
    board.locator("[data-act='colourMode']").click()
    expect(board.locator("[data-act='colourMode']")).to_have_attribute("aria-pressed", "true")
    expect(board.locator("[data-act='digitMode']")).to_have_attribute("aria-pressed", "false")
    expect(key).to_have_attribute("aria-label", "colour 4")
    expect(key).not_to_have_css("background-color", plain)
    board.locator("[data-act='notesMode']").click()
    expect(key).to_have_css("border-top-style", "dashed")
    expect(key).to_have_attribute("aria-label", "4, 7 left")


def test_nine_centre_marks_are_all_seen_within_their_cell(board: Page) -> None:
    board.set_viewport_size({"width": 360, "height": 640})
    press(board, "c " + " ".join("123456789"))
    assert board.locator("#c2 b").inner_text() == "123456789"
    seen = """(node) => {
      const cell = node.parentElement.getBoundingClientRect();
      const text = document.createRange();
      text.selectNodeContents(node);
      const lines = [...text.getClientRects()];
      return [lines.length, lines.every((line) => line.left >= cell.left && line.right <= cell.right
        && line.top >= cell.top && line.bottom <= cell.bottom)];
    }"""
    assert board.locator("#c2 b").evaluate(seen) == [2, True]


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
    status(board).to_have_text("note 4 removed in 2 cells")
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
    status(board).to_have_text("Given digits cannot be changed.")
    assert stored(attempt) == []


def test_escape_deselects_all_cells(board: Page) -> None:
    press(board, "Shift+ArrowRight Escape")
    assert chosen(board) == []


# Light


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


def test_a_checkpoint_is_set_and_restored(board: Page, attempt: Attempt, eventually: Eventually) -> None:
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
    open_board: OpenBoard, attempt: Attempt, student: User, size: tuple[int, int], language: str
) -> None:
    Preferences.objects.update_or_create(player=student, defaults={**BOTH, "conflicts_at_once": False})
    page = open_board(attempt, size=size, language=language, has_touch=size[0] < 500, is_mobile=size[0] < 500)
    come_to_rest(page)
    ends = page.evaluate(
        """() => [
            ...document.querySelectorAll("#board, .modes, .tools, #status, .ask-conflicts"),
            ...document.querySelectorAll(".help > .help-tools .tool"),
          ].filter((node) => node.checkVisibility()).map((node) => node.getBoundingClientRect().bottom)"""
    )
    assert max(ends) <= size[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
