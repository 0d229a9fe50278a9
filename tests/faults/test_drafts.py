"""The verdict on drafts finds what is lost, doubled, invented, set aside or never saved."""

import sqlite3
from typing import Any

import pytest

from tests.faults.browser import Browser
from tests.faults.fault_drafts import WORKSHEET, Writer, text_of, verdict

TABLES = """
    CREATE TABLE accounts_user (id, username);
    CREATE TABLE course_program (id, student_id, worksheet, text);
    CREATE TABLE course_programcopy (program_id, text);
    INSERT INTO accounts_user VALUES (1, 's1');
"""
FOUR = text_of("s1", 4)


def counts(text: str, *, aside: str | None = None, acknowledged: int = 4) -> dict[str, int]:
    """What the verdict counts where the tables hold this text and the writer has typed four lines."""
    tables = sqlite3.connect(":memory:")
    tables.executescript(TABLES)
    tables.execute("INSERT INTO course_program VALUES (1, 1, ?, ?)", (WORKSHEET, text))
    if aside:
        tables.execute("INSERT INTO course_programcopy VALUES (1, ?)", (aside,))
    writer = Writer("s1", 1, Browser("127.0.0.1", 1), lines=4, acknowledged=acknowledged)
    found = vars(verdict(tables, [writer], 0))
    tables.close()
    return {name: count for name, count in found.items() if count and name != "acknowledged"}


@pytest.mark.parametrize(
    ("stored", "wrong"),
    [
        ({"text": FOUR}, {}),
        ({"text": text_of("s1", 3)}, {"lost": 1}),
        ({"text": ""}, {"lost": 4}),
        ({"text": FOUR + text_of("s1", 1)}, {"doubled": 1}),
        ({"text": FOUR + text_of("s2", 1)}, {"ghosts": 1}),
        ({"text": FOUR, "aside": FOUR}, {"crooked": 1}),
        ({"text": FOUR, "acknowledged": 3}, {"waiting": 1}),
    ],
)
def test_errors_of_a_draft_are_counted(stored: dict[str, Any], wrong: dict[str, int]) -> None:
    assert counts(**stored) == wrong
