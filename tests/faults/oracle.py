"""The judge of every fault: what the players know against what the tables hold.

It asks the database with a connection of its own and plain SQL: nothing of the site can stand between.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from puzzles.engine import Board
from puzzles.play.game import Change, Effect, ReplayError, marks_from_text, replay

from .journal import HINT, Journal, Key, Written

MOVES = """
    SELECT move.attempt_id, move.number, client.name, move.seq, move.kind, move.cell, move.digit, move.effect
    FROM play_move AS move LEFT JOIN play_attemptclient AS client ON client.id = move.client_id
    ORDER BY move.attempt_id, move.number
"""
ATTEMPTS = """
    SELECT attempt.id, puzzle.givens, attempt.digits, attempt.marks, attempt.version
    FROM play_attempt AS attempt JOIN library_puzzle AS puzzle ON puzzle.id = attempt.puzzle_id
"""
PLACING = "di"


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """How many things were acknowledged, and how many of them went wrong, by the kind of wrong.

    `lost` was acknowledged and is not there; `ghosts` nobody made; `doubled` is there more than once;
    `crooked` grids are not what their moves lead to; `waiting` was never acknowledged, however often sent.
    """

    acknowledged: int = 0
    lost: int = 0
    ghosts: int = 0
    doubled: int = 0
    crooked: int = 0
    waiting: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether there was something to judge, and all of it is right."""
        return self.acknowledged > 0 and not (
            self.lost or self.ghosts or self.doubled or self.crooked or self.waiting
        )

    @classmethod
    def of_rows(cls, wanted: Iterable[Any], found: Iterable[Any], *, crooked: int = 0) -> Self:
        """The verdict on rows that should be there each once and no others: of an import, of a backup."""
        should, does = Counter(wanted), Counter(found)
        return cls(
            acknowledged=should.total(),
            lost=(should - does).total(),
            ghosts=sum(count for row, count in does.items() if row not in should),
            doubled=sum(max(does[row] - count, 0) for row, count in should.items()),
            crooked=crooked,
        )


class Row(NamedTuple):
    """A row of the Move table."""

    attempt: int
    number: int
    client: str | None
    seq: int | None
    kind: str
    cell: int | None
    digit: int
    effect: Effect

    @property
    def key(self) -> Key | None:
        """What a page calls it; a press for a hint has no name but the number it got."""
        if self.kind == HINT:
            return Key(self.attempt, HINT, self.number)
        return Key(self.attempt, self.client, self.seq) if self.client and self.seq else None


def judge(database: Any, journal: Journal, *, crooked: int = 0) -> Verdict:
    """The verdict on the attempts of a journal, once its players have stopped.

    `database` is an open connection; `crooked` counts what a player saw to be wrong.
    """
    rows = moves_of(database, journal.attempts)
    moves = journal.moves
    made = {key: move for move in moves for key in move.keys}
    stored = Counter(id(made[row.key]) for row in rows if row.key in made)
    return Verdict(
        acknowledged=len(journal.acknowledged()),
        lost=sum(not stored[id(move)] for move in moves if move.acknowledged),
        ghosts=sum(not is_made(row, made) for row in rows),
        doubled=sum(count > 1 for count in stored.values()),
        crooked=crooked + crooked_attempts(database, rows, journal.attempts),
        waiting=sum(not move.acknowledged for move in moves),
    )


def acknowledged_in(database: Any, moves: Collection[Written], *, crooked: int = 0) -> Verdict:
    """The verdict on a copy of the database made while they played: these moves at least must be in it."""
    attempts = {move.acknowledged.attempt for move in moves if move.acknowledged}
    rows = moves_of(database, attempts)
    there = {row.key for row in rows}
    return Verdict(
        acknowledged=len(moves),
        lost=sum(move.acknowledged not in there for move in moves),
        doubled=len([row for row in rows if row.key]) - len(there - {None}),
        crooked=crooked + crooked_attempts(database, rows, attempts),
    )


def moves_of(database: Any, attempts: Collection[int]) -> list[Row]:
    """Every move of these attempts, in order."""
    rows = (row for row in fetch(database, MOVES) if row[0] in attempts)
    return [Row(*row[:7], effect_of(row[7])) for row in rows]


def is_made(row: Row, made: dict[Key, Written]) -> bool:
    """Whether somebody made this move, as it stands there."""
    move = made.get(row.key) if row.key else None
    if move and move.kind == row.kind == HINT:
        # What it tells of is the site's own word.
        return True
    if move is None or (row.kind, row.cell, row.digit) != (move.kind, move.cell, move.digit):
        return False
    if row.kind not in PLACING:
        return True
    return bool(row.effect) and (row.effect[0].cell, row.effect[0].digit_after) == (row.cell, row.digit)


def crooked_attempts(database: Any, rows: Iterable[Row], attempts: Collection[int]) -> int:
    """How many of these attempts are not the replay of their moves, or are not there at all."""
    moves: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        moves[row.attempt].append(row)
    grids = {attempt: grid for attempt, *grid in fetch(database, ATTEMPTS) if attempt in attempts}
    missing = len(set(attempts) - grids.keys())
    return missing + sum(is_crooked(moves[attempt], *grid) for attempt, grid in grids.items())


def is_crooked(moves: list[Row], givens: str, digits: str, marks: str, version: int) -> bool:
    """Whether a grid is anything but the replay of its moves, each page's moves in its own order."""
    if [row.number for row in moves] != list(range(1, version + 1)) or is_out_of_order(moves):
        return True
    try:
        state = replay(Board.from_line(givens).digits, [row.effect for row in moves])
    except ReplayError:
        return True
    return (state.digits, state.marks) != (Board.from_line(digits).digits, marks_from_text(marks))


def is_out_of_order(moves: list[Row]) -> bool:
    """Whether the moves of a page stand in another order than it made them."""
    last: dict[str, int] = {}
    for row in moves:
        if row.client and row.seq:
            if row.seq <= last.get(row.client, 0):
                return True
            last[row.client] = row.seq
    return False


def effect_of(stored: Any) -> Effect:
    """What a move changed, from the column: text on SQLite, read already on PostgreSQL."""
    return tuple(Change(*change) for change in (json.loads(stored) if isinstance(stored, str) else stored))


def fetch(database: Any, query: str) -> list[tuple[Any, ...]]:
    """All rows of a query, by a connection of any database."""
    cursor = database.cursor()
    try:
        cursor.execute(query)
        return cursor.fetchall()
    finally:
        cursor.close()
