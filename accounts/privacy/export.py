"""All that is stored about a person, as one JSON document: made row by row, however much it is."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import User
from .register import PLACES, TABLES, Personal, Place, Row, foreign_keys, personal_tables, rows_of

FORMAT = 1
AT_ONCE = 1000
SOMEBODY_ELSE = "somebody else"
NOT_YET = "not_told_yet"


@dataclass(frozen=True)
class Kind:
    """One kind of what is stored, as the page tells it: how many rows, and the newest as an example."""

    title: str
    words: str
    count: int
    example: str = ""


# The page


def kinds_of(person: User) -> list[Kind]:
    """What is stored about the person, table by table and place by place; empty ones left out."""
    kinds = [_kind_of_table(person, table) for table in personal_tables()]
    kinds += [_kind_of_place(person, place) for place in PLACES.values() if place.find]
    return [kind for kind in kinds if kind.count]


def elsewhere() -> list[Kind]:
    """Where something may be kept that the database does not hold."""
    return [Kind(str(each.title), str(each.words), 0) for each in PLACES.values() if not each.find]


def _kind_of_table(person: User, table: Personal) -> Kind:
    rows = rows_of(person, apps.get_model(table.model))
    count = rows.count()
    newest = next(_told_rows(person, table, newest_only=True), None) if count else None
    return Kind(str(table.title), str(table.words), count, _pretty(newest))


def _kind_of_place(person: User, place: Place) -> Kind:
    found = list(place.find(person)) if place.find else []
    return Kind(str(place.title), str(place.words), len(found), _pretty(found[-1] if found else None))


def _pretty(row: Row | None) -> str:
    return json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)[2:-2] if row else ""


# The document


def export(person: User, *, by_teacher: bool = False) -> Iterator[str]:
    """The document in pieces. `by_teacher`: with what only the class's teachers keep, for the family.

    It is whole when it ends with `"complete": true`.
    """
    # Sentences are translated now: the pieces are asked for when the request's language is over.
    return _document(person, _head(person), _parts(), by_teacher)


def _head(person: User) -> Row:
    return {
        "format": FORMAT,
        "account": person.username,
        "made_at": timezone.now(),
        "read_me": [
            _("Every row that the site stores about this account, table by table."),
            _("A field that is never told is listed with its reason under “never_told”."),
            _(
                "While a grid is unfinished, or the results of an exam are not released, what would tell"
                " right from wrong is left out: the row lists it under “not_told_yet”. Make the file again"
                " afterwards."
            ),
            _(
                "Where a row names another person, it says “somebody else”. The class's teachers keep the"
                " real name, and may keep a note: ask them for a copy."
            ),
        ],
        "elsewhere": {kind.title: kind.words for kind in elsewhere()},
    }


@dataclass(frozen=True)
class _Part:
    key: str
    head: Row
    source: Personal | Place


def _parts() -> list[_Part]:
    tables = [
        _Part(
            table.model,
            {
                "title": str(table.title),
                "never_told": {name: str(reason) for name, reason in table.never.items()},
            },
            table,
        )
        for table in personal_tables()
    ]
    places = [
        _Part(place.name, {"title": str(place.title)}, place) for place in PLACES.values() if place.find
    ]
    return tables + places


def _document(person: User, head: Row, parts: list[_Part], by_teacher: bool) -> Iterator[str]:
    yield _json(head)[:-1] + ', "stored": {'
    for number, part in enumerate(parts):
        separator = ",\n" if number else "\n"
        yield f'{separator}{_json(part.key)}: {_json(part.head)[:-1]}, "rows": ['
        yield from _listed(_rows(person, part.source, by_teacher))
        yield "]}"
    yield '},\n"complete": true}\n'


def _listed(rows: Iterator[Row]) -> Iterator[str]:
    """The rows with commas between, some hundreds in a piece."""
    piece: list[str] = []
    separator = "\n"
    for row in rows:
        piece.append(separator + _json(row))
        separator = ",\n"
        if len(piece) == AT_ONCE:
            yield "".join(piece)
            piece.clear()
    yield "".join(piece)


def _rows(person: User, source: Personal | Place, by_teacher: bool) -> Iterator[Row]:
    if isinstance(source, Personal):
        return _told_rows(person, source, by_teacher=by_teacher)
    return iter(source.find(person)) if source.find else iter(())


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)


# Rows


def _told_rows(
    person: User, table: Personal, *, by_teacher: bool = False, newest_only: bool = False
) -> Iterator[Row]:
    """The person's rows in a table, as they are told; in pages by the key, so that no query stays open."""
    model = apps.get_model(table.model)
    names = [*table.told.split(), *table.later.split(), *(table.by_teacher.split() if by_teacher else [])]
    withheld = table.gate(person) if table.gate else lambda row: ()
    shown = _shown_names(model, names)
    key = model._meta.pk.attname
    rows = rows_of(person, model).values(*{key, *names, *shown.values()})
    if newest_only:
        page = list(rows.order_by("-pk")[:1])
    else:
        page = list(rows.order_by("pk")[:AT_ONCE])
    while page:
        for row in page:
            yield _told(person, model, row, names, shown, set(withheld(row)))
        if newest_only:
            return
        page = list(rows.filter(pk__gt=page[-1][key]).order_by("pk")[:AT_ONCE])


def _shown_names(model: type[models.Model], names: list[str]) -> dict[str, str]:
    """Keys of a table -> the path to the name by which the row they point at is told."""
    shown = {}
    for foreign in foreign_keys(model):
        entry = TABLES.get(foreign.related_model._meta.label)
        if foreign.name in names and entry and entry.shown:
            shown[foreign.name] = f"{foreign.name}__{entry.shown}"
    return shown


def _told(
    person: User,
    model: type[models.Model],
    row: Row,
    names: list[str],
    shown: dict[str, str],
    withheld: set[str],
) -> Row:
    """A row as it is told: nobody else named, rows of others by their name, what must wait left out."""
    people = {each.name for each in foreign_keys(model) if each.related_model is User}
    told: Row = {}
    for name in names:
        if name in withheld:
            continue
        value = row[name]
        if name in people and value is not None:
            value = person.username if value == person.pk else SOMEBODY_ELSE
        elif name in shown and value is not None:
            value = {"id": value, "name": row[shown[name]]}
        told[name] = value
    if withheld:
        told[NOT_YET] = sorted(withheld)
    return told
