"""Characters that do not show are seen by who reads a program."""

import pytest

from puzzles.course.models import Submission
from puzzles.course.pages.hidden_characters import Piece, pieces_of, visible


@pytest.mark.parametrize(
    ("character", "mark"),
    [
        ("\u202e", "⟨U+202E⟩"),
        ("\u2066", "⟨U+2066⟩"),
        ("\u200f", "⟨U+200F⟩"),
        ("\u200b", "⟨U+200B⟩"),
        ("\u2028", "⟨U+2028⟩"),
        ("\u00a0", "⟨U+00A0⟩"),
        ("\u0085", "⟨U+0085⟩"),
        ("\ufeff", "⟨U+FEFF⟩"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("\u3164", "⟨U+3164⟩"),
        ("\u115f", "⟨U+115F⟩"),
        ("\uffa0", "⟨U+FFA0⟩"),
        ("\u2800", "⟨U+2800⟩"),
        ("\ufe0f", "⟨U+FE0F⟩"),
        ("\U000e0100", "⟨U+E0100⟩"),
        ("\f", "⟨U+000C⟩"),
        ("\b", "⟨U+0008⟩"),
        ("\x1b", "⟨U+001B⟩"),
    ],
)
def test_a_hidden_character_is_marked(character: str, mark: str) -> None:
    assert visible(f"a{character}b") == f"a{mark}b"
    assert [piece.text for piece in pieces_of(f"a{character}b")] == ["a", mark, "b"]


def test_a_symbol_names_the_character_it_replaces() -> None:
    assert pieces_of("\u202e")[0].name == "RIGHT-TO-LEFT OVERRIDE"
    assert pieces_of("\f")[0].name == "CONTROL CHARACTER"


@pytest.mark.parametrize("line", ["", "S = [[0] * 9]", "\treturn 'é œ 日本 שלום'  # ⟨U+202E⟩"])
def test_visible_characters_are_unchanged(line: str) -> None:
    assert [piece for piece in pieces_of(line) if piece.text] == ([Piece(line)] if line else [])
    assert visible(line) == line


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("a = 1\nb = 2\n", 2),
        ("a = 1\nb = 2", 2),
        ("a = '\u2028'\n\fb = '\x85'\n\n", 3),
        ("a = 1\x1c\x1d\x0b\n", 1),
    ],
)
def test_lines_are_counted_as_python_does(source: str, count: int) -> None:
    assert len(Submission(source=source).lines) == count
