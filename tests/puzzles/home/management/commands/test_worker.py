"""`manage.py worker`: killed again and again, it loses and doubles nothing; no long task delays a hint."""

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
from django_tasks.base import Task, TaskResultStatus
from django_tasks_db.models import DBTaskResult

from accounts.models import User
from puzzles.engine.techniques import example_of
from puzzles.home.management.commands.worker import PATIENCE_SECONDS, Lanes
from puzzles.library import services as library
from puzzles.library.models import Entry, Puzzle, PuzzleImport, RejectedLine
from puzzles.library.services.tasks import grade_puzzles, import_puzzles, start_import, wake_grading
from puzzles.play.models import StepSearch
from puzzles.play.services.hints.step_search import find_steps, key_of, search_fields, wake_searches
from tests.lengths import IS_LONG

ROOT = Path(__file__).parents[5]
KILLS = 6 if IS_LONG else 3

QUEUES = settings.TASKS["default"]["QUEUES"]
NESTED = example_of("nested_trial").position

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@contextmanager
def a_worker() -> Iterator[subprocess.Popen[bytes]]:
    """A worker process on the database of this test."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "worker", "--interval", "0.05"],
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


def wait_for(is_so: Callable[[], bool], seconds: float = 60) -> None:
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


def reloaded(begun: PuzzleImport) -> PuzzleImport:
    """The import as it stands now."""
    begun.refresh_from_db()
    begun.collection.refresh_from_db()
    return begun


def many_lines(grids: list[str], times: int = 1) -> list[str]:
    """Ten thousand grids, made of few by changing digits and reading backwards, and some bad lines; all that
    so many times over.
    """
    lines = []
    for shift in range(9):
        digits = "".join(str((digit + shift) % 9 + 1) for digit in range(9))
        changed = [grid.translate(str.maketrans("123456789", digits)) for grid in grids]
        lines += changed + [grid[::-1] for grid in changed]
        lines.append(f"bad line {shift}")
    return lines * times


def end_lease() -> None:
    """Let the time pass that a dead worker's lease has left."""
    PuzzleImport.objects.filter(lease_until__isnull=False).update(
        lease_until=timezone.now() - timedelta(seconds=1)
    )


def kill_a_running_worker(begun: PuzzleImport, *, delay_seconds: float) -> None:
    """Start a worker and kill it a moment after it has stored another batch."""
    before = reloaded(begun).batches
    with a_worker() as worker:
        wait_for(lambda: reloaded(begun).batches > before)
        time.sleep(delay_seconds)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    assert not reloaded(begun).is_finished, "the file is too short for this test"


def test_a_worker_killed_again_and_again_loses_and_doubles_nothing(teacher: User, grids: list[str]) -> None:
    # It takes a second or two, and this process may have to wait for its turn before each kill.
    content = "\n".join(many_lines(grids, 4)).encode()
    begun = start_import(
        owner=teacher,
        file=io.BytesIO(content),
        file_name="sudoku.txt",
        collection=library.open_collection(owner=teacher, name="killed"),
    )
    for kill in range(KILLS):
        kill_a_running_worker(begun, delay_seconds=0.005 * kill)
        end_lease()
    with a_worker():
        wait_for(lambda: reloaded(begun).is_finished)
    undisturbed = library.store_upload(
        owner=teacher,
        file=io.BytesIO(content),
        file_name="sudoku.txt",
        collection=library.open_collection(owner=teacher, name="undisturbed"),
    )
    library.continue_import(import_id=undisturbed.pk, seconds=600)
    undisturbed.refresh_from_db()
    assert begun.state == PuzzleImport.State.DONE
    assert everything(reloaded(begun)) == everything(undisturbed)


def test_two_workers_share_the_tasks_and_repeat_none(teacher: User, grids: list[str]) -> None:
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
        wait_for(lambda: all(reloaded(each).is_finished for each in begun))
    good = [line for line in lines if len(line) == 81]
    assert [each.accepted + each.known for each in begun] == [len(good)] * 3
    assert begun[0].accepted + begun[1].accepted == Puzzle.objects.count() == len(set(good))
    assert begun[2].accepted == 0
    for place in places:
        place.refresh_from_db()
        assert place.entry_count == place.entries.count() == len(good)
        assert place.drawable_count == place.entries.drawable().count()


def test_a_worker_that_is_stopped_ends_after_its_slice_and_releases_its_lease(
    teacher: User, grids: list[str]
) -> None:
    begun = start_import(
        owner=teacher,
        file=io.BytesIO("\n".join(many_lines(grids)).encode()),
        file_name="sudoku.txt",
        collection=library.open_collection(owner=teacher, name="stopped"),
    )
    with a_worker() as worker:
        wait_for(lambda: reloaded(begun).batches > 0)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(timeout=20) == 0
    assert reloaded(begun).lease_until is None


# Lanes


def test_each_lane_begins_as_soon_as_no_more_urgent_one_has_anything_to_do() -> None:
    hints, default, later = QUEUES
    lanes = Lanes(QUEUES)
    for busy, ready, begun in [
        (set(), set(), []),
        (set(), {later}, [later]),
        (set(), set(QUEUES), [hints]),
        ({later}, {later, default, hints}, [hints]),
        ({later}, {later, default}, [default]),
        ({hints}, {hints, default, later}, []),
        ({default}, {default, later}, []),
        ({default, later}, {default, later, hints}, [hints]),
        ({hints, default, later}, set(QUEUES), []),
    ]:
        assert list(lanes.to_begin(busy, ready, 0.0)) == begun


