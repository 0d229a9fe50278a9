"""Migrations up, down and up again on tables that are full, and all the way down to nothing and up."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Self

from .backups import back_up, faults_in
from .fault_export import add_moves
from .ground import COLLECTION, Ground, Size
from .journal import Journal
from .oracle import Verdict
from .rows import Row
from .running import PROJECT
from .variants.migrating import NEXT, last_of

UP, DOWN = ("play", NEXT), ("accounts", last_of("accounts"))
# Each app before those that it refers to.
APPS = ("course", "play", "assignments", "library", "accounts")
NEXT_VERSION = "tests.faults.variants.next_version"
# Columns that the next version names otherwise.
RENAMED = {"is_late": "late"}

INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql NOTNULL AND tbl_name = ?"
# Goes to each target that it reads, and says when it is there.
MIGRATE = """
import sys, django
from django.core.management import call_command
django.setup()
for line in sys.stdin:
    call_command("migrate", *line.split(), verbosity=0)
    print("done", flush=True)
"""

Schema = dict[str, set[Any]]


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """A next version's migrations change the largest tables; every row must outlive them, there and back."""
    place = ground.folder / "migrating"
    place.mkdir()
    database = place / "db.sqlite3"
    fill(ground, size)
    back_up(ground.database, database)
    before, schema, wrong, verdicts = all_rows(database), schema_of(database), [], []
    # Play refers to the library and to accounts: it takes them along, on both ways.
    with Migrator(place, NEXT_VERSION) as migrator:
        for step, target in (("up", UP), ("down", DOWN), ("up again", UP)):
            migrator.bring(*target)
            verdicts.append(verdict_on(before, database))
            wrong += [f"{step}: {fault}" for fault in faults_in(database)]
            if (schema_of(database) == schema) != (step == "down"):
                wrong.append(f"{step}: the tables are not what they should be")
    yield Row(
        fault="migrations up, down, up on full tables",
        done=f"{len(verdicts)} times",
        verdict=min(verdicts, key=lambda verdict: verdict.is_clean),
        wrong=tuple(wrong),
        noted=f"{size_of(before['play_move'])} moves",
    )
    if size.is_long:
        yield to_nothing_and_back(place, schema)


def to_nothing_and_back(place: Path, schema: Schema) -> Row:
    """The row of all own migrations taken back, and made again: the tables are as those of a new site."""
    database = place / "db.sqlite3"
    with Migrator(place, NEXT_VERSION) as migrator:
        for app in APPS:
            migrator.bring(app, "zero")
    left = [name for name in schema_of(database) if is_own(name)]
    with Migrator(place, "sudokusite.settings") as migrator:
        for app in APPS:
            migrator.bring(app, last_of(app))
    own = {name: columns for name, columns in schema.items() if is_own(name)}
    again = schema_of(database)
    alike = [name for name in again if name in own and again[name] == own[name]]
    return Row(
        fault="migrations down to nothing and up",
        done="once",
        verdict=Verdict.of_rows(list(own), alike),
        wrong=tuple(f"{name} is left behind" for name in left),
        noted=f"{len(own)} tables",
    )


def is_own(table: str) -> bool:
    """Whether a table is one of the site's own."""
    return table.startswith(tuple(f"{app}_" for app in APPS))


def fill(ground: Ground, size: Size) -> None:
    """A game that somebody plays, and a long one."""
    journal = Journal()
    players = ground.students(1, journal)
    players[0].page.play(players[0].rng, 40)
    players[0].page.send()
    browser = ground.browser_of(ground.next_student())
    add_moves(ground, browser.draw(COLLECTION), size.count(1_000, 200_000))


class Migrator:
    """A process that migrates as it is told, one target after the other."""

    def __init__(self, place: Path, settings: str) -> None:
        inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "-c", MIGRATE],
            cwd=PROJECT,
            env={**inherited, "SUDOKUSITE_DATA": str(place), "DJANGO_SETTINGS_MODULE": settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def bring(self, app: str, name: str) -> None:
        """Bring an app to a migration, and what depends on it along."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{app} {name}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "done\n", f"{app} did not get to {name}"


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
