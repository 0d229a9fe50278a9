"""Bulk insert and bulk lookup: `executemany` on SQLite, `COPY` and arrays on PostgreSQL.

`bulk_create` would build an object for each row. One statement takes a whole batch: the largest has 13,000
grids with two parameters each, and SQLite allows 32,766.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, connection, models, transaction

from puzzles.engine import SolvingClass
from puzzles.engine.similarity import canonical_key

from ..models import Collection, Entry, Puzzle

# Equivalent grids that are compared before one of them is named.
LOOKED_AT = 50
ANY_ENTRY = "SELECT entry.id {others} LIMIT 1"
# First a grid that may be the same puzzle, then one in the same collection.
NEAREST_ENTRY = f"""
    SELECT id FROM (
      SELECT entry.*, puzzle.clue_count <> length(replace(wanted.givens, '.', '')) AS has_other_givens
      {{others}} LIMIT {LOOKED_AT}
    ) looked_at
    ORDER BY has_other_givens, collection_id <> %s, number LIMIT 1
"""  # noqa: S608 (a number)


class CheckedPuzzle(NamedTuple):
    """A grid with the results of its validation: a row of the puzzle table, in the order of its columns."""

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
    """A stored puzzle; `is_new` if this transaction has inserted it."""

    pk: int
    solution_count: int
    canonical_key: int | None
    is_new: bool = False


def find_puzzles(givens: Iterable[str]) -> dict[str, StoredPuzzle]:
    """The stored puzzles among these grids, by their givens."""
    lines = list(givens)
    return select_puzzles(f"givens IN ({', '.join(['%s'] * len(lines))})", lines) if lines else {}


def select_puzzles(
    condition: str, values: Sequence[Any], *, are_new: bool = False
) -> dict[str, StoredPuzzle]:
    """The puzzles that meet a condition in SQL. Django's own query would double the cost."""
    table, columns = quoted(Puzzle, ["givens", "id", "solution_count", "canonical_key"])
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {table} WHERE {condition}", values)  # noqa: S608
        return {line: StoredPuzzle(pk, count, key, are_new) for line, pk, count, key in cursor.fetchall()}


def known_keys(keys: Iterable[int]) -> set[int]:
    """The canonical keys among these that some stored puzzle has."""
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
    """givens -> the entry of another grid with the same canonical key, in a collection that the owner sees.

    An entry with as many givens is preferred, then one of the collection `nearest_to`. Without `nearest_to`
    any entry is taken, which is quicker.
    """
    if not grids:
        return {}
    values: list[Any] = [owner_id, Collection.Audience.EVERYONE]
    choice = ANY_ENTRY
    if nearest_to is not None:
        choice = NEAREST_ENTRY
        values.append(nearest_to)
    puzzle, entry, collection = (quoted(model, [])[0] for model in (Puzzle, Entry, Collection))
    # A subquery as a column forces a lookup by index for each grid; with a join the planner may scan all
    # puzzles.
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
    """Insert puzzles; one that another transaction has inserted meanwhile is kept and is not new."""
    # Sorted: neighbours in the index, and one order of locks for all imports, so no deadlock.
    rows = sorted(puzzles)
    if not rows:
        return {}
    if connection.vendor == "postgresql":
        added = copy_puzzles(rows) or add_puzzles_by_arrays(rows)
    else:
        # SQLite has one writer at a time, so every higher key is ours.
        last = Puzzle.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        add_rows(Puzzle, CheckedPuzzle._fields, rows, unless_known="givens")
        added = select_puzzles("id > %s", [last], are_new=True)
    return added | find_puzzles([puzzle.givens for puzzle in rows if puzzle.givens not in added])


def copy_puzzles(puzzles: Sequence[CheckedPuzzle]) -> dict[str, StoredPuzzle]:
    """Insert new puzzles by COPY, PostgreSQL's quickest way; {} and no insert if one of them exists."""
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
    """Insert the new ones of these puzzles on PostgreSQL, which returns them."""
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
    """Insert rows; on SQLite without those whose `unless_known` column is in the table already."""
    table, columns = quoted(model, fields)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # The driver's own cursor: without the wrapper its errors would not be Django's.
            with connection.wrap_database_errors, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(fields))
        conflict = f" ON CONFLICT ({unless_known}) DO NOTHING" if unless_known else ""
        cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks}){conflict}", list(rows))  # noqa: S608


def quoted(model: type[models.Model], fields: Sequence[str]) -> tuple[str, str]:
    """The quoted names of a table and of columns."""
    quote = connection.ops.quote_name
    columns = {field.name: field.column for field in model._meta.concrete_fields}
    return quote(model._meta.db_table), ", ".join(quote(str(columns[field])) for field in fields)
