"""The site that a crowd comes to: real processes, a school in its database, SQLite's or PostgreSQL's."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.journal import Journal
from tests.faults.oracle import Verdict, judge
from tests.faults.running import PROJECT, Site
from tests.postgres import running_postgres

from .watch import Watch

DATABASES = ("sqlite", "postgres")
PATIENCE_S = 20


@dataclass
class Ground:
    """A running site, and the way to its tables."""

    site: Site
    url: str
    watch: Watch

    def verdict(self, journal: Journal) -> Verdict:
        """The verdict of the oracle, by a connection of its own."""
        with closing(self._connected()) as database:
            return judge(database, journal)

    def _connected(self) -> Any:
        if self.url:
            import psycopg

            return psycopg.connect(self.url)
        return sqlite3.connect(self.site.data / "db.sqlite3", timeout=60)


@contextmanager
def open_ground(database: str, folder: Path, count: int, **environment: str) -> Iterator[Ground]:
    """A site in this folder, whose school has so many students. Raises NoPostgresError."""
    if database == "sqlite":
        with running_site(folder, count, **environment) as site:
            yield Ground(site, "", Watch(site))
        return
    with running_postgres(folder / "postgres") as url, running_site(folder, count, DATABASE_URL=url) as site:
        yield Ground(site, url, Watch(site, folder / "postgres"))


@contextmanager
def running_site(folder: Path, count: int, **environment: str) -> Iterator[Site]:
    """The site as `serve` runs it, on a new school."""
    found_school(folder / "data", count, **environment)
    # What is set for a run of one's own holds for this one too.
    chosen = {name: value for name, value in os.environ.items() if name.startswith("SERVER_")}
    site = Site(folder, "--no-demo", **environment, **chosen)
    try:
        site.wait_until_announced()
        assert site.process.poll() is None, site.said()
        yield site
    finally:
        site.process.terminate()
        try:
            site.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            site.process.kill()
            site.process.wait()


def found_school(data: Path, count: int, **environment: str) -> None:
    """The tables and the people, by a process of their own."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    subprocess.run(
        [sys.executable, "-m", "tests.load.school", str(count)],
        cwd=PROJECT,
        env={**inherited, "SUDOKUSITE_DATA": str(data), **environment},
        check=True,
    )
