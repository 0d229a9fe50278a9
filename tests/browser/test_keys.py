"""Every key of the board, on several keyboards, in French and in English, with what the server then holds."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.play.models import Attempt, Preferences

from .board import press

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]
Move = tuple[str, int | None, int]

# Cells of the fixture's grid: 53..7.... / 6..195... / .98....6. The first empty one, r1c3, is cell 2.
HERE = 2

LOOK = """(cell) => {
  const node = document.getElementById(`c${cell}`);
  const colour = /colour-\\d/.exec(node.className)?.[0];
  const notes = [...node.querySelectorAll("i")].map((note) => note.textContent).join("");
  const centre = node.querySelector("b")?.textContent;
  const digit = node.children.length ? "" : node.textContent;
  return [digit, notes && `notes ${notes}`, centre && `centre ${centre}`, colour].filter(Boolean).join(", ");
}"""

DIGITS = """() => [...document.querySelectorAll(".cell")]
  .map((node) => (node.children.length ? "." : node.textContent || ".")).join("")"""

SEND = """([code, key, options]) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { code, key, bubbles: true, cancelable: true, ...options }))"""

SHIFT = 8


class Row(NamedTuple):
    """Keys from an empty r1c3 on, how the cell then looks, the moves the server holds, and what is said."""

    keys: str
    looks: str
    moves: list[Move]
    said: dict[str, str]


def both(english: str, french: str) -> dict[str, str]:
    return {"en": english, "fr": french}


PLACED = both("4 placed", "4 placé")
NOTED = both("note 4", "annotation 4")
NOTES_OF = both("notes 1 2 4", "annotations 1 2 4")
UNDONE = both("undone: Row 1, column 3, empty", "annulé : Ligne 1, colonne 3, vide")
UNDONE_NOTES = {code: re.sub("empty|vide", NOTES_OF[code], said) for code, said in UNDONE.items()}
D4, N4, X, X4 = ("d", HERE, 4), ("n", HERE, 4), ("x", HERE, 0), ("x", HERE, 4)
UNDO, REDO, FILL = ("u", None, 0), ("r", None, 0), ("f", None, 0)

WRITING = [
    Row("4", "4", [D4], PLACED),
    Row("4 4", "", [D4, X4], both("cleared", "effacé")),
    Row("4 1", "1", [D4, ("d", HERE, 1)], both("1 placed", "1 placé")),
    Row("Shift+4", "notes 4", [N4], NOTED),
    Row("Shift+4 Shift+4", "", [N4, ("o", HERE, 4)], both("note 4 removed", "annotation 4 retirée")),
    Row("n 4", "notes 4", [N4], NOTED),
    Row("Space 4", "notes 4", [N4], NOTED),
    Row("Space Space", "", [], both("notes off", "annotations désactivées")),
    Row("n", "", [], both("notes on", "annotations activées")),
    Row("n Shift+4", "4", [D4], PLACED),
    Row("4 0", "", [D4, X], both("cleared", "effacé")),
    Row("4 Delete", "", [D4, X], both("cleared", "effacé")),
    Row("Shift+4 Backspace", "", [N4, X], both("notes cleared", "annotations effacées")),
    Row("4 Control+z", "", [D4, UNDO], UNDONE),
    Row("4 Meta+z", "", [D4, UNDO], UNDONE),
    Row("4 Control+z Control+y", "4", [D4, UNDO, REDO], {}),
    Row("4 Control+z Control+Shift+z", "4", [D4, UNDO, REDO], {}),
    Row("4 Meta+z Meta+Shift+z", "4", [D4, UNDO, REDO], {}),
    Row("f", "notes 124", [FILL], both("all notes filled in", "toutes les annotations inscrites")),
    Row("f Control+z", "", [FILL, UNDO], both("undone in 51 cells", "annulé dans 51 cases")),
    Row("f 4 Control+z", "notes 124", [FILL, D4, UNDO], UNDONE_NOTES),
    Row("v 4 z Delete", "", [("l", HERE, 4), X], both("colour removed", "couleur retirée")),
    Row("x 4", "notes 4", [N4], NOTED),
    Row("c 4", "centre 4", [("c", HERE, 4)], both("centre mark 4", "4 au centre")),
    Row("c 4 4", "", [("c", HERE, 4), ("e", HERE, 4)], {}),
    Row("v 4", "colour-4", [("l", HERE, 4)], both("colour 4", "couleur 4")),
    Row("v 4 4", "", [("l", HERE, 4), ("l", HERE, 0)], {}),
    Row("v z 4", "4", [D4], PLACED),
    Row("v n 4", "notes 4", [N4], NOTED),
    Row("c Shift+4", "4", [D4], PLACED),
    Row("Shift+ArrowRight 4", "notes 4", [("n", None, 4)], {}),
    Row("Shift+End 4", "notes 4", [("n", None, 4)], {}),
    # Not ours.
    Row("Control+4", "", [], {}),
    Row("Alt+4", "", [], {}),
]

MOVING = [
    ("ArrowRight", 3),
    ("ArrowLeft", 1),
    ("ArrowUp", 2),
    ("ArrowDown", 11),
    ("Control+ArrowRight Control+ArrowRight Control+ArrowRight", 6),
    ("Meta+ArrowRight", 3),
    ("Control+ArrowLeft", 2),
    ("Control+ArrowDown Control+ArrowDown", 29),
    ("Control+ArrowDown Control+ArrowDown Control+ArrowUp", 11),
    ("End", 8),
    ("Home", 0),
    ("Control+End", 80),
    ("Control+End Control+Home", 0),
    ("PageDown", 29),
    ("PageDown PageDown PageDown", 56),
    ("PageDown PageUp PageUp", 2),
]

# What is chosen together: all that was passed on the way, a corner being reached by rows and columns at once.
CHOOSING = [
    ("Shift+ArrowRight Shift+ArrowRight", {2, 3, 4}),
    ("Shift+End", {2, 3, 4, 5, 6, 7, 8}),
    ("Shift+Home", {0, 1, 2}),
    ("Shift+Home Shift+Home", {0, 1, 2}),
    ("Shift+ArrowDown Shift+End", {2, *range(11, 18)}),
    ("Shift+PageDown", {2, 11, 20, 29}),
    ("Control+Shift+Home", {0, 1, 2}),
    ("PageDown Control+Shift+Home", {9 * row + column for row in range(4) for column in range(3)}),
    ("Control+Shift+End", {9 * row + column for row in range(9) for column in range(2, 9)}),
    # Ctrl and an arrow leap over what is filled.
    ("Control+Shift+ArrowRight Control+Shift+ArrowRight Control+Shift+ArrowRight", {2, 3, 5, 6}),
]

ROW_1 = both(
    "row 1: 5, 3, empty, empty, 7, empty, empty, empty, empty",
    "ligne 1 : 5, 3, vide, vide, 7, vide, vide, vide, vide",
)
SPEAKING = {
    "l": both("Row 1, column 3, empty", "Ligne 1, colonne 3, vide"),
    "r": ROW_1,
    "k": both(
        "column 3: empty, empty, 8, empty, empty, empty, empty, empty, empty",
        "colonne 3 : vide, vide, 8, vide, vide, vide, vide, vide, vide",
    ),
    "b": both(
        "box 1: 5, 3, empty, 6, empty, empty, empty, 9, 8",
        "région 1 : 5, 3, vide, 6, vide, vide, vide, 9, 8",
    ),
    "m": both(
        "missing in row 1: 1 2 4 6 8 9; missing in column 3: 1 2 3 4 5 6 7 9; missing in box 1: 1 2 4 7",
        "il manque dans la ligne 1 : 1 2 4 6 8 9; il manque dans la colonne 3 : 1 2 3 4 5 6 7 9; il manque"
        " dans la région 1 : 1 2 4 7",
    ),
}

# What an AZERTY keyboard writes where the digits are, without Shift.
AZERTY = "&é\"'(-è_ç"
# What Windows makes of Shift and a digit of the number pad, NumLock being on: no Shift is told of.
WINDOWS_PAD = [
    *["End", "ArrowDown", "PageDown"],
    *["ArrowLeft", "Clear", "ArrowRight"],
    *["Home", "ArrowUp", "PageUp"],
]


@pytest.fixture
def board(open_board: OpenBoard, attempt: Attempt, student: User) -> Callable[[str], Page]:
    """`board(language)`: the student's board with every mode, r1c3 being chosen."""
    Preferences.objects.update_or_create(player=student, defaults={"centre_marks": True, "colours": True})
    return lambda language: open_board(attempt, language=language)


