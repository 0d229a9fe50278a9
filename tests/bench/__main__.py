"""`python -m tests.bench`: measure, and print one table.

A bench is a module `bench_TOPIC.py` beside this file with a function `rows(size)` that yields `Row`s, and
`Note`s for what cannot be measured here; it is found by its name. `size` is about how many puzzles (or the
like) to measure, None for all there are.
"""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Iterator

from .rows import CannotMeasureError, NotAskedForError, Note, Row, table

PREFIX = "bench_"
DEFAULT_SIZE = 1000


def topics() -> list[str]:
    """The topics that can be measured, in alphabetical order."""
    beside = importlib.import_module(__package__).__path__
    names = sorted(module.name for module in pkgutil.iter_modules(beside))
    return [name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)]


def measure(topic: str, size: int | None) -> Iterator[Row | Note]:
    """The rows of one topic, as they are measured."""
    yield from importlib.import_module(f"{__package__}.{PREFIX}{topic}").rows(size)


def main(arguments: list[str]) -> int:
    """Measure the topics asked for; 1 if a ratio was missed or could not be measured."""
    options = parse(arguments)
    rows, excuses, notes = [], [], []
    for topic in options.topics or topics():
        try:
            for row in measure(topic, None if options.all else options.size):
                if isinstance(row, Note):
                    notes.append(f"{topic}: {row.text}")
                    continue
                rows.append(row)
                sys.stderr.write(f"measured: {row.figure}\n")
        except CannotMeasureError as error:
            excuses.append(f"{topic}: not measured, {error}")
        except NotAskedForError as error:
            notes.append(f"{topic}: skipped, {error}")
    sys.stdout.write("\n".join([table(rows), *excuses, *notes]) + "\n")
    return 0 if rows and not excuses and all(row.is_reached for row in rows) else 1


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="Measure, and print one table."
    )
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=f"of {', '.join(topics())}; all if none")
    parser.add_argument("--size", type=int, default=DEFAULT_SIZE, help="puzzles a set (default %(default)s)")
    parser.add_argument("--all", action="store_true", help="all puzzles of each set: takes some minutes")
    options = parser.parse_args(arguments)
    if unknown := set(options.topics) - set(topics()):
        parser.error(f"cannot measure {', '.join(sorted(unknown))}: expected {', '.join(topics())}")
    if options.size < 1:
        parser.error(f"a size of {options.size}: expected 1 or more")
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
