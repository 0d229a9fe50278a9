"""Words in the reader's language: the site's own catalogue, opened without Django.

A sentence is written in English and marked where it stands: `gettext_noop("...")`, or a call of
`words.gettext("...")`. `words` is anything with `gettext` and `ngettext`: a catalogue opened here, or the
module `django.utils.translation`.
"""

import gettext
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from .cells import column_of, row_of

LANGUAGES = ("fr", "en")
CATALOGUE = "django"
CATALOGUE_FOLDER = Path(__file__).resolve().parents[2] / "sudokusite" / "locale"

_LANGUAGE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Words(Protocol):
    """Gives a marked sentence in one language."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...


ENGLISH: Words = gettext.NullTranslations()


def gettext_noop(message: str) -> str:
    """The message itself: marks it for the catalogue, to be translated where it is told."""
    return message


def open_words(language: str) -> Words:
    """The catalogue of a language; English as written in the code where there is none."""
    return gettext.translation(CATALOGUE, CATALOGUE_FOLDER, languages=[language], fallback=True)


def language_of(environment: Mapping[str, str]) -> str:
    """The first language the environment asks for that is known here, else French."""
    for variable in _LANGUAGE_VARIABLES:
        for wish in environment.get(variable, "").split(":"):
            language = wish[:2].lower()
            if language in LANGUAGES and not wish[2:3].isalpha():
                return language
    return "fr"


def cell_label(cell: int, words: Words) -> str:
    """The name of a cell before people: r3c5 in English, L3C5 in French."""
    place = {"row": row_of(cell) + 1, "column": column_of(cell) + 1}
    return words.gettext("r%(row)dc%(column)d") % place


def house_label(house: int, words: Words) -> str:
    """The name of a house (0-26) before people: `row 3`, `column 5`, `box 9`."""
    number = {"number": house % 9 + 1}
    if house < 9:
        return words.gettext("row %(number)d") % number
    if house < 18:
        return words.gettext("column %(number)d") % number
    return words.gettext("box %(number)d") % number
