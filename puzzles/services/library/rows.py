"""Many rows at once, by the quickest way of each database.

That is `executemany` for SQLite, arrays and `COPY` for PostgreSQL; `bulk_create` makes an object of each row.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from django.db import connection, models
from django.db.models import Max

from ...models import Puzzle

# For many years SQLite took no more than 999 parameters in a statement.
LOOKUP_SIZE = 500


class CheckedPuzzle(NamedTuple):
    """A grid with what was found out about it: a row of the table of puzzles, in the order of its columns."""

    givens: str
    clue_count: int
    solution_count: int
    solution: str
    solving_class: str
    hardest: str = ""


class StoredPuzzle(NamedTuple):
    """A puzzle of the table; `is_new` when this very transaction brought it."""

    pk: int
    solution_count: int
    is_new: bool = False


def find_puzzles(givens: Collection[str]) -> dict[str, StoredPuzzle]:
    """Those of these grids that the table of puzzles holds."""
    found = {}
    lines = list(givens)
    for start in range(0, len(lines), LOOKUP_SIZE):
        puzzles = Puzzle.objects.filter(givens__in=lines[start : start + LOOKUP_SIZE])
        for line, pk, solution_count in puzzles.values_list("givens", "pk", "solution_count"):
            found[line] = StoredPuzzle(pk, solution_count)
    return found


def add_puzzles(puzzles: Sequence[CheckedPuzzle]) -> dict[str, StoredPuzzle]:
    """Store puzzles; one that somebody else stored meanwhile stays as it is and is not new."""
    if not puzzles:
        return {}
    if connection.vendor == "postgresql":
        return add_puzzles_by_arrays(puzzles)
    # A transaction that writes to SQLite is alone, so what has a higher key afterwards is ours.
    last = Puzzle.objects.aggregate(last=Max("pk"))["last"] or 0
    add_rows(Puzzle, CheckedPuzzle._fields, puzzles, unless_known="givens")
    stored = find_puzzles([puzzle.givens for puzzle in puzzles])
    return {line: puzzle._replace(is_new=puzzle.pk > last) for line, puzzle in stored.items()}


def add_puzzles_by_arrays(puzzles: Sequence[CheckedPuzzle]) -> dict[str, StoredPuzzle]:
    """The same on PostgreSQL, which tells what it stored; sorted, so that imports never wait in a ring."""
    table, columns = quoted(Puzzle, CheckedPuzzle._fields)
    arrays = "%s::varchar[], %s::smallint[], %s::smallint[], %s::varchar[], %s::varchar[], %s::varchar[]"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT * FROM unnest({arrays}) AS incoming ({columns})"  # noqa: S608
            " ORDER BY givens ON CONFLICT (givens) DO NOTHING RETURNING givens, id, solution_count",
            [list(column) for column in zip(*puzzles, strict=True)],
        )
        added = {line: StoredPuzzle(pk, count, is_new=True) for line, pk, count in cursor.fetchall()}
    return find_puzzles({puzzle.givens for puzzle in puzzles} - added.keys()) | added


def add_rows(
    model: type[models.Model], fields: Sequence[str], rows: Iterable[Sequence[Any]], *, unless_known: str = ""
) -> None:
    """Insert rows; on SQLite those whose `unless_known` column stands in the table already are left out."""
    table, columns = quoted(model, fields)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(fields))
        conflict = f" ON CONFLICT ({unless_known}) DO NOTHING" if unless_known else ""
        cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks}){conflict}", list(rows))  # noqa: S608


def quoted(model: type[models.Model], fields: Sequence[str]) -> tuple[str, str]:
    """The names of a table and of columns, as SQL writes them."""
    quote = connection.ops.quote_name
    columns = {field.name: field.column for field in model._meta.concrete_fields}
    return quote(model._meta.db_table), ", ".join(quote(str(columns[field])) for field in fields)
