"""Words in the letters of the PDF format's own fonts, which are those of Western Europe."""

import unicodedata

# Letters that no accent can be taken off, and the narrow space of French numbers.
PLAIN_LETTERS = str.maketrans({"ı": "i", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "\u202f": "\xa0"})


def printable(words: str) -> str:
    """The words in letters that the fonts have: accents they lack are left off, other letters are marked."""
    return "".join(
        letter if is_in_fonts(letter) else plain_letter(letter) for letter in words.translate(PLAIN_LETTERS)
    )


def is_printable(words: str) -> bool:
    """Whether the words can be read when they are printed so."""
    return "?" not in printable(words)


def plain_letter(letter: str) -> str:
    plain = unicodedata.normalize("NFKD", letter)[:1]
    return plain if is_in_fonts(plain) else "?"


def is_in_fonts(letter: str) -> bool:
    try:
        letter.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return letter.isprintable() or letter == "\xa0"
