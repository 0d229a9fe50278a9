"""Writers take turns, within a process and between processes."""

import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction

from accounts.models import User
from sudokusite.sqlite.base import FileLock, Turn

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere many write at once"),
]
WRITERS, PATIENCE_S = 12, 30


def write(number: int) -> float:
    """Make an account in a transaction that takes a while; when its turn began."""
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
def test_however_a_transaction_ends_the_turn_goes_on(ending: str) -> None:
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


def test_a_transaction_that_cannot_begin_gives_its_turn_back() -> None:
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


# Another process of the server: it takes the turn, says so, and keeps it until it is told to go on or killed.
OTHER = """
import sys, time
from pathlib import Path
from sudokusite.sqlite.base import FileLock
lock = FileLock(Path(sys.argv[1]))
assert lock.acquire(time.monotonic() + 30)
print("has it", flush=True)
sys.stdin.readline()
lock.release()
print("gave it back", flush=True)
sys.stdin.readline()
"""


def other_process(database: Path) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER, str(database)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "has it\n"
    return process


@pytest.mark.parametrize("ending", ["gave it back", "killed"])
def test_the_turn_of_another_process_is_waited_for(ending: str, tmp_path: Path) -> None:
    turn = Turn(str(tmp_path / "db.sqlite3"))
    with other_process(tmp_path / "db.sqlite3") as other:
        assert not turn.acquire(0.01)
        assert other.stdin is not None
        if ending == "killed":
            other.kill()
        else:
            other.stdin.write("\n")
            other.stdin.flush()
        assert turn.acquire(PATIENCE_S)
        other.kill()
    turn.release()


def test_a_process_that_waits_is_next(tmp_path: Path) -> None:
    """Who has just written does not write again while another process waits."""
    lock, waiting = FileLock(tmp_path / "db.sqlite3"), FileLock(tmp_path / "db.sqlite3")
    again = FileLock(tmp_path / "db.sqlite3")
    assert lock.acquire(0)
    with ThreadPoolExecutor(1) as pool:
        waits = pool.submit(waiting.acquire, time.monotonic() + PATIENCE_S)
        while again.acquire_next(0):  # as long as nobody waits yet
            again.release_next()
        lock.release()
        assert waits.result(timeout=PATIENCE_S)
        waiting.release()
    assert again.acquire(0)
    again.release()


def test_where_no_file_can_be_made_sqlite_waits_alone(tmp_path: Path) -> None:
    turn = Turn(str(tmp_path / "nowhere" / "db.sqlite3"))
    assert not turn.acquire(PATIENCE_S)
    assert not turn.acquire(PATIENCE_S)


def test_a_database_in_memory_has_a_turn_of_its_own(tmp_path: Path) -> None:
    turn = Turn("file:memory?mode=memory")
    assert turn.acquire(0)
    assert not turn.acquire(0)
    turn.release()
