"""Files of grids, handed in as a teacher does, and what the tables hold of them."""

import random
import re
import secrets
from collections.abc import Iterator
from typing import NamedTuple

from .browser import Browser
from .ground import Playground
from .oracle import Verdict
from .school import GIVENS, TEACHER
from .tables import Tables

UPLOAD = "/library/imports/new/"
RULES = {
    "audience": "nobody",
    "hint_rung": "4",
    "checking": "on",
    "auto_notes": "on",
    "partial_cells": "20",
    "solution": "any_time",
}
# One line in so many is no grid, and one in three has a solution only: grading takes longer than checking.
BAD, SINGLE = 17, 3
NAMES = "123456789"


class File(NamedTuple):
    """A file of grids, and which of its lines are good: (line, givens)."""

    lines: list[str]

    @property
    def content(self) -> bytes:
        return "\n".join(self.lines).encode()

    @property
    def good(self) -> list[tuple[int, str]]:
        return [(number, line) for number, line in enumerate(self.lines, 1) if len(line) == 81]

    @property
    def offered(self) -> list[str]:
        """The grids with one solution."""
        return [line for _number, line in self.good if line.count(".") == GIVENS.count(".")]


def file_of(count: int, *, seed: int) -> File:
    """A file of so many lines; all its grids are different, and unlike those of other seeds."""
    rng = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        found[f"no grid {len(found)}" if len(found) % BAD == 0 else a_grid(rng, len(found))] = None
    return File(list(found))


def a_grid(rng: random.Random, number: int) -> str:
    """The grid of the course in another dress; where `number` says so, without two digits.

    What those two would be can be exchanged, so that such a grid has two solutions or more.
    """
    digits = str.maketrans(NAMES, "".join(rng.sample(NAMES, 9)))
    rows, columns = shuffled(rng), shuffled(rng)
    cells = [GIVENS[9 * row + column].translate(digits) for row in rows for column in columns]
    grid = "".join(cells)
    return grid.translate(str.maketrans(NAMES, "..3456789")) if number % SINGLE else grid


def shuffled(rng: random.Random) -> list[int]:
    """The nine rows in an order that keeps a sudoku one."""
    return [3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)]


def hand_in(ground: Playground, file: File, name: str) -> int:
    """Upload a file in the admin; the number of its import."""
    browser = ground.browser_of(TEACHER)
    answer = upload(browser, {**RULES}, name, file.content)
    found = re.search(r"/imports/(\d+)/", answer)
    assert found, f"the upload was answered {answer!r}"
    return int(found[1])


def upload(browser: Browser, form: dict[str, str], name: str, content: bytes) -> str:
    """Where the site leads after an upload."""
    line = secrets.token_hex(16)
    fields = {**form, "csrfmiddlewaretoken": browser.cookies["csrftoken"]}
    parts = [
        f'--{line}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, value in fields.items()
    ]
    parts.append(
        f'--{line}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        "Content-Type: text/plain\r\n\r\n"
    )
    body = "".join(parts).encode() + content + f"\r\n--{line}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={line}"}
    answer = browser.ask("POST", UPLOAD, body, headers)
    return answer.headers.get("Location") or f"{answer.status} {answer.body[:200]!r}"


def import_state(database: Tables, import_id: int) -> tuple[str, int, str]:
    """State, batches so far and the reason of a failure."""
    query = "SELECT state, batches, failure FROM library_puzzleimport WHERE id = ?"
    return database.execute(query, [import_id]).fetchone()


def import_verdict(database: Tables, import_id: int, file: File) -> Verdict:
    """Whether each good line is an entry, each bad one a rejected line, and all is counted right."""
    entries = """
        SELECT entry.line, puzzle.givens FROM library_entry AS entry
        JOIN library_puzzle AS puzzle ON puzzle.id = entry.puzzle_id
        JOIN library_puzzleimport AS import ON import.collection_id = entry.collection_id WHERE import.id = ?
    """
    found = database.execute(entries, [import_id]).fetchall()
    crooked = sum(wanted != got for wanted, got in counts(database, import_id, file))
    return Verdict.of_rows(file.good, found, crooked=crooked)


def counts(database: Tables, import_id: int, file: File) -> Iterator[tuple[object, object]]:
    """Pairs of what should be and what is, of everything an import counts."""
    query = """
        SELECT import.state, import.accepted + import.known, import.rejected, collection.entry_count,
            collection.drawable_count, import.collection_id
        FROM library_puzzleimport AS import JOIN library_collection AS collection
        ON collection.id = import.collection_id WHERE import.id = ?
    """
    *found, collection = database.execute(query, [import_id]).fetchone()
    good, offered = len(file.good), len(file.offered)
    bad = len(file.lines) - good
    yield ["done", good, bad, good, offered], found
    lines = "SELECT line FROM library_rejectedline WHERE puzzle_import_id = ? ORDER BY line"
    rejected = [line for (line,) in database.execute(lines, [import_id])]
    yield [number for number, line in enumerate(file.lines, 1) if len(line) != 81], rejected
    query = """
        SELECT position FROM library_entry WHERE collection_id = ? AND position IS NOT NULL ORDER BY position
    """
    positions = [position for (position,) in database.execute(query, [collection])]
    yield list(range(1, offered + 1)), positions
