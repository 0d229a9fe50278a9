"""Characters that do not show, or that turn a line of a program about, made visible before it is read.

A program can look different from what it does: marks of writing direction reorder what is seen ("Trojan
Source"), a no-break space looks like a space, a form feed like nothing.
"""

import unicodedata
from dataclasses import dataclass
from itertools import groupby

# Controls, formats (writing direction, zero width), line separators, and all spaces but the usual one.
HIDDEN_KINDS = {"Cc", "Cf", "Zl", "Zp", "Zs"}
USUAL = {" ", "\t", "\n"}
# Letters and signs that show nothing; a Hangul filler alone is a name in Python. First and last of each range
# (DerivedCoreProperties.txt, Default_Ignorable_Code_Point; and the braille blank).
BLANKS = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0000, 0xE0FFF),
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line; one with a `name` stands for a hidden character."""

    text: str
    name: str = ""


def is_hidden(character: str) -> bool:
    if character.isascii():
        return character not in USUAL and not character.isprintable()
    code = ord(character)
    return unicodedata.category(character) in HIDDEN_KINDS or any(
        first <= code <= last for first, last in BLANKS
    )


def mark_of(character: str) -> str:
    """`⟨U+202E⟩`: what is shown in place of the character."""
    return f"⟨U+{ord(character):04X}⟩"


def pieces_of(line: str) -> list[Piece]:
    """The line in pieces, each hidden character one of its own."""
    if line.isascii() and line.isprintable():
        return [Piece(line)]
    pieces = []
    for are_hidden, part in groupby(line, is_hidden):
        if are_hidden:
            pieces += [Piece(mark_of(each), unicodedata.name(each, "CONTROL CHARACTER")) for each in part]
        else:
            pieces.append(Piece("".join(part)))
    return pieces


def visible(text: str) -> str:
    """The text with marks in place of its hidden characters."""
    return "".join(mark_of(each) if is_hidden(each) else each for each in text)
