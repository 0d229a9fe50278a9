"""One grid given as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.formats import PuzzleFormatError, read_puzzle

INSA = "790304108000006000000080059030000497000000000217000030470010000000700000302609071"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1, column 1: found 0 cells; expected 81 cells, or nine lines of 9"),
        ("-----", "line 1, column 6: found 5 cells; expected 81 cells, or nine lines of 9"),
        (INSA[:-1], "line 1, column 81: found 80 cells; expected 81 cells, or nine lines of 9"),
        ("hello", "line 1, column 1: found “h”; expected a digit 1 to 9, or 0 . * _ - for an empty cell"),
        (
            INSA[:40] + "\0" + INSA[41:],
            "line 1, column 41: found “U+0000”; expected a digit 1 to 9, or 0 . * _ - for an empty cell",
        ),
        (f"{INSA}\n\n{INSA}", "line 3, column 1: found 2 grids; expected one grid"),
        (INSA[:9], "line 1, column 10: found 9 cells; expected 81 cells, or nine lines of 9"),
    ],
)
def test_text_that_is_not_one_grid_is_rejected(text: str, sentence: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        read_puzzle(text)
    assert str(caught.value) == sentence


@given(st.text(max_size=200))
def test_any_text_is_a_grid_or_a_format_error(text: str) -> None:
    try:
        puzzle = read_puzzle(text).puzzle
    except PuzzleFormatError as error:
        puzzle = "." * 81 if str(error) else ""
    assert len(puzzle) == 81
