"""Rows by the million: written as tuples, or made by the database itself out of rows that it has."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

AT_ONCE = 20_000


def insert(model: Any, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Write rows, in one transaction; columns that are not named are left empty."""
    from puzzles.library.services.bulk_insert import add_rows

    remaining = iter(rows)
    with in_haste():
        while some := list(islice(remaining, AT_ONCE)):
            add_rows(model, names, some)


def insert_for_each(source: Any, model: Any, values: Mapping[str, str], *, turns: int, where: str) -> None:
    """Write so many rows for each row of `source` for which something holds.

    The values and what holds are SQL about the columns of `source` and the number of the `turn`, from 1 on.
    """
    from django.db import connection

    from puzzles.library.services.bulk_insert import quoted

    table, columns = quoted(model, list(values))
    count = f"SELECT 1 UNION ALL SELECT turn + 1 FROM counter WHERE turn < {turns}"
    with in_haste(), connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE counter (turn) AS ({count})"
            f" INSERT INTO {table} ({columns}) SELECT {', '.join(values.values())}"
            f" FROM {source._meta.db_table} source CROSS JOIN counter WHERE {where} ORDER BY source.id, turn"
        )


@contextmanager
def in_haste() -> Iterator[None]:
    """One transaction, in which PostgreSQL does not look up the row of each foreign key."""
    from django.db import connection, transaction

    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL session_replication_role = replica")
        yield


def settle() -> None:
    """Let the database look at its tables, as a long life would have, and count keys on from the last."""
    from django.apps import apps
    from django.core.management.color import no_style
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(statement)
        # In a test's transaction nothing can be swept up.
        is_swept = connection.vendor == "postgresql" and not connection.in_atomic_block
        cursor.execute("VACUUM ANALYZE" if is_swept else "ANALYZE")
