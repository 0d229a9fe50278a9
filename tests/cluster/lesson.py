"""A lesson on two servers, of which one process after the other is killed while students play."""

import os
import random
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from puzzles.engine import Board, Op, apply_op, search
from tests.faults.fault_kill_web import wait_until_heard
from tests.faults.ground import COLLECTION, Size, patiently
from tests.faults.journal import Journal, Written
from tests.faults.library import File, file_of, hand_in, import_stands, import_verdict
from tests.faults.oracle import Verdict
from tests.faults.page import MAX_OPS, Page
from tests.faults.players import Player
from tests.faults.rows import Row
from tests.faults.tables import Tables
from tests.postgres import crash

from .backups import back_up, verdict_of_copy
from .servers import Cluster

PLAYERS = 4
# A web process and a worker in turns, of both servers; then, as by a pulled plug, a server with all it runs,
# and the database.
TURNS = (
    ("first", "answerer 1"),
    ("second", "worker"),
    ("second", "web"),
    ("first", "worker"),
    ("second", "answerer 1"),
    ("first", "serve"),
    ("database", "postgres"),
)
# What a dead worker held is taken up when its lease is over and the next sweep comes by.
TAKEN_UP_WITHIN_S = 120
ENDED = ("done", "failed")

REVIEWED = "SELECT count(*) FROM puzzles_attempt WHERE state = 'solved' AND reviewed_at IS NOT NULL"
# A slice of work that loses its database has failed; whoever takes it up begins it again.
FAILED = """
    SELECT count(*) FROM django_tasks_database_dbtaskresult
    WHERE status = 'FAILED'
    AND exception_class_path NOT IN ('django.db.utils.OperationalError', 'django.db.utils.InterfaceError')
"""


class Given(NamedTuple):
    """What the workers were given to do: finished grids to look back at, and files by their imports."""

    finished: list[int]
    files: dict[int, File]


def rows(cluster: Cluster, size: Size, *, postgres: Path) -> Iterator[Row]:
    """Students play; each round one finishes a grid, and a teacher hands in a file that is not yet in.

    `postgres` is the folder of the database's server.
    """
    kills, journal = size.count(len(TURNS), 5 * len(TURNS)), Journal()
    players = cluster.students(PLAYERS, journal)
    given = Given([], {})
    away, copies = [], []
    with cluster.at_play(players):
        for turn, (server, role) in enumerate(islice(cycle(TURNS), kills)):
            given.finished.append(finish_a_grid(cluster, journal, seed=turn))
            wait_until_heard(players)
            begin_a_file(cluster, given, file_of(size.count(1_000, 3_000), seed=100 + turn))
            if server == "database":
                crash(postgres)
                wait_until_heard(players)
                copies.append(copy_of(cluster, journal, len(copies)))
            else:
                away.append(kill(cluster, server, role, players))
        wait_until_heard(players)
    yield Row(
        fault="kill -9 of web process, worker, server, database",
        done=f"{kills} kills",
        verdict=cluster.verdict(journal, players),
        wrong=tuple(refusal for player in players for refusal in player.refused),
        noted=told(players, away),
    )
    verdicts = [verdict_of_copy(cluster.database_url, *copy) for copy in copies]
    yield Row(
        fault="a backup under load, restored",
        done=f"{len(copies)} backups",
        verdict=max(verdicts, key=lambda each: (not each.is_clean, each.acknowledged)),
    )
    with cluster.connected() as tables:
        yield background_row(cluster, tables, given)


def kill(cluster: Cluster, server: str, role: str, players: Sequence[Player]) -> float:
    """Kill a process; everybody is heard before it is back. After how many seconds all is whole again."""
    began = time.monotonic()
    site = cluster.sites[server]
    pid = site.pids()[role]
    os.kill(pid, signal.SIGKILL)
    if role == "serve":
        site.process.wait(20)
        wait_until_heard(players)
        cluster.start_again(server)
    else:
        wait_until_heard(players)
        site.wait_until(lambda: pid not in site.pids().values())
    cluster.wait_until_whole(server)
    return time.monotonic() - began


def finish_a_grid(cluster: Cluster, journal: Journal, *, seed: int) -> int:
    """Draw a grid and fill it in, as one who knows it; the attempt."""
    browser = cluster.browser_of(cluster.next_student())
    attempt = patiently(lambda: browser.draw(COLLECTION))
    page = patiently(lambda: Page(browser, attempt, journal))
    solution = search(Board(page.state.givens), limit=1).solution
    assert solution
    cells = page.empty_cells
    random.Random(seed).shuffle(cells)
    for cell in cells:
        page.state = apply_op(page.state, Op("d", cell, solution[cell])).state
        page.keep(Written("d", cell, solution[cell]))
    while page.waiting:
        patiently(lambda: page.send(MAX_OPS // 4))
    browser.close()
    return attempt


def copy_of(cluster: Cluster, journal: Journal, number: int) -> tuple[Path, list[Written]]:
    """A copy of the database while they play; the folder that has it, and what was acknowledged before."""
    folder = cluster.folder / f"copy-{number}"
    folder.mkdir()
    known = journal.acknowledged()
    back_up(cluster.database_url, folder)
    return folder, known


def begin_a_file(cluster: Cluster, given: Given, file: File) -> None:
    """Hand in a file, and wait until a worker is at it."""
    import_id = hand_in(cluster, file, f"lesson-{len(given.files)}.txt")
    given.files[import_id] = file
    with cluster.connected() as tables:
        cluster.sites["first"].wait_until(lambda: import_stands(tables, import_id)[0] != "waiting")


def background_row(cluster: Cluster, tables: Tables, given: Given) -> Row:
    """What the workers were given meanwhile, when all of it is done."""
    began = time.monotonic()
    first = cluster.sites["first"]
    for import_id in given.files:
        first.wait_until(lambda key=import_id: import_stands(tables, key)[0] in ENDED, TAKEN_UP_WITHIN_S)
    first.wait_until(lambda: tables.execute(REVIEWED).fetchone()[0] >= len(given.finished), TAKEN_UP_WITHIN_S)
    seconds = time.monotonic() - began
    failed = tables.execute(FAILED).fetchone()[0]
    verdicts = [import_verdict(tables, import_id, file) for import_id, file in given.files.items()]
    lines = sum(len(file.lines) for file in given.files.values())
    return Row(
        fault="what the killed workers were at",
        done=f"{len(given.files)} files taken in, {len(given.finished)} grids looked back at",
        verdict=sum_of(verdicts),
        wrong=(f"{failed} tasks failed",) if failed else (),
        noted=f"{lines:,} lines; all done {seconds:.0f} s after the last kill",
    )


def sum_of(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict on all of it."""
    names = [each.name for each in fields(Verdict)]
    return Verdict(**{name: sum(getattr(each, name) for each in verdicts) for name in names})


def told(players: Sequence[Player], away: Sequence[float]) -> str:
    """What is good to know of a lesson."""
    silence = max(player.longest_silence_s for player in players)
    failures = sum(player.failures.total() for player in players)
    return (
        f"{failures} requests not answered; longest silence of a player {silence:.1f} s; "
        f"whole again after {max(away):.1f} s at most"
    )
