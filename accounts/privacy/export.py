"""Export: everything stored about a person as one JSON document, written row by row."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import User
from .registry import LOCATIONS, TABLES, Personal, Row, foreign_keys, personal_tables, rows_of

FORMAT = 1
CHUNK = 1000
SOMEBODY_ELSE = "somebody else"
WITHHELD = "withheld"


@dataclass(frozen=True)
class Kind:
    """One kind of data on the page "My data": how many rows, and the newest as an example."""

    title: str
    description: str
    count: int
    example: str = ""


def kinds_of(person: User) -> list[Kind]:
    """The stored data about a person, by table and location; empty ones are left out."""
    kinds = []
    for table in personal_tables():
        if count := rows_of(person, apps.get_model(table.model)).count():
            newest = next(exported_rows(person, table, order="-pk"), {})
            kinds.append(Kind(str(table.title), str(table.description), count, _pretty(newest)))
    for place in LOCATIONS.values():
        if place.find and (rows := list(place.find(person))):
            kinds.append(Kind(str(place.title), str(place.description), len(rows), _pretty(rows[-1])))
    return kinds


def elsewhere() -> list[Kind]:
    """Locations outside the database."""
    return [Kind(str(each.title), str(each.description), 0) for each in LOCATIONS.values() if not each.find]


def export(person: User, *, by_teacher: bool = False) -> Iterator[str]:
    """The document in pieces. `by_teacher` adds what only the class's teachers see, for the family.

    It is complete when it ends with `"complete": true`.
    """
    # Translated now: the pieces may be read after the request's language has ended.
    head = {
        "format": FORMAT,
        "account": person.username,
        "made_at": timezone.now(),
        "read_me": [
            _("Every row that the site stores about this account, table by table."),
            _("A field that is never exported is listed with the reason under “never_exported”."),
            _(
                "While a puzzle is unfinished, or the results of an exam are not released, fields that would"
                " reveal right or wrong digits are left out and listed under “withheld”. Export again"
                " afterwards."
            ),
            _(
                "Where a row names another person, it says “somebody else”. The class's teachers see the"
                " real name and may have written a note: ask them for a copy."
            ),
        ],
        "elsewhere": {kind.title: kind.description for kind in elsewhere()},
    }
    return _document(head, list(_sections(person, by_teacher=by_teacher)))


Section = tuple[str, Row, Iterator[Row]]


def _sections(person: User, *, by_teacher: bool) -> Iterator[Section]:
    """The key, the head and the rows of each table and location."""
    for table in personal_tables():
        never = {name: str(reason) for name, reason in table.never.items()}
        rows = exported_rows(person, table, by_teacher=by_teacher)
        yield table.model, {"title": str(table.title), "never_exported": never}, rows
    for place in LOCATIONS.values():
        if place.find:
            yield place.name, {"title": str(place.title)}, _found_rows(place.find, person)


def _found_rows(find: Callable[..., Iterable[Row]], person: User) -> Iterator[Row]:
    # A generator: the rows are searched when the document is written.
    yield from find(person)


# JSON written piece by piece: an account may have a million moves, and `json.dumps` would hold all of them.
# `complete` at the end shows that the download was not cut.
def _document(head: Row, sections: list[Section]) -> Iterator[str]:
    yield _json(head)[:-1] + ', "stored": {'
    before = "\n"
    for key, section_head, rows in sections:
        yield f'{before}{_json(key)}: {_json(section_head)[:-1]}, "rows": ['
        before, separator = ",\n", "\n"
        while chunk := [_json(row) for row in islice(rows, CHUNK)]:
            yield separator + ",\n".join(chunk)
            separator = ",\n"
        yield "]}"
    yield '},\n"complete": true}\n'


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)


def _pretty(row: Row) -> str:
    return json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)[2:-2]


def exported_rows(
    person: User, table: Personal, *, by_teacher: bool = False, order: str = "pk"
) -> Iterator[Row]:
    """The person's rows in a table as exported.

    Other people are not named, rows of other tables appear with a label, withheld fields are left out.
    """
    model = apps.get_model(table.model)
    # A deny-list: a new field is exported until somebody gives a reason against it.
    hidden = {*table.never, *(() if by_teacher else table.by_teacher)}
    names = [each.name for each in model._meta.concrete_fields if each.name not in hidden]
    keys = [key for key in foreign_keys(model) if key.name in names]
    people = {key.name for key in keys if key.related_model is User}
    entries = {key.name: TABLES.get(key.related_model._meta.label) for key in keys}
    labels = {
        name: f"{name}__{entry.label_field}" for name, entry in entries.items() if entry and entry.label_field
    }
    withheld_of = table.withhold(person) if table.withhold else lambda row: ()
    for row in rows_of(person, model).order_by(order).values(*names, *labels.values()).iterator(CHUNK):
        withheld = set(withheld_of(row))
        exported: Row = {}
        for name in names:
            value = row[name]
            if name in withheld:
                continue
            if value is not None and name in people:
                value = person.username if value == person.pk else SOMEBODY_ELSE
            elif value is not None and name in labels:
                value = {"id": value, "name": row[labels[name]]}
            exported[name] = value
        yield exported | ({WITHHELD: sorted(withheld)} if withheld else {})
