"""A bench on every database that the site knows: SQLite, then PostgreSQL, each in a process of its own.

A bench whose figures depend on the database says `yield from on_each_database(measure, size)`. Its function
`measure(size)` stands in a module, and finds Django set up and the database empty. Where PostgreSQL's
programs are missing, a note stands in place of its rows.
"""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

import django

from ..postgres import NoPostgresError, running_postgres, shared_folder
from .rows import CannotMeasureError, Note, Row

ROOT = Path(__file__).parents[2]

Measure = Callable[[int | None], Iterator[Row]]


def on_each_database(measure: Measure, size: int | None) -> Iterator[Row | Note]:
    """The rows of a function, measured on SQLite and then on PostgreSQL, each named after its database."""
    try:
        for database, url in each_database():
            yield from rows_on(database, url, measure, size)
    except NoPostgresError as error:
        yield missing(error)


def each_database() -> Iterator[tuple[str, str]]:
    """The name and the DATABASE_URL of SQLite, then of a PostgreSQL server that ends with its turn.

    Raises NoPostgresError at its turn where its programs are missing.
    """
    yield "SQLite", ""
    with scratch_postgres() as url:
        yield "PostgreSQL", url


def missing(error: NoPostgresError) -> Note:
    return Note(f"not measured on PostgreSQL, {error}")


@contextmanager
def scratch_postgres() -> Iterator[str]:
    """The DATABASE_URL of an empty database on a server that ends with the block. Raises NoPostgresError."""
    with shared_folder("sudokusite-bench-") as folder, running_postgres(folder / "postgres") as url:
        yield url


def rows_on(database: str, url: str, measure: Measure, size: int | None) -> Iterator[Row]:
    """The rows of a function as a process yields them whose DATABASE_URL is this."""
    command = [sys.executable, "-m", __name__, measure.__module__, measure.__qualname__, json.dumps(size)]
    environment = os.environ | {"DATABASE_URL": url}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            for line in process.stdout or ():
                row = Row(**json.loads(line))
                yield replace(row, figure=f"{row.figure}, {database}")
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise CannotMeasureError(f"on {database} the measurement ended with {process.returncode}")


@contextmanager
def empty_database() -> Iterator[None]:
    """A database of its own for the time of the measurement."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.db import connection

    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def main(module: str, function: str, size: str) -> None:
    """Write the rows of a module's function to standard output, one a line, as they are measured."""
    measure: Measure = getattr(importlib.import_module(module), function)
    with empty_database():
        for row in measure(json.loads(size)):
            sys.stdout.write(json.dumps(asdict(row)) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