def said(page: Page) -> str:
    """The status line, its no-break spaces made plain, for French sets many."""
    return re.sub(r"\s+", " ", page.locator("#status").inner_text()).strip()


def settle(page: Page) -> None:
    """Wait until the server has told that it holds every move."""
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('sudoku-op:'))")


def moves(attempt: Attempt, after: int = 0) -> list[Move]:
    """The moves that the server holds after the first so many."""
    rows = attempt.moves.filter(number__gt=after).order_by("number")
    return list(rows.values_list("kind", "cell", "digit"))


def begin_anew(page: Page) -> None:
    """All taken back, digits in digit mode, r1c3 chosen alone."""
    press(page, "Escape z")
    undo = page.locator("[data-act='undo']")
    while undo.get_attribute("aria-disabled") != "true":
        page.keyboard.press("Control+z")
    page.locator(f"#c{HERE}").click()


# The table of the keys


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_key_that_writes(board: Callable[[str], Page], attempt: Attempt, language: str) -> None:
    page = board(language)
    known = 0
    for row in WRITING:
        press(page, row.keys)
        assert (row.keys, page.evaluate(LOOK, HERE)) == (row.keys, row.looks)
        if row.said:
            assert (row.keys, said(page)) == (row.keys, row.said[language])
        settle(page)
        assert (row.keys, moves(attempt, known)) == (row.keys, row.moves)
        attempt.refresh_from_db()
        assert (row.keys, page.evaluate(DIGITS)) == (row.keys, attempt.digits)
        begin_anew(page)
        settle(page)
        known = attempt.moves.count()
    attempt.refresh_from_db()
    assert (attempt.digits, attempt.marks) == (attempt.puzzle.givens, "")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_key_that_moves_speaks_or_opens(
    board: Callable[[str], Page], attempt: Attempt, language: str
) -> None:
    page = board(language)
    for keys, ends_at in MOVING:
        page.locator(f"#c{HERE}").click()
        press(page, keys)
        found = page.evaluate("[document.activeElement.id, document.querySelector('.selected').id]")
        assert (keys, found) == (keys, [f"c{ends_at}"] * 2)
    for keys, chosen in CHOOSING:
        page.locator(f"#c{HERE}").click()
        press(page, keys)
        found = page.locator(".selected").evaluate_all(
            "nodes => nodes.map((node) => Number(node.id.slice(1)))"
        )
        assert (keys, set(found)) == (keys, chosen)
    page.locator(f"#c{HERE}").click()
    for key, words in SPEAKING.items():
        press(page, key)
        expect(page.locator("#status")).to_have_text(words[language])
    opens_and_gives_back(page)
    lights(page, both("lit", "éclairé")[language])
    assert moves(attempt) == []


