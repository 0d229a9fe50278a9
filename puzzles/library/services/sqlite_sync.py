"""Commits that need not wait for the disk."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

# What the settings may say, and how a database is told so.
ASK = {"sqlite": "PRAGMA synchronous", "postgresql": "SHOW synchronous_commit"}
TELL: dict[str, dict[Any, str]] = {
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
    them whole: an import stands earlier in its file then, and goes on from there. What others commit waits
    for the disk as ever.
    """
    if connection.in_atomic_block:
        # SQLite refuses within a transaction; and that of our caller decides.
        yield
        return
    told = TELL[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(ASK[connection.vendor])
        (before,) = cursor.fetchone()
        cursor.execute(told[RELAXED[connection.vendor]])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(told[before])
