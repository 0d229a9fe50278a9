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


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line; one with a `name` stands for a hidden character."""

    text: str
    name: str = ""


def is_hidden(character: str) -> bool:
    return character not in USUAL and unicodedata.category(character) in HIDDEN_KINDS


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
