"""Tables as files: one that a French spreadsheet opens right, and a plain one for programs."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

from django.utils import timezone

Cell = str | int | float | Decimal | datetime | None

# A spreadsheet takes a cell that begins so for a formula, and would run it.
FORMULA_SIGNS = "=+-@\t\r\n＝＋－＠"


def excel_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """A file for a French spreadsheet: semicolons, decimal commas, and a mark that says UTF-8."""
    return written(rows, delimiter=";", decimal=",").encode("utf-8-sig")


def plain_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """A file for programs: commas, decimal points, UTF-8."""
    return written(rows, delimiter=",", decimal=".").encode()


def written(rows: Iterable[Sequence[Cell]], *, delimiter: str, decimal: str) -> str:
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter)
    writer.writerows([cell_text(cell, decimal) for cell in row] for row in rows)
    return file.getvalue()


def cell_text(cell: Cell, decimal: str) -> str:
    """What stands in a cell: numbers with their decimal sign, times in the school's zone, words harmless."""
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return f"{timezone.localtime(cell):%Y-%m-%d %H:%M}"
    if isinstance(cell, int | float | Decimal):
        return str(cell).replace(".", decimal)
    return harmless(str(cell))


def harmless(text: str) -> str:
    """Words that no spreadsheet takes for a formula: an apostrophe says that they are words.

    Spaces in front are looked through, for some programs drop them.
    """
    return f"'{text}" if text.lstrip(" \u00a0")[:1] in tuple(FORMULA_SIGNS) else text
