"""Migrations up, down and up again on tables that are full, and all the way down to nothing and up."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from .backups import back_up, faults_in
from .fault_export import add_moves
from .ground import COLLECTION, Ground, Size
from .journal import Journal
from .oracle import Verdict
from .rows import Row
from .running import PROJECT
from .variants.migrating import NEXT, last_of

UP, DOWN = ("puzzles", NEXT), ("accounts", last_of("accounts"))
NEXT_VERSION = "tests.faults.variants.next_version"
# Columns that the next version names otherwise.
RENAMED = {"is_late": "late"}

INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql NOTNULL AND tbl_name = ?"

Schema = dict[str, set[Any]]


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """A next version's migrations change the largest tables; every row must outlive them, there and back."""
    place = ground.folder / "migrating"
    place.mkdir()
    database = place / "db.sqlite3"
    fill(ground, size)
    back_up(ground.database, database)
    before, schema, wrong, verdicts = all_rows(database), schema_of(database), [], []
    # Puzzles know accounts: the one app takes the other along, on both ways.
    for step, target in (("up", UP), ("down", DOWN), ("up again", UP)):
        migrate(place, [target])
        verdicts.append(verdict_on(before, database))
        wrong += [f"{step}: {fault}" for fault in faults_in(database)]
        if (schema_of(database) == schema) != (step == "down"):
            wrong.append(f"{step}: the tables are not what they should be")
    yield Row(
        fault="migrations up, down, up on full tables",
        done=f"{len(verdicts)} times",
        verdict=min(verdicts, key=lambda verdict: verdict.is_clean),
        wrong=tuple(wrong),
        noted=f"{size_of(before['puzzles_move'])} moves",
    )
    if size.is_long:
        yield to_nothing_and_back(place, schema)


def to_nothing_and_back(place: Path, schema: Schema) -> Row:
    """The row of all own migrations taken back, and made again: the tables are as those of a new site."""
    database = place / "db.sqlite3"
    migrate(place, [("puzzles", "zero"), ("accounts", "zero"), ("admin", "zero")])
    left = [name for name in schema_of(database) if name.startswith(("puzzles_", "accounts_"))]
    migrate(place, [(app, last_of(app)) for app in ("accounts", "puzzles")], settings="sudokusite.settings")
    own = {name: columns for name, columns in schema.items() if name.startswith(("puzzles_", "accounts_"))}
    again = schema_of(database)
    alike = [name for name in again if name in own and again[name] == own[name]]
    return Row(
        fault="migrations down to nothing and up",
        done="once",
        verdict=Verdict.of_rows(list(own), alike),
        wrong=tuple(f"{name} is left behind" for name in left),
        noted=f"{len(own)} tables",
    )


def fill(ground: Ground, size: Size) -> None:
    """A game that somebody plays, and a long one."""
    journal = Journal()
    players = ground.students(1, journal)
    players[0].page.play(players[0].rng, 40)
    players[0].page.send()
    browser = ground.browser_of(ground.next_student())
    add_moves(ground, browser.draw(COLLECTION), size.count(1_000, 200_000))


def migrate(place: Path, targets: list[tuple[str, str]], settings: str = NEXT_VERSION) -> None:
    """Bring apps to a migration each, one after the other. Raises CalledProcessError."""
    program = "import sys; from django.core.management import call_command as call\n"
    program += "".join(f"call('migrate', {app!r}, {name!r}, verbosity=0)\n" for app, name in targets)
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", program],
        cwd=PROJECT,
        env={**inherited, "SUDOKUSITE_DATA": str(place), "DJANGO_SETTINGS_MODULE": settings},
        check=True,
    )


# What is in a database

Table = dict[Any, dict[str, Any]]


def all_rows(database: Path) -> dict[str, Table]:
    """Every row of every table of ours, by table and key."""
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        return {
            name: {row[0]: dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')}
            for name in own_tables(connection)
        }


def own_tables(connection: sqlite3.Connection) -> list[str]:
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [name for name in names if not name.startswith(("sqlite_", "django_migrations"))]


def size_of(table: Table) -> str:
    return f"{len(table):,}"


def verdict_on(before: dict[str, Table], database: Path) -> Verdict:
    """Whether every row is there with all it held."""
    after = all_rows(database)
    return Verdict(
        acknowledged=sum(map(len, before.values())),
        lost=sum(len(table.keys() - after[name].keys()) for name, table in before.items()),
        ghosts=sum(len(table.keys() - before[name].keys()) for name, table in after.items()),
        crooked=sum(
            any(as_before(after[name][key]).get(column) != value for column, value in row.items())
            for name, table in before.items()
            for key, row in table.items()
            if key in after[name]
        ),
    )


def as_before(row: dict[str, Any]) -> dict[str, Any]:
    """A row under the names that its columns had before."""
    return {RENAMED.get(column, column): value for column, value in row.items()}


def schema_of(database: Path) -> Schema:
    """What the database is told of each table: its columns, keys, indexes and constraints, in any order."""
    with closing(sqlite3.connect(database)) as connection:
        return {
            name: {
                *connection.execute(f'SELECT name, type, "notnull", pk FROM pragma_table_info("{name}")'),
                *connection.execute(f'SELECT "from", "table", "to" FROM pragma_foreign_key_list("{name}")'),
                *connection.execute(INDEXES, [name]),
                *constraints_of(connection, name),
            }
            for name in own_tables(connection)
        }


def constraints_of(connection: sqlite3.Connection, table: str) -> set[str]:
    """The names of a table's constraints."""
    (sql,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", [table]).fetchone()
    return set(re.findall(r'CONSTRAINT "(\w+)"', sql))
