"""Commits that need not wait for the disk."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

# How a database is told, and told back what its settings say.
RELAX = {"sqlite": "PRAGMA synchronous = NORMAL", "postgresql": "SET synchronous_commit = off"}
RESTORE = {"sqlite": "PRAGMA synchronous = {}", "postgresql": "SET synchronous_commit = {}"}
ASK = {"sqlite": "PRAGMA synchronous", "postgresql": "SHOW synchronous_commit"}


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
    with connection.cursor() as cursor:
        cursor.execute(ASK[connection.vendor])
        (before,) = cursor.fetchone()
        cursor.execute(RELAX[connection.vendor])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(RESTORE[connection.vendor].format(before))
