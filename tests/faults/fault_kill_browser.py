"""`kill -9` of the browser in the middle of a game: confirmed moves are stored, kept moves come back."""

import json
import os
import shutil
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from .browser import SESSION
from .ground import COLLECTION, Ground, Size
from .journal import Journal, Key, Written
from .rows import CannotDoError, Row
from .running import process_table

SHELL = "chromium-headless-shell"
NAMES = (os.environ.get("CHROMIUM", SHELL), SHELL, "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
EMPTY_CELLS = "[...document.querySelectorAll('.cell:not(.given)')].slice(0, 3).map((cell) => cell.id)"
IS_READY = "() => document.getElementById('timer').textContent !== ''"
IS_SENT = "() => !Object.keys(localStorage).some((key) => key.startsWith('sudoku-op:'))"


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """A student types, the browser dies, and the student opens the grid again."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise CannotDoError("Chromium is not installed (make browser)")
    kills, journal = size.count(1, 10), Journal()
    game = Game(ground, path, journal)
    # Playwright wants a thread without an event loop; the tests' own may have one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(game.play, kills).result()
    verdict = ground.verdict(journal, [])
    # What was on its way when the browser died may be stored or not: nobody was told that it is.
    yield Row(
        fault="kill -9 of the browser",
        done=f"{kills} kills",
        verdict=replace(verdict, waiting=0),
        noted=f"{verdict.waiting} moves were never called stored",
    )


class Game:
    """A board in a browser that keeps its storage in a folder; the journal is what goes over the line."""

    def __init__(self, ground: Ground, path: str, journal: Journal) -> None:
        self.ground, self.path, self.journal = ground, path, journal
        self.profile = ground.folder / "profile"
        self.browser = ground.browser_of(ground.next_student())
        self.attempt = self.browser.draw(COLLECTION)
        self.moves: dict[Key, Written] = {}

    def play(self, kills: int) -> None:
        """Type and be killed so many times, then type once more and see everything sent."""
        from playwright.sync_api import Error, sync_playwright

        with sync_playwright() as playwright:
            for kill in range(kills + 1):
                context = self.open(playwright)
                page = self.board(context)
                self.type_notes(page)
                if kill == kills:
                    page.wait_for_function(IS_SENT, timeout=60_000)
                    context.close()
                    return
                # Some moves are stored, some on their way, and some only typed.
                kill_browser(self.profile)
                try:
                    context.close()
                except Error:
                    continue

    def open(self, playwright: Any) -> Any:
        context = playwright.chromium.launch_persistent_context(
            self.profile, executable_path=self.path, args=FLAGS, timeout=60_000, service_workers="block"
        )
        url = f"http://127.0.0.1:{self.ground.site.port}"
        context.add_cookies([{"name": SESSION, "value": self.browser.cookies[SESSION], "url": url}])
        return context

    def board(self, context: Any) -> Any:
        """The page of the grid, ready for keys; nothing leaves it that is not in the journal."""
        page = context.pages[0]
        page.route("**/moves/", self.write_down)
        page.on("response", self.mark_stored)
        page.goto(f"http://127.0.0.1:{self.ground.site.port}/play/{self.attempt}/", timeout=60_000)
        page.wait_for_function(IS_READY, timeout=60_000)
        return page

    def type_notes(self, page: Any) -> None:
        """Notes in three cells: there or gone, each key changes one."""
        page.keyboard.press("n")
        for cell in page.evaluate(EMPTY_CELLS):
            page.locator(f"#{cell}").focus()
            for digit in range(1, 10):
                page.keyboard.press(str(digit))

    def write_down(self, route: Any) -> None:
        """Note the moves of a request, and let it go."""
        form = parse_qs(route.request.post_data or "")
        client = form.get("client", [""])[0]
        for op in form.get("ops", [""])[0].split()[1:]:
            seq, cell, kind, digit, _ms = op.split(".")
            key = Key(self.attempt, client, int(seq))
            if key not in self.moves:
                self.moves[key] = Written(kind, int(cell), int(digit or 0), keys=[key])
                self.journal.write(self.moves[key])
        route.continue_()

    def mark_stored(self, response: Any) -> None:
        """Note what an answer calls stored."""
        if not response.url.endswith("/moves/"):
            return
        told = json.loads(response.headers.get("hx-trigger", "{}")).get("moves-stored", {})
        for key, move in self.moves.items():
            if key.client == told.get("client") and key.seq <= told["seq"]:
                move.acknowledged = key


def kill_browser(profile: Path) -> None:
    """Kill the browser that keeps its storage there; its own processes end with it."""
    for pid, (_parent, command) in process_table().items():
        if f"--user-data-dir={profile}" in command and not any("--type=" in word for word in command):
            os.kill(pid, signal.SIGKILL)
