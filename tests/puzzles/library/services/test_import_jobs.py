"""How an import goes on: slices, leases, take-overs, and that nothing is doubled or lost."""

import random
import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from puzzles.library import services as library
from puzzles.library.models import Collection, Entry, ImportChunk, PuzzleImport, RejectedLine
from puzzles.library.services import batches, import_jobs
from puzzles.library.services.throttle import ALONE, AMONG_PLAYERS

pytestmark = pytest.mark.django_db


def everything(done: PuzzleImport) -> dict[str, Any]:
    """All that an import has left, but keys and times."""
    entries = Entry.objects.filter(collection=done.collection_id).order_by("number")
    rejected = RejectedLine.objects.filter(puzzle_import=done).order_by("pk")
    collection = Collection.objects.get(pk=done.collection_id)
    return {
        "entries": list(entries.values_list("number", "line", "position", "puzzle__givens")),
        "puzzles": list(entries.values_list("puzzle__solution_count", "puzzle__solution")),
        "rejected": list(rejected.values_list("line", "column", "number", "reason", "details", "excerpt")),
        "import": (done.state, done.bytes_read, done.grid_count, done.accepted, done.known, done.rejected),
        "solutions": (done.several_solutions, done.no_solution),
        "collection": (collection.entry_count, collection.drawable_count),
    }


def finish(begun: PuzzleImport) -> PuzzleImport:
    """Work at an import until it has ended."""
    while not begun.is_finished:
        library.continue_import(import_id=begun.pk)
        begun.refresh_from_db()
    return begun


