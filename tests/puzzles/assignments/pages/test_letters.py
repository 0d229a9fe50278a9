"""Words in the letters that a PDF's own fonts have."""

import pytest

from puzzles.assignments.pages.letters import is_printable, printable


@pytest.mark.parametrize("words", ["Zoé Çelik", "« Grille nº 12 » – cœur…", "Jürgen Ångström", "a\xa0: b"])
def test_western_european_text_is_unchanged(words) -> None:
    assert printable(words) == words


@pytest.mark.parametrize(
    ("words", "printed"),
    [("Łukasz Żak", "Lukasz Zak"), ("Çağrı Şahin", "Çagri Sahin"), ("12\u202f345", "12\xa0345")],
)
def test_accents_that_are_lacking_are_left_off(words, printed) -> None:
    plain = printable(words)
    assert plain.encode("cp1252")
    assert plain == printed


def test_other_letters_are_marked_and_explained() -> None:
    assert printable("Олег") == "????"
    assert not is_printable("Олег")
    assert is_printable("Łukasz")
    assert printable("a\nb\0") == "a?b?"
