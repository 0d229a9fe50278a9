"""Store one batch in one transaction: puzzles, entries, rejected lines, counts and checkpoint.

The loop over the batches of a file is `import_jobs.run_import`.
"""

import json
import time
from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.utils import timezone

from puzzles.engine import RejectedRecord

from ..models import Collection, Entry, ImportChunk, PuzzleImport, RejectedLine
from ..models.jobs import Job
from .bulk_insert import StoredPuzzle, add_puzzles, add_rows
from .validation import Batch

# Limits after which an import fails: rejected lines before the first grid, and rejected lines in all.
REJECTED_WITHOUT_GRID = 1_000
MAX_REJECTED = 100_000

NOT_PUZZLES = "not_puzzles"
TOO_MANY_REJECTED = "too_many_rejected"

PROGRESS_FIELDS = [
    "state",
    "lease_until",
    "bytes_read",
    "checkpoint",
    "batches",
    "takeovers",
    "grid_count",
    "accepted",
    "known",
    "rejected",
    "several_solutions",
    "no_solution",
    "similar",
    "failure",
    "finished_at",
]


class OvertakenError(Exception):
    """This worker has lost its job: another one took it over, or it was stopped or deleted."""


def store_batch(puzzle_import: PuzzleImport, batch: Batch) -> float:
    """Store a batch with its checkpoint; returns for how many seconds SQLite was locked for others.

    Raises OvertakenError if the import is not where this worker left it.
    """
    with transaction.atomic():
        alone_since = time.monotonic()
        collection = lock_both(puzzle_import, puzzle_import.collection_id)
        puzzles = batch.known | add_puzzles(batch.checked.values())
        entries = list(entry_rows(puzzle_import, collection, batch, puzzles))
        add_rows(Entry, ["collection", "puzzle", "number", "line", "position", "is_similar"], entries)
        if batch.rejected:
            add_rows(RejectedLine, REJECTED_FIELDS, rejected_rows(puzzle_import, batch.rejected))
        collection.save(update_fields=["entry_count", "drawable_count"])
        chunk = puzzle_import.bytes_read // ImportChunk.SIZE
        advance(puzzle_import, batch)
        puzzle_import.save(update_fields=PROGRESS_FIELDS)
        if puzzle_import.is_finished or puzzle_import.bytes_read // ImportChunk.SIZE > chunk:
            drop_read_chunks(puzzle_import)
    return time.monotonic() - alone_since


@transaction.atomic
def fail_import(puzzle_import: PuzzleImport, reason: str) -> None:
    """Fail an import that cannot continue. Raises OvertakenError."""
    lock_both(puzzle_import, puzzle_import.collection_id)
    give_up(puzzle_import, reason)


def give_up(puzzle_import: PuzzleImport, reason: str) -> None:
    """Fail a locked import; the grids stored so far stay."""
    end(puzzle_import, reason)
    puzzle_import.save(update_fields=PROGRESS_FIELDS)
    drop_read_chunks(puzzle_import)


def lock_both(job: Job, collection_id: int) -> Collection:
    """Lock the collection, then the job: the same order everywhere, so that there is no deadlock.

    Raises OvertakenError.
    """
    collections = Collection.objects.select_for_update(no_key=True).only("entry_count", "drawable_count")
    collection = next(iter(collections.filter(pk=collection_id)), None)
    own = {job.counter: getattr(job, job.counter), "pk": job.pk, "finished_at": None}
    rows = type(job)._default_manager.select_for_update(no_key=True).filter(**own)
    if collection is None or not list(rows.values_list("pk")):
        raise OvertakenError
    return collection


# Entries

EntryRow = tuple[int, int, int, int, int | None, bool]


