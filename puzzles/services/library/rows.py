"""Many rows at once, by the quickest way of each database.

That is `executemany` for SQLite, `COPY` and arrays for PostgreSQL; `bulk_create` makes an object of each row.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, connection, models, transaction

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
    found: dict[str, StoredPuzzle] = {}
    lines = list(givens)
    for start in range(0, len(lines), LOOKUP_SIZE):
        some = lines[start : start + LOOKUP_SIZE]
        found |= select_puzzles(f"givens IN ({', '.join(['%s'] * len(some))})", some)
    return found


def select_puzzles(
    condition: str, values: Sequence[Any], *, are_new: bool = False
) -> dict[str, StoredPuzzle]:
    """The puzzles that meet a condition in SQL, without the queries of models: they cost as much again."""
    table, columns = quoted(Puzzle, ["givens", "id", "solution_count"])
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {table} WHERE {condition}", values)  # noqa: S608
        return {line: StoredPuzzle(pk, count, are_new) for line, pk, count in cursor.fetchall()}


def add_puzzles(puzzles: Iterable[CheckedPuzzle]) -> dict[str, StoredPuzzle]:
    """Store puzzles; one that somebody else stored meanwhile stays as it is and is not new."""
    # In this order they lie side by side in the index, and imports never wait for each other in a ring.
    rows = sorted(puzzles)
    if not rows:
        return {}
    if connection.vendor == "postgresql":
        added = copy_puzzles(rows) or add_puzzles_by_arrays(rows)
    else:
        # A transaction that writes to SQLite is alone, so what has a higher key afterwards is ours.
        last = Puzzle.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        add_rows(Puzzle, CheckedPuzzle._fields, rows, unless_known="givens")
        added = select_puzzles("id > %s", [last], are_new=True)
    return added | find_puzzles([puzzle.givens for puzzle in rows if puzzle.givens not in added])


def copy_puzzles(puzzles: Sequence[CheckedPuzzle]) -> dict[str, StoredPuzzle]:
    """Store puzzles of which none is known, by PostgreSQL's quickest way; none is stored if one is known."""
    with connection.cursor() as cursor:
        names = [Puzzle._meta.db_table, Puzzle._meta.pk.column, len(puzzles)]
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)", names)
        keys = [key for (key,) in cursor.fetchall()]
    try:
        with transaction.atomic():
            rows = ((key, *puzzle) for key, puzzle in zip(keys, puzzles, strict=True))
            add_rows(Puzzle, ["id", *CheckedPuzzle._fields], rows)
    except IntegrityError:
        return {}
    return {
        puzzle.givens: StoredPuzzle(key, puzzle.solution_count, is_new=True)
        for key, puzzle in zip(keys, puzzles, strict=True)
    }


def add_puzzles_by_arrays(puzzles: Sequence[CheckedPuzzle]) -> dict[str, StoredPuzzle]:
    """Store those of these puzzles that are new, on PostgreSQL, which tells which these were."""
    table, columns = quoted(Puzzle, CheckedPuzzle._fields)
    arrays = "%s::varchar[], %s::smallint[], %s::smallint[], %s::varchar[], %s::varchar[], %s::varchar[]"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT * FROM unnest({arrays}) AS incoming ({columns})"  # noqa: S608
            " ORDER BY givens ON CONFLICT (givens) DO NOTHING RETURNING givens, id, solution_count",
            [list(column) for column in zip(*puzzles, strict=True)],
        )
        return {line: StoredPuzzle(pk, count, is_new=True) for line, pk, count in cursor.fetchall()}


def add_rows(
    model: type[models.Model], fields: Sequence[str], rows: Iterable[Sequence[Any]], *, unless_known: str = ""
) -> None:
    """Insert rows; on SQLite those whose `unless_known` column stands in the table already are left out."""
    table, columns = quoted(model, fields)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # A cursor of the driver's own, whose errors are not yet those of Django.
            with connection.wrap_database_errors, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
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
