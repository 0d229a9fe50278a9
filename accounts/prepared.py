"""Queries of every request, composed once: Django takes longer to compose one than a database to answer.

What is prepared is a queryset with placeholders, and what comes are the same objects as from it: with what
`select_related`, `defer` and `annotate` say of them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=models.Model)

# Numbers and words that no query names by itself.
_NUMBER, _WORD = 987_654_321_000, "placeholder-987654321-"


@dataclass(frozen=True)
class _Statement:
    """A query as one connection's database takes it, and how its rows become objects.

    `places` says of each parameter which of the values it is, or None for one that is always the same.
    """

    sql: str
    params: Sequence[Any]
    places: Sequence[int | None]
    compiler: Any
    converters: dict[int, Any]
    populators: list[Any]

    def params_with(self, values: Sequence[Any]) -> list[Any]:
        return [
            given if place is None else values[place]
            for given, place in zip(self.params, self.places, strict=True)
        ]

    def objects(self, rows: Iterable[Any], alias: str) -> Iterator[Any]:
        """What these rows are, as Django makes objects of them."""
        if self.converters:
            rows = self.compiler.apply_converters(rows, self.converters)
        model, fields = self.compiler.klass_info["model"], self.compiler.klass_info["select_fields"]
        start, end = fields[0], fields[-1] + 1
        names = [column[0].target.attname for column in self.compiler.select[start:end]]
        for row in rows:
            found = model.from_db(alias, names, row[start:end])
            for populator in self.populators:
                populator.populate(row, found)
            for name, position in (self.compiler.annotation_col_map or {}).items():
                setattr(found, name, row[position])
            yield found


class Prepared(Generic[Row]):
    """A query for one object by values that are numbers or words.

    `compose` is called with placeholders, whose kinds `kinds` names in order, and gives the queryset. Its
    values stand in lookups that take them as they are (`pk=`, `name=`).
    """

    def __init__(self, compose: Callable[..., "models.QuerySet[Row]"], *kinds: type[int] | type[str]) -> None:
        self.compose, self.kinds = compose, kinds

    def get(self, *values: int | str) -> Row:
        """The one object there is. Raises its model's DoesNotExist or MultipleObjectsReturned."""
        connection = connections[DEFAULT_DB_ALIAS]
        statement = self._statement(connection)
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, statement.params_with(values))
            rows = cursor.fetchall()
        if len(rows) == 1:
            return next(statement.objects(rows, connection.alias))
        model = statement.compiler.klass_info["model"]
        if rows:
            raise model.MultipleObjectsReturned(f"{len(rows)} of {model.__name__} were found; expected one")
        raise model.DoesNotExist(f"no {model.__name__} was found")

    def _statement(self, connection: BaseDatabaseWrapper) -> _Statement:
        # Kept by the connection: what turns its values into Python's belongs to it, and ends with it.
        statements: dict[Prepared[Row], _Statement] = vars(connection).setdefault("prepared", {})
        if self not in statements:
            statements[self] = self._composed(connection)
        return statements[self]

    def _composed(self, connection: BaseDatabaseWrapper) -> _Statement:
        marks = [
            _NUMBER + place if kind is int else f"{_WORD}{place}" for place, kind in enumerate(self.kinds)
        ]
        compiler = self.compose(*marks).order_by().query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        places = [marks.index(param) if param in marks else None for param in params]
        if set(places) - {None} != set(range(len(marks))):
            raise ValueError(f"not every value stands in {sql}")
        return _Statement(
            sql=sql,
            params=params,
            places=places,
            compiler=compiler,
            converters=compiler.get_converters([column[0] for column in compiler.select]),
            populators=get_related_populators(  # type: ignore[call-arg]  # The stubs are those of Django 6.
                compiler.klass_info, compiler.select, connection.alias
            ),
        )


class PreparedUpdate:
    """What `row.save(update_fields=[...])` does, for values that are no expressions; no signal is sent."""

    def __init__(self, model: type[models.Model], *names: str) -> None:
        self.fields: list[Any] = [model._meta.get_field(name) for name in names]
        self.key: Any = model._meta.pk
        self.table = model._meta.db_table

    def save(self, row: models.Model) -> None:
        """Write these fields of a row that is there. Raises DatabaseError if it is not."""
        connection = connections[DEFAULT_DB_ALIAS]
        values = [
            field.get_db_prep_save(getattr(row, field.attname), connection)
            for field in (*self.fields, self.key)
        ]
        with connection.cursor() as cursor:
            cursor.execute(self._statement(connection), values)
            if cursor.rowcount != 1:
                raise DatabaseError(f"{cursor.rowcount} rows of {self.table} were written; expected one")

    def _statement(self, connection: BaseDatabaseWrapper) -> str:
        quoted = connection.ops.quote_name
        columns = ", ".join(f"{quoted(field.column)} = %s" for field in self.fields)
        return f"UPDATE {quoted(self.table)} SET {columns} WHERE {quoted(self.key.column)} = %s"  # noqa: S608
