"""A file of distinct grids taken in by the worker of a running site, against its rows written bare.

From the moment the worker takes up the file until it is done, on an idle site and while students play; the
bare rows go into the same two tables with their indexes, and everything else an import does is left out.
"""

import json
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from tests.faults.ground import Ground
from tests.faults.journal import Journal
from tests.faults.library import RULES, upload
from tests.faults.players import Player
from tests.faults.school import TEACHER

from .bare_databases import Database, Databases, postgres_databases, sqlite_databases
from .permuted import permuted_lines
from .rows import Row

LINES = 1_000_000
LINES_A_SIZE = 200
IDLE_RATIO, PLAY_RATIO, SLOWER_MOVES = 0.5, 0.2, 3.0
MEMORY_MB = 200
BARE_ROWS = 10_000

# As many moves as of two or three classes, a move every five seconds from each student.
PLAYERS, REST_S = 8, 0.5
WARM_S, QUIET_S, PLAY_S = 3.0, 15.0, 60.0
PATIENCE_S = 3_600

PUZZLE = ("givens", "clue_count", "solution_count", "solution", "canonical_key", "solving_class", "hardest")
ENTRY = ("collection_id", "puzzle_id", "number", "line", "position", "is_similar")


def rows(size: int | None) -> Iterator[Row]:
    """Two hundred lines for each of the size, for a line of a short file costs more; without one all."""
    count = min(LINES_A_SIZE * size, LINES) if size else LINES
    with tempfile.TemporaryDirectory() as folder:
        yield from rows_of(sqlite_databases, Path(folder) / "sqlite", count)
        yield from rows_of(postgres_databases, Path(folder) / "postgres", count)


def rows_of(
    kind: Callable[[Path], AbstractContextManager[Databases]], folder: Path, count: int
) -> Iterator[Row]:
    """The rows of one kind of database."""
    folder.parent.chmod(0o755)
    folder.mkdir()
    with kind(folder) as databases:
        idle = databases.make("idle")
        seconds, memory_mb = idle_import(idle, count)
        bare = Bare(databases.make("bare"), idle, count)
        name = idle.name
        yield Row(
            figure=f"import of {count:,} distinct lines, {name}, idle site",
            measured=count / seconds,
            reference=count / bare.seconds_for(count),
            unit="lines/s",
            against=f"bare {idle.bare_way}",
            at_least=IDLE_RATIO,
        )
        yield Row(
            figure=f"memory of the worker that imports, {name}, peak",
            measured=memory_mb,
            reference=MEMORY_MB,
            unit="MB",
            against="allowed",
            at_most=1.0,
        )
        yield from rows_during_play(import_during_play(databases.make("play"), count), bare, name)


def rows_during_play(play: "Play", bare: "Bare", name: str) -> Iterator[Row]:
    yield Row(
        figure=f"import during play, {name}, {play.lines:,} lines, {PLAYERS} players",
        measured=play.lines / play.seconds,
        reference=play.lines / bare.seconds_for(play.lines),
        unit="lines/s",
        against=f"bare {bare.way}, idle",
        at_least=PLAY_RATIO,
    )
    yield Row(
        figure=f"a move during import, {name}, {len(play.during)} requests, p95",
        measured=p95_ms(play.during),
        reference=p95_ms(play.before),
        unit="ms",
        against=f"before it, {len(play.before)} requests",
        at_most=SLOWER_MOVES,
    )


# On an idle site


def idle_import(database: Database, count: int) -> tuple[float, float]:
    """The seconds until the file is taken in, and the most memory that the worker ever had, in MB."""
    ground = ground_on(database)
    try:
        hand_in(ground, permuted_lines(count, seed=1))
        with database.connected() as connection:
            start = taken_up(connection)
            wait_for(lambda: state_of(connection).is_over, PATIENCE_S)
            seconds = time.monotonic() - start
            check(state_of(connection), count)
        return seconds, peak_mb(ground.site.pids()["worker"])
    finally:
        ground.stop()


def ground_on(database: Database) -> Ground:
    return Ground(database.folder / "data", database.folder, **database.environment)


def hand_in(ground: Ground, lines: list[str]) -> None:
    """Upload a file in the admin, and return when it is stored."""
    browser = ground.browser_of(TEACHER)
    browser.timeout_s = PATIENCE_S
    browser.close()
    answer = upload(browser, RULES, "many.txt", "\n".join(lines).encode())
    assert re.search(r"/imports/\d+/", answer), answer


class State(NamedTuple):
    """Where an import stands."""

    state: str
    grids: int
    accepted: int

    @property
    def is_over(self) -> bool:
        return self.state in ("done", "failed")


def taken_up(connection: object) -> float:
    """When the worker, which looks for work once a second, begins with the file."""
    wait_for(lambda: state_of(connection).state != "waiting", PATIENCE_S, pause_s=0.005)
    return time.monotonic()


def state_of(connection: object) -> State:
    query = "SELECT state, grid_count, accepted FROM library_puzzleimport"
    return State(*connection.execute(query).fetchone())


def check(state: State, count: int) -> None:
    assert state == ("done", count, count), state


