"""What every address of the site reads of a form or a query, found out by watching it read."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from tests.url_matrix.asking import REFUSED, Fields, Visits
from tests.url_matrix.cast import VISITORS
from tests.url_matrix.rooms import ROOMS

ASKED_BY = ("get", "getlist", "__getitem__", "__contains__")


@dataclass(frozen=True)
class Endpoint:
    """An address, a method, and a visitor who comes through with what `fields` hold."""

    room: ModuleType
    address: str
    method: str
    visitor: str

    @property
    def fields(self) -> Fields:
        return self.room.FIELDS.get(self.address, {}) if self.method == "POST" else {}

    def __str__(self) -> str:
        return f"{self.method} {self.address} as {self.visitor}"


def endpoints() -> list[Endpoint]:
    """Every address and method that lets anybody in, with whoever gets furthest."""
    found = []
    for room in ROOMS:
        for address, row in room.TABLE.items():
            for method in ("GET", "POST"):
                if visitor := most_welcome(row.get(method, REFUSED)):
                    found.append(Endpoint(room, address, method, visitor))
    return found


def most_welcome(answers: list[str]) -> str | None:
    """Who is let in furthest: to store something, to see a page, to be sent on; None where nobody is."""
    for wanted in (("2", "+"), ("302", "+"), ("2", ""), ("302", "")):
        for visitor, answer in zip(VISITORS, answers, strict=True):
            if answer.startswith(wanted[0]) and answer.endswith(wanted[1]):
                return visitor
    return None


def names_read(visits: Visits, endpoint: Endpoint) -> list[str]:
    """The names of the fields that the address asks the form, the query or the files for."""
    with watched() as read:
        visits.answer(endpoint.visitor, endpoint.method, endpoint.address, endpoint.fields)
        # What is asked for depends on what was sent: an empty form is another way through it.
        visits.answer(endpoint.visitor, endpoint.method, endpoint.address, {})
    known = {*endpoint.fields, *QueryDict(urlsplit(endpoint.address).query)}
    return sorted((read | known) - {"csrfmiddlewaretoken"})


@contextmanager
def watched() -> Iterator[set[str]]:
    """The names asked for in every form, query and set of files, as long as the context lasts."""
    read: set[str] = set()

    def watching(plain: Any) -> Any:
        def asked(self: Any, key: Any, *args: Any, **kwargs: Any) -> Any:
            # The table of addresses is a MultiValueDict too; files are named in FIELDS.
            if isinstance(self, QueryDict) and isinstance(key, str):
                read.add(key)
            return plain(self, key, *args, **kwargs)

        return asked

    plain = {name: getattr(MultiValueDict, name) for name in ASKED_BY}
    try:
        for name, method in plain.items():
            setattr(MultiValueDict, name, watching(method))
        yield read
    finally:
        for name, method in plain.items():
            if name == "__contains__":  # inherited
                delattr(MultiValueDict, name)
            else:
                setattr(MultiValueDict, name, method)
