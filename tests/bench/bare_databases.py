"""Databases that a site can run on and that can be written past it, bare: SQLite's and PostgreSQL's."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests.faults.running import PROJECT
from tests.postgres import NoPostgresError, running_postgres

from .rows import NotAskedForError

Rows = Sequence[Sequence[Any]]


class SqliteDatabase:
    """A school's data folder with its database."""

    name, bare_way = "SQLite", "executemany"

    def __init__(self, school: Path, folder: Path) -> None:
        self.folder = folder
        self.environment: dict[str, str] = {}
        shutil.copytree(school, folder / "data")

    @contextmanager
    def connected(self) -> Iterator[Any]:
        """A connection with the settings of the site's own."""
        from tests.settings import SQLITE_OPTIONS

        path = self.folder / "data" / "db.sqlite3"
        with closing(sqlite3.connect(path, timeout=60, isolation_level=None)) as connection:
            for pragma in SQLITE_OPTIONS["init_command"].split(";"):
                connection.execute(pragma)
            yield connection

    def write(self, connection: Any, tables: Sequence[tuple[str, Sequence[str], Rows]]) -> None:
        """Write rows into tables, (name, columns, rows) of each, in one transaction."""
        connection.execute("BEGIN IMMEDIATE")
        for table, columns, rows in tables:
            marks = ", ".join("?" * len(columns))
            connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)
        connection.execute("COMMIT")


class PostgresDatabase:
    """A copy of a school's database on a PostgreSQL server, and a copy of its data folder."""

    name, bare_way = "PostgreSQL", "COPY"

    def __init__(self, url: str, school: Path, folder: Path) -> None:
        import psycopg

        self.folder = folder
        self.url = url.rpartition("/")[0] + f"/{folder.name}"
        self.environment = {"DATABASE_URL": self.url, "SERVER_PROCESSES": "2"}
        shutil.copytree(school, folder / "data")
        with psycopg.connect(url.rpartition("/")[0] + "/template1", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{folder.name}" TEMPLATE postgres')

    @contextmanager
    def connected(self) -> Iterator[Any]:
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            yield connection

    def write(self, connection: Any, tables: Sequence[tuple[str, Sequence[str], Rows]]) -> None:
        """Write rows into tables, (name, columns, rows) of each, in one transaction."""
        with connection.transaction(), connection.cursor() as cursor:
            for table, columns, rows in tables:
                with cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
                    for row in rows:
                        copy.write_row(row)


Database = SqliteDatabase | PostgresDatabase


class Databases:
    """Makes databases of one kind, each in a new folder with a school of its own."""

    def __init__(self, folder: Path, url: str = "") -> None:
        self.folder, self.url = folder, url
        self.school = folder / "school"
        inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        address = {"DATABASE_URL": url} if url else {}
        subprocess.run(
            [sys.executable, "-m", "tests.faults.school"],
            cwd=PROJECT,
            env={**inherited, **address, "SUDOKUSITE_DATA": str(self.school)},
            check=True,
        )

    def make(self, name: str) -> Database:
        folder = self.folder / name
        return (
            PostgresDatabase(self.url, self.school, folder)
            if self.url
            else SqliteDatabase(self.school, folder)
        )


@contextmanager
def sqlite_databases(folder: Path) -> Iterator[Databases]:
    """Where SQLite's databases are made."""
    yield Databases(folder)


@contextmanager
def postgres_databases(folder: Path) -> Iterator[Databases]:
    """Where PostgreSQL's databases are made, on a server of our own. Raises NotAskedForError without one."""
    # The server's own user must find its way to the folder.
    folder.chmod(0o755)
    try:
        import psycopg  # noqa: F401

        with running_postgres(folder / "postgres") as url:
            yield Databases(folder, url)
    except (ImportError, NoPostgresError) as error:
        raise NotAskedForError(str(error)) from None
