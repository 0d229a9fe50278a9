"""Commits that do not wait for the disk."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

# How a database is asked for its setting, how it is set, and the value for commits that do not wait.
ASK = {"sqlite": "PRAGMA synchronous", "postgresql": "SHOW synchronous_commit"}
SET = {"sqlite": "PRAGMA synchronous = {}", "postgresql": "SET synchronous_commit = {}"}
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
        # A number or a word of the database itself, so it is safe in the statement.
        (before,) = cursor.fetchone()
        cursor.execute(SET[vendor].format(RELAXED[vendor]))
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(SET[vendor].format(before))
