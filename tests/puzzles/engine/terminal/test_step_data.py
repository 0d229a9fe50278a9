"""Candidates as digit, row and column."""

from typing import Any

import pytest

from puzzles.engine.cells import CELLS, DIGITS, parse_cell
from puzzles.engine.techniques import Candidate
from puzzles.engine.terminal.step_data import from_triple, to_triples


def test_a_candidate_is_given_as_digit_row_and_column() -> None:
    assert to_triples([Candidate(parse_cell("r2c9"), 5)]) == [[5, 2, 9]]


def test_every_candidate_goes_there_and_back() -> None:
    candidates = [Candidate(cell, digit) for cell in CELLS for digit in DIGITS]
    assert [from_triple(triple) for triple in to_triples(candidates)] == candidates


@pytest.mark.parametrize(
    "triple", [[0, 1, 1], [1, 10, 1], [1, 1], [1, 1, 1, 1], "111", [1, 1, "1"], None, 111]
)
def test_anything_else_is_no_candidate(triple: Any) -> None:
    with pytest.raises(ValueError, match="is no digit, row and column"):
        from_triple(triple)
