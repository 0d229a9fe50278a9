"""A backup every minute under load; each is restored, and compared with what was acknowledged before it."""

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from .backups import back_up, faults_in
from .fault_export import add_moves
from .fault_kill_web import wait_until_heard
from .ground import COLLECTION, Ground, Size
from .journal import Journal, Written
from .oracle import Verdict, acknowledged_in
from .rows import Row

PLAYERS = 3


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """In the long form a site is started on the last copy, and played on."""
    copies, journal = size.count(2, 5), Journal()
    # With a long game in the tables a copy takes its time, and many moves come meanwhile.
    browser = ground.browser_of(ground.next_student())
    add_moves(ground, browser.draw(COLLECTION), size.count(500, 400_000))
    players = ground.students(PLAYERS, journal)
    made: list[tuple[Path, list[Written]]] = []
    seconds: list[float] = []
    with ground.at_play(players):
        for number in range(copies):
            wait_until_heard(players)
            copy, known = ground.folder / f"copy-{number}.sqlite3", journal.acknowledged()
            began = time.monotonic()
            back_up(ground.database, copy)
            seconds.append(time.monotonic() - began)
            made.append((copy, known))
            time.sleep(size.of(0.1, 60))
        wait_until_heard(players)
    verdicts = [verdict_of_copy(*each) for each in made]
    yield Row(
        fault="a backup under load, restored",
        done=f"{copies} backups",
        verdict=max(verdicts, key=lambda each: (not each.is_clean, each.acknowledged)),
        wrong=tuple(fault for copy, _known in made for fault in faults_in(copy)),
        noted=f"each in {max(seconds):.1f} s at most",
    )
    verdict = ground.verdict(journal, players)
    yield Row(fault="moves while backups are made", done=f"{copies} backups", verdict=verdict)
    if size.is_long:
        yield played_on(ground, made[-1][0])


def verdict_of_copy(copy: Path, known: list[Written]) -> Verdict:
    """Whether a copy holds what was acknowledged before it was begun, and is whole."""
    with closing(sqlite3.connect(copy)) as database:
        return acknowledged_in(database, known)


def played_on(ground: Ground, copy: Path) -> Row:
    """A site on a restored copy, and students who play there."""
    restored = Ground(ground.school, ground.folder / "restored", **ground.environment)
    (restored.data / "db.sqlite3-wal").unlink(missing_ok=True)
    shutil.copy(copy, restored.database)
    journal = Journal()
    try:
        players = restored.students(PLAYERS, journal)
        with restored.at_play(players):
            wait_until_heard(players)
        verdict = restored.verdict(journal, players)
    finally:
        restored.stop()
    return Row(fault="a site on a restored backup", done="once", verdict=verdict)
