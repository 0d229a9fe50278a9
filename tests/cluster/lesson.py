"""A lesson on two servers, of which one process after the other is killed while students play."""

import os
import random
import signal
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path

from puzzles.engine import Board, Op, apply_op, search
from tests.faults.fault_kill_web import wait_until_heard
from tests.faults.ground import COLLECTION, Size, patiently
from tests.faults.journal import Journal, Written
from tests.faults.library import File, file_of, hand_in, import_stands, import_verdict
from tests.faults.page import MAX_OPS, Page
from tests.faults.players import Player
from tests.faults.rows import Row
from tests.faults.tables import Tables

from .backups import back_up, verdict_of_copy
from .servers import Cluster

PLAYERS = 4
# A web process and a worker in turns, of both servers; then a server with all it runs, as by a pulled plug.
TURNS = (
    ("first", "answerer 1"),
    ("second", "worker"),
    ("second", "web"),
    ("first", "worker"),
    ("second", "answerer 1"),
    ("first", "serve"),
)
# What a dead worker held is taken up when its lease is over and the next sweep comes by.
TAKEN_UP_WITHIN_S = 120

REVIEWED = "SELECT count(*) FROM puzzles_attempt WHERE state = 'solved' AND reviewed_at IS NOT NULL"
FAILED = "SELECT count(*) FROM django_tasks_database_dbtaskresult WHERE status = 'FAILED'"


def rows(cluster: Cluster, size: Size) -> Iterator[Row]:
    """Students play, one finishes a grid each round, and a teacher's file is taken in, all the while."""
    kills, journal = size.count(len(TURNS), 10 * len(TURNS)), Journal()
    file = file_of(size.count(3_000, 30_000), seed=3)
    import_id = hand_in(cluster, file, "lesson.txt")
    players = cluster.students(PLAYERS, journal)
    finished, away, copies = [], [], []
    with cluster.at_play(players):
        for server, role in islice(cycle(TURNS), kills):
            finished.append(finish_a_grid(cluster, journal, seed=len(finished)))
            wait_until_heard(players)
            away.append(kill(cluster, server, role, players))
            if len(away) % len(TURNS) == 0:
                copies.append(copy_of(cluster, journal, len(copies)))
        wait_until_heard(players)
    yield Row(
        fault="kill -9 of a web process or a worker, in turns",
        done=f"{kills} kills",
        verdict=cluster.verdict(journal, players),
        wrong=tuple(refusal for player in players for refusal in player.refused),
        noted=told(players, away, len(finished)),
    )
    verdicts = [verdict_of_copy(cluster.database_url, *copy) for copy in copies]
    yield Row(
        fault="a backup under load, restored",
        done=f"{len(copies)} backups",
        verdict=max(verdicts, key=lambda each: (not each.is_clean, each.acknowledged)),
    )
    with cluster.connected() as tables:
        yield background_row(cluster, tables, import_id, finished, file)


def kill(cluster: Cluster, server: str, role: str, players: Sequence[Player]) -> float:
    """Kill a process; everybody is heard before it is back. After how many seconds all is whole again."""
    time.sleep(random.Random(len(role)).uniform(0, 0.2))
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


def background_row(
    cluster: Cluster, tables: Tables, import_id: int, finished: Sequence[int], file: File
) -> Row:
    """What the workers were given meanwhile: a file of grids, and finished grids to look back at."""
    began = time.monotonic()
    first = cluster.sites["first"]
    ends = ("done", "failed")
    first.wait_until(lambda: import_stands(tables, import_id)[0] in ends, TAKEN_UP_WITHIN_S)
    first.wait_until(lambda: tables.execute(REVIEWED).fetchone()[0] >= len(finished), TAKEN_UP_WITHIN_S)
    seconds = time.monotonic() - began
    failed = tables.execute(FAILED).fetchone()[0]
    imported = import_verdict(tables, import_id, file)
    return Row(
        fault="what the killed workers were at",
        done=f"{len(file.lines):,} lines, {len(finished)} grids looked back at",
        verdict=imported,
        wrong=(f"{failed} tasks failed",) if failed else (),
        noted=f"all done {seconds:.0f} s after the last kill",
    )


def told(players: Sequence[Player], away: Sequence[float], finished: int) -> str:
    """What is good to know of a lesson."""
    silence = max(player.longest_silence_s for player in players)
    failures = sum(player.failures.total() for player in players)
    return (
        f"{finished} grids finished; {failures} requests not answered; longest silence of a player "
        f"{silence:.1f} s; whole again after {max(away):.1f} s at most"
    )