def entry_rows(
    puzzle_import: PuzzleImport,
    collection: Collection,
    batch: Batch,
    puzzles: dict[str, StoredPuzzle],
) -> Iterator[EntryRow]:
    """The entries of a batch, with numbers and positions; counts them on import and collection.

    A puzzle that an earlier file brought into the collection gets no second entry; a repeat within the file
    gets an entry without a position. Of grids with equivalent solutions all but the first are marked.
    """
    known = {puzzle.pk for puzzle in puzzles.values() if not puzzle.is_new}
    earlier, placed = known_in(collection, known, puzzle_import.number_offset)
    counted: set[int] = set()
    seen: set[int | None] = set()
    for record in batch.records:
        key, solution_count, canonical_key, is_new = puzzles[record.puzzle]
        if is_new and key not in counted:
            counted.add(key)
            puzzle_import.accepted += 1
        else:
            puzzle_import.known += 1
        puzzle_import.several_solutions += solution_count == 2
        puzzle_import.no_solution += solution_count == 0
        if key in earlier:
            continue
        collection.entry_count += 1
        position, is_similar = None, False
        if solution_count == 1 and key not in placed:
            placed.add(key)
            collection.drawable_count += 1
            position = collection.drawable_count
            is_similar = record.puzzle in batch.similar or canonical_key in seen
            puzzle_import.similar += is_similar
            seen.add(canonical_key)
        number = puzzle_import.number_offset + record.number
        yield collection.pk, key, number, record.line, position, is_similar


def known_in(collection: Collection, ids: set[int], number_offset: int) -> tuple[set[int], set[int]]:
    """The puzzles that earlier files brought into the collection, and those with a position in it."""
    if not ids:
        return set(), set()
    entries = Entry.objects.filter(collection=collection, puzzle__in=ids).order_by()
    placed = dict(entries.drawable().values_list("puzzle_id", "number"))
    earlier = {puzzle_id for puzzle_id, number in placed.items() if number <= number_offset}
    if number_offset and len(placed) < len(ids):
        without_place = entries.filter(puzzle__in=ids - placed.keys(), number__lte=number_offset)
        earlier |= set(without_place.values_list("puzzle_id", flat=True).distinct())
    return earlier, set(placed)


# Rejected lines

REJECTED_FIELDS = ["puzzle_import", "line", "column", "number", "reason", "details", "excerpt"]


def rejected_rows(puzzle_import: PuzzleImport, rejected: list[RejectedRecord]) -> Iterator[tuple[Any, ...]]:
    """The rows of rejected lines; counts them on the import."""
    for record in rejected:
        puzzle_import.rejected += 1
        fault = record.fault
        details = json.dumps(dict(fault.details))
        number = puzzle_import.number_offset + record.number
        # PostgreSQL stores no null characters.
        excerpt = record.excerpt.replace("\0", "\ufffd")
        yield puzzle_import.pk, fault.line, fault.column, number, fault.reason, details, excerpt


# Progress


def advance(puzzle_import: PuzzleImport, batch: Batch) -> None:
    """Move an import to the end of a batch; end it after the last, fail it after too many bad lines."""
    puzzle_import.batches += 1
    puzzle_import.takeovers = 0
    puzzle_import.bytes_read = batch.bytes_read
    puzzle_import.grid_count = batch.grid_count
    puzzle_import.checkpoint = batch.checkpoint
    puzzle_import.lease_until = timezone.now() + PuzzleImport.LEASE
    taken = puzzle_import.accepted + puzzle_import.known
    if not batch.is_last and not taken and puzzle_import.rejected >= REJECTED_WITHOUT_GRID:
        end(puzzle_import, NOT_PUZZLES)
    elif not batch.is_last and puzzle_import.rejected >= MAX_REJECTED:
        end(puzzle_import, TOO_MANY_REJECTED)
    elif batch.is_last:
        end(puzzle_import)


def end(puzzle_import: PuzzleImport, failure: str = "") -> None:
    """Set the fields of an import that is done, or failed for a reason."""
    puzzle_import.state = PuzzleImport.State.FAILED if failure else PuzzleImport.State.DONE
    puzzle_import.failure = failure
    puzzle_import.checkpoint = None
    puzzle_import.lease_until = None
    puzzle_import.finished_at = timezone.now()


def drop_read_chunks(puzzle_import: PuzzleImport) -> None:
    """Delete the chunks of the file that have been read."""
    chunks = puzzle_import.chunks.all()
    if not puzzle_import.is_finished:
        chunks = chunks.filter(number__lt=puzzle_import.bytes_read // ImportChunk.SIZE)
    chunks.delete()
