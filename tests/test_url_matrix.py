"""Every address of the site, asked for by everybody by every method, answers as its table says.

The tables are in url_matrix, one module for each part of the site. A row is an address, with the names of
things of the cast in braces; its lines say what every visitor is answered by GET (and HEAD), by POST, and by
all other methods (`else`; `any` is all of them). `login` is the way to the login page, and a + says that
something was stored. Methods in no line lead to the login who has no account and are refused to everybody
else, with 405. Two answers with a slash between them are those of different methods: of HEAD after GET, of
OPTIONS after the others.

An address comes in by a row in its table and, where it takes a form, what is posted in FIELDS. A row that is
wrong is shown as the site answers it. Visitors who should be answered alike share HEAD and the `else`
methods of an address between them; LONG_TESTS=1 asks as each of them by each method.
"""

import logging
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from django.db import transaction

from tests.lengths import IS_LONG

from .url_matrix.asking import METHODS, REFUSED, Visits, all_routes, lines_of, outer_transaction
from .url_matrix.cast import VISITORS
from .url_matrix.rooms import ROOMS

ROWS = [(room, address) for room in ROOMS for address in room.TABLE]

# The admin's answer to every address that it does not know.
CATCH_ALL = "admin/(?P<url>.*)$"
# What belongs to the teacher, not to the class; and pages that only lead to a change, or to a student's file.
OF_THE_TEACHER = (
    "/library/", "/collections/", "/sheets/", "/lessons/packs/", "/competences/", "/classes/former/",
    "/admin/",
)  # fmt: skip
FOR_WHO_CHANGES = {
    "/assignments/{whole_draft}/parts/drills/new/",
    "/assignments/{whole_draft}/parts/exercises/new/",
    "/assignments/{whole_draft}/parts/grids/new/",
    "/assignments/{whole_draft}/parts/predictions/new/",
    "/assignments/{whole_draft}/parts/questions/new/",
    "/classes/{class}/assignments/new/",
    "/classes/{class}/drills/new/",
    "/classes/{class}/exercises/new/",
    "/classes/{class}/members/lea/data/",
    "/classes/{class}/members/lea/data/page/",
    "/classes/{class}/questions/new/",
    "/classes/{class}/several/new/",
}
# There is a teacher already; a session does not count as stored; a grid is only looked into, and its path was
# found at once; everybody who asks for a reference solution is in a class, whose rule counts.
NEVER_STORED = {
    "accounts/setup/",
    "accounts/logout/",
    "grids/check/",
    "grids/<grid:board>/path/",
    "course/<slug:worksheet>/exercises/<slug:key>/reference/",
}


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def visits(django_db_setup: None, django_db_blocker: Any) -> Iterator[Visits]:
    """One cast for all rows: each answer is undone."""
    with django_db_blocker.unblock(), outer_transaction():
        yield Visits()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def frank_site(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    """A fault is told as it is, and a refusal not at all."""
    settings.DEBUG_PROPAGATE_EXCEPTIONS = True
    caplog.set_level(logging.ERROR, "django.request")


@pytest.mark.parametrize(("room", "address"), ROWS, ids=[address for _room, address in ROWS])
def test_an_address_answers_everybody_as_its_table_says(
    room: ModuleType, address: str, visits: Visits
) -> None:
    expected, fields = dict.fromkeys(METHODS, REFUSED) | room.TABLE[address], room.FIELDS.get(address, {})
    if not IS_LONG and visits.row_in_turn(address, fields, expected, ROWS.index((room, address))) == expected:
        return
    answered = visits.row(address, fields)
    assert answered == expected, f"the site answers\n{lines_of(address, answered)}"


def test_every_route_has_a_row_and_every_row_a_route(visits: Visits) -> None:
    found = [visits.route(address) for _room, address in ROWS]
    assert all_routes() - set(found) == set()
    assert found.count(CATCH_ALL) == 1


def test_no_address_has_two_rows() -> None:
    addresses = [address for _room, address in ROWS]
    assert len(set(addresses)) == len(addresses)


def test_every_form_that_is_filled_in_belongs_to_a_row() -> None:
    assert [address for room in ROOMS for address in room.FIELDS if address not in room.TABLE] == []


def test_nothing_is_stored_by_looking() -> None:
    looked = [
        (address, answer)
        for room in ROOMS
        for address, row in room.TABLE.items()
        for method in ("GET", "else")
        for answer in row.get(method, [])
    ]
    assert looked
    assert [address for address, answer in looked if "+" in answer] == []


def test_a_refused_request_stores_nothing() -> None:
    refused = {"login+", "401+", "403+", "404+", "405+"}
    assert [
        address for room, address in ROWS for row in room.TABLE[address].values() if refused & {*row}
    ] == []


def test_no_form_of_another_site_is_taken(visits: Visits) -> None:
    taken = [
        (visitor, address)
        for room, address in ROWS
        for visitor, answer in zip(VISITORS, room.TABLE[address].get("POST", REFUSED), strict=True)
        if "+" in answer
        and visits.answer(visitor, "POST", address, room.FIELDS.get(address, {}), is_from_elsewhere=True)
        != "403"
    ]
    assert taken == []


def test_who_only_reads_a_class_sees_all_of_it_and_changes_nothing(visits: Visits) -> None:
    """Every address that the teacher finds and other teachers do not, asked for by a read-only colleague."""
    teacher, other = VISITORS.index("teacher"), VISITORS.index("other")
    visits.add_reader()
    seen, changed = {}, {}
    for room, address in ROWS:
        fields = room.FIELDS.get(address, {})
        for method in ("GET", "POST"):
            answers = room.TABLE[address].get(method, REFUSED)
            of_class = answers[teacher] != answers[other] and answers[other] in ("404", "405")
            if of_class and method == "GET" and not address.startswith(OF_THE_TEACHER):
                seen[address] = (answers[teacher], visits.answer("reader", "GET", address, fields))
            elif of_class and "+" in answers[teacher]:
                changed[address] = visits.answer("reader", "POST", address, fields)
    assert len(changed) > 50
    assert {address: answer for address, answer in changed.items() if "+" in answer} == {}
    assert {address for address, (hers, read) in seen.items() if hers != read} == FOR_WHO_CHANGES


def test_whatever_takes_a_form_is_shown_to_store_it(visits: Visits) -> None:
    """Else a row could say that everybody is let in, for want of a form that anybody could send."""
    stored: dict[str, bool] = {}
    for room, address in ROWS:
        answers = room.TABLE[address].get("POST", REFUSED)
        route = visits.route(address)
        if not route.startswith("admin/") and any(answer.startswith(("2", "302")) for answer in answers):
            stored[route] = stored.get(route, False) or any("+" in answer for answer in answers)
    assert {route for route, is_stored in stored.items() if not is_stored} == NEVER_STORED