def test_nobody_waits_for_ever() -> None:
    hints, default, later = QUEUES
    lanes = Lanes(QUEUES)
    assert list(lanes.to_begin({hints}, {hints, default}, 0.0)) == []
    assert list(lanes.to_begin({hints}, {hints, default, later}, 1.0)) == []
    assert list(lanes.to_begin({hints}, {hints, default, later}, PATIENCE_SECONDS)) == [default]
    assert list(lanes.to_begin({hints, default}, {default, later}, PATIENCE_SECONDS + 1.0)) == [later]
    assert list(lanes.to_begin({hints}, {default, later}, PATIENCE_SECONDS + 2.0)) == []


def leave_hard_grids(count: int) -> None:
    """Grids that take a second or more to grade each, and have no grade."""
    for shift in range(count):
        digits = "".join(str((digit + shift) % 9 + 1) for digit in range(9))
        givens = NESTED.board.to_line().translate(str.maketrans("123456789", digits))
        Puzzle.objects.create(
            givens=givens,
            clue_count=81 - givens.count("."),
            solution_count=1,
            solution="1" * 81,
            canonical_key=shift,
            solving_class=Puzzle.SolvingClass.HARDER,
        )
    wake_grading()


def ask_for_a_hint() -> StepSearch:
    """Leave a search as a page does that waits for its hint."""
    search = StepSearch.objects.create(key=key_of(NESTED, None), **search_fields(NESTED, None))
    wake_searches()
    return search


def ask_for_hints(count: int) -> None:
    """Leave so many searches of the same kind, each of some hundredths of a second."""
    for number in range(count):
        StepSearch.objects.create(key=f"{number}", **search_fields(NESTED, None))
    wake_searches()


def tasks_of(task: Task[..., None]) -> list[DBTaskResult]:
    """The tasks of a kind that were begun, in turn."""
    begun = DBTaskResult.objects.filter(task_path=task.module_path, started_at__isnull=False)
    return list(begun.order_by("started_at"))


def has_succeeded(task: Task[..., None]) -> bool:
    """Whether the first task of a kind has come to its end: its work is seen a moment before."""
    return any(result.status == TaskResultStatus.SUCCESSFUL for result in tasks_of(task)[:1])


def was_under_way(others: list[DBTaskResult], task: DBTaskResult) -> bool:
    """Whether one of the others was not at its end yet when this one began, or began before its end."""
    return any(
        other.started_at < task.finished_at
        and (other.finished_at is None or other.finished_at > task.started_at)
        for other in others
    )


def test_a_hint_does_not_wait_for_a_file_that_comes_in(teacher: User, grids: list[str]) -> None:
    begun = start_import(
        owner=teacher,
        file=io.BytesIO("\n".join(many_lines(grids, 12)).encode()),
        file_name="sudoku.txt",
        collection=library.open_collection(owner=teacher, name="long"),
    )
    with a_worker():
        wait_for(lambda: reloaded(begun).batches > 0)
        search = ask_for_a_hint()
        wait_for(lambda: StepSearch.objects.filter(pk=search.pk, found_at__isnull=False).exists())
        wait_for(lambda: has_succeeded(find_steps))
    (hint,) = tasks_of(find_steps)
    assert was_under_way(tasks_of(import_puzzles), hint)


def test_neither_a_hint_nor_a_file_waits_for_grades(teacher: User, grids: list[str]) -> None:
    leave_hard_grids(9)
    with a_worker():
        wait_for(lambda: bool(tasks_of(grade_puzzles)))
        search = ask_for_a_hint()
        begun = start_import(
            owner=teacher,
            file=io.BytesIO("\n".join(grids[:20]).encode()),
            file_name="sudoku.txt",
            collection=library.open_collection(owner=teacher, name="short"),
        )
        wait_for(lambda: StepSearch.objects.filter(pk=search.pk, found_at__isnull=False).exists())
        wait_for(lambda: reloaded(begun).is_finished)
        wait_for(lambda: has_succeeded(find_steps) and has_succeeded(import_puzzles))
    hint, file, grades = (tasks_of(task) for task in (find_steps, import_puzzles, grade_puzzles))
    assert was_under_way(grades, hint[0])
    assert was_under_way(grades, file[0])
    # And none was begun meanwhile.
    assert not any(hint[0].started_at < each.started_at < hint[0].finished_at for each in grades)
    assert not any(file[0].started_at < each.started_at < file[-1].finished_at for each in grades)


def kill_at_a_search(worker: subprocess.Popen[bytes]) -> bool:
    """Kill the worker if it is at a search for steps; whether it was. Meanwhile it stands still."""
    worker.send_signal(signal.SIGSTOP)
    is_at_it = StepSearch.objects.filter(lease_until__isnull=False, found_at=None).exists()
    worker.send_signal(signal.SIGKILL if is_at_it else signal.SIGCONT)
    return is_at_it


def test_a_hint_that_a_killed_worker_was_at_is_found_once_by_the_next() -> None:
    ask_for_hints(60)
    with a_worker() as worker:
        wait_for(lambda: kill_at_a_search(worker))
        worker.wait()
    (held,) = StepSearch.objects.filter(lease_until__isnull=False)
    assert held.found_at is None
    StepSearch.objects.filter(pk=held.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    with a_worker():
        wait_for(lambda: not StepSearch.objects.filter(found_at=None).exists())
    found = [[step["technique"] for step in search.steps] for search in StepSearch.objects.all()]
    assert found == [["nested_trial"]] * 60


def test_two_workers_find_all_hints_and_each_once() -> None:
    ask_for_hints(4)
    with a_worker(), a_worker():
        wait_for(lambda: not StepSearch.objects.filter(found_at=None).exists())
        wait_for(lambda: not DBTaskResult.objects.running().exists())
    assert [len(search.steps) for search in StepSearch.objects.all()] == [1] * 4
    assert not DBTaskResult.objects.failed().exists()
