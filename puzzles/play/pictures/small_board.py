"""A grid as a small SVG picture, with its description for screen readers."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from puzzles.engine import CELLS, DIGITS, column_of, row_of

from ..game import centre_marks_of, colour_of, marks_from_text

# In the picture's units a cell is 20 wide, and signs are where they are on the board of a game: a digit in
# the optical middle, a note at one of nine places. A text is placed by its base line, below its middle.
CELL = 20
DIGIT_AT = (10, 14.4)
NOTES_AT = (4.4, 9.9, 15.4)
NOTE_RISE = 1.9
NOTE_BASE = (6.3, 11.8, 17.3)
# The distance of centre marks, which is less where there are many; js/replay_board.js places them alike.
CENTRE_STEP = 4
CENTRE_BASE = 12
RIM = 2.5
# The distance of tiles.
TILE = 5


# The same for the scripts that draw on such a picture.
MEASURES = {"cell": CELL, "digit": DIGIT_AT, "notes": NOTES_AT, "noteBases": NOTE_BASE}


@dataclass(frozen=True)
class Glyphs:
    """The signs of one SVG text element and their places: `x` and `y` hold a number for each sign."""

    text: str
    x: str
    y: str


@dataclass(frozen=True)
class Colour:
    """A colour, 1 to 9, and the outlines of the cells that have it."""

    number: int
    outlines: str


@dataclass(frozen=True)
class SmallBoard:
    """A grid drawn as three texts: 81 elements for each of twenty boards would make a page heavy."""

    givens: Glyphs
    entered: Glyphs
    notes: Glyphs
    label: str
    centre: Glyphs = Glyphs("", "", "")
    helped: Glyphs = Glyphs("", "", "")
    colours: tuple[Colour, ...] = ()


@dataclass(frozen=True)
class TileBoard:
    """A grid at a size where no digit can be read: a tile for each given, a dot for each digit entered."""

    givens: str
    entered: str
    label: str


def small_board(givens: str, digits: str, notes: str = "") -> SmallBoard:
    """The picture of a grid: its givens, what was entered, and the notes where some are passed."""
    own = own_digits(givens, digits)
    return SmallBoard(digit_glyphs(givens), digit_glyphs(own), note_glyphs(notes), label(givens, own))


def covered_board() -> SmallBoard:
    """The picture of a grid that is not shown: no digit of it is in the page."""
    return replace(small_board("." * 81, "." * 81), label=_("Covered while the class is paused"))


def tile_board(givens: str, digits: str) -> TileBoard:
    """The picture of a grid in tiles, in pixels."""
    own = own_digits(givens, digits)
    return TileBoard(
        givens="".join(f"M{x} {y}h4v4h-4z" for x, y in tile_corners(givens)),
        entered="".join(f"M{x + 1} {y + 1}h2v2h-2z" for x, y in tile_corners(own)),
        label=label(givens, own),
    )


def tile_corners(digits: str) -> list[tuple[int, int]]:
    """The corners of the tiles that hold a digit: a pixel between cells, three between boxes."""
    at = [TILE * index + 2 * (index // 3) for index in range(9)]
    return [(at[column_of(cell)], at[row_of(cell)]) for cell in CELLS if digits[cell] != "."]


def marked_board(givens: str, digits: str, marks: str, helped: Collection[int] = ()) -> SmallBoard:
    """The picture of a grid with all its marks: notes, centre marks and colours.

    The digits of `helped` cells are drawn as those of a hint, not as the player's own.
    """
    masks, own = marks_from_text(marks), own_digits(givens, digits)
    return replace(
        small_board(givens, digits, marks),
        entered=digit_glyphs("".join("." if cell in helped else own[cell] for cell in CELLS)),
        helped=digit_glyphs("".join(own[cell] if cell in helped else "." for cell in CELLS)),
        centre=centre_glyphs(digits, masks),
        colours=colour_outlines(masks),
    )


def own_digits(givens: str, digits: str) -> str:
    """The digits of a grid that are no givens, as a line."""
    return "".join("." if given != "." else digit for given, digit in zip(givens, digits, strict=True))


def digit_glyphs(digits: str) -> Glyphs:
    return glyphs(
        (digits[cell], CELL * column_of(cell) + DIGIT_AT[0], CELL * row_of(cell) + DIGIT_AT[1])
        for cell in CELLS
        if digits[cell] != "."
    )


def note_glyphs(notes: str) -> Glyphs:
    return glyphs(
        (
            str(digit),
            CELL * column_of(cell) + NOTES_AT[(digit - 1) % 3],
            CELL * row_of(cell) + NOTE_BASE[(digit - 1) // 3],
        )
        for cell, mask in enumerate(marks_from_text(notes))
        for digit in DIGITS
        if mask & 1 << digit - 1
    )


def centre_glyphs(digits: str, masks: Sequence[int]) -> Glyphs:
    """The centre marks of every empty cell, side by side around its middle."""
    placed = []
    for cell, mask in enumerate(masks):
        found = [digit for digit in DIGITS if centre_marks_of(mask) & 1 << digit - 1]
        if digits[cell] != ".":
            continue
        step = min(CENTRE_STEP, (CELL - CENTRE_STEP) / max(len(found), 1))
        for at, digit in enumerate(found):
            x = CELL * (column_of(cell) + 0.5) + (at - (len(found) - 1) / 2) * step
            placed.append((str(digit), round(x, 2), CELL * row_of(cell) + CENTRE_BASE))
    return glyphs(placed)


def colour_outlines(masks: Sequence[int]) -> tuple[Colour, ...]:
    """The colours on a grid, in order. The rim of a cell stays free: it shows that the cell has changed."""
    cells: dict[int, list[int]] = {}
    for cell, mask in enumerate(masks):
        if colour := colour_of(mask):
            cells.setdefault(colour, []).append(cell)
    return tuple(Colour(number, "".join(map(outline, cells[number]))) for number in sorted(cells))


def outline(cell: int) -> str:
    side = CELL - 2 * RIM
    return f"M{CELL * column_of(cell) + RIM:g} {CELL * row_of(cell) + RIM:g}h{side:g}v{side:g}h-{side:g}z"


def glyphs(placed: Iterable[tuple[str, float, float]]) -> Glyphs:
    signs, xs, ys = [], [], []
    for sign, x, y in placed:
        signs.append(sign)
        xs.append(f"{x:g}")
        ys.append(f"{y:g}")
    return Glyphs("".join(signs), " ".join(xs), " ".join(ys))


def label(givens: str, own: str) -> str:
    """What the picture shows, in words: how much is given and how much of the rest is filled in."""
    empty = givens.count(".")
    filled = len(own) - own.count(".")
    return _("Grid with %(given)d given digits; %(filled)d of %(empty)d cells filled in.") % {
        "given": 81 - empty,
        "filled": filled,
        "empty": empty,
    }


def grid_picture(line: str) -> SmallBoard:
    """A grid of givens only."""
    return small_board(line, line)
