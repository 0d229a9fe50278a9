"""A grid as a picture: what the SVG of a small board needs, and what it says to who cannot see it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..engine import CELLS, DIGITS, column_of, marks_from_text, row_of

# In the picture's own units a cell is 20 wide: a digit stands on its middle, a note in one of nine places.
CELL = 20
DIGIT_AT = (10, 16.7)
NOTES_AT = (4.4, 10, 15.6)
NOTE_BASE = (6.8, 12.1, 17.4)


# The same for the scripts that draw on such a picture.
MEASURES = {"cell": CELL, "digit": DIGIT_AT, "notes": NOTES_AT, "noteBases": NOTE_BASE}


@dataclass(frozen=True)
class Glyphs:
    """The signs of one SVG text element and their places: `x` and `y` hold a number for each sign."""

    text: str
    x: str
    y: str


@dataclass(frozen=True)
class SmallBoard:
    """A grid drawn as three texts, because 81 elements for each of twenty boards would make a page heavy."""

    givens: Glyphs
    entered: Glyphs
    notes: Glyphs
    label: str


def small_board(givens: str, digits: str, notes: str = "") -> SmallBoard:
    """The picture of a grid: its givens, what was entered, and the notes where some are passed."""
    own = own_digits(givens, digits)
    return SmallBoard(digit_glyphs(givens), digit_glyphs(own), note_glyphs(notes), label(givens, own))


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
