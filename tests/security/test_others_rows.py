"""Whoever tries every number, name and field finds and changes nothing of others.

The cast is small, so that every number there is can be tried under every address: rows of all tables begin
with 1. LONG_TESTS=1 goes on to numbers that nothing has.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment
from puzzles.library.models import Collection, PuzzleImport
from puzzles.play.models import Attempt, OwnGrid
from tests.lengths import IS_LONG
from tests.url_matrix.asking import Visits, all_routes, undone
from tests.url_matrix.rooms import ROOMS

from .crawling import ask

# Words that stand in nobody's pages but their own: of the teacher and her students, who are strangers to
# `other` and `outside`.
SECRET = "Quetzalcoatl"
NUMBERS = range(1, 13 if IS_LONG else 7)
NAMES = ["lea", "tom", "mme.martin", "eva"]
STRANGERS = ["outside", "other"]
CONVERTER = re.compile(r"<(?:\w+:)?(\w+)>")
# What the rows of these tables say of a person's rights.
RIGHTS = ("role", "is_superuser", "is_active", "extra_time", "password", "username")
FORGED = {
    "role": "teacher", "is_superuser": "on", "is_staff": "on", "is_active": "on", "extra_time": "5",
    "user": "1",
    "owner": "1", "player": "1", "student": "1", "author": "1", "teachers": "1", "classroom": "1",
    "policy": "1", "state": "solved", "digits": "1" * 81, "solution": "any_time", "is_exam": "",
    "hint_rung": "4", "checking": "on", "released_at": "2020-01-01 00:00", "due_at": "2199-01-01 00:00",
    "version": "0", "cells_shown": "0", "mistakes": "0",
}  # fmt: skip

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def marked(visits: Visits) -> Visits:
    """The cast, with the teacher's secret in every text of hers and of her students."""
    Classroom.objects.filter(teachers__username="mme.martin").update(name=SECRET)
    Membership.objects.filter(classroom__name=SECRET).update(
        family_name=SECRET, given_name=SECRET, note=SECRET
    )
    Assignment.objects.update(name=SECRET)
    for collection in Collection.objects.exclude(audience="everyone"):
        Collection.objects.filter(pk=collection.pk).update(name=f"{SECRET} {collection.pk}")
    OwnGrid.objects.update(name=SECRET)
    PuzzleImport.objects.update(file_name=SECRET)
    return visits


def addresses() -> Iterator[tuple[str, str]]:
    """Every route with every number and name in it."""
    for route in sorted(all_routes()):
        if "url>" in route:
            continue
        names = CONVERTER.findall(route)
        if not names:
            yield route, f"/{route}"
            continue
        for number in NUMBERS:
            for name in NAMES if "username" in names else NAMES[:1]:
                values = {part: name if part in ("username", "student") else str(number) for part in names}
                yield route, "/" + CONVERTER.sub(lambda found, values=values: values[found[1]], route)


@pytest.mark.parametrize("visitor", STRANGERS)
def test_no_number_and_no_name_shows_a_stranger_anything_of_others(visitor: str, marked: Visits) -> None:
    seen = [
        str(answer)
        for _route, address in addresses()
        if SECRET in (answer := ask(marked, visitor, "GET", address)).text
    ]
    assert seen == []


# What strangers own themselves, left out of what must stay as it is.
OWN = {
    Classroom: {"name": "5e A"},
    Membership: {"classroom__name": "5e A"},
    Assignment: {"classroom__name": "5e A"},
    Collection: {"owner__username": "m.durand"},
    PuzzleImport: {"owner__username": "m.durand"},
    OwnGrid: {"owner__username__in": ["zoe", "m.durand"]},
    Attempt: {"player__username__in": ["zoe", "m.durand"]},
    User: {"username__in": ["zoe", "m.durand"]},
}


def rows_of_others() -> dict[tuple[str, int], Any]:
    """All stored rows of the teacher and her students."""
    return {
        (model.__name__, row["pk"]): row
        for model, own in OWN.items()
        for row in model._base_manager.exclude(**own).values("pk", *columns_of(model))
    }


def columns_of(model: Any) -> list[str]:
    """The columns that nobody else may change; when somebody was last seen is none of them."""
    if model is User:
        return list(RIGHTS)
    return [field.attname for field in model._meta.concrete_fields if field.attname != "seen_at"]


def posted(address: str, fields: dict[str, Any]) -> Any:
    """The form as a page sends it: in parts only where a file is among its fields."""
    if any(hasattr(value, "read") for value in fields.values()):
        return RequestFactory().post(address, fields)
    body = urlencode(fields, doseq=True)
    return RequestFactory().generic("POST", address, body, "application/x-www-form-urlencoded")


@pytest.fixture
def plain_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that is not found answers with no page: to draw one took a third of the time."""
    answer = HttpResponse(status=404)
    monkeypatch.setattr("sudokusite.urls.handler404", lambda *_asked, **_names: answer, raising=False)


def sent(visits: Visits, visitor: str, address: str, fields: dict[str, Any]) -> tuple[Any, Any]:
    """The rows of others after a form was sent and something was written, and the rights of everybody."""
    request = posted(address, fields)
    request._dont_enforce_csrf_checks = True
    request.COOKIES[settings.SESSION_COOKIE_NAME] = visits.sessions[visitor]
    with undone() as written:
        response: Any = visits.handler.get_response(request)
        if response.streaming:
            b"".join(response)
        return (rows_of_others(), rights()) if written else (None, None)


def rights() -> dict[str, tuple[Any, ...]]:
    return {row[0]: row[1:] for row in User.objects.values_list("username", *RIGHTS[:4])}


@pytest.mark.parametrize("visitor", STRANGERS)
def test_no_number_and_no_name_lets_a_stranger_change_anything_of_others(
    visitor: str, marked: Visits, plain_refusals: None
) -> None:
    fields: dict[str, dict[str, Any]] = {}
    for room in ROOMS:
        for address, data in room.FIELDS.items():
            fields.setdefault(marked.route(address), {}).update(marked.filled(data))
    before, changed = rows_of_others(), []
    for route, address in addresses():
        after, _rights = sent(marked, visitor, address, FORGED | fields.get(route, {}))
        changed += [(address, *key) for key in before if after is not None and after.get(key) != before[key]]
    assert changed == []


@pytest.mark.parametrize("visitor", ["student", "mate", "outside", "teacher", "other"])
def test_no_field_that_is_posted_with_a_form_gives_anybody_rights(visitor: str, marked: Visits) -> None:
    before, gained, stored = rights(), [], 0
    for room in ROOMS:
        for address, row in room.TABLE.items():
            if "POST" not in row:
                continue
            data = FORGED | marked.filled(room.FIELDS.get(address, {}))
            _rows, after = sent(marked, visitor, address.format_map(marked.things), data)
            stored += after is not None
            for name, held in (after or {}).items():
                # Whoever is new is a student, and who is a student stays one. Nobody gives themselves time.
                role, is_superuser, _is_active, extra_time = before.get(name, ("student", False, True, 1))
                own_time = extra_time if visitor in ("student", "mate", "outside") else held[3]
                if (held[0], held[1], held[3]) != (role, is_superuser, own_time):
                    gained.append((address, name, held))
    assert gained == []
    assert stored > 10
