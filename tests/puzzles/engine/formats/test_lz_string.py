"""Compressed texts, read back by a reader of their own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.formats.lz_string import compress_to_base64

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def expand(text: str) -> str:
    """What was compressed; the reader learns a part one step later than the writer."""
    bits = "".join(f"{SIGNS.index(sign):06b}" for sign in text.rstrip("="))
    at, width, room, parts, told, last = 0, 2, 2, [""] * 3, "", ""

    def take(count: int) -> int:
        nonlocal at
        at += count
        return int(bits[at - count : at][::-1], 2)

    while (number := take(width)) != 2:
        if number < 2:
            parts.append(chr(take(16 if number else 8)))
            number = len(parts) - 1
            room -= 1
            if room == 0:
                room, width = 1 << width, width + 1
        if last:
            fresh = parts[number] if number < len(parts) else last
            parts.append(last + fresh[0])
        told += parts[number]
        last = parts[number]
        room -= 1
        if room == 0:
            room, width = 1 << width, width + 1
    return told


@pytest.mark.parametrize(
    ("text", "compressed"),
    [("row 1, column 1", "E4ew7gBAjANBDGIA2BXAtgO2kA=="), ("é€ aaaa", "JeGoIAQIZRQ=")],
)
def test_other_programs_write_the_same(text: str, compressed: str) -> None:
    assert compress_to_base64(text) == compressed


@given(st.text(alphabet="ab{}1é€", min_size=1, max_size=300))
def test_compressed_text_is_expanded_again(text: str) -> None:
    assert expand(compress_to_base64(text)) == text


@given(st.text(max_size=60))
def test_the_length_is_a_multiple_of_four(text: str) -> None:
    plane = "".join(character for character in text if ord(character) < 65536)
    assert len(compress_to_base64(plane)) % 4 == 0
