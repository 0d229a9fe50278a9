"""`python -m tests.lesson`: hold a whole lesson in browsers on a site of its own, and print what was right.

A teacher with two classes of thirty, a projector, three phones, and thirty more students by plain requests.
The site is killed twice. Wanted are few clicks, and nothing lost.
"""

import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.faults.fault_kill_browser import FLAGS, NAMES

from .book import table
from .lesson import LONG, SHORT, hold_lesson


def main(arguments: list[str]) -> int:
    """Hold the lesson; 1 if anything went wrong."""
    parser = ArgumentParser(prog="python -m tests.lesson", description="Hold a whole lesson in browsers.")
    parser.add_argument("--short", action="store_true", help="few students and no kills, as the tests do")
    options = parser.parse_args(arguments)
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        parser.error("Chromium is not installed (make browser)")
    size = SHORT if options.short else LONG
    with TemporaryDirectory(prefix="sudokusite-lesson-") as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        book = hold_lesson(Path(folder), chromium, size)
        chromium.close()
    sys.stdout.write(table(book.phases) + "\n")
    return 0 if book.is_right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
