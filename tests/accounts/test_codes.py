"""Codes that people read from a wall and type on a phone."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.codes import LENGTH, READ_AS, SIGNS, UNWELCOME, format_code, new_code, read_code

seeds = st.integers().map(random.Random)


@given(seeds)
def test_a_code_is_made_of_its_signs_and_says_nothing_rude(rng: random.Random) -> None:
    code = new_code(rng)
    assert len(code) == LENGTH
    assert set(code) <= set(SIGNS)
    assert not UNWELCOME.search(code)


@given(seeds)
def test_a_code_is_read_as_it_is_written(rng: random.Random) -> None:
    code = new_code(rng)
    assert read_code(format_code(code)) == code
    assert read_code(f" {format_code(code).lower()} ") == code


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("k7m 4rx", "K7M4RX"),
        ("K7M–4RX", "K7M4RX"),
        ("BSZ-GUC", "8526VC"),
        ("K7M4R", ""),
        ("K7M4RXX", ""),
        ("K7M4R1", ""),
        ("ÉÉÉ-ÉÉÉ", ""),
        ("", ""),
    ],
)
def test_lookalike_characters_are_read_and_other_text_is_no_code(typed: str, code: str) -> None:
    assert read_code(typed) == code


def test_no_sign_of_a_code_is_taken_for_another() -> None:
    assert len(set(SIGNS)) == 24
    assert not set(map(chr, READ_AS)) & set(SIGNS)
    assert set(map(chr, READ_AS.values())) <= set(SIGNS)
