"""Copies of a database that is in use, made as README.md says, and what is in them."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path


def back_up(database: Path, copy: Path) -> None:
    """Copy a database while others write to it. Raises sqlite3.Error where it fails."""
    copy.unlink(missing_ok=True)
    connection = sqlite3.connect(database, timeout=60, isolation_level=None)
    try:
        connection.execute("VACUUM INTO ?", [str(copy)])
    finally:
        connection.close()


def faults_in(database: Path) -> Iterator[str]:
    """What SQLite itself finds wrong in a database."""
    connection = sqlite3.connect(database)
    try:
        yield from (text for (text,) in connection.execute("PRAGMA integrity_check") if text != "ok")
        yield from (f"a dangling row in {row[0]}" for row in connection.execute("PRAGMA foreign_key_check"))
    finally:
        connection.close()
