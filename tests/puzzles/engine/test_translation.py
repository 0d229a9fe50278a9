"""Words in the reader's language, without Django."""

import pytest

from puzzles.engine.translation import ENGLISH, cell_label, house_label, language_of, open_words


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "fr_CA"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "en:fr"}, "en"),
        ({"LANGUAGE": "de:en"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "en_GB"}, "en"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "de_DE"}, "fr"),
        ({"LANG": "english"}, "fr"),
        ({"LANG": ""}, "fr"),
        ({}, "fr"),
    ],
)
def test_the_language_is_the_first_known_one_asked_for_else_french(
    environment: dict[str, str], language: str
) -> None:
    assert language_of(environment) == language


def test_an_unknown_language_speaks_english() -> None:
    assert open_words("xx").gettext("row %(number)d") == "row %(number)d"


def test_cells_and_houses_have_names_in_both_languages() -> None:
    french = open_words("fr")
    assert [cell_label(22, ENGLISH), cell_label(22, french)] == ["r3c5", "L3C5"]
    assert [house_label(house, ENGLISH) for house in (0, 8, 9, 17, 18, 26)] == [
        *("row 1", "row 9", "column 1", "column 9", "box 1", "box 9")
    ]
    assert [house_label(house, french) for house in (8, 9, 17, 18)] == [
        *("ligne 9", "colonne 1", "colonne 9", "région 1")
    ]
