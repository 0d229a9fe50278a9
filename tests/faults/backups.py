"""Copies of a database that is in use, made as README.md says, and what is in them."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from .running import PROJECT

COMMAND = re.compile(r"`sqlite3 var/db.sqlite3 \"([^\"`]+)'copy.sqlite3'\"`")


def back_up(database: Path, copy: Path) -> None:
    """Copy a database while others write to it. Raises sqlite3.Error where it fails."""
    copy.unlink(missing_ok=True)
    connection = sqlite3.connect(database, timeout=60, isolation_level=None)
    try:
        connection.execute(f"{documented_command()} ?", [str(copy)])
    finally:
        connection.close()


def documented_command() -> str:
    """What README.md tells SQLite to do, but for the name of the copy."""
    found = COMMAND.search((PROJECT / "README.md").read_text())
    assert found, "README.md does not say how to back up SQLite"
    return " ".join(found[1].split())


def faults_in(database: Path) -> Iterator[str]:
    """What SQLite itself finds wrong in a database."""
    connection = sqlite3.connect(database)
    try:
        yield from (text for (text,) in connection.execute("PRAGMA integrity_check") if text != "ok")
        yield from (f"a dangling row in {row[0]}" for row in connection.execute("PRAGMA foreign_key_check"))
    finally:
        connection.close()
