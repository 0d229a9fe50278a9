"""Lists of names: typed, pasted, or saved from a spreadsheet."""

import csv
from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from ..fields import plain_letters
from ..refusals import Refusal

FIRST_NAMES = {"prenom", "prenoms", "first name", "firstname", "given name", "forename"}
LAST_NAMES = {"nom", "nom de famille", "last name", "lastname", "surname", "family name"}
WHOLE_NAMES = {
    "eleve", "eleves", "nom complet", "nom et prenom", "nom prenom", "prenom nom", "prenom et nom",
    "name", "names", "full name", "student", "students",
}  # fmt: skip

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

    Cells are separated by tabs, or else by `;`, or else by `,`. If a heading names the columns, a name is the
    first name and the last name; otherwise it is the first two cells in order.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    separator = next((sign for sign in "\t;," if any(sign in line for line in lines)), "\t")
    rows = [_cells(line, separator) for line in lines]
    heading = next((number for number, row in enumerate(rows) if any(row)), None)
    if heading is None:
        return [""] * len(rows)
    name = _reader(rows[heading])
    if name is None:
        return [_joined(_filled(row)[:2]) for row in rows]
    rows[heading] = []
    return [name(row) or (NAMELESS if any(row) else "") for row in rows]


def _cells(line: str, separator: str) -> list[str]:
    """The trimmed cells of a line; a line of nothing but separators is kept as it is."""
    cells = [cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])]
    return cells if any(cells) or not line.strip() else [line.strip()]


def _reader(heading: list[str]) -> Callable[[list[str]], str] | None:
    """A function that reads the name from a row under this heading; None if it is not a heading."""
    words = [" ".join(plain_letters(cell).split()) for cell in heading]
    columns = [_column(words, names) for names in (FIRST_NAMES, LAST_NAMES)]
    chosen = [column for column in columns if column is not None]
    whole = _column(words, WHOLE_NAMES)
    if not chosen and whole is not None:
        chosen = [whole]
    if not chosen:
        return None
    return lambda row: _joined([row[column] for column in chosen if column < len(row)])


def _column(words: list[str], names: set[str]) -> int | None:
    return next((number for number, word in enumerate(words) if word in names), None)


def _filled(cells: list[str]) -> list[str]:
    return [cell for cell in cells if cell]


def _joined(cells: list[str]) -> str:
    return " ".join(_filled(cells))