def peak_mb(pid: int) -> float:
    """The most memory that a process ever had, as the system counts it."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def wait_for(is_so: Callable[[], bool], seconds: float, pause_s: float = 0.1) -> bool:
    """Whether something became so in time."""
    end = time.monotonic() + seconds
    while not (done := is_so()) and time.monotonic() < end:
        time.sleep(pause_s)
    return done


# Bare


class Bare:
    """The rows of a finished import written once more, into another database, by its driver alone."""

    def __init__(self, database: Database, source: Database, count: int) -> None:
        self.way = database.bare_way
        self._times = [(0, 0.0)]
        with source.connected() as read, database.connected() as write:
            copy_collection(database, read, write)
            before = write.execute("SELECT max(id) FROM library_puzzle").fetchone()[0]
            for start in range(0, count, BARE_ROWS):
                self._write(database, write, rows_from(read, start), before + start)
            entries = (
                "SELECT count(*) FROM library_entry JOIN library_puzzle ON puzzle_id = library_puzzle.id"
            )
            assert write.execute(f"{entries} WHERE collection_id = 2").fetchone()[0] == count

    def _write(self, database: Database, connection: object, found: list[tuple], before: int) -> None:
        puzzles = [row[: len(PUZZLE)] for row in found]
        entries = [(2, before + place, *row[len(PUZZLE) :]) for place, row in enumerate(found, 1)]
        rows, seconds = self._times[-1]
        start = time.perf_counter()
        database.write(connection, [("library_puzzle", PUZZLE, puzzles), ("library_entry", ENTRY, entries)])
        self._times.append((rows + len(found), seconds + time.perf_counter() - start))

    def seconds_for(self, rows: int) -> float:
        """How long the first so many rows took."""
        later = next(place for place, (count, _) in enumerate(self._times) if count >= rows)
        (count, seconds), (before, earlier) = self._times[later], self._times[max(later - 1, 0)]
        return seconds - (seconds - earlier) * (count - rows) / max(count - before, 1)


def copy_collection(database: Database, read: object, write: object) -> None:
    """Give the collection of the import, and its rules, to the other database."""
    for table in "library_helppolicy", "library_collection":
        answer = read.execute(f"SELECT * FROM {table} WHERE id > 1")
        columns = [column[0] for column in answer.description]
        rows = [[json.dumps(value) if isinstance(value, dict) else value for value in row] for row in answer]
        database.write(write, [(table, columns, rows)])


def rows_from(connection: object, start: int) -> list[tuple]:
    """The next rows of the import, in the order of the file: a puzzle with its entry."""
    columns = ", ".join([*PUZZLE, *ENTRY[2:]])
    return connection.execute(
        f"SELECT {columns} FROM library_entry JOIN library_puzzle ON puzzle_id = library_puzzle.id "
        f"WHERE collection_id = 2 AND number > {start} AND number <= {start + BARE_ROWS} ORDER BY number"
    ).fetchall()


# During play


class Play(NamedTuple):
    """What became of an import while students played, and how long their moves took before and meanwhile."""

    lines: int
    seconds: float
    before: list[float]
    during: list[float]


class TimedPlayer(Player):
    """A player who notes when each request was sent, and how long its answer took."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.times: list[tuple[float, float]] = []

    def try_to_send(self) -> bool:
        start = time.monotonic()
        is_answered = super().try_to_send()
        self.times.append((start, time.monotonic() - start))
        return is_answered

    def was_answered_since(self, moment: float) -> bool:
        sent, seconds = self.times[-1]
        return sent + seconds > moment


def import_during_play(database: Database, count: int) -> Play:
    """Play for a while, then hand in a file and play on until it is in, or for a minute."""
    ground = ground_on(database)
    lines = permuted_lines(count, seed=2)
    try:
        players = [timed_player(ground, seed) for seed in range(PLAYERS)]
        with ground.at_play(players), database.connected() as connection:
            time.sleep(WARM_S + QUIET_S)
            quiet_until = time.monotonic()
            hand_in(ground, lines)
            start = taken_up(connection)
            wait_for(lambda: state_of(connection).is_over, PLAY_S)
            end = time.monotonic()
            taken = state_of(connection).grids
            # However short that was, each of them has had a request under way.
            wait_for(lambda: all(player.was_answered_since(start) for player in players), PATIENCE_S)
            heard = time.monotonic()
        assert not any(player.refused or player.failures for player in players)
        return Play(
            taken,
            end - start,
            times_of(players, quiet_until - QUIET_S, quiet_until),
            times_of(players, start, heard),
        )
    finally:
        ground.stop()


def timed_player(ground: Ground, seed: int) -> TimedPlayer:
    """A student before a grid."""
    student = ground.student(Journal(), seed=seed)
    return TimedPlayer(student.page, student.log_in, seed=seed, rest_s=REST_S)


def times_of(players: list[TimedPlayer], start: float, end: float) -> list[float]:
    """How long the requests took that were under way in this time."""
    times = [each for player in players for each in player.times]
    return [seconds for sent, seconds in times if sent < end and sent + seconds > start]


def p95_ms(seconds: list[float]) -> float:
    return 1000 * quantiles(seconds, n=20)[-1]
