"""Writers to SQLite wait for each other."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction

from accounts.models import User

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere many write at once"),
]
WRITERS, PATIENCE_S = 12, 30


def write(number: int) -> float:
    """Make an account in a transaction that takes a while; when it began."""
    try:
        with transaction.atomic():
            began = time.monotonic()
            User.objects.create(username=f"s{number}")
            time.sleep(0.01)
        return began
    finally:
        connection.close()


def test_a_transaction_begins_when_the_one_before_has_ended() -> None:
    with ThreadPoolExecutor(WRITERS) as pool:
        began = sorted(pool.map(write, range(WRITERS)))
    assert User.objects.count() == WRITERS
    gaps = [later - earlier for earlier, later in pairwise(began)]
    assert all(gap >= 0.01 for gap in gaps)


@pytest.mark.parametrize("ending", ["commit", "rollback", "close", "refused"])
def test_however_a_transaction_ends_the_next_can_write(ending: str) -> None:
    if ending == "refused":
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("no SQL at all")
    elif ending == "close":
        with transaction.atomic():
            User.objects.create(username="gone")
            connection.close()
    else:
        with transaction.atomic():
            User.objects.create(username="lea")
            transaction.set_rollback(ending == "rollback")
    with ThreadPoolExecutor(1) as pool:
        pool.submit(write, 1).result(timeout=PATIENCE_S)
    assert User.objects.filter(username="s1").exists()


def test_after_a_transaction_that_cannot_begin_others_write() -> None:
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as elsewhere:
        elsewhere.execute("BEGIN IMMEDIATE")
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 20")
        with pytest.raises(OperationalError, match="locked"), transaction.atomic():
            User.objects.create(username="lea")
        elsewhere.execute("ROLLBACK")
    with ThreadPoolExecutor(1) as pool:
        pool.submit(write, 1).result(timeout=PATIENCE_S)
    assert set(User.objects.values_list("username", flat=True)) == {"s1"}
    connection.close()