def opens_and_gives_back(page: Page) -> None:
    """The list of keys and the pause: each covers the board, takes no digit, and leads back to the cell."""
    page.locator(f"#c{HERE}").click()
    for key, dialog, back in [
        ("Shift+?", "#keys-dialog", "Escape"),
        ("p", "#rest", "p"),
        ("p", "#rest", "Enter"),
    ]:
        press(page, key)
        expect(page.locator(dialog)).to_be_visible()
        press(page, "4")
        if dialog == "#keys-dialog":
            expect(page.locator("#keys-title")).to_be_focused()
            expect(page.locator("#keys-title")).to_be_in_viewport()
        if dialog == "#rest":
            expect(page.locator("#board")).to_be_hidden()
        press(page, back)
        expect(page.locator(dialog)).to_be_hidden()
        expect(page.locator(f"#c{HERE}")).to_be_focused()


def lights(page: Page, lit: str) -> None:
    """Comma and point light a digit; without a cell, two typed digits are lit together."""

    def digits() -> set[str]:
        return set(page.locator(".same").all_inner_texts())

    press(page, "Escape . . .")
    assert (digits(), lit in said(page)) == ({"3"}, True)
    press(page, "ArrowRight , ,")
    assert digits() == {"1"}
    press(page, ",")
    assert digits() == set()
    press(page, "Escape 5 8")
    assert digits() == {"5", "8"}
    press(page, "1")
    assert digits() == {"1"}
    press(page, "Escape")
    assert page.locator(".same, .selected").count() == 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_h_reveals_more_each_time_and_escape_closes_the_hint_first(
    board: Callable[[str], Page], attempt: Attempt, language: str
) -> None:
    page = board(language)
    hint, chosen = page.locator(".hint-text"), page.locator(".selected")
    sentences: list[str] = []
    for rung in range(1, 5):
        press(page, "h")
        expect(page.locator(".hint-rungs > .is-revealed")).to_have_count(rung)
        sentences.append(hint.inner_text())
    assert len(set(sentences)) == 4
    assert list(attempt.moves.order_by("number").values_list("kind", "rung")) == [
        ("h", each) for each in range(1, 5)
    ]
    attempt.refresh_from_db()
    assert attempt.digits[78] == page.locator("#c78").inner_text() == "1"
    # What is told after Escape would open the hint again.
    for keys in ("h Escape", "h"):
        press(page, keys)
        expect(page.locator(".htmx-request")).to_have_count(0)
    expect(hint).to_be_visible()
    press(page, "Escape")
    expect(hint).to_have_count(0)
    expect(chosen).to_have_count(1)
    press(page, "Escape")
    expect(chosen).to_have_count(0)


