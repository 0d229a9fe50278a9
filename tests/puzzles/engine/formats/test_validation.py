"""Verdicts on what was meant to be a grid."""

from collections.abc import Callable

import pytest

from puzzles.engine.formats import describe_fault, read_puzzle, reject_repeat
from puzzles.engine.formats.validation import find_repeat, near_row

EMPTY = "." * 81


def with_digits(*places: tuple[int, str]) -> str:
    line = list(EMPTY)
    for cell, digit in places:
        line[cell] = digit
    return "".join(line)


@pytest.mark.parametrize(("second", "house"), [(8, 0), (72, 9), (10, 18)], ids=["row", "column", "box"])
def test_a_digit_twice_in_a_house_is_found_with_house_and_cells(second: int, house: int) -> None:
    assert find_repeat(with_digits((0, "5"), (second, "5"))) == {
        "digit": 5,
        "house": house,
        "cells": [0, second],
    }


def test_equal_digits_that_share_no_house_are_no_repeat() -> None:
    assert find_repeat(with_digits((0, "5"), (40, "5"), (80, "5"))) is None


def test_the_course_grids_repeat_no_given(course_grid: object) -> None:
    record = read_puzzle(course_grid.line)  # type: ignore[attr-defined]
    assert reject_repeat(record) is None


FORMS: list[tuple[str, Callable[[str], str], tuple[int, int]]] = [
    ("line", lambda line: line, (1, 41)),
    ("spaced", " ".join, (1, 81)),
    ("nine lines", lambda line: "\n".join(line[at : at + 9] for at in range(0, 81, 9)), (5, 5)),
    (
        "drawn",
        lambda line: "-----\n" + "\n".join(f"| {line[at : at + 9]}|" for at in range(0, 81, 9)),
        (6, 7),
    ),
    ("table", lambda line: f"id,puzzle\n12,{line}", (2, 44)),
    (
        "spreadsheet",
        lambda line: "\n".join("\t".join(line[at : at + 9]).replace(".", "") for at in range(0, 81, 9)),
        (5, 6),
    ),
]


@pytest.mark.parametrize(("form", "place"), [form[1:] for form in FORMS], ids=[form[0] for form in FORMS])
def test_a_repeated_given_is_rejected_at_the_place_of_the_second(
    form: Callable[[str], str], place: tuple[int, int]
) -> None:
    rejected = reject_repeat(read_puzzle(form(with_digits((36, "5"), (40, "5")))))
    assert rejected is not None
    assert (rejected.fault.line, rejected.fault.column) == place
    assert describe_fault(rejected.fault).endswith(
        "found 5 twice in one house (row 5: r5c1 and r5c5); expected each digit once in a row, column or box"
    )
    assert "5" in rejected.excerpt


@pytest.mark.parametrize("text", ["12345678", "1234567890", "1234o6789", "| 12.|34x|56.|"])
def test_a_line_near_nine_cells_is_near_a_row(text: str) -> None:
    assert near_row(text, in_grid=False)


@pytest.mark.parametrize("text", ["1234567", "12345678901", "hello", "123abc789", ""])
def test_a_line_far_from_nine_cells_opens_no_grid(text: str) -> None:
    assert not near_row(text, in_grid=False)


def test_within_a_grid_more_is_taken_for_a_row() -> None:
    assert near_row("12345", in_grid=True)
    assert near_row("1234567890123", in_grid=True)
    assert not near_row("hello", in_grid=True)
    assert not near_row("1" * 81, in_grid=True)