@pytest.fixture
def mixed_lines(grids: list[str], empty_grid: str, dead_grid: str) -> list[str]:
    """Two hundred good grids with everything else that a file may hold between them."""
    lines = grids[:200]
    for place, line in (
        (20, "oops"),
        (50, empty_grid),
        (80, grids[3]),
        (110, dead_grid),
        (140, "55" + "." * 79),
    ):
        lines.insert(place, line)
    return ["# grids", "", *lines]


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of about a dozen grids, whatever the time they take."""
    monkeypatch.setattr(import_jobs, "FIRST_BATCH_BYTES", 1000)
    monkeypatch.setattr(import_jobs.BatchSource, "adapt", lambda self, *taken: None)


def test_one_batch_is_stored_even_when_there_is_no_time(uploaded, grids, small_batches) -> None:
    begun = uploaded(grids[:100])
    held = library.continue_import(import_id=begun.pk, seconds=0)
    assert held is not None
    assert (held.state, held.batches, held.lease_until) == (PuzzleImport.State.RUNNING, 1, held.lease_until)
    begun.refresh_from_db()
    assert begun.lease_until is None
    assert 0 < begun.grid_count < 100
    assert begun.collection.entries.count() == begun.grid_count


def test_a_slice_goes_on_while_nothing_else_waits_for_the_worker(uploaded, grids, small_batches) -> None:
    begun = uploaded(grids[:100])
    waiting = [True, False, False]
    library.continue_import(import_id=begun.pk, seconds=0, is_awaited=waiting.pop)
    begun.refresh_from_db()
    assert (begun.batches, waiting) == (3, [])


def test_no_slice_goes_on_for_ever(uploaded, grids, small_batches, monkeypatch) -> None:
    monkeypatch.setattr(import_jobs, "MAX_SLICE_SECONDS", 0)
    begun = uploaded(grids[:100])
    library.continue_import(import_id=begun.pk, seconds=0, is_awaited=lambda: False)
    begun.refresh_from_db()
    assert begun.batches == 1


def test_slices_leave_the_same_as_one_go(uploaded, mixed_lines, small_batches, teacher, monkeypatch) -> None:
    in_slices = uploaded(mixed_lines)
    slices = 0
    while not in_slices.is_finished:
        assert library.continue_import(import_id=in_slices.pk, seconds=0)
        in_slices.refresh_from_db()
        slices += 1
    assert slices > 10
    monkeypatch.setattr(import_jobs, "FIRST_BATCH_BYTES", 10**9)
    at_once = finish(uploaded(mixed_lines, library.open_collection(owner=teacher, name="at once")))
    assert at_once.batches == 1
    first, second = everything(in_slices), everything(at_once)
    # The second import finds the puzzles there, which is all that may differ.
    assert first.pop("import")[3:] == (202, 1, 2)
    assert second.pop("import")[3:] == (0, 203, 2)
    assert first == second


def test_an_import_claimed_by_a_worker_is_left_alone(uploaded, grids) -> None:
    begun = uploaded(grids[:5])
    held = import_jobs.claim_import(begun.pk)
    assert held is not None
    assert library.continue_import(import_id=begun.pk) is None
    assert not Entry.objects.exists()


def test_an_import_whose_worker_died_is_taken_over_when_the_lease_is_out(uploaded, grids) -> None:
    begun = uploaded(grids[:5])
    import_jobs.claim_import(begun.pk)
    PuzzleImport.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert list(PuzzleImport.objects.unattended()) == [begun]
    done = finish(begun)
    assert (done.state, done.accepted, done.takeovers) == (PuzzleImport.State.DONE, 5, 0)


def test_a_worker_that_slept_through_its_lease_stores_nothing(uploaded, grids, small_batches) -> None:
    begun = uploaded(grids[:100])
    sleeper = import_jobs.claim_import(begun.pk)
    assert sleeper is not None
    batch = import_jobs.BatchSource(sleeper).next_batch()
    PuzzleImport.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert library.continue_import(import_id=begun.pk, seconds=0)
    entries = Entry.objects.count()
    with pytest.raises(batches.OvertakenError):
        batches.store_batch(sleeper, batch)
    assert Entry.objects.count() == entries
    begun.refresh_from_db()
    assert begun.batches == 1


def test_a_file_that_kills_every_worker_is_given_up(uploaded, grids) -> None:
    begun = uploaded(grids[:5])
    for _death in range(import_jobs.MAX_TAKEOVERS + 1):
        assert import_jobs.claim_import(begun.pk) is not None
        PuzzleImport.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert library.continue_import(import_id=begun.pk) is None
    begun.refresh_from_db()
    assert (begun.state, begun.failure) == (PuzzleImport.State.FAILED, library.STUCK)
    assert not ImportChunk.objects.exists()


def test_an_error_on_the_way_leaves_what_was_stored_and_the_lease(
    uploaded, grids, small_batches, monkeypatch
) -> None:
    begun = uploaded(grids[:100])
    assert library.continue_import(import_id=begun.pk, seconds=0)

    def fail(*args: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(import_jobs, "check_records", fail)
    with pytest.raises(MemoryError):
        library.continue_import(import_id=begun.pk)
    begun.refresh_from_db()
    assert begun.batches == 1
    assert begun.is_leased


def test_files_of_one_collection_come_in_one_after_the_other(uploaded, grids, small_batches) -> None:
    first = uploaded(grids[:100])
    second = uploaded(grids[100:120], first.collection)
    assert library.continue_import(import_id=second.pk) is None
    assert library.continue_import(import_id=first.pk, seconds=0)
    assert library.continue_import(import_id=second.pk) is None
    finish(first)
    assert finish(second).number_offset == 100


def test_a_running_file_goes_on_before_one_of_a_lower_key(uploaded, grids) -> None:
    earlier = uploaded(grids[:5])
    later = uploaded(grids[5:10], earlier.collection)
    PuzzleImport.objects.filter(pk=later.pk).update(state=PuzzleImport.State.RUNNING)
    assert library.continue_import(import_id=earlier.pk) is None
    assert library.continue_import(import_id=later.pk)


def test_ctrl_c_releases_the_import(uploaded, grids) -> None:
    begun = uploaded(grids[:5])

    def interrupt(held: PuzzleImport) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        library.continue_import(import_id=begun.pk, on_batch=interrupt)
    begun.refresh_from_db()
    assert begun.lease_until is None


def test_a_batch_of_hard_grids_keeps_its_lease(uploaded, grids, monkeypatch) -> None:
    begun = uploaded(grids[:5])
    held = import_jobs.claim_import(begun.pk)
    assert held is not None
    PuzzleImport.objects.update(lease_until=timezone.now())
    source = import_jobs.BatchSource(held)
    source.keep_lease()
    assert not PuzzleImport.objects.get().is_leased
    source._renewed_at -= PuzzleImport.LEASE.total_seconds()
    source.keep_lease()
    assert PuzzleImport.objects.get().is_leased


def test_batches_grow_while_they_are_quick_and_shrink_when_they_are_slow(uploaded, grids) -> None:
    source = import_jobs.BatchSource(uploaded(grids[:5]))
    first = source.batch_bytes
    source.adapt(ALONE, 0.01, 0.01)
    assert source.batch_bytes == 4 * first
    source.adapt(ALONE, 25, 0.01)
    assert source.batch_bytes == import_jobs.MIN_BATCH_BYTES
    for _batch in range(20):
        source.adapt(ALONE, 0.001, 0.001)
    assert source.batch_bytes == import_jobs.MAX_BATCH_BYTES
    source.adapt(ALONE, 0.001, 4 * ALONE.store_seconds)
    assert source.batch_bytes == import_jobs.MAX_BATCH_BYTES // 4


def test_a_slow_disk_leaves_batches_their_least_lines_and_hard_grids_do_not(uploaded, grids) -> None:
    source = import_jobs.BatchSource(uploaded(grids[:5]))
    source.adapt(AMONG_PLAYERS, 0.001, 0.001)
    source.adapt(AMONG_PLAYERS, 0.001, 60)
    assert source.batch_bytes == AMONG_PLAYERS.least_lines * import_jobs.LINE_BYTES
    source.adapt(AMONG_PLAYERS, 60, 60)
    assert source.batch_bytes == import_jobs.MIN_BATCH_BYTES


def test_while_somebody_plays_batches_are_small_and_a_pause_follows_each(
    uploaded, grids, monkeypatch
) -> None:
    pauses = []
    monkeypatch.setattr(import_jobs, "current_pace", lambda: AMONG_PLAYERS)
    monkeypatch.setattr(import_jobs, "time", Clock(pauses))
    done = uploaded(grids[:100] * 10)
    library.continue_import(import_id=done.pk, seconds=600)
    done.refresh_from_db()
    assert all(pause > 0 for pause in pauses)
    assert len(pauses) == done.batches - 1 >= 2
    assert done.accepted + done.known == 1000


class Clock:
    """Time as it goes by, but without the pauses, which are noted."""

    def __init__(self, pauses: list[float]) -> None:
        self.sleep = pauses.append
        self.monotonic = time.monotonic


def test_chunks_are_dropped_as_they_are_read(uploaded, grids, monkeypatch) -> None:
    monkeypatch.setattr(ImportChunk, "SIZE", 2000)
    begun = uploaded(grids[:100])
    chunks = begun.chunks.count()
    assert chunks == 5
    assert library.continue_import(import_id=begun.pk, seconds=0)
    begun.refresh_from_db()
    assert begun.chunks.count() == chunks - begun.bytes_read // 2000
    assert finish(begun).accepted == 100


ENCODINGS = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with its mark": lambda text: text.encode("utf-8-sig"),
    "utf-16": lambda text: text.encode("utf-16"),
    "windows": lambda text: text.replace("\n", "\r\n").encode("cp1252"),
    "old macintosh": lambda text: text.replace("\n", "\r").encode(),
    "csv": lambda text: ("puzzle\n" + text).encode(),
    "nine lines": lambda text: "".join(map(nine_lines, text.split("\n"))).encode(),
}


def nine_lines(line: str) -> str:
    """A grid as nine lines and a blank one; any other line as it is."""
    if len(line) != 81:
        return f"{line}\n\n"
    return "\n".join(line[start : start + 9] for start in range(0, 81, 9)) + "\n\n"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_wherever_the_file_is_cut_the_result_is_the_same(
    uploaded, mixed_lines, teacher, monkeypatch, encoding, seed
) -> None:
    content = ENCODINGS[encoding]("\n".join(["# été", *mixed_lines[:90]]))
    at_once = finish(uploaded(content))
    rng, read = random.Random(seed), import_jobs.BatchSource.read
    monkeypatch.setattr(
        import_jobs.BatchSource, "read", lambda self, size: read(self, rng.choice([1, 2, 83, 999, 2500]))
    )
    in_pieces = uploaded(content, library.open_collection(owner=teacher, name="in pieces"))
    while not in_pieces.is_finished:
        library.continue_import(import_id=in_pieces.pk, seconds=0.02)
        in_pieces.refresh_from_db()
    first, second = everything(at_once), everything(in_pieces)
    assert first.pop("import")[3:] == (86, 1, 1)
    assert second.pop("import")[3:] == (0, 87, 1)
    assert first == second
