"""Commits that do not wait for the disk."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

# How a database is asked for its setting, how each value is set, and the value for commits that do not wait.
# Whole statements, because no query is built from texts.
ASK = {"sqlite": "PRAGMA synchronous", "postgresql": "SHOW synchronous_commit"}
SET: dict[str, dict[Any, str]] = {
    "sqlite": {
        0: "PRAGMA synchronous = OFF",
        1: "PRAGMA synchronous = NORMAL",
        2: "PRAGMA synchronous = FULL",
        3: "PRAGMA synchronous = EXTRA",
    },
    "postgresql": {
        "off": "SET synchronous_commit = off",
        "local": "SET synchronous_commit = local",
        "remote_write": "SET synchronous_commit = remote_write",
        "on": "SET synchronous_commit = on",
        "remote_apply": "SET synchronous_commit = remote_apply",
    },
}
RELAXED = {"sqlite": 1, "postgresql": "off"}


@contextmanager
def relaxed_commits() -> Iterator[None]:
    """Let the commits of this connection not wait for the disk.

    A kill of the process loses nothing. A power cut may take back the last of these transactions, each of
    them whole: an import then goes on from an earlier place in its file. Commits of other connections wait
    for the disk as always.
    """
    if connection.in_atomic_block:
        # SQLite refuses within a transaction, and the caller's own commit decides anyway.
        yield
        return
    vendor = connection.vendor
    with connection.cursor() as cursor:
        cursor.execute(ASK[vendor])
        (before,) = cursor.fetchone()
        cursor.execute(SET[vendor][RELAXED[vendor]])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(SET[vendor][before])
