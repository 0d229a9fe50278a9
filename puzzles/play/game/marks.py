"""The marks of a cell in one number: pencil marks (notes), centre marks and a colour.

bits 18-21         bits 9-17                      bits 0-8
colour, 0 (none)   centre marks,                  notes,
to 9               digit d in bit d + 8           digit d in bit d - 1
"""

from collections.abc import Sequence

NO_MARKS = (0,) * 81
COLOURS = range(10)

_NOTES = 0x1FF
_CENTRE_SHIFT = 9
_COLOUR_SHIFT = 18


def notes_of(marks: int) -> int:
    """The notes among the marks of a cell, as a mask of digits."""
    return marks & _NOTES


def centre_marks_of(marks: int) -> int:
    """The centre marks among the marks of a cell, as a mask of digits."""
    return marks >> _CENTRE_SHIFT & _NOTES


def colour_of(marks: int) -> int:
    """The colour among the marks of a cell, 0 for none."""
    return marks >> _COLOUR_SHIFT


def pack_marks(notes: int = 0, centre_marks: int = 0, colour: int = 0) -> int:
    """The marks of a cell that has these notes and centre marks (masks of digits) and this colour."""
    return notes | centre_marks << _CENTRE_SHIFT | colour << _COLOUR_SHIFT


def without_notes(marks: int) -> int:
    """The centre marks and the colour of a cell, where they are."""
    return marks & ~_NOTES


def digit_bit(digit: int) -> int:
    """The mask of one digit."""
    return 1 << digit - 1


def marks_to_text(marks: Sequence[int]) -> str:
    """The marks of 81 cells as 243 characters, or 486 where there are others than notes; "" for none."""
    if not any(marks):
        return ""
    width = 3 if max(marks) <= _NOTES else 6
    return "".join([f"{mask:0{width}x}" for mask in marks])


def marks_from_text(text: str) -> tuple[int, ...]:
    """The marks of a text that `marks_to_text` made."""
    width = len(text) // 81
    return tuple([int(text[at : at + width], 16) for at in range(0, len(text), width)]) if text else NO_MARKS
