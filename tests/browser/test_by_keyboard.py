"""A whole puzzle played by who sees nothing: keys go in, names of cells and the status line come out."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.engine import BOXES, COLUMNS, DIGITS, ROWS, Board, box_of, column_of, row_of, search
from puzzles.play.models import Attempt

pytestmark = pytest.mark.django_db(transaction=True)

OpenBoard = Callable[..., Page]


@dataclass(frozen=True)
class Words:
    """What the board says in one language, as far as a listener goes by it."""

    cell: str
    given: str
    empty: str
    row: str
    column: str
    box: str
    says: str
    missing: str
    placed: str
    repeats: str
    repeats_in: str
    notes: str
    note: str
    solved: str


ENGLISH = Words(
    cell=r"Row (\d), column (\d), ",
    given="given {}",
    empty="empty",
    row="row {}",
    column="column {}",
    box="box {}",
    says="{}: {}",
    missing="missing in {}: {}",
    placed="{} placed",
    repeats="{} repeats in ",
    repeats_in="repeats in ",
    notes="notes {}",
    note="note {}",
    solved="Solved in",
)
FRENCH = Words(
    cell=r"Ligne (\d), colonne (\d), ",
    given="donné {}",
    empty="vide",
    row="ligne {}",
    column="colonne {}",
    box="région {}",
    says="{}\N{NO-BREAK SPACE}: {}",
    missing="il manque dans la {}\N{NO-BREAK SPACE}: {}",
    placed="{} placé",
    repeats="{} se répète\N{NO-BREAK SPACE}: ",
    repeats_in="répété\N{NO-BREAK SPACE}: ",
    notes="annotations {}",
    note="annotation {}",
    solved="Résolue en",
)


class Listener:
    """A player who hears what has the focus and what the status line says, and knows nothing else."""

    def __init__(self, page: Page, words: Words) -> None:
        self.page = page
        self.words = words
        self.status = page.locator("#status[role=status]")
        self.cell = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def hears(self) -> str:
        """The name of what has the focus."""
        name: str = self.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
        return name

    def expect_status(self, said: str) -> None:
        expect(self.status).to_have_text(re.compile(re.escape(said)))

    def find_the_grid(self) -> None:
        """Tab from the beginning of the page until a cell is named."""
        for _press in range(40):
            self.press("Tab")
            if re.match(self.words.cell, self.hears()):
                return
        pytest.fail("no cell is reached with Tab")

    def read(self) -> tuple[int, str]:
        """The cell one is in, and what its name says it holds."""
        name = self.hears()
        place = re.match(self.words.cell, name)
        assert place, f"this names no cell: {name}"
        row, column = place.groups()
        return 9 * (int(row) - 1) + int(column) - 1, name[place.end() :]

    def go_to(self, cell: int) -> None:
        down, right = row_of(cell) - row_of(self.cell), column_of(cell) - column_of(self.cell)
        self.press(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
        self.press(*["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right))
        assert self.read()[0] == cell
        self.cell = cell

    def read_grid(self) -> Board:
        """All cells, there and back row by row, from what their names say."""
        self.press("Control+Home")
        self.cell = 0
        digits = [0] * 81
        for row in ROWS:
            for cell in row if row_of(row[0]) % 2 == 0 else reversed(row):
                self.go_to(cell)
                digits[cell] = self.digit_in(self.read()[1])
        return Board(tuple(digits))

    def digit_in(self, holds: str) -> int:
        if holds == self.words.empty:
            return 0
        known = {self.words.given.format(digit): digit for digit in DIGITS}
        return known.get(holds) or int(holds)


@pytest.fixture(params=["fr", "en"])
def listener(
    request: pytest.FixtureRequest,
    open_board: OpenBoard,
    transactional_db: None,
    attempt_of: Callable[..., Attempt],
    student: User,
) -> Listener:
    """At a whole puzzle in French, and near the end of it in English."""
    attempt = attempt_of(student)
    if request.param == "en":
        attempt.digits = attempt.puzzle.solution[:60] + attempt.puzzle.givens[60:]
        attempt.save(update_fields=["digits"])
    page = open_board(attempt, language=request.param)
    return Listener(page, {"fr": FRENCH, "en": ENGLISH}[request.param])


def test_a_puzzle_is_solved_by_ear(listener: Listener) -> None:
    listener.find_the_grid()
    board = listener.read_grid()
    solution = search(board).solution
    assert solution is not None
    first, *others = board.empty_cells

    listener.go_to(first)
    ask_about_the_cell(listener, board, first)
    make_a_mistake(listener, board, first)
    write_a_note(listener)
    listener.press(str(solution[first]))
    listener.expect_status(listener.words.placed.format(solution[first]))
    for cell in others:
        listener.go_to(cell)
        listener.press(str(solution[cell]))
        assert listener.read() == (cell, str(solution[cell]))
    listener.expect_status(listener.words.solved)


def ask_about_the_cell(listener: Listener, board: Board, cell: int) -> None:
    """The letters L, R, K, B and M: the cell, its row, its column, its box, and what is missing there."""
    words = listener.words
    houses = [
        (words.row.format(row_of(cell) + 1), ROWS[row_of(cell)], "r"),
        (words.column.format(column_of(cell) + 1), COLUMNS[column_of(cell)], "k"),
        (words.box.format(box_of(cell) + 1), BOXES[box_of(cell)], "b"),
    ]
    listener.press("l")
    listener.expect_status(listener.hears())
    for name, cells, key in houses:
        listener.press(key)
        held = ", ".join(str(board[each] or words.empty) for each in cells)
        listener.expect_status(words.says.format(name, held))
    listener.press("m")
    for name, cells, _key in houses:
        missing = [str(digit) for digit in DIGITS if digit not in {board[each] for each in cells}]
        listener.expect_status(words.missing.format(name, " ".join(missing)))


def make_a_mistake(listener: Listener, board: Board, cell: int) -> None:
    """A digit that its row has already is told at once, and taken back."""
    wrong = next(board[each] for each in ROWS[row_of(cell)] if board[each])
    listener.press(str(wrong))
    listener.expect_status(listener.words.repeats.format(wrong))
    assert listener.words.repeats_in in listener.read()[1]
    listener.press("Control+z")
    assert listener.read() == (cell, listener.words.empty)


def write_a_note(listener: Listener) -> None:
    """With Shift a digit is a note; it is told, is in the name of the cell, and goes as it came."""
    listener.press("Shift+1")
    listener.expect_status(listener.words.note.format(1))
    assert listener.read()[1] == listener.words.notes.format(1)
    listener.press("Control+z")
    assert listener.read()[1] == listener.words.empty
