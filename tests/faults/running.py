"""The site as `manage.py serve` runs it: real processes, a free port, a database of its own, real signals."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

PROJECT = Path(__file__).parents[2]
# It takes a second or two; a machine with much to do may need longer.
PATIENCE_SECONDS = 60


class Site:
    """A running `manage.py serve` and what can be seen of it from outside."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        under: Sequence[str] = (),
        port: int | None = None,
        **environment: str,
    ) -> None:
        self.port = port or free_port()
        usual = 2 if "postgres" in environment.get("DATABASE_URL", "") else min(2, os.cpu_count() or 1)
        self.answerers = int(environment.get("SERVER_PROCESSES", usual))
        self.data = folder / "data"
        self.output = folder / "output.txt"
        inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                [*under, sys.executable, "manage.py", "serve", *arguments],
                cwd=PROJECT,
                env={
                    **inherited,
                    "PYTHONUNBUFFERED": "1",
                    "LANG": "en_GB.UTF-8",
                    "PORT": str(self.port),
                    "SUDOKUSITE_DATA": str(self.data),
                    # Players here are faster than people.
                    "MOVES_PER_MINUTE": str(10**9),
                    **environment,
                },
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def said(self) -> str:
        return self.output.read_text()

    def status(self, path: str = "/", *, patience_s: float = 2.0) -> int | None:
        """The status the site answers with; None when it does not answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience_s)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def wait_until(
        self, is_so: Callable[[], object], seconds: float = PATIENCE_SECONDS, look_every_s: float = 0.2
    ) -> None:
        """Wait until something is so. Fails, with what the site said, when that takes longer."""
        start, pause = time.monotonic(), 0.02
        while not is_so():
            assert time.monotonic() - start < seconds, (
                f"not within {seconds} s; {self.pids()}, status {self.status()}; it said:\n{self.said()}"
            )
            time.sleep(pause)
            # To look costs something too.
            pause = min(1.5 * pause, look_every_s)

    def wait_until_announced(self) -> None:
        self.wait_until(lambda: "The site is at" in self.said() or self.process.poll() is not None)

    def pids(self) -> dict[str, int]:
        """The site's processes: serve, worker, the web server, and its answerers by number."""
        table = process_table()
        found = {"serve": self.process.pid}
        for pid, (parent, command) in table.items():
            if parent == self.process.pid and command:
                found[command[-1]] = pid
        answerers = [pid for pid, (parent, _) in table.items() if parent == found.get("web")]
        return found | {f"answerer {number}": pid for number, pid in enumerate(sorted(answerers), 1)}

    def is_whole(self) -> bool:
        """Whether all processes live and requests are answered."""
        return len(self.pids()) == 3 + self.answerers and self.status() is not None

    def send(self, pid: int, number: signal.Signals) -> None:
        """Send a signal to one of the site's processes."""
        assert pid in self.pids().values(), f"{pid} is not of this site"
        os.kill(pid, number)

    def kill_and_wait(self, role: str) -> None:
        """Kill one process beyond any appeal, and wait until the site is whole again."""
        pid = self.pids()[role]
        os.kill(pid, signal.SIGKILL)
        self.wait_until(lambda: pid not in self.pids().values() and self.is_whole())


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def process_table() -> dict[int, tuple[int, list[str]]]:
    """Every living process with its parent and its command line."""
    table = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                command = (entry / "cmdline").read_text().split("\0")[:-1]
            except (FileNotFoundError, ProcessLookupError):
                continue
            if state not in "ZX":
                table[int(entry.name)] = (int(parent), command)
    return table
