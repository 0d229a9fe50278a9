"""Addresses are asked for as each visitor, and what is answered is written as the tables write it."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.base import BaseHandler
from django.db import connection, transaction
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from accounts.models import Classroom, User

from .cast import VISITORS, new_cast

METHODS = {
    "GET": ("GET", "HEAD"),
    "POST": ("POST",),
    "else": ("PUT", "PATCH", "DELETE", "OPTIONS"),
}
# How a method is answered that stands in no line of a table: the login for who has none, and 405.
REFUSED = ["login"] + ["405"] * 6

# Whatever is asked for, the end of a session is put off and a message may be kept in it.
WRITES = re.compile(
    r'\s*(INSERT (OR IGNORE )?INTO|UPDATE|DELETE FROM|REPLACE INTO) (?!"django_session")', re.IGNORECASE
)

WIDTH = 45

Fields = dict[str, Any]
Row = dict[str, list[str]]


def table_of(text: str) -> dict[str, Row]:
    """The rows of a table: for each address and kind of method what every visitor is answered."""
    heading, *lines = text.strip().splitlines()
    assert tuple(heading.split()) == ("address", "method", *VISITORS)
    table: dict[str, Row] = {}
    address = ""
    for line in filter(None, lines):
        words = line.split()
        if words[0].startswith("/"):
            address = words.pop(0)
            assert address not in table, f"two rows for {address}"
            table[address] = {}
        if words:
            kinds, *answers = words
            assert len(answers) == len(VISITORS), f"not a line of a table: {line}"
            table[address] |= dict.fromkeys(METHODS if kinds == "any" else kinds.split(","), answers)
    return table


def lines_of(address: str, row: Row) -> str:
    """A row as it stands in a table; what is answered alike is told together."""
    kinds: dict[tuple[str, ...], list[str]] = {}
    for kind in METHODS:
        answers = row.get(kind, REFUSED)
        if answers != REFUSED:
            kinds.setdefault(tuple(answers), []).append(kind)
    lines = [
        f"{'any' if len(kinds_) == len(METHODS) else ','.join(kinds_):8} "
        + " ".join(f"{answer:7}" for answer in answers).rstrip()
        for answers, kinds_ in kinds.items()
    ]
    start = [address, ""] if len(address) > WIDTH else [address]
    first, *others = lines or [""]
    return "\n".join(
        [*start[:-1], f"{start[-1]:{WIDTH}} {first}", *(f"{'':{WIDTH}} {line}" for line in others)]
    )


def shared(methods: tuple[str, ...], visitors: list[str], turn: int) -> dict[str, tuple[str, ...]]:
    """What each visitor asks by: everybody by GET, or else by one of these methods, and together by all."""
    of_all = tuple(method for method in methods if method == "GET")
    others = [method for method in methods if method != "GET"]
    share = dict.fromkeys(visitors, of_all)
    for place in range(len(others) if of_all else max(len(others), len(visitors))):
        share[visitors[(place + turn) % len(visitors)]] += (others[place % len(others)],)
    return share


# The site


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """Every route of the site, as a match of an address names it."""
    for pattern in resolver.url_patterns:
        part = str(pattern.pattern)
        route = before + (part.removeprefix("^") if before else part)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from routes(pattern, route)


def all_routes() -> set[str]:
    return set(routes(get_resolver()))


class Visits:
    """The cast as visitors of the site; no request changes the database."""

    def __init__(self) -> None:
        self.people, self.things = new_cast()
        self.sessions = {name: session_of(user) for name, user in self.people.items()}
        self.handler = BaseHandler()
        self.handler.load_middleware()
        self.requests = RequestFactory()
        self.logins = tuple(f"{reverse(name)}?" for name in (settings.LOGIN_URL, "admin:login"))

    def add_reader(self) -> None:
        """A visitor who may look at every class of the teacher."""
        reader = User.objects.create_user("m.lecteur", role=User.Role.TEACHER)
        for classroom in Classroom.objects.filter(teachers=self.people["teacher"]):
            classroom.readers.add(reader)
        self.sessions["reader"] = session_of(reader)

    def route(self, address: str) -> str:
        """The route that an address of a table belongs to."""
        return resolve(urlsplit(address.format_map(self.things)).path).route

    def row(self, address: str, fields: Fields) -> Row:
        """The row of an address as the site answers it."""
        return {
            kind: [self.cell(who, methods, address, fields) for who in VISITORS]
            for kind, methods in METHODS.items()
        }

    def row_in_turn(self, address: str, fields: Fields, expected: Row, turn: int) -> Row:
        """The row, if visitors who should be answered alike share the methods that they ask by."""
        row: Row = {}
        for kind, methods in METHODS.items():
            by: dict[str, tuple[str, ...]] = {}
            for answer in set(expected[kind]):
                alike = [who for who, told in zip(VISITORS, expected[kind], strict=True) if told == answer]
                by |= dict.fromkeys(alike, methods) if "/" in answer else shared(methods, alike, turn)
            row[kind] = [self.cell(who, by[who], address, fields) for who in VISITORS]
        return row

    def cell(self, visitor: str, methods: Iterable[str], address: str, fields: Fields) -> str:
        """What a visitor is answered; where these methods are answered differently, each of it."""
        return "/".join(dict.fromkeys(self.answer(visitor, method, address, fields) for method in methods))

    def answer(
        self, visitor: str, method: str, address: str, fields: Fields, *, is_from_elsewhere: bool = False
    ) -> str:
        """The status of an answer, or `login` for the way there; with a + where something was stored."""
        data = self.filled(fields) if method == "POST" else {}
        path = address.format_map(self.things)
        ask: Callable[..., Any] = getattr(self.requests, method.lower())
        request = ask(path, data) if method == "POST" else ask(path)
        request._dont_enforce_csrf_checks = not is_from_elsewhere
        if visitor in self.sessions:
            request.COOKIES[settings.SESSION_COOKIE_NAME] = self.sessions[visitor]
        with undone() as written:
            response = self.handler.get_response(request)
            if response.streaming:
                b"".join(response)
        is_sent_away = response.get("Location", "").startswith(self.logins)
        return ("login" if is_sent_away else str(response.status_code)) + ("+" if written else "")

    def filled(self, fields: Fields) -> Fields:
        """The fields of a form with the names of things replaced; bytes are a file."""
        return {name: self.value(value) for name, value in fields.items()}

    def value(self, value: Any) -> Any:
        if isinstance(value, bytes):
            return SimpleUploadedFile("grids.txt", value)
        return value.format_map(self.things) if isinstance(value, str) else value


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


# The database


@contextmanager
def undone() -> Iterator[list[str]]:
    """A transaction that leaves no trace, and what would have been written in it."""
    written: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        # An UPDATE that finds no row changes nothing; of an INSERT that gives its key back nobody knows yet.
        if WRITES.match(sql) and (context["cursor"].rowcount or sql.lstrip()[:6].upper() == "INSERT"):
            written.append(sql)
        return result

    with outer_transaction(), connection.execute_wrapper(watch):
        yield written
        transaction.set_rollback(True)


def outer_transaction() -> transaction.Atomic:
    """A transaction in which a durable one may be opened, as in every test."""
    atomic = transaction.atomic()
    atomic._from_testcase = True
    return atomic
