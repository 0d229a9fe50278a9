"""Data registry: every place where the site stores something about a person. Export and deletion walk it.

Each table is registered once, as personal or as impersonal. Which rows are a person's is derived from the
foreign keys that cascade from the account. What no foreign key leads to is registered as a location.
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
# Person -> exported row -> names of its fields that are withheld for now.
Withhold = Callable[[models.Model], Callable[[Row], Collection[str]]]


@dataclass(frozen=True)
class Personal:
    """A table whose rows are about a person. All concrete fields are exported except:

    `never`, each with its reason; `withhold`, those that it names for a row, for now; `by_teacher`, exported
    only in the copy that a teacher makes. `label_field` stands for a row where another table refers to it.
    `counted` is the title where rows of several people are counted, if it differs.
    """

    model: str
    title: Words
    description: Words
    never: Mapping[str, Words] = field(default_factory=dict)
    withhold: Withhold | None = None
    by_teacher: tuple[str, ...] = ()
    label_field: str = ""
    counted: Words = ""


@dataclass(frozen=True)
class Impersonal:
    """A table about nobody. `texts` are its free-text fields: each was checked to hold no personal data."""

    model: str
    texts: str = ""
    label_field: str = ""


@dataclass(frozen=True)
class Location:
    """Personal data that no foreign key leads to. Without `find` it lies outside the database."""

    name: str
    title: Words
    description: Words
    find: Callable[[models.Model], Iterable[Row]] | None = None
    delete: Callable[[models.Model], None] | None = None


@dataclass(frozen=True)
class BackgroundTask:
    """A kind of background task. `arguments` maps each argument to its table, "" if it names no row."""

    path: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Handover:
    """Passes on a teacher's work before her account is deleted: `act(teacher, heir)`, rows of `tables`."""

    act: Callable[[models.Model, models.Model], None]
    tables: tuple[str, ...]


TABLES: dict[str, Personal | Impersonal] = {}
LOCATIONS: dict[str, Location] = {}
TASKS: dict[str, BackgroundTask] = {}
HANDOVERS: list[Handover] = []


def register(*entries: Personal | Impersonal | Location | BackgroundTask | Handover) -> None:
    """Add entries to the registry. Raises ValueError for a table registered twice."""
    for entry in entries:
        match entry:
            case Location():
                LOCATIONS[entry.name] = entry
            case BackgroundTask():
                TASKS[entry.path] = entry
            case Handover():
                HANDOVERS.append(entry)
            case _ if entry.model in TABLES:
                raise ValueError(f"{entry.model} is registered already.")
            case _:
                TABLES[entry.model] = entry


def personal_tables() -> list[Personal]:
    """The personal tables, in the order of registration."""
    return [table for table in TABLES.values() if isinstance(table, Personal)]


def title_of(model: type[models.Model]) -> Words:
    """The title of a table where its rows are counted."""
    table = TABLES.get(model._meta.label)
    if isinstance(table, Personal):
        return table.counted or table.title
    return model._meta.verbose_name_plural or ""


# Which rows are a person's


def account_model() -> type[models.Model]:
    return apps.get_model("accounts", "User")


def foreign_keys(model: type[models.Model]) -> list[models.ForeignKey]:
    """The foreign keys of a table to other tables."""
    return [
        key
        for key in model._meta.concrete_fields
        if isinstance(key, models.ForeignKey) and key.related_model is not model
    ]


def cascades(key: models.ForeignKey) -> bool:
    return key.remote_field.on_delete is models.CASCADE


@cache
def cascading_tables() -> dict[type[models.Model], tuple[str, ...]]:
    """Every table with rows that are deleted with an account -> the foreign keys by which they are."""
    found: dict[type[models.Model], tuple[str, ...]] = {account_model(): ()}
    # Transitive closure: repeated until a round finds no further table.
    size = 0
    while size < len(found):
        size = len(found)
        for model in apps.get_models(include_auto_created=True):
            if keys := [k.name for k in foreign_keys(model) if cascades(k) and k.related_model in found]:
                found[model] = tuple(keys)
    return found


def naming_keys(model: type[models.Model]) -> list[str]:
    """The foreign keys to an account whose row outlives the account."""
    keys = foreign_keys(model)
    return [key.name for key in keys if key.related_model is account_model() and not cascades(key)]


def rows_of(person: models.Model, model: type[models.Model]) -> QuerySet[Any]:
    """The person's rows in a table: those deleted with the account, and those that only name it."""
    condition = _cascading_rows(person, model)
    for name in naming_keys(model):
        condition |= Q(**{name: person.pk})
    return model._base_manager.filter(condition)


def _cascading_rows(person: models.Model, model: type[models.Model]) -> Q:
    if model is account_model():
        return Q(pk=person.pk)
    # An empty condition would select every row.
    condition = Q(pk__in=[])
    for name in cascading_tables().get(model, ()):
        target: Any = model._meta.get_field(name).related_model
        if target is account_model():
            condition |= Q(**{name: person.pk})
        else:
            rows = target._base_manager.filter(_cascading_rows(person, target)).order_by()
            condition |= Q(**{f"{name}__in": rows.values("pk")})
    return condition
