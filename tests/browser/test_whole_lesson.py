"""The short form of `python -m tests.lesson`: from the first account to the exported marks, no kills."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.lesson.book import table
from tests.lesson.lesson import SHORT, hold_lesson

pytestmark = [
    pytest.mark.slow,
    pytest.mark.in_process,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process table from /proc"),
]


def test_a_whole_lesson_goes_well_in_few_clicks(browser: Browser, tmp_path: Path) -> None:
    book = hold_lesson(tmp_path, browser, SHORT)
    assert book.is_right, f"\n{table(book.phases)}"
