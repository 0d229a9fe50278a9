"""What was read is looked into: its solutions counted, its class found, the impossible refused."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ...engine import (
    Board,
    Fault,
    PuzzleRecord,
    RejectedRecord,
    SearchLimitError,
    reject_repeat,
    search_line,
    solving_class,
)
from ...models import Puzzle
from .rows import CheckedPuzzle, StoredPuzzle, find_puzzles

# Twenty-five times what the hardest known grids need; bounds what one line can cost to about a second.
NODE_LIMIT = 20_000
SEARCH_LIMIT = "search_limit"


@dataclass
class Batch:
    """Some consecutive grids of a file, ready to be stored together with the place where they end."""

    bytes_read: int
    grid_count: int
    checkpoint: dict[str, Any]
    is_last: bool
    records: list[PuzzleRecord] = field(default_factory=list)
    rejected: list[RejectedRecord] = field(default_factory=list)
    known: dict[str, StoredPuzzle] = field(default_factory=dict)
    checked: dict[str, CheckedPuzzle] = field(default_factory=dict)


def check_records(
    batch: Batch, records: Iterable[PuzzleRecord | RejectedRecord], keep_lease: Callable[[], None]
) -> None:
    """Sort what was read into a batch. Grids this site knows are not looked into again."""
    read = list(records)
    batch.known = find_puzzles({record.puzzle for record in read if isinstance(record, PuzzleRecord)})
    for record in read:
        if isinstance(record, PuzzleRecord) and not is_seen(batch, record.puzzle):
            keep_lease()
            verdict = check_puzzle(record)
            if isinstance(verdict, CheckedPuzzle):
                batch.checked[record.puzzle] = verdict
            else:
                record = verdict
        if isinstance(record, PuzzleRecord):
            batch.records.append(record)
        else:
            batch.rejected.append(record)


def is_seen(batch: Batch, line: str) -> bool:
    """Whether a grid needs no look: this site or this batch has it."""
    return line in batch.known or line in batch.checked


def check_puzzle(record: PuzzleRecord) -> CheckedPuzzle | RejectedRecord:
    """A grid with its solutions counted, or refused: a digit twice in a house, or too much to search."""
    line = record.puzzle
    try:
        count, solution = search_line(line, node_limit=NODE_LIMIT)
    except SearchLimitError:
        fault = Fault(SEARCH_LIMIT, *record.place_of(0), {"nodes": NODE_LIMIT})
        return RejectedRecord(record.number, record.line, fault, line)
    if count == 1:
        kind = Puzzle.SolvingClass(solving_class(Board.from_line(line)))
        return CheckedPuzzle(line, 81 - line.count("."), 1, solution or "", kind.value)
    refused = reject_repeat(record) if count == 0 else None
    return refused or CheckedPuzzle(line, 81 - line.count("."), count, "", "")
