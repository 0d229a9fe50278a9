"""Tables as files."""

import csv
import io
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from puzzles.library.pages.csv import excel_csv, plain_csv


def test_a_french_spreadsheet_gets_semicolons_decimal_commas_and_a_byte_order_mark() -> None:
    written = excel_csv([["Élève", "minutes"], ["Léa; Petit", 1.5], ["Tom", None]])
    assert written == '\ufeffÉlève;minutes\r\n"Léa; Petit";1,5\r\nTom;\r\n'.encode()


def test_a_program_gets_commas_decimal_points_and_no_byte_order_mark() -> None:
    assert plain_csv([["Élève", Decimal("0.25"), 3]]) == "Élève,0.25,3\r\n".encode()


def test_times_are_in_the_time_of_the_school() -> None:
    assert plain_csv([[datetime(2026, 7, 1, 12, 5, tzinfo=UTC)]]) == b"2026-07-01 14:05\r\n"


@pytest.mark.parametrize("sign", list("=+-@\t\r\n＝＋－＠"))
@pytest.mark.parametrize("write", [excel_csv, plain_csv])
def test_text_that_looks_like_a_formula_is_escaped(write: object, sign: str) -> None:
    text = write([[f"{sign}cmd|' /C calc'!A0", f"  {sign}1"]]).decode("utf-8-sig")  # type: ignore[operator]
    delimiter = ";" if write is excel_csv else ","
    for cell in next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)):
        assert cell.startswith("'")


def test_a_hyphen_alone_is_no_formula() -> None:
    assert plain_csv([["-", "-1"]]) == b"-,'-1\r\n"


def test_negative_numbers_stay_numbers() -> None:
    assert excel_csv([[-3, -0.5]]) == "\ufeff-3;-0,5\r\n".encode()


def test_an_empty_cell_stays_empty() -> None:
    assert plain_csv([["", None, "a"]]) == b",,a\r\n"
