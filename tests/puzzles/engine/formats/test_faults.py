"""Faults as data, and the sentences that tell them."""

import gettext

import pytest

from puzzles.engine.formats import (
    Fault,
    NotAPuzzleFileError,
    PuzzleFormatError,
    describe_expected,
    describe_fault,
    describe_file_fault,
    describe_found,
)
from puzzles.engine.formats import faults as module
from puzzles.engine.translation import open_words

FAULTS = {
    "bad_character": {"character": "x"},
    "length": {"count": 80},
    "row_length": {"count": 8, "row": 3},
    "rows": {"count": 1},
    "too_long": {"count": 4096},
    "no_puzzle": {"count": 1, "width": 2, "wanted": 2},
    "several": {"count": 2},
    "repeated_given": {"digit": 5, "house": 20, "cells": [6, 16]},
    "solution_character": {"character": "."},
    "solution_length": {"count": 1},
    "solution_differs": {"digit": 5, "given": 6, "cell": 40},
    "solution_repeats": {"digit": 5, "house": 9, "cells": [0, 72]},
}
FILE_FAULTS = ["empty", "no_grid", "binary", "picture", "archive", "document"]


class Backwards(gettext.NullTranslations):
    """A language in which every sentence is marked as translated."""

    def gettext(self, message: str) -> str:
        return f"<{message}>"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"<{msgid1 if n == 1 else msgid2}>"


def test_every_reason_has_its_sentence() -> None:
    assert set(module._FOUND) == set(module._EXPECTED) == set(FAULTS)
    assert set(module._FILE_FAULTS) == set(FILE_FAULTS)


@pytest.mark.parametrize("reason", FAULTS)
def test_every_part_of_a_sentence_goes_through_the_translation(reason: str) -> None:
    fault = Fault(reason, 7, 12, FAULTS[reason])
    assert describe_found(fault, Backwards()).startswith("<")
    assert describe_expected(fault, Backwards()).startswith("<")
    assert describe_fault(fault, Backwards()).startswith("<line 7, column 12: found <")


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("rows", "line 7, column 12: found 1 row of 9 cells; expected 9 rows"),
        ("row_length", "line 7, column 12: found 8 cells in row 3; expected 9 cells"),
        (
            "repeated_given",
            "line 7, column 12: found 5 twice in one house (box 3: r1c7 and r2c8); "
            "expected each digit once in a row, column or box",
        ),
        ("solution_differs", "line 7, column 12: found 5 at r5c5 in the solution; expected the given 6"),
        (
            "solution_length",
            "line 7, column 12: found a solution of 1 cell; expected a solution of 81 digits",
        ),
    ],
)
def test_a_sentence_names_line_column_found_and_expected(reason: str, sentence: str) -> None:
    assert describe_fault(Fault(reason, 7, 12, FAULTS[reason])) == sentence


def test_an_error_carries_the_fault() -> None:
    error = PuzzleFormatError(Fault("length", 3, 81, {"count": 80}))
    assert (error.line, error.column, error.found) == (3, 81, "80 cells")
    assert error.expected == "81 cells, or nine lines of 9"
    assert str(error) == "line 3, column 81: found 80 cells; expected 81 cells, or nine lines of 9"


@pytest.mark.parametrize("reason", FILE_FAULTS)
def test_a_file_without_a_grid_is_reported_in_one_sentence(reason: str) -> None:
    assert str(NotAPuzzleFileError(reason)) == describe_file_fault(reason)
    assert describe_file_fault(reason, Backwards()) == f"<{describe_file_fault(reason)}>"


def test_a_fault_is_described_in_french() -> None:
    fault = Fault("repeated_given", 7, 12, FAULTS["repeated_given"])
    assert describe_fault(fault, open_words("fr")) == (
        "ligne 7, colonne 12 : on trouve deux fois le 5 dans une zone (région 3 : L1C7 et L2C8) ; "
        "il faut chaque chiffre une seule fois par ligne, colonne et région"
    )
