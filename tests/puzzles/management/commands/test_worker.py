"""`manage.py worker`: killed in the middle of an import, again and again, it loses and doubles nothing."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from puzzles.models import Entry, Puzzle, PuzzleImport, RejectedLine
from puzzles.services import library
from puzzles.tasks import start_import

ROOT = Path(__file__).parents[4]
KILLS = 6

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@contextmanager
def a_worker() -> Iterator[subprocess.Popen[bytes]]:
    """A worker process on the database of this test."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "worker", "--no-startup-delay", "--interval", "0.05"],
        cwd=ROOT,
        env=os.environ
        | {"DATABASE_URL": address_of_the_test_database(), "SUDOKUSITE_DATA": str(settings.DATA_DIR)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def address_of_the_test_database() -> str:
    """The address under which another process finds the database of this test."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    return f"postgres://{values['USER']}@{values['HOST']}:{values['PORT']}/{values['NAME']}"


def wait_for(is_so: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "the worker did not get there in time"
        time.sleep(0.01)


def everything(done: PuzzleImport) -> dict[str, Any]:
    """All that an import has left, but keys, times and which puzzles were new."""
    entries = Entry.objects.filter(collection=done.collection_id).order_by("number")
    rejected = RejectedLine.objects.filter(puzzle_import=done).order_by("pk")
    return {
        "entries": list(entries.values_list("number", "line", "position", "puzzle__givens")),
        "rejected": list(rejected.values_list("line", "column", "number", "reason")),
        "counts": (done.state, done.grid_count, done.accepted + done.known, done.rejected),
        "collection": (done.collection.entry_count, done.collection.drawable_count),
    }


def stands(begun: PuzzleImport) -> PuzzleImport:
    """The import as it stands now."""
    begun.refresh_from_db()
    begun.collection.refresh_from_db()
    return begun


def many_lines(grids: list[str]) -> list[str]:
    """Some thousand grids, made of few by changing digits and reading backwards, and some bad lines."""
    lines = []
    for shift in range(9):
        digits = "".join(str((digit + shift) % 9 + 1) for digit in range(9))
        changed = [grid.translate(str.maketrans("123456789", digits)) for grid in grids]
        lines += changed + [grid[::-1] for grid in changed]
        lines.append(f"bad line {shift}")
    return lines


def end_lease() -> None:
    """Let the time pass that a dead worker's lease has left."""
    PuzzleImport.objects.filter(lease_until__isnull=False).update(
        lease_until=timezone.now() - timedelta(seconds=1)
    )


def kill_a_worker_at_work(begun: PuzzleImport, *, delay_seconds: float) -> None:
    """Start a worker and kill it a moment after it has stored another batch."""
    before = stands(begun).batches
    with a_worker() as worker:
        wait_for(lambda: stands(begun).batches > before)
        time.sleep(delay_seconds)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    assert not stands(begun).is_finished, "the file is too short for this test"


def test_a_worker_killed_again_and_again_loses_and_doubles_nothing(teacher: User, grids: list[str]) -> None:
    content = "\n".join(many_lines(grids)).encode()
    begun = start_import(
        owner=teacher,
        file=io.BytesIO(content),
        file_name="sudoku.txt",
        collection=library.open_collection(owner=teacher, name="killed"),
    )
    for kill in range(KILLS):
        kill_a_worker_at_work(begun, delay_seconds=0.005 * kill)
        end_lease()
    with a_worker():
        wait_for(lambda: stands(begun).is_finished)
    undisturbed = library.store_upload(
        owner=teacher,
        file=io.BytesIO(content),
        file_name="sudoku.txt",
        collection=library.open_collection(owner=teacher, name="undisturbed"),
    )
    library.continue_import(import_id=undisturbed.pk, seconds=600)
    undisturbed.refresh_from_db()
    assert begun.state == PuzzleImport.State.DONE
    assert everything(stands(begun)) == everything(undisturbed)


def test_two_workers_share_the_work_and_double_nothing(teacher: User, grids: list[str]) -> None:
    lines = many_lines(grids)[:1500]
    places = [library.open_collection(owner=teacher, name=name) for name in ("one", "two")]
    begun = [
        start_import(
            owner=teacher,
            file=io.BytesIO("\n".join(lines).encode()),
            file_name=f"{number}.txt",
            collection=place,
        )
        for number, place in enumerate([places[0], places[1], places[0]])
    ]
    with a_worker(), a_worker():
        wait_for(lambda: all(stands(each).is_finished for each in begun))
    good = [line for line in lines if len(line) == 81]
    assert [each.accepted + each.known for each in begun] == [len(good)] * 3
    assert begun[0].accepted + begun[1].accepted == Puzzle.objects.count() == len(set(good))
    assert begun[2].accepted == 0
    for place in places:
        place.refresh_from_db()
        assert place.entry_count == place.entries.count() == len(good)
        assert place.drawable_count == place.entries.drawable().count()


def test_a_worker_told_to_stop_ends_after_its_slice_and_lets_go(teacher: User, grids: list[str]) -> None:
    begun = start_import(
        owner=teacher,
        file=io.BytesIO("\n".join(many_lines(grids)).encode()),
        file_name="sudoku.txt",
        collection=library.open_collection(owner=teacher, name="stopped"),
    )
    with a_worker() as worker:
        wait_for(lambda: stands(begun).batches > 0)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(timeout=20) == 0
    assert stands(begun).lease_until is None
