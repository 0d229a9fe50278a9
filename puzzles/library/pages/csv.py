"""CSV files: for French spreadsheets, and plain ones for programs."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

from django.utils import timezone

Cell = str | int | float | Decimal | datetime | None

# CSV injection: a spreadsheet runs a cell that begins with one of these as a formula.
# https://owasp.org/www-community/attacks/CSV_Injection
FORMULA_SIGNS = "=+-@\t\r\n＝＋－＠"


def excel_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """For French spreadsheets: semicolons, decimal commas, UTF-8 with a byte order mark."""
    return written(rows, delimiter=";", decimal=",").encode("utf-8-sig")


def plain_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """For programs: commas, decimal points, UTF-8."""
    return written(rows, delimiter=",", decimal=".").encode()


def written(rows: Iterable[Sequence[Cell]], *, delimiter: str, decimal: str) -> str:
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter)
    writer.writerows([cell_text(cell, decimal) for cell in row] for row in rows)
    return file.getvalue()


def cell_text(cell: Cell, decimal: str) -> str:
    """The text of a cell: numbers with this decimal sign, times in the school's zone, no formulas."""
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return f"{timezone.localtime(cell):%Y-%m-%d %H:%M}"
    if isinstance(cell, int | float | Decimal):
        return str(cell).replace(".", decimal)
    return harmless(str(cell))


def harmless(text: str) -> str:
    """Text that no spreadsheet runs as a formula: an apostrophe in front marks it as text.

    Leading spaces are ignored, because some programs drop them. A hyphen alone is no formula.
    """
    if text == "-":
        return text
    return f"'{text}" if text.lstrip(" \u00a0")[:1] in tuple(FORMULA_SIGNS) else text
