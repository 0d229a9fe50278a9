"""An import goes on, slice by slice: claimed under a lease, read, checked, stored, and let go."""

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
# As long as nothing else waits for the worker; but one that is told to stop has ten seconds.
LONGEST_SLICE_SECONDS = 8.0
FIRST_BATCH_BYTES = 8 * 1024
LEAST_BATCH_BYTES, MOST_BATCH_BYTES = 1024, 1024 * 1024
LINE_BYTES = 82
RENEW_SECONDS = PuzzleImport.LEASE.total_seconds() / 3

TAKEOVERS_AT_MOST = 10
STUCK = "stuck"


def continue_import(
    *,
    import_id: int,
    seconds: float = SLICE_SECONDS,
    is_awaited: Callable[[], bool] = lambda: True,
    on_batch: Callable[[PuzzleImport], None] = lambda puzzle_import: None,
) -> PuzzleImport | None:
    """Work at an import for some seconds, or to its end; a while longer if this worker is not awaited.

    None when there was nothing to do here: it has ended, another worker holds it, or an earlier file of the
    same collection comes first. An error leaves the lease to run out; who comes then counts it, and gives the
    import up after the tenth.
    """
    puzzle_import = claim_import(import_id)
    if puzzle_import is None:
        return None
    try:
        with relaxed_commits():
            work_at(puzzle_import, seconds, is_awaited, on_batch)
    except OvertakenError:
        return None
    except (KeyboardInterrupt, SystemExit):
        puzzle_import.set_lease(None)
        raise
    puzzle_import.set_lease(None)
    return puzzle_import


def work_at(
    puzzle_import: PuzzleImport,
    seconds: float,
    is_awaited: Callable[[], bool],
    on_batch: Callable[[PuzzleImport], None],
) -> None:
    """Read, check and store batches until the time is over or the file."""
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
        if puzzle_import.is_finished or spent >= max(seconds, LONGEST_SLICE_SECONDS):
            return
        if spent >= seconds and is_awaited():
            return
        time.sleep(pace.pauses * store_seconds)


# The lease


@transaction.atomic
def claim_import(import_id: int) -> PuzzleImport | None:
    """Take an import for this worker alone. None when it is not to be had now."""
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
    if puzzle_import.takeovers > TAKEOVERS_AT_MOST:
        give_up(puzzle_import, STUCK)
        return None
    if puzzle_import.state == PuzzleImport.State.WAITING:
        puzzle_import.number_offset = last_number(puzzle_import.collection_id)
        puzzle_import.state = PuzzleImport.State.RUNNING
    puzzle_import.lease_until = timezone.now() + PuzzleImport.LEASE
    puzzle_import.save(update_fields=["state", "number_offset", "lease_until", "takeovers"])
    return puzzle_import


def is_next_in_collection(puzzle_import: PuzzleImport) -> bool:
    """Whether no other file of the collection comes first; files come in one by one, in their order."""
    if puzzle_import.state == PuzzleImport.State.RUNNING:
        return True
    others = PuzzleImport.objects.unfinished().filter(collection=puzzle_import.collection_id)
    return not others.filter(Q(state=PuzzleImport.State.RUNNING) | Q(pk__lt=puzzle_import.pk)).exists()


def last_number(collection_id: int) -> int:
    """The last grid number that the files of a collection took so far, rejected grids included."""
    entries = Entry.objects.filter(collection=collection_id).aggregate(last=Max("number"))
    imports = PuzzleImport.objects.filter(collection=collection_id)
    ends = [earlier.number_offset + earlier.grid_count for earlier in imports.defer("checkpoint")]
    return max([entries["last"] or 0, *ends])


# The batches


class BatchSource:
    """Reads an import from where it stands, in batches as large as the pace wants them."""

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
        """Up to so many bytes from where the reading stands; fewer at the end of a chunk."""
        number, start = divmod(self.position, ImportChunk.SIZE)
        if number != self._chunk_number:
            chunk = self.puzzle_import.chunks.filter(number=number).first()
            self._chunk, self._chunk_number = bytes(chunk.data) if chunk else b"", number
        return self._chunk[start : start + size]

    def adapt(self, pace: Pace, look_seconds: float, store_seconds: float) -> None:
        """Choose the size of the next batch by what the last one took; hard grids cost a hundredfold."""
        to_look = self.batch_bytes * pace.look_seconds / max(look_seconds, 0.001)
        to_store = self.batch_bytes * pace.store_seconds / max(store_seconds, 0.001)
        wanted = min(to_look, max(to_store, pace.least_lines * LINE_BYTES), 4 * self.batch_bytes)
        self.batch_bytes = int(min(max(wanted, LEAST_BATCH_BYTES), MOST_BATCH_BYTES))

    def keep_lease(self) -> None:
        """Renew the lease if a batch full of hard grids has used up a third of it."""
        if time.monotonic() - self._renewed_at > RENEW_SECONDS:
            self.puzzle_import.set_lease(timezone.now() + PuzzleImport.LEASE)
            self._renewed_at = time.monotonic()
