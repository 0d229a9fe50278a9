"""Import jobs: each slice claims the lease, reads, validates and stores batches, and releases the lease."""

import time
from collections.abc import Callable

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from puzzles.engine.formats import NotAPuzzleFileError, PuzzleReader

from ..models import Collection, Entry, ImportChunk, PuzzleImport
from .batches import OvertakenError, fail_import, give_up, store_batch
from .sqlite_sync import relaxed_commits
from .throttle import Pace, current_pace
from .validation import Batch, check_records

SLICE_SECONDS = 2.0
# If no other task waits. A worker that is asked to stop has ten seconds (GRACE_SECONDS of the supervisor).
MAX_SLICE_SECONDS = 8.0
FIRST_BATCH_BYTES = 8 * 1024
MIN_BATCH_BYTES, MAX_BATCH_BYTES = 1024, 1024 * 1024
LINE_BYTES = 82
RENEW_SECONDS = PuzzleImport.LEASE.total_seconds() / 3

MAX_TAKEOVERS = 10
STUCK = "stuck"


def continue_import(
    *,
    import_id: int,
    seconds: float = SLICE_SECONDS,
    is_awaited: Callable[[], bool] = lambda: True,
    on_batch: Callable[[PuzzleImport], None] = lambda puzzle_import: None,
) -> PuzzleImport | None:
    """Work at an import for some seconds, or to its end; longer if no other task waits (`is_awaited`).

    None if there was nothing to do: it has ended, another worker holds it, or an earlier file of the same
    collection comes first. An error leaves the lease to expire; the next worker counts a takeover, and fails
    the import after the tenth.
    """
    puzzle_import = claim_import(import_id)
    if puzzle_import is None:
        return None
    try:
        with relaxed_commits():
            run_import(puzzle_import, seconds, is_awaited, on_batch)
    except OvertakenError:
        return None
    except (KeyboardInterrupt, SystemExit):
        puzzle_import.set_lease(None)
        raise
    puzzle_import.set_lease(None)
    return puzzle_import


def run_import(
    puzzle_import: PuzzleImport,
    seconds: float,
    is_awaited: Callable[[], bool],
    on_batch: Callable[[PuzzleImport], None],
) -> None:
    """Read, validate and store batches until the time is over or the file ends."""
    begun = time.monotonic()
    source = BatchSource(puzzle_import)
    while True:
        pace = current_pace()
        started = time.monotonic()
        try:
            batch = source.next_batch()
        except NotAPuzzleFileError as error:
            fail_import(puzzle_import, error.reason)
            return
        look_seconds = time.monotonic() - started
        store_seconds = store_batch(puzzle_import, batch)
        source.adapt(pace, look_seconds, store_seconds)
        on_batch(puzzle_import)
        spent = time.monotonic() - begun
        if puzzle_import.is_finished or spent >= max(seconds, MAX_SLICE_SECONDS):
            return
        if spent >= seconds and is_awaited():
            return
        time.sleep(pace.pauses * store_seconds)


# The lease


@transaction.atomic
def claim_import(import_id: int) -> PuzzleImport | None:
    """Take the lease of an import. None if it has ended, is leased, or is not the next of its collection."""
    puzzle_import = PuzzleImport.objects.filter(pk=import_id).first()
    if puzzle_import is None:
        return None
    list(Collection.objects.select_for_update(no_key=True).filter(pk=puzzle_import.collection_id))
    puzzle_import = PuzzleImport.objects.select_for_update(no_key=True).filter(pk=import_id).first()
    if puzzle_import is None or puzzle_import.is_finished or puzzle_import.is_leased:
        return None
    if not is_next_in_collection(puzzle_import):
        return None
    if puzzle_import.lease_until is not None:
        puzzle_import.takeovers += 1
    if puzzle_import.takeovers > MAX_TAKEOVERS:
        give_up(puzzle_import, STUCK)
        return None
    if puzzle_import.state == PuzzleImport.State.WAITING:
        puzzle_import.number_offset = last_number(puzzle_import.collection_id)
        puzzle_import.state = PuzzleImport.State.RUNNING
    puzzle_import.lease_until = timezone.now() + PuzzleImport.LEASE
    puzzle_import.save(update_fields=["state", "number_offset", "lease_until", "takeovers"])
    return puzzle_import


def is_next_in_collection(puzzle_import: PuzzleImport) -> bool:
    """Whether no other file of the collection comes first: files are imported one by one, in order."""
    if puzzle_import.state == PuzzleImport.State.RUNNING:
        return True
    others = PuzzleImport.objects.unfinished().filter(collection=puzzle_import.collection_id)
    return not others.filter(Q(state=PuzzleImport.State.RUNNING) | Q(pk__lt=puzzle_import.pk)).exists()


def last_number(collection_id: int) -> int:
    """The last grid number used in a collection so far, rejected grids included."""
    entries = Entry.objects.filter(collection=collection_id).aggregate(last=Max("number"))
    imports = PuzzleImport.objects.filter(collection=collection_id)
    ends = [earlier.number_offset + earlier.grid_count for earlier in imports.defer("checkpoint")]
    return max([entries["last"] or 0, *ends])


# The batches


class BatchSource:
    """Reads an import from its checkpoint, in batches whose size follows the throttle."""

    def __init__(self, puzzle_import: PuzzleImport) -> None:
        self.puzzle_import = puzzle_import
        self.reader = PuzzleReader(puzzle_import.checkpoint)
        self.position = puzzle_import.bytes_read
        self.batch_bytes = FIRST_BATCH_BYTES
        self._chunk_number = -1
        self._chunk = b""
        self._renewed_at = time.monotonic()

    def next_batch(self) -> Batch:
        """The next grids of the file, checked. Raises NotAPuzzleFileError for a file without any."""
        self._renewed_at = time.monotonic()
        records, end = [], self.position + self.batch_bytes
        while self.position < end and (data := self.read(end - self.position)):
            self.position += len(data)
            records += self.reader.feed(data)
        is_last = self.position >= self.puzzle_import.size
        if is_last:
            records += self.reader.finish()
        batch = Batch(self.position, self.reader.number, self.reader.state(), is_last)
        check_records(batch, records, self.keep_lease, self.puzzle_import.owner_id)
        return batch

    def read(self, size: int) -> bytes:
        """Up to `size` bytes from the current position; fewer at the end of a chunk."""
        number, start = divmod(self.position, ImportChunk.SIZE)
        if number != self._chunk_number:
            chunk = self.puzzle_import.chunks.filter(number=number).first()
            self._chunk, self._chunk_number = bytes(chunk.data) if chunk else b"", number
        return self._chunk[start : start + size]

    def adapt(self, pace: Pace, look_seconds: float, store_seconds: float) -> None:
        """Choose the size of the next batch by the last one: hard grids take a hundred times longer."""
        to_look = self.batch_bytes * pace.look_seconds / max(look_seconds, 0.001)
        to_store = self.batch_bytes * pace.store_seconds / max(store_seconds, 0.001)
        wanted = min(to_look, max(to_store, pace.least_lines * LINE_BYTES), 4 * self.batch_bytes)
        self.batch_bytes = int(min(max(wanted, MIN_BATCH_BYTES), MAX_BATCH_BYTES))

    def keep_lease(self) -> None:
        """Renew the lease once a batch of hard grids has used a third of it."""
        if time.monotonic() - self._renewed_at > RENEW_SECONDS:
            self.puzzle_import.set_lease(timezone.now() + PuzzleImport.LEASE)
            self._renewed_at = time.monotonic()
