import json
import sqlite3

import pytest

from puzzles.engine import Board
from puzzles.play.game import Op, apply_op, new_game
from tests.faults.journal import Journal, Key, Written
from tests.faults.oracle import Verdict, acknowledged_in, judge
from tests.faults.school import GIVENS

PAGE = "a" * 16
PLAYED = [Op("d", 2, 4), Op("n", 3, 6), Op("d", 2, 1), Op("u")]


@pytest.fixture
def journal() -> Journal:
    """A player's journal: four moves on one grid, all of them acknowledged."""
    journal = Journal()
    for seq, op in enumerate(PLAYED, 1):
        key = Key(1, PAGE, seq)
        journal.write(Written(op.kind, op.cell, op.digit, keys=[key], acknowledged=key))
    return journal


@pytest.fixture
def database() -> sqlite3.Connection:
    """The tables as they should be after these four moves."""
    database = sqlite3.connect(":memory:")
    database.executescript("""
        CREATE TABLE library_puzzle (id, givens);
        CREATE TABLE play_attempt (id, puzzle_id, digits, marks, version);
        CREATE TABLE play_attemptclient (id, name);
        CREATE TABLE play_move (attempt_id, number, client_id, seq, kind, cell, digit, effect);
    """)
    state = new_game(Board.from_line(GIVENS).digits)
    for seq, op in enumerate(PLAYED, 1):
        outcome = apply_op(state, op)
        state = outcome.state
        store(database, seq, seq, op, json.dumps(outcome.effect))
    database.execute("INSERT INTO library_puzzle VALUES (1, ?)", [GIVENS])
    database.execute("INSERT INTO play_attemptclient VALUES (1, ?)", [PAGE])
    marks = "".join(f"{mask:03x}" for mask in state.marks)
    grid = [Board(state.digits).to_line(), marks, len(PLAYED)]
    database.execute("INSERT INTO play_attempt VALUES (1, 1, ?, ?, ?)", grid)
    return database


def store(database: sqlite3.Connection, number: int, seq: int, op: Op, effect: str) -> None:
    row = [number, seq, op.kind, op.cell, op.digit, effect]
    database.execute("INSERT INTO play_move VALUES (1, ?, 1, ?, ?, ?, ?, ?)", row)


def test_a_game_that_is_all_there_is_clean(database: sqlite3.Connection, journal: Journal) -> None:
    assert judge(database, journal) == Verdict(acknowledged=4)
    assert judge(database, journal).is_clean


def test_without_any_acknowledged_move_nothing_is_shown(database: sqlite3.Connection) -> None:
    assert not judge(database, Journal()).is_clean


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ("DELETE FROM play_move WHERE number = 4", {"lost": 1, "crooked": 1}),
        ("DELETE FROM play_move", {"lost": 4, "crooked": 1}),
        ("UPDATE play_move SET digit = 5 WHERE number = 3", {"ghosts": 1}),
        ("UPDATE play_move SET seq = 9 WHERE number = 4", {"lost": 1, "ghosts": 1}),
        ("UPDATE play_move SET client_id = NULL WHERE number = 4", {"lost": 1, "ghosts": 1}),
        ("UPDATE play_move SET effect = '[]' WHERE number = 2", {"crooked": 1}),
        (
            "UPDATE play_move SET effect = '[[3, 0, 4, 0, 0]]' WHERE number = 1",
            {"ghosts": 1, "crooked": 1},
        ),
        ("UPDATE play_attempt SET digits = '9' || substr(digits, 2)", {"crooked": 1}),
        ("UPDATE play_attempt SET marks = ''", {"crooked": 1}),
        ("UPDATE play_attempt SET version = 5", {"crooked": 1}),
        ("UPDATE play_move SET number = 6 - number WHERE number IN (2, 3, 4)", {"crooked": 1}),
        ("DELETE FROM play_attempt", {"crooked": 1}),
    ],
)
def test_whatever_is_wrong_in_the_tables_is_found(
    database: sqlite3.Connection, journal: Journal, change: str, wrong: dict[str, int]
) -> None:
    database.execute(change)
    assert judge(database, journal) == Verdict(acknowledged=4, **wrong)
    assert not judge(database, journal).is_clean


def test_a_move_stored_under_both_of_its_numbers_is_doubled(
    database: sqlite3.Connection, journal: Journal
) -> None:
    """A page gave it a new number, and the request with the old one came through all the same."""
    journal.moves[3].keys.append(Key(1, PAGE, 5))
    store(database, 5, 5, PLAYED[3], "[]")
    database.execute("UPDATE play_attempt SET version = 5")
    assert judge(database, journal).doubled == 1


def test_a_move_that_was_sent_and_not_acknowledged_may_be_there_or_not(
    database: sqlite3.Connection, journal: Journal
) -> None:
    for move in journal.moves[2:]:
        move.acknowledged = None
    journal.write(Written("d", 5, 7, keys=[Key(1, PAGE, 5)]))
    assert judge(database, journal) == Verdict(acknowledged=2, waiting=3)


def test_a_move_under_a_name_that_was_never_sent_is_a_ghost(
    database: sqlite3.Connection, journal: Journal
) -> None:
    store(database, 5, 5, Op("g"), "[]")
    database.execute("UPDATE play_attempt SET version = 5")
    assert judge(database, journal) == Verdict(acknowledged=4, ghosts=1)


def test_a_copy_must_hold_what_was_acknowledged_before_and_may_hold_more(
    database: sqlite3.Connection, journal: Journal
) -> None:
    assert acknowledged_in(database, journal.moves[:2]) == Verdict(acknowledged=2)
    database.execute("DELETE FROM play_move WHERE number = 4")
    database.execute("UPDATE play_attempt SET version = 3")
    assert acknowledged_in(database, journal.moves).lost == 1


def test_rows_that_should_be_there_once_are_counted() -> None:
    assert Verdict.of_rows("abc", "abc") == Verdict(acknowledged=3)
    assert Verdict.of_rows("abbc", "bbbdd") == Verdict(acknowledged=4, lost=2, ghosts=2, doubled=1)


def test_a_press_for_a_hint_is_known_by_the_number_it_got(
    database: sqlite3.Connection, journal: Journal
) -> None:
    """It comes from no page's outbox; a second one that nobody made is a ghost."""
    press = Written("h", None, 0, keys=[Key(1, "h", 5)], acknowledged=Key(1, "h", 5))
    journal.write(press)
    assert judge(database, journal).lost == 1
    hint = "INSERT INTO play_move VALUES (1, ?, NULL, NULL, 'h', 40, 0, '[]')"
    database.execute(hint, [5])
    database.execute("UPDATE play_attempt SET version = 5")
    assert judge(database, journal) == Verdict(acknowledged=5)
    database.execute(hint, [6])
    database.execute("UPDATE play_attempt SET version = 6")
    assert judge(database, journal) == Verdict(acknowledged=5, ghosts=1)
