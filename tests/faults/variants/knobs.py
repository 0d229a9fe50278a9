"""What a test can turn while a site runs: each knob is a file in the data folder that holds a number.

`clock`: so many seconds are added to the time of day. `pages`: the database takes no more pages than these,
or than it has. `early`: a move is acknowledged first, and committed so many seconds later.
"""

import os
import threading
import time
from pathlib import Path
from typing import Any

from django.apps import AppConfig

KNOBS = ("clock", "pages", "early")
LARGEST_DATABASE_PAGES = 4_294_967_294


def knob(name: str) -> float:
    """What a knob is turned to; 0 where nobody has touched it."""
    try:
        return float((Path(os.environ["SUDOKUSITE_DATA"]) / f"knob-{name}").read_text() or 0)
    except FileNotFoundError:
        return 0.0


class KnobsConfig(AppConfig):
    name = "tests.faults.variants"
    label = "knobs"

    def ready(self) -> None:
        limit_pages()
        answer_early()


def set_clock() -> None:
    """Let the time of day be what the knob makes of it; how time passes stays as it is."""
    from datetime import timedelta

    from django.utils import timezone

    now, seconds = timezone.now, time.time
    timezone.now = lambda: now() + timedelta(seconds=knob("clock"))
    time.time = lambda: seconds() + knob("clock")


def limit_pages() -> None:
    """Let each transaction of SQLite begin with the limit that the knob sets."""
    from django.db.backends.sqlite3.base import DatabaseWrapper

    begin = DatabaseWrapper._start_transaction_under_autocommit

    def begin_limited(self: Any) -> None:
        limit = int(knob("pages")) or LARGEST_DATABASE_PAGES
        self.cursor().execute(f"PRAGMA max_page_count = {limit}")
        begin(self)

    DatabaseWrapper._start_transaction_under_autocommit = begin_limited


def answer_early() -> None:
    """Let moves be acknowledged before they are committed, where the knob says so.

    Whoever comes next waits until the moves before are committed: as long as nothing goes wrong, nobody can
    tell the difference.
    """
    from django.db import connection, transaction

    from puzzles.play.services import play

    in_time = play.play_moves
    late = Latecomers()

    def play_moves(**asked: Any) -> Any:
        delay = knob("early")
        if not delay:
            return in_time(**asked)
        late.wait()
        outer = transaction.atomic()
        outer._from_testcase = True  # A durable transaction may stand in this one.
        with outer:
            game = in_time(**asked)
            transaction.set_rollback(True)

        def commit() -> None:
            time.sleep(delay)
            in_time(**asked)
            connection.close()

        late.add(asked["attempt_id"], commit)
        return game

    play.play_moves = play_moves


class Latecomers:
    """Commits that come after their answers, in threads of their own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []

    def add(self, attempt: int, commit: Any) -> None:
        thread = threading.Thread(target=commit, name=f"commit of {attempt}", daemon=True)
        thread.start()
        with self._lock:
            self._threads = [*filter(threading.Thread.is_alive, self._threads), thread]

    def wait(self) -> None:
        """Until all that is under way is committed."""
        with self._lock:
            threads = list(self._threads)
        for thread in threads:
            thread.join()
