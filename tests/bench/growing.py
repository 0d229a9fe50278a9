"""A library in a separate process, which answers one request after the other with its cost."""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .databases import ROOT, empty_database
from .rows import CannotMeasureError


class Growing:
    """The process of a library of so many grids: what it may be asked for, by name."""

    def __init__(self, grids: int, process: "subprocess.Popen[str]") -> None:
        self.grids, self.process = grids, process
        self.asks, self.rare_draws = self.read_answer()

    def milliseconds(self, name: str) -> float:
        """The milliseconds of CPU, the database's too, until it was given this."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        return self.read_answer()

    def read_answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise CannotMeasureError(f"the library of {self.grids:,} grids ended with {self.process.wait()}")
        return json.loads(line)


@contextmanager
def growing(grids: int, url: str) -> Iterator[Growing]:
    """A library of so many grids in a database of its own, gone afterwards."""
    # A server holds several databases.
    url = f"{url.rpartition('/')[0]}/grids_{grids}" if url else ""
    command = [sys.executable, "-m", __name__, str(grids)]
    pipe, environment = subprocess.PIPE, os.environ | {"DATABASE_URL": url}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield Growing(grids, process)
        except BaseException:
            process.kill()
            raise


def main(grids: str) -> None:
    """Build the library and tell what it may be asked for; then answer each line, until there are no more."""
    with empty_database():
        from . import library
        from .move_requests import server_clock

        built = library.build(int(grids))
        asks, rare_draws = dict(library.asks(built)), dict(library.rare_draws(built))
        write_answer([list(asks), list(rare_draws)])
        asks |= rare_draws
        # Unasked for before it counts: templates are read, statements prepared.
        fresh = set(asks)
        for line in sys.stdin:
            name = line.rstrip("\n")
            if name in fresh:
                fresh.discard(name)
                asks[name]()
            gc.collect()
            # The connection may be another after each request.
            clock = server_clock()
            start = clock()
            asks[name]()
            write_answer(1000 * (clock() - start))


def write_answer(what: Any) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
