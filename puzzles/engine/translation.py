"""Words in the reader's language: the site's own catalogue, opened without Django.

A sentence is written in English and marked there: `gettext_noop("...")`, or a call of
`words.gettext("...")`. `words` is anything with `gettext` and `ngettext`: a catalogue opened here, or the
module `django.utils.translation`.
"""

import gettext
import io
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Protocol

from .cells import column_of, row_of
from .files import CATALOGUE_FOLDER, IS_ARCHIVE, read_bytes

LANGUAGES = ("fr", "en")
CATALOGUE = "django"

_LANGUAGE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Words(Protocol):
    """Gives a marked sentence in one language."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...


ENGLISH: Words = gettext.NullTranslations()


def gettext_noop(message: str) -> str:
    """The message itself: marks it for the catalogue, to be translated where it is shown."""
    return message


def open_words(language: str) -> Words:
    """The catalogue of a language; English as written in the code where there is none."""
    try:
        return _opened(language)
    except OSError:
        return ENGLISH


@cache
def _opened(language: str) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(io.BytesIO(read_bytes(CATALOGUE_FOLDER / catalogue_path(language))))


def catalogue_path(language: str) -> str:
    """Where the catalogue of a language is in its folder."""
    return f"{language}/LC_MESSAGES/{CATALOGUE}.mo"


@contextmanager
def catalogue_folder(language: str) -> Iterator[str]:
    """A folder of the file system that holds the catalogue of a language: of an archive, a copy for now."""
    if not IS_ARCHIVE:
        yield str(CATALOGUE_FOLDER)
        return
    with tempfile.TemporaryDirectory() as folder:
        try:
            contents = read_bytes(CATALOGUE_FOLDER / catalogue_path(language))
        except OSError:
            contents = b""
        if contents:
            copy = Path(folder, catalogue_path(language))
            copy.parent.mkdir(parents=True)
            copy.write_bytes(contents)
        yield folder


def language_of(environment: Mapping[str, str]) -> str:
    """The first language the environment asks for that is known here, else French."""
    for variable in _LANGUAGE_VARIABLES:
        for name in environment.get(variable, "").split(":"):
            language = name[:2].lower()
            if language in LANGUAGES and not name[2:3].isalpha():
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
