"""The one register of where a person is stored. What tells, deletes and counts walks it.

Every table of the site is entered once: as personal, with what of its rows is told to the person, or as
impersonal. Which rows are a person's is not written down but found: the foreign keys that are deleted with
an account are followed, over as many tables as they lead through. What no foreign key leads to is a place.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.functional import Promise

Words = str | Promise
Row = dict[str, Any]
# Whose rows it is asked for -> a row -> the names of its fields that are not told yet.
Gate = Callable[[models.Model], Callable[[Row], Collection[str]]]


@dataclass(frozen=True)
class Personal:
    """A table whose rows are about a person.

    Each field stands in one of these: `told`; `later`, told once the table's gate lets it through;
    `by_teacher`, told in the copy that a teacher makes; `never`, with the reason. `shown` is the field by
    which another table's row names a row of this one. `counted` is what rows of several people are called
    where they are counted, if that is not the title.
    """

    model: str
    title: Words
    words: Words
    told: str
    later: str = ""
    by_teacher: str = ""
    counted: Words = ""
    never: Mapping[str, Words] = field(default_factory=dict)
    gate: Gate | None = None
    shown: str = ""


@dataclass(frozen=True)
class Impersonal:
    """A table that holds nobody. `texts` are its fields in which anything might stand: each was judged."""

    model: str
    texts: str = ""
    shown: str = ""


@dataclass(frozen=True)
class Place:
    """Somewhere that no foreign key leads to. Where it is not ours to look, `words` say how it ends."""

    name: str
    title: Words
    words: Words
    find: Callable[[models.Model], Iterable[Row]] | None = None
    erase: Callable[[models.Model], None] | None = None


@dataclass(frozen=True)
class BackgroundTask:
    """A kind of background task; `arguments` says of which table each argument is a row, "" for none."""

    path: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class HandOver:
    """What happens to a teacher's work when her account is deleted: `act(teacher, who takes it over)`.

    `tables` are those of which her rows get the new owner.
    """

    act: Callable[[models.Model, models.Model], None]
    tables: tuple[str, ...]


TABLES: dict[str, Personal | Impersonal] = {}
PLACES: dict[str, Place] = {}
TASKS: dict[str, BackgroundTask] = {}
HAND_OVERS: list[HandOver] = []


def enter(*entries: Personal | Impersonal | Place | BackgroundTask) -> None:
    """Put entries into the register. Raises ValueError for a table entered twice."""
    for entry in entries:
        if isinstance(entry, Place):
            PLACES[entry.name] = entry
        elif isinstance(entry, BackgroundTask):
            TASKS[entry.path] = entry
        elif entry.model in TABLES:
            raise ValueError(f"{entry.model} is in the register already.")
        else:
            TABLES[entry.model] = entry


def personal_tables() -> list[Personal]:
    """The tables that hold persons, in the order of their entry."""
    return [table for table in TABLES.values() if isinstance(table, Personal)]


def title_of(model: type[models.Model]) -> Words:
    """What the rows of a table are called where they are counted."""
    table = TABLES.get(model._meta.label)
    if isinstance(table, Personal):
        return table.counted or table.title
    return model._meta.verbose_name_plural or ""


# The walk


def account_model() -> type[models.Model]:
    return apps.get_model("accounts", "User")


def foreign_keys(model: type[models.Model]) -> list[models.ForeignKey]:
    """The keys by which a table's rows name rows of others."""
    return [
        each
        for each in model._meta.concrete_fields
        if isinstance(each, models.ForeignKey) and each.related_model is not model
    ]


def goes_along(key: models.ForeignKey) -> bool:
    """Whether a row is deleted with the one that this key names."""
    return key.remote_field.on_delete is models.CASCADE


@cache
def walk() -> dict[type[models.Model], tuple[str, ...]]:
    """Every table with rows that are deleted with an account -> the keys by which these hang on it."""
    found: dict[type[models.Model], tuple[str, ...]] = {account_model(): ()}
    is_growing = True
    while is_growing:
        size = len(found)
        for model in apps.get_models(include_auto_created=True):
            keys = tuple(
                key.name for key in foreign_keys(model) if goes_along(key) and key.related_model in found
            )
            if keys:
                found[model] = keys
        is_growing = len(found) > size
    return found


def naming_keys(model: type[models.Model]) -> list[str]:
    """The keys of a table that name a person, whose account may go without the row."""
    return [
        key.name
        for key in foreign_keys(model)
        if key.related_model is account_model() and not goes_along(key)
    ]


def rows_of(person: models.Model, model: type[models.Model]) -> QuerySet[Any]:
    """The person's rows in a table: what is deleted with the account, and what only names the person."""
    named = Q()
    for name in naming_keys(model):
        named |= Q(**{name: person.pk})
    return model._base_manager.filter(_along(person, model) | named if named else _along(person, model))


def _along(person: models.Model, model: type[models.Model]) -> Q:
    """What picks out the rows that are deleted with the account."""
    if model is account_model():
        return Q(pk=person.pk)
    condition = Q(pk__in=[])
    for name in walk().get(model, ()):
        target: Any = model._meta.get_field(name).related_model
        if target is account_model():
            condition |= Q(**{name: person.pk})
        else:
            rows = target._base_manager.filter(_along(person, target)).order_by()
            condition |= Q(**{f"{name}__in": rows.values("pk")})
    return condition
