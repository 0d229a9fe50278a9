"""A lesson on two servers, of which one process after the other is killed while students play."""

import os
import random
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

from puzzles.engine import Board, search
from puzzles.play.game import Op, apply_op
from tests.faults.fault_kill_web import wait_until_heard
from tests.faults.ground import COLLECTION, Size, patiently
from tests.faults.journal import Journal, Written
from tests.faults.library import File, file_of, hand_in, import_state, import_verdict
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
# In the short form what one server alone cannot lose: all of itself, and the database that it shares.
SHORT_TURNS = TURNS[-2:]
# What a dead worker held is taken up when its lease is over and the next sweep comes by.
TAKEN_UP_WITHIN_S = 120
ENDED = ("done", "failed")

REVIEWED = "SELECT count(*) FROM play_attempt WHERE state = 'solved' AND reviewed_at IS NOT NULL"
# A slice of work that loses its database has failed; whoever takes it up begins it again.
FAILED = """
    SELECT count(*) FROM django_tasks_database_dbtaskresult
    WHERE status = 'FAILED'
    AND exception_class_path NOT IN ('django.db.utils.OperationalError', 'django.db.utils.InterfaceError')
"""


@dataclass
class Lesson:
    """What happens in a lesson: finished grids and files (by their imports) that the workers get, copies of
    the database, how long nobody was heard, and how long it took until all was whole again, in seconds.
    """

    cluster: Cluster
    postgres: Path
    players: Sequence[Player]
    journal: Journal
    finished: list[int] = field(default_factory=list)
    files: dict[int, File] = field(default_factory=dict)
    copies: list[tuple[Path, list[Written]]] = field(default_factory=list)
    silences: dict[str, float] = field(default_factory=lambda: {"database": 0.0, "others": 0.0})
    away: list[float] = field(default_factory=list)

    def go_on(self, server: str, role: str, *, lines: int) -> None:
        """One finishes a grid, a teacher hands in a file, and then a process is killed."""
        self.finished.append(finish_a_grid(self.cluster, self.journal, seed=len(self.finished)))
        wait_until_heard(self.players)
        file = file_of(lines, seed=100 + len(self.files))
        self.files[begin_a_file(self.cluster, file, f"lesson-{len(self.files)}.txt")] = file
        if server == "database":
            crash(self.postgres)
            wait_until_heard(self.players)
            self.copies.append(copy_of(self.cluster, self.journal, len(self.copies)))
        else:
            self.away.append(kill(self.cluster, server, role, self.players))
        kind = server if server in self.silences else "others"
        self.silences[kind] = max(self.silences[kind], silence_of(self.players))

    def rows(self) -> Iterator[Row]:
        """What came of it, once nobody plays any more."""
        yield Row(
            fault="kill -9 of web process, worker, server, database",
            done=f"{len(self.finished)} kills",
            verdict=self.cluster.verdict(self.journal, self.players),
            wrong=tuple(refusal for player in self.players for refusal in player.refused),
            noted=f"longest silence of a player {self.silences['others']:.1f} s, while the database comes "
            f"back {self.silences['database']:.1f} s; all whole again after {max(self.away):.1f} s at most",
        )
        verdicts = [verdict_of_copy(self.cluster.database_url, *copy) for copy in self.copies]
        yield Row(
            fault="a backup under load, restored",
            done=f"{len(self.copies)} backups",
            verdict=max(verdicts, key=lambda each: (not each.is_clean, each.acknowledged)),
        )
        with self.cluster.connected() as tables:
            yield background_row(self, tables)


def rows(cluster: Cluster, size: Size, *, postgres: Path) -> Iterator[Row]:
    """A lesson in which each process is killed; `postgres` is the folder of the database's server."""
    journal = Journal()
    lesson = Lesson(cluster, postgres, cluster.students(PLAYERS, journal), journal)
    with cluster.at_play(lesson.players):
        for server, role in TURNS * 3 if size.is_long else SHORT_TURNS:
            lesson.go_on(server, role, lines=size.count(500, 3_000))
        wait_until_heard(lesson.players)
    yield from lesson.rows()


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


def silence_of(players: Sequence[Player]) -> float:
    """How long a player was not heard since this was asked last, in seconds."""
    wait_until_heard(players)
    longest = max(player.longest_silence_s for player in players)
    for player in players:
        player.longest_silence_s = 0.0
    return longest


def finish_a_grid(cluster: Cluster, journal: Journal, *, seed: int) -> int:
    """Draw a grid and fill it in, as one who knows it; the attempt."""
    browser = cluster.browser_of(cluster.next_student())
    attempt = patiently(lambda: browser.draw(COLLECTION))
    page = patiently(lambda: Page(browser, attempt, journal))
    solution = search(Board(page.state.givens)).solution
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


def begin_a_file(cluster: Cluster, file: File, name: str) -> int:
    """Hand in a file, and wait until a worker is at it; its import."""
    import_id = hand_in(cluster, file, name)
    with cluster.connected() as tables:
        cluster.sites["first"].wait_until(lambda: import_state(tables, import_id)[0] != "waiting")
    return import_id


def background_row(lesson: Lesson, tables: Tables) -> Row:
    """What the workers were given meanwhile, when all of it is done."""
    began = time.monotonic()
    wait_until = lesson.cluster.sites["first"].wait_until
    for import_id in lesson.files:
        wait_until(lambda key=import_id: import_state(tables, key)[0] in ENDED, TAKEN_UP_WITHIN_S)
    wait_until(lambda: tables.execute(REVIEWED).fetchone()[0] >= len(lesson.finished), TAKEN_UP_WITHIN_S)
    seconds = time.monotonic() - began
    failed = tables.execute(FAILED).fetchone()[0]
    verdicts = [import_verdict(tables, import_id, file) for import_id, file in lesson.files.items()]
    lines = sum(len(file.lines) for file in lesson.files.values())
    return Row(
        fault="what the killed workers were at",
        done=f"{len(lesson.files)} files taken in, {len(lesson.finished)} grids looked back at",
        verdict=sum_of(verdicts),
        wrong=(f"{failed} tasks failed",) if failed else (),
        noted=f"{lines:,} lines; all done {seconds:.0f} s after the last kill",
    )


def sum_of(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict on all of it."""
    names = [each.name for each in fields(Verdict)]
    return Verdict(**{name: sum(getattr(each, name) for each in verdicts) for name in names})
