"""Validate what was read: count solutions, find the solving class, reject impossible grids."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from puzzles.engine import PuzzleRecord, RejectedRecord, SearchLimitError, search_line
from puzzles.engine.formats import Fault, reject_repeat
from puzzles.engine.techniques import solving_class_of_line

from .bulk_insert import CheckedPuzzle, SolvedGrid, StoredPuzzle, find_puzzles
from .similarity import grids_with_similar_ones

# Twenty-five times what the hardest known grids need: one line takes about a second at most.
NODE_LIMIT = 20_000
SEARCH_LIMIT = "search_limit"
# Grids of a batch that are looked up first, to see whether any is known.
SAMPLE = 32


@dataclass
class Batch:
    """Consecutive grids of a file, ready to be stored with the checkpoint at their end."""

    bytes_read: int
    grid_count: int
    checkpoint: dict[str, Any]
    is_last: bool
    records: list[PuzzleRecord] = field(default_factory=list)
    rejected: list[RejectedRecord] = field(default_factory=list)
    known: dict[str, StoredPuzzle] = field(default_factory=dict)
    checked: dict[str, CheckedPuzzle] = field(default_factory=dict)
    similar: set[str] = field(default_factory=set)


def check_records(
    batch: Batch,
    records: Iterable[PuzzleRecord | RejectedRecord],
    keep_lease: Callable[[], None],
    owner_id: int,
) -> None:
    """Validate what was read into a batch. Known grids are not searched again."""
    read = list(records)
    known, checked = find_known([record.puzzle for record in read if isinstance(record, PuzzleRecord)]), {}
    for record in read:
        if isinstance(record, PuzzleRecord) and record.puzzle not in known and record.puzzle not in checked:
            keep_lease()
            verdict = check_puzzle(record)
            if isinstance(verdict, CheckedPuzzle):
                checked[record.puzzle] = verdict
            elif verdict.fault.reason == SEARCH_LIMIT and (found := find_puzzles([record.puzzle])):
                known |= found
            else:
                record = verdict
        if isinstance(record, PuzzleRecord):
            batch.records.append(record)
        else:
            batch.rejected.append(record)
    batch.known, batch.checked = known, checked
    solved = [
        SolvedGrid(givens, puzzle.canonical_key)
        for givens, puzzle in (known | checked).items()
        if puzzle.canonical_key is not None
    ]
    batch.similar = grids_with_similar_ones(solved, owner_id=owner_id)


def find_known(lines: list[str]) -> dict[str, StoredPuzzle]:
    """The stored puzzles among these grids; {} if a sample of them is unknown.

    Looking up each grid costs as much as searching it. A known grid that is missed here is found when the
    batch is stored.
    """
    some = lines[:: max(1, len(lines) // SAMPLE)]
    return find_puzzles(lines) if find_puzzles(some) else {}


def check_puzzle(record: PuzzleRecord) -> CheckedPuzzle | RejectedRecord:
    """A grid with its solutions counted; rejected for a digit twice in a house, or too long a search."""
    line = record.puzzle
    try:
        count, solution = search_line(line, node_limit=NODE_LIMIT)
    except SearchLimitError:
        fault = Fault(SEARCH_LIMIT, *record.place_of(0), {"nodes": NODE_LIMIT})
        return RejectedRecord(record.number, record.line, fault, line)
    if count == 1:
        return CheckedPuzzle.with_solution(line, solution or "", solving_class_of_line(line))
    refused = reject_repeat(record) if count == 0 else None
    return refused or CheckedPuzzle(line, 81 - line.count("."), count)
