"""Many rows at once, by the quickest way of each database.

They are written by `executemany` for SQLite, `COPY` and arrays for PostgreSQL; `bulk_create` makes an object
of each row. One statement takes a whole batch of an import: with two values a grid, the 13,000 of the largest
stay below the 32,766 parameters of SQLite.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, connection, models, transaction

from puzzles.engine import SolvingClass
from puzzles.engine.similarity import canonical_key

from ..models import Collection, Entry, Puzzle

# Of a grid that is there in a thousand forms, so many are looked at to name one.
LOOKED_AT = 50
ANY_ENTRY = "SELECT entry.id {others} LIMIT 1"
# First what can be the very same puzzle, then what is in the same collection.
NEAREST_ENTRY = f"""
    SELECT id FROM (
      SELECT entry.*, puzzle.clue_count <> length(replace(wanted.givens, '.', '')) AS has_other_givens
      {{others}} LIMIT {LOOKED_AT}
    ) looked_at
    ORDER BY has_other_givens, collection_id <> %s, number LIMIT 1
"""  # noqa: S608 (a number)


class CheckedPuzzle(NamedTuple):
    """A grid with what was found out about it: a row of the table of puzzles, in the order of its columns."""

    givens: str
    clue_count: int
    solution_count: int
    solution: str = ""
    canonical_key: int | None = None
    solving_class: str = ""
    hardest: str = ""

    @classmethod
    def with_solution(cls, givens: str, solution: str, solving_class: SolvingClass) -> "CheckedPuzzle":
        """A grid that has exactly one solution."""
        key = canonical_key(solution)
        return cls(givens, 81 - givens.count("."), 1, solution, key, solving_class)


class SolvedGrid(NamedTuple):
    """A grid, and the canonical key of its only solution."""

    givens: str
    canonical_key: int


class StoredPuzzle(NamedTuple):
    """A puzzle of the table; `is_new` when this very transaction brought it."""

    pk: int
    solution_count: int
    canonical_key: int | None
    is_new: bool = False


def find_puzzles(givens: Iterable[str]) -> dict[str, StoredPuzzle]:
    """Those of these grids that the table of puzzles holds."""
    lines = list(givens)
    return select_puzzles(f"givens IN ({', '.join(['%s'] * len(lines))})", lines) if lines else {}


def select_puzzles(
    condition: str, values: Sequence[Any], *, are_new: bool = False
) -> dict[str, StoredPuzzle]:
    """The puzzles that meet a condition in SQL, without the queries of models: they cost as much again."""
    table, columns = quoted(Puzzle, ["givens", "id", "solution_count", "canonical_key"])
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {table} WHERE {condition}", values)  # noqa: S608
        return {line: StoredPuzzle(pk, count, key, are_new) for line, pk, count, key in cursor.fetchall()}


def known_keys(keys: Iterable[int]) -> set[int]:
    """Those of these keys that some puzzle has; most files bring few."""
    puzzle, wanted = quoted(Puzzle, [])[0], list(keys)
    if not wanted:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH wanted (canonical_key) AS (VALUES {', '.join(['(%s)'] * len(wanted))})"  # noqa: S608
            f" SELECT canonical_key FROM wanted WHERE (SELECT 1 FROM {puzzle} puzzle"
            " WHERE puzzle.canonical_key = wanted.canonical_key LIMIT 1) = 1",
            wanted,
        )
        return {key for (key,) in cursor.fetchall()}


def find_other_entries(
    grids: Sequence[SolvedGrid], *, owner_id: int, nearest_to: int | None = None
) -> dict[str, int]:
    """The entry of another grid with the same key, for each of these grids that has one, by its givens.

    It is in a collection that the owner sees. One with as many givens comes first, then one of the collection
    `nearest_to`; without that any is taken, which is quicker.
    """
    if not grids:
        return {}
    values: list[Any] = [owner_id, Collection.Audience.EVERYONE]
    choice = ANY_ENTRY
    if nearest_to is not None:
        choice = NEAREST_ENTRY
        values.append(nearest_to)
    puzzle, entry, collection = (quoted(model, [])[0] for model in (Puzzle, Entry, Collection))
    # A query in place of a column is answered grid by grid, by the index; a database that is left to choose
    # may walk through all puzzles.
    found = choice.format(
        others=f"""
        FROM {puzzle} puzzle
        JOIN {entry} entry ON entry.puzzle_id = puzzle.id
        JOIN {collection} collection ON collection.id = entry.collection_id
        WHERE puzzle.canonical_key = wanted.canonical_key AND puzzle.givens <> wanted.givens
        AND (collection.owner_id = %s OR collection.audience = %s)
        """
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH wanted (givens, canonical_key) AS (VALUES {', '.join(['(%s, %s)'] * len(grids))})"  # noqa: S608
            f" SELECT givens, entry_id FROM (SELECT givens, ({found}) AS entry_id FROM wanted) answer"
            " WHERE entry_id IS NOT NULL",
            [*(value for grid in grids for value in grid), *values],
        )
        return dict(cursor.fetchall())


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
        puzzle.givens: StoredPuzzle(key, puzzle.solution_count, puzzle.canonical_key, is_new=True)
        for key, puzzle in zip(keys, puzzles, strict=True)
    }


def add_puzzles_by_arrays(puzzles: Sequence[CheckedPuzzle]) -> dict[str, StoredPuzzle]:
    """Store those of these puzzles that are new, on PostgreSQL, which tells which these were."""
    table, columns = quoted(Puzzle, CheckedPuzzle._fields)
    types = ["varchar", "smallint", "smallint", "varchar", "bigint", "varchar", "varchar"]
    arrays = ", ".join(f"%s::{each}[]" for each in types)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT * FROM unnest({arrays}) AS incoming ({columns})"  # noqa: S608
            " ORDER BY givens ON CONFLICT (givens) DO NOTHING"
            " RETURNING givens, id, solution_count, canonical_key",
            [list(column) for column in zip(*puzzles, strict=True)],
        )
        return {line: StoredPuzzle(pk, count, key, is_new=True) for line, pk, count, key in cursor.fetchall()}


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
