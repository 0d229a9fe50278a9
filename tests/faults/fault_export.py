"""A long export, read slowly, while others play."""

import http.client
import json
import time
from collections.abc import Iterator

from .fault_kill_web import wait_until_heard
from .ground import COLLECTION, Ground, Size
from .journal import Journal
from .rows import Row

PLAYERS = 3
EXPORT = "/accounts/data/file/"
PIECES = 40


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """All that is kept of a student with a long game behind them."""
    count, seconds, journal = size.count(3_000, 200_000), size.of(1, 60), Journal()
    name = ground.next_student()
    browser = ground.browser_of(name)
    add_moves(ground, browser.draw(COLLECTION), count)
    players = ground.students(PLAYERS, journal)
    with ground.at_play(players):
        wait_until_heard(players)
        text = read_slowly(ground, browser.cookies, seconds)
        wait_until_heard(players)
    told = json.loads(text)
    moves = told["stored"]["play.Move"]["rows"]
    wrong = [] if told.get("complete") is True else ["the export does not say that it is whole"]
    if len(moves) < count:
        wrong.append(f"the export has {len(moves)} moves, expected {count}")
    yield Row(
        fault=f"an export read in {seconds:g} s",
        done=f"{len(text) / 1e6:.1f} MB",
        verdict=ground.verdict(journal, players),
        wrong=tuple(wrong),
        noted=f"longest silence {max(player.longest_silence_s for player in players):.1f} s",
    )


def add_moves(ground: Ground, attempt: int, count: int) -> None:
    """A long game: a note that comes and goes."""
    with ground.connected() as database:
        cell = "(SELECT instr(digits, '.') - 1 FROM play_attempt WHERE id = :attempt)"
        database.execute(
            f"""
            WITH RECURSIVE counted(number) AS (
                SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < :count
            )
            INSERT INTO play_move (attempt_id, number, kind, cell, digit, effect, technique, rung, hint,
                mistake, late, elapsed_ms, made_at)
            SELECT :attempt, number, iif(number % 2, 'n', 'o'), {cell}, 1,
                iif(number % 2, '[[' || {cell} || ', 0, 0, 0, 1]]', '[[' || {cell} || ', 0, 0, 1, 0]]'),
                '', 0, '{{}}', 0, 0, 40 * number, '2026-01-05 08:00:00'
            FROM counted
            """,
            {"attempt": attempt, "count": count - count % 2},
        )
        database.execute("UPDATE play_attempt SET version = ? WHERE id = ?", [count - count % 2, attempt])


def read_slowly(ground: Ground, cookies: dict[str, str], seconds: float) -> bytes:
    """The document, taken in so many seconds."""
    connection = http.client.HTTPConnection("127.0.0.1", ground.site.port, timeout=120)
    connection.request("GET", EXPORT, headers={"Cookie": "; ".join(f"{k}={v}" for k, v in cookies.items())})
    response = connection.getresponse()
    assert response.status == 200, response.status
    parts = []
    while part := response.read(1 << 18 if len(parts) > PIECES else 1 << 14):
        parts.append(part)
        if len(parts) <= PIECES:
            time.sleep(seconds / PIECES)
    connection.close()
    return b"".join(parts)