# Keyboards


def strike(page: Page, code: str, key: str, modifiers: int = 0) -> None:
    """A key of the keyboard itself, as the browser hears it from the system."""
    keyboard = page.context.new_cdp_session(page)
    for kind in ("rawKeyDown", "keyUp"):
        keyboard.send(
            "Input.dispatchKeyEvent", {"type": kind, "code": code, "key": key, "modifiers": modifiers}
        )
    keyboard.detach()


def test_digits_go_by_their_place_and_letters_by_what_they_write(board: Callable[[str], Page]) -> None:
    """AZERTY, number pads with and without NumLock, Windows' way with Shift, and keyboards without places."""
    page = board("fr")

    def looks(name: str, want: str) -> None:
        assert (name, page.evaluate(LOOK, HERE)) == (name, want)
        page.keyboard.press("Control+z")

    for digit, sign in enumerate(AZERTY, 1):
        strike(page, f"Digit{digit}", sign)
        looks(f"AZERTY {sign}", str(digit))
        strike(page, f"Digit{digit}", str(digit), SHIFT)
        looks(f"AZERTY Shift {digit}", f"notes {digit}")
        strike(page, f"Numpad{digit}", str(digit))
        looks(f"number pad {digit}", str(digit))
        # No way but this tells a browser that NumLock is on.
        page.evaluate(SEND, [f"Numpad{digit}", WINDOWS_PAD[digit - 1], {"modifierNumLock": True}])
        looks(f"Windows, Shift and {digit}", f"notes {digit}")
        page.evaluate(SEND, ["", str(digit), {}])
        looks(f"{digit} from nowhere", str(digit))
    strike(page, "Digit4", "'")
    strike(page, "KeyW", "z", 2)
    looks("AZERTY Ctrl+Z", "")
    strike(page, "Numpad6", "ArrowRight")
    expect(page.locator("#c3")).to_be_focused()
    strike(page, "Semicolon", "m")
    expect(page.locator("#status")).to_contain_text("il manque")
    strike(page, "Comma", ".", SHIFT)
    expect(page.locator("#status")).to_contain_text("éclairé")
    strike(page, "KeyM", "?", SHIFT)
    expect(page.locator("#keys-dialog")).to_be_visible()


def test_keys_mean_nothing_outside_the_board_and_in_its_fields(
    board: Callable[[str], Page], attempt: Attempt
) -> None:
    page = board("en")
    page.locator(".site-name").focus()
    press(page, "4 n f")
    assert page.evaluate(LOOK, HERE) == ""
    page.locator(".deduction > summary").click()
    page.locator("#deduction-cells").click()
    page.keyboard.type("r3c5 n 4")
    expect(page.locator("#deduction-cells")).to_have_value("r3c5 n 4")
    expect(page.locator("#play")).not_to_have_class(re.compile("notes-mode"))
    assert moves(attempt) == []


SCREENS = [
    ((390, 844), "light", "en"),
    ((360, 640), "dark", "fr"),
    ((820, 1180), "dark", "en"),
    ((1280, 800), "light", "fr"),
]


@pytest.mark.parametrize(("size", "scheme", "language"), SCREENS)
def test_keys_play_on_every_screen(
    open_board: OpenBoard,
    attempt: Attempt,
    size: tuple[int, int],
    scheme: str,
    language: str,
    eventually: Callable[..., None],
) -> None:
    page = open_board(attempt, size=size, language=language, color_scheme=scheme, has_touch=size[0] < 900)
    page.locator(f"#c{HERE}").click()
    press(page, "4 ArrowRight Shift+2 Control+z p")
    expect(page.locator("#rest")).to_be_visible()
    press(page, "Escape")
    expect(page.locator("#c3")).to_be_focused()
    press(page, "?")
    expect(page.locator("#keys-dialog")).to_be_visible()
    press(page, "Escape")
    expect(page.locator("#c3")).to_be_focused()
    press(page, "h")
    # Where there is no room for its sentence, the status line shows it.
    expect(page.locator(".hint")).to_be_visible()
    press(page, "Escape Control+z")
    assert page.evaluate(LOOK, HERE) == ""
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    eventually(lambda: [kind for kind, *_rest in moves(attempt)] == list("dnuhu"))
