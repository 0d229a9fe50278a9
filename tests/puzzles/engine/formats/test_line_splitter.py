"""Bytes to lines: line ends, encodings, lines too long, and bytes that are no text."""

import json

import pytest

from puzzles.engine.formats.faults import NotAPuzzleFileError
from puzzles.engine.formats.line_splitter import MAX_LINE_BYTES, LineSplitter, decode_line


def lines_of(*chunks: bytes) -> list[bytes]:
    splitter = LineSplitter()
    return [line for chunk in chunks for line in splitter.feed(chunk)] + splitter.finish()


def test_every_line_end_ends_a_line_once() -> None:
    assert lines_of(b"one\ntwo\r\nthree\rfour\n\nsix") == [b"one", b"two", b"three", b"four", b"", b"six"]


def test_a_line_end_may_be_cut_in_two() -> None:
    assert lines_of(b"long enough\r", b"\nnext\r", b"", b"\n", b"\nlast") == [
        b"long enough",
        b"next",
        b"",
        b"last",
    ]


def test_no_last_line_after_the_last_line_end() -> None:
    assert lines_of(b"one\n") == [b"one"]
    assert lines_of(b"") == []


def test_utf_16_becomes_utf_8() -> None:
    assert lines_of("\ufeffélève 𝄞\r\nx".encode("utf-16-le")) == ["élève 𝄞".encode(), b"x"]
    assert lines_of("\ufeffélève 𝄞\r\nx".encode("utf-16-be")) == ["élève 𝄞".encode(), b"x"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark_is_recognized_by_its_beginning(encoding: str) -> None:
    data = "# grilles d'élèves\nx".encode(encoding)
    assert lines_of(data) == lines_of(data[:9], data[9:]) == ["# grilles d'élèves".encode(), b"x"]


def test_the_byte_order_mark_of_utf_8_is_stripped() -> None:
    assert lines_of(b"\xef\xbb\xbfone") == [b"one"]


def test_a_stray_accent_is_read_as_windows_would() -> None:
    assert decode_line(b"\xe9t\xe9 \x80") == "été €"
    assert decode_line(b"\x81") == "\x81"
    assert decode_line("été".encode()) == "été"


def test_a_long_line_is_given_once_and_cut() -> None:
    given = lines_of(b"a" * 10_000, b"a" * 10_000, b"aa\nb")
    assert given == [b"a" * (MAX_LINE_BYTES + 1), b"b"]
    assert lines_of(b"a" * 20_002 + b"\nb") == given


def test_the_longest_line_allowed_is_whole() -> None:
    assert lines_of(b"a" * MAX_LINE_BYTES + b"\n") == [b"a" * MAX_LINE_BYTES]


def test_the_state_is_small_json_that_goes_on() -> None:
    splitter = LineSplitter()
    assert splitter.feed("\ufeffone\ntw".encode("utf-16-le") + b"o") == [b"one"]
    again = LineSplitter(json.loads(json.dumps(splitter.state())))
    assert again.feed(b"\0\n\0") + again.finish() == [b"two"]


def test_zero_bytes_at_the_beginning_are_no_text() -> None:
    with pytest.raises(NotAPuzzleFileError, match="not a text file"):
        lines_of(b"1" * 4000, b"\0")
    assert lines_of(b"1" * 4000 + b"\n" + b"2" * 96, b"\0")[1] == b"2" * 96 + b"\0"
