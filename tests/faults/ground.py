"""Where faults are made: a school's data folder, the site that runs on it, and those who play there."""

import os
import shutil
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import cycle
from pathlib import Path
from typing import NamedTuple, TypeVar

from .browser import Browser, NoAnswerError
from .journal import Journal
from .oracle import Verdict, judge
from .page import Page
from .players import Player
from .running import PROJECT, Site
from .school import PASSWORD, STUDENTS
from .tables import Tables, connected_to

COLLECTION = 1
VARIANT = "tests.faults.variants.settings"

Anything = TypeVar("Anything")


class Size(NamedTuple):
    """How much of a fault: the short form for every test run, or the long one."""

    is_long: bool

    def of(self, short: float, long: float) -> float:
        return long if self.is_long else short

    def count(self, short: int, long: int) -> int:
        return long if self.is_long else short


SHORT, LONG = Size(is_long=False), Size(is_long=True)


class Playground(ABC):
    """A school whose site runs somewhere, and those who play there."""

    def __init__(self) -> None:
        self._students = cycle(STUDENTS)
        self._logins: dict[str, dict[str, str]] = {}

    @property
    @abstractmethod
    def entrance(self) -> int:
        """The port of this machine at which the site is reached."""

    @abstractmethod
    def connected(self) -> AbstractContextManager[Tables]:
        """A connection to the database beside those of the site, without a transaction of its own."""

    def next_student(self) -> str:
        return next(self._students)

    def browser_of(self, username: str) -> Browser:
        """A browser in which this account is logged in; the same login every time."""
        browser = Browser("127.0.0.1", self.entrance)
        if username in self._logins:
            browser.cookies = self._logins[username]
        else:
            patiently(lambda: browser.log_in(username, PASSWORD))
            self._logins[username] = browser.cookies
        return browser

    def forget_logins(self) -> None:
        """Let everybody log in again: their sessions may be over."""
        self._logins.clear()

    def students(self, count: int, journal: Journal, **options: int | float) -> list[Player]:
        """So many students, each with a grid of their own."""
        return [self.student(journal, seed=seed, **options) for seed in range(count)]

    def student(
        self,
        journal: Journal,
        *,
        seed: int,
        port: int | None = None,
        timeout_s: float = 15.0,
        rest_s: float = 0.02,
    ) -> Player:
        """A student before a grid that was just drawn. Through a proxy, if its port is given."""
        name = self.next_student()
        browser = self.browser_of(name)
        attempt = browser.draw(COLLECTION)
        page = Page(browser, attempt, journal)
        browser.close()
        browser.port, browser.timeout_s = port or browser.port, timeout_s
        return Player(page, lambda browser: browser.log_in(name, PASSWORD), seed=seed, rest_s=rest_s)

    @contextmanager
    def at_play(self, players: Sequence[Player]) -> Iterator[None]:
        """They play meanwhile; afterwards everything they wrote is sent."""
        for player in players:
            player.start()
        try:
            yield
        finally:
            for player in players:
                player.stop()
            for player in players:
                player.finish()

    def verdict(self, journal: Journal, players: Sequence[Player]) -> Verdict:
        """The verdict on what they played, with what they find when they open their boards again."""
        for player in players:
            player.page.browser.port, player.page.browser.timeout_s = self.entrance, 15.0
            player.page.browser.close()
        crooked = sum(not patiently(player.sees_what_is_stored) for player in players)
        with self.connected() as database:
            return judge(database, journal, crooked=crooked)


class Ground(Playground):
    """A copy of a school's data folder, and the site that runs on it."""

    def __init__(self, school: Path, folder: Path, **environment: str) -> None:
        super().__init__()
        self.school, self.folder, self.environment = school, folder, environment
        self.port: int | None = None
        self._site: Site | None = None
        if not self.data.exists():
            shutil.copytree(school, self.data)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def database(self) -> Path:
        return self.data / "db.sqlite3"

    @property
    def entrance(self) -> int:
        return self.site.port

    @property
    def site(self) -> Site:
        """The running site; started when it is asked for first."""
        if self._site is None:
            self._site = self.start()
        return self._site

    def start(self, **environment: str) -> Site:
        """Start the site, always on the same port, and wait until it answers."""
        site = self._site = self.launch(**self.environment, **environment)
        self.port = site.port
        site.wait_until(lambda: site.is_whole() or site.process.poll() is not None)
        assert site.process.poll() is None, site.said()
        return site

    def launch(self, **environment: str) -> Site:
        """The site, on its way up."""
        return Site(self.folder, "--no-demo", port=self.port, **environment)

    def turn(self, knob: str, value: float) -> None:
        """Turn a knob of a variant site."""
        assert self.is_variant, "this site has no knobs"
        waiting = self.data / f"{knob}.new"
        waiting.write_text(str(value))
        waiting.replace(self.data / f"knob-{knob}")

    @property
    def is_variant(self) -> bool:
        return self.environment.get("DJANGO_SETTINGS_MODULE") == VARIANT

    def stop(self) -> None:
        """End the site, politely."""
        if self._site:
            self._site.process.terminate()
            try:
                self._site.process.wait(20)
            except subprocess.TimeoutExpired:
                self._site.process.kill()
                self._site.process.wait()
        self._site = None

    def connected(self) -> AbstractContextManager[Tables]:
        return connected_to(self.environment.get("DATABASE_URL") or f"sqlite:///{self.database}")


def found_school(folder: Path, **environment: str) -> Path:
    """A data folder with a school in it, to be copied; `environment` may name another database."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    subprocess.run(
        [sys.executable, "-m", "tests.faults.school"],
        cwd=PROJECT,
        env={**inherited, "SUDOKUSITE_DATA": str(folder), **environment},
        check=True,
    )
    return folder


def patiently(act: Callable[[], Anything], seconds: float = 60.0) -> Anything:
    """What comes of an act that the site may be too busy, or too dead, to answer at once."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return act()
        except NoAnswerError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
