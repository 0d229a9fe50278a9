import re
from itertools import pairwise

from django.conf import settings
from django.utils import translation

from puzzles.engine import CELLS, column_of, row_of
from puzzles.play.game import marks_to_text, pack_marks
from puzzles.play.pictures.curves import DISC
from puzzles.play.pictures.small_board import (
    CELL,
    NOTE_BASE,
    NOTE_RISE,
    NOTES_AT,
    Glyphs,
    marked_board,
    small_board,
    tile_board,
)

GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def placed(glyphs: Glyphs) -> dict[int, str]:
    """cell -> sign, read back from the places of the signs."""
    xs, ys = ([float(number) for number in places.split()] for places in (glyphs.x, glyphs.y))
    return {int(y // CELL) * 9 + int(x // CELL): sign for sign, x, y in zip(glyphs.text, xs, ys, strict=True)}


def test_every_character_is_in_its_cell() -> None:
    board = small_board(GIVENS, SOLUTION)
    grid = placed(board.givens) | placed(board.entered)
    assert "".join(grid[cell] for cell in CELLS) == SOLUTION


def test_givens_are_distinguished_from_entered_digits() -> None:
    board = small_board(GIVENS, GIVENS[:2] + "4" + GIVENS[3:])
    assert placed(board.givens) == {cell: sign for cell, sign in enumerate(GIVENS) if sign != "."}
    assert placed(board.entered) == {2: "4"}


def test_tiles_and_dots_fill_the_boxes_without_touching() -> None:
    board = tile_board(GIVENS, SOLUTION)
    tiles, dots = (
        [tuple(map(int, each)) for each in re.findall(r"M(\d+) (\d+)h", path)]
        for path in (board.givens, board.entered)
    )
    assert (len(tiles), len(dots)) == (30, 51)
    corners = {*tiles, *((x - 1, y - 1) for x, y in dots)}
    assert len(corners) == 81
    # A pixel between cells of 4, three between boxes, 48 in all.
    assert sorted({x for x, _y in corners}) == [0, 5, 10, 17, 22, 27, 34, 39, 44]
    assert tile_board(GIVENS, GIVENS).entered == ""


def test_a_note_is_at_the_place_of_its_digit() -> None:
    masks = [0] * 81
    masks[80] = 0b100010001
    board = small_board("." * 81, "." * 81, marks_to_text(masks))
    assert board.notes.text == "159"
    xs, ys = ([float(number) for number in places.split()] for places in (board.notes.x, board.notes.y))
    assert xs == sorted(xs)
    assert ys == sorted(ys)
    for x, y in zip(xs, ys, strict=True):
        assert int(x // CELL) == column_of(80)
        assert int(y // CELL) == row_of(80)


def test_notes_keep_clear_of_frames_and_of_discs_beside_them() -> None:
    """Digits are 0.73 of their size high. The inner frame of what changes ends 1.6 units within the cell."""
    half = 5.4 * 0.73 / 2
    for places in (NOTES_AT, [base - NOTE_RISE for base in NOTE_BASE]):
        assert min(places[0], CELL - places[-1]) - half > 1.6 + 0.5
        assert min(after - before for before, after in pairwise(places)) - half - DISC > 0.9


def test_a_proof_strikes_notes_where_they_are() -> None:
    script = settings.BASE_DIR / "sudokusite/static/js/tree.js"
    assert f"const NOTE_AT = {list(NOTES_AT)};" in script.read_text()


def test_without_notes_there_are_none() -> None:
    assert small_board(GIVENS, GIVENS).notes == Glyphs("", "", "")


def test_all_marks_are_drawn_where_they_are_asked_for() -> None:
    masks = [0] * 81
    masks[2] = pack_marks(centre_marks=0b110, colour=4)
    masks[80] = pack_marks(colour=4)
    masks[3] = pack_marks(colour=2)
    board = marked_board(GIVENS, GIVENS, marks_to_text(masks))
    assert board.centre.text == "23"
    assert {int(float(x) // CELL) for x in board.centre.x.split()} == {2}
    assert [colour.number for colour in board.colours] == [2, 4]
    assert board.colours[1].outlines == "M42.5 2.5h15v15h-15zM162.5 162.5h15v15h-15z"
    plain = small_board(GIVENS, GIVENS, marks_to_text(masks))
    assert (plain.centre.text, plain.colours) == ("", ())


def test_the_label_says_how_much_is_filled_in() -> None:
    with translation.override("en"):
        board = small_board(GIVENS, GIVENS[:2] + "4" + GIVENS[3:])
    assert board.label == "Grid with 30 given digits; 1 of 51 cells filled in."
