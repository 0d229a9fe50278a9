"""`kill -9` of the background worker: in the middle of an import, and in the middle of grading."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator

from puzzles.engine import Board, grade

from .ground import Ground, Size
from .library import File, file_of, hand_in, import_state, import_verdict
from .oracle import Verdict
from .rows import Row
from .tables import Tables

# So many grids are graded here again to be compared.
SAMPLE = 100

UNGRADED = "SELECT count(*) FROM library_puzzle WHERE solution_count = 1 AND tier IS NULL"
GRADED = "SELECT count(*) FROM library_puzzle WHERE tier IS NOT NULL"
# To be killed in time the worker is looked at so often, in seconds.
LOOK_EVERY_S = 0.02


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """The same file is taken in and then graded; in the long form it is long enough for thirty kills each."""
    kills = size.count(1, 30)
    file = file_of(size.count(3_000, 200_000), seed=2)
    with ground.connected() as database:

        def graded() -> int:
            return int(database.execute(GRADED).fetchone()[0])

        before = graded()
        import_id = hand_in(ground, file, "killed.txt")
        importing = kill_while(ground, kills, lambda: import_state(database, import_id)[1], 0, database)
        ground.site.wait_until(
            lambda: import_state(database, import_id)[0] in ("done", "failed"), 600, LOOK_EVERY_S
        )
        # At once: grades may be given within a second.
        grading = kill_while(ground, kills, graded, before, database)
        yield Row(
            fault="kill -9 of the worker while it imports",
            done=f"{importing} kills",
            verdict=import_verdict(database, import_id, file),
            wrong=() if importing == kills else ("the file was too short for all kills",),
            noted=f"{len(file.lines):,} lines",
        )
        ground.site.wait_until(lambda: is_counted(database, import_id), 600)
        yield Row(
            fault="kill -9 of the worker while it grades",
            done=f"{grading} kills",
            verdict=grading_verdict(database, file),
            wrong=() if grading == kills else ("the file was too short for all kills",),
            noted=f"{len(file.offered):,} grids",
        )


def kill_while(ground: Ground, kills: int, progress: Callable[[], int], before: int, database: Tables) -> int:
    """Kill the worker each time it has got further than `before`, a moment later; how often it was still at
    work.
    """
    rng = random.Random(1)
    for kill in range(kills):
        ground.site.wait_until(lambda before=before: progress() != before, 120, LOOK_EVERY_S)
        time.sleep(rng.uniform(0, 0.1))
        if not has_unfinished_tasks(database):
            return kill
        os.kill(ground.site.pids()["worker"], signal.SIGKILL)
        end_leases(database)
        before = progress()
    return kills


def has_unfinished_tasks(database: Tables) -> bool:
    """Whether the worker has something to import or to grade."""
    unfinished = "SELECT count(*) FROM library_puzzleimport WHERE state IN ('waiting', 'running')"
    return any(database.execute(query).fetchone()[0] for query in (unfinished, UNGRADED))


def end_leases(database: Tables) -> None:
    """Let the time pass that the dead worker's leases have left; the next worker looks when it starts."""
    database.execute(
        "UPDATE library_puzzleimport SET lease_until = '2001-01-01 00:00:00' WHERE lease_until IS NOT NULL"
    )
    database.execute(
        "UPDATE django_tasks_database_dbtaskresult SET started_at = '2001-01-01 00:00:00'"
        " WHERE status = 'RUNNING'"
    )


def is_counted(database: Tables, import_id: int) -> bool:
    """Whether all grids of an import's collection are graded, and counted under their tiers."""
    query = """
        SELECT graded_count = drawable_count FROM library_collection
        WHERE id = (SELECT collection_id FROM library_puzzleimport WHERE id = ?)
    """
    return bool(database.execute(query, [import_id]).fetchone()[0])


def grading_verdict(database: Tables, file: File) -> Verdict:
    """Whether each grid has a grade, and a sample of them the right one."""
    query = "SELECT givens, tier, score, hardest FROM library_puzzle WHERE tier IS NOT NULL"
    grades = {givens: tuple(found) for givens, *found in database.execute(query)}
    sample = random.Random(3).sample(file.offered, min(SAMPLE, len(file.offered)))
    right = {givens: grade(Board.from_line(givens)) for givens in sample}
    return Verdict(
        acknowledged=len(file.offered),
        lost=sum(givens not in grades for givens in file.offered),
        crooked=sum(
            (each.tier, each.score, each.hardest) != grades.get(givens) for givens, each in right.items()
        ),
    )
