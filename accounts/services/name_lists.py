"""Lists of names: typed, pasted, or saved from a spreadsheet."""

import csv
from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from ..fields import plain_letters
from ..names import RealName, is_capitals, parse_name
from ..refusals import Refusal

FIRST_NAMES = {"prenom", "prenoms", "first name", "firstname", "given name", "forename"}
LAST_NAMES = {"nom", "nom de famille", "last name", "lastname", "surname", "family name"}
# The name in one column; in the first of these the family name comes first.
FAMILY_FIRST = {"nom prenom", "nom et prenom", "nom prenoms"}
WHOLE_NAMES = FAMILY_FIRST | {
    "eleve", "eleves", "nom complet", "prenom nom", "prenom et nom",
    "name", "names", "full name", "student", "students",
}  # fmt: skip

# The order of a shorter list may be chance.
MANY_NAMES = 5

# Placeholder on a line without a name but with other cells; no account is created for it.
NAMELESS = "—"


class NameListError(Refusal):
    """A file is not a list of names."""


def decode_names(data: bytes) -> str:
    """The text of a file in UTF-8, in a spreadsheet's UTF-16, or in Windows-1252."""
    encodings = ["utf-16"] if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise NameListError(_("This is not a text file. Save the list as CSV or as text."))


def names_of(text: str) -> list[str]:
    """The name on each line, "" for empty lines and the heading, so that line numbers stay right.

    Cells are separated by tabs, or else by `;`, or else by `,`. A heading says which column is the family
    name; without one the first two cells are the family name and the given name, or the other
    way round if only the second is in capitals. Names in one cell are split by their capitals; without any,
    the first word is the family name if the list is sorted by it, as the lists of schools are.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    separator = next((sign for sign in "\t;," if any(sign in line for line in lines)), "\t")
    rows = [_cells(line, separator) for line in lines]
    heading = next((number for number, row in enumerate(rows) if any(row)), None)
    if heading is None:
        return [""] * len(rows)
    name = _reader(rows[heading])
    if name is None:
        filled = [_filled(row)[:2] for row in rows]
        is_family_first = _is_sorted_by_first_word([cells[0] for cells in filled if len(cells) == 1])
        return [_of_cells(cells, is_family_first=is_family_first) for cells in filled]
    rows[heading] = []
    return [name(row) or (NAMELESS if any(row) else "") for row in rows]


def _is_sorted_by_first_word(names: list[str]) -> bool:
    """Whether a list of some length is sorted by its first words, and not by the others."""
    halves = [plain_letters(name).partition(" ") for name in names]
    first, others = [half[0] for half in halves], [half[2] for half in halves]
    return len(set(first)) >= MANY_NAMES and first == sorted(first) and others != sorted(others)


def _of_cells(cells: list[str], *, is_family_first: bool) -> str:
    """The name in the cells of a row without a heading."""
    if len(cells) < 2:
        return parse_name("".join(cells), is_family_first=is_family_first)
    first, second = (_is_in_capitals(cell) for cell in cells)
    family, given = reversed(cells) if second and not first else cells
    return RealName.of(family, given)


def _is_in_capitals(cell: str) -> bool:
    return all(map(is_capitals, cell.split()))


def _cells(line: str, separator: str) -> list[str]:
    """The trimmed cells of a line; a line of nothing but separators is kept as it is."""
    cells = [cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])]
    return cells if any(cells) or not line.strip() else [line.strip()]


def _reader(heading: list[str]) -> Callable[[list[str]], str] | None:
    """A function that reads the name from a row under this heading; None if it is not a heading."""
    words = [" ".join(plain_letters(cell).split()) for cell in heading]
    given, family = (_column(words, names) for names in (FIRST_NAMES, LAST_NAMES))
    if given is not None or family is not None:
        return lambda row: RealName.of(_cell(row, family), _cell(row, given))
    whole = _column(words, WHOLE_NAMES)
    if whole is None:
        return None
    is_family_first = words[whole] in FAMILY_FIRST
    return lambda row: parse_name(_cell(row, whole), is_family_first=is_family_first)


def _cell(row: list[str], column: int | None) -> str:
    return row[column] if column is not None and column < len(row) else ""


def _column(words: list[str], names: set[str]) -> int | None:
    return next((number for number, word in enumerate(words) if word in names), None)


def _filled(cells: list[str]) -> list[str]:
    return [cell for cell in cells if cell]
