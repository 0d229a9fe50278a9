"""Addresses asked for one after the other, with the whole answer and what was written."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.test import RequestFactory

from tests.url_matrix.asking import Visits, undone
from tests.url_matrix.cast import VISITORS
from tests.url_matrix.rooms import ROOMS


@dataclass(frozen=True)
class Answer:
    """What somebody was answered: `text` holds the headers too."""

    address: str
    visitor: str
    response: Any
    body: bytes
    written: list[str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return str(self.response.get("Content-Type", "")).partition(";")[0]

    @property
    def text(self) -> str:
        heads = "\n".join(f"{name}: {value}" for name, value in self.response.items())
        return f"{heads}\n\n{self.body.decode('utf-8', 'replace')}"

    def __str__(self) -> str:
        return f"{self.address} as {self.visitor}: {self.response.status_code}"


def ask(
    visits: Visits,
    visitor: str,
    method: str,
    address: str,
    data: dict[str, Any] | None = None,
    *,
    is_strict: bool = False,
    **headers: str,
) -> Answer:
    """The answer to a visitor of the cast; nothing of it stays. `is_strict`: a form needs its token."""
    factory = RequestFactory()
    if method == "POST":
        request: Any = factory.post(address, data or {}, headers=headers)
    else:
        request = factory.generic(method, address, headers=headers)
    request._dont_enforce_csrf_checks = not is_strict
    if visitor in visits.sessions:
        request.COOKIES[settings.SESSION_COOKIE_NAME] = visits.sessions[visitor]
    with undone() as written:
        response: Any = visits.handler.get_response(request)
        body = b"".join(response) if response.streaming else response.content
    return Answer(address, visitor, response, body, written)


def pages(visits: Visits, *visitors: str) -> Iterator[Answer]:
    """Every page of the tables that one of these visitors is let in to."""
    for room in ROOMS:
        for address, row in room.TABLE.items():
            for visitor, told in zip(VISITORS, row.get("GET", []), strict=False):
                if told.startswith("2") and (visitor in visitors or not visitors):
                    yield ask(visits, visitor, "GET", address.format_map(visits.things))
