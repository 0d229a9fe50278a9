"""`python -m tests.load.bloat`: one student asks for all they can, and a class plays beside.

Printed: how long the class waited, what the flood was answered, what it left on the disk and in memory. The
class must not notice: 95 of a hundred moves within half a second, none lost, none refused.
"""

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tests.faults.oracle import Verdict
from tests.faults.school import PASSWORD
from tests.postgres import shared_folder

from .crowd import Observation, Plan, hold
from .flood import Counts, flood
from .lesson import Lesson, percentile
from .report import memory_table, request_table, verdict_line
from .school import names
from .sites import open_ground
from .wire import Address

RAMP_S = 5.0
# Beside the flood, and after it: what was begun must come to its end.
BOUND_MS = 500.0
MIB = 1024 * 1024


@dataclass(frozen=True)
class Bloat:
    """What became of the class, of the flood, and of the disk."""

    outcome: Observation
    verdict: Verdict
    answered: Counts
    grown_bytes: int

    @property
    def move_p95_ms(self) -> float:
        asked = self.outcome.lesson.book.between(self.outcome.all_there, self.outcome.ended)
        return percentile([each.ms for each in asked if each.kind == "move"], 0.95)

    @property
    def is_good(self) -> bool:
        return self.verdict.is_clean and not self.outcome.has_failed and self.move_p95_ms <= BOUND_MS


def measure(folder: Path, *, students: int, connections: int, seconds: float) -> Bloat:
    """A class that plays for some seconds beside a flood."""
    everybody = names(students + 1)
    # The pace of moves is the site's own: other measurements play faster than people.
    with open_ground("sqlite", folder, len(everybody), MOVES_PER_MINUTE="600") as ground:
        address = Address("127.0.0.1", ground.site.port)
        plan = Plan(
            students=[(name, PASSWORD) for name in everybody[1:]], ramp_s=RAMP_S, seconds=seconds, pause_s=2.0
        )
        before = size_of(ground.site.data)
        with (
            ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process,
            ThreadPoolExecutor(1) as thread,
        ):
            flooding = process.submit(flood, address, everybody[0], PASSWORD, connections, seconds + RAMP_S)
            outcome = thread.submit(hold, Lesson(address, fetches_files=False), plan, ground.watch).result()
            answered = flooding.result()
        return Bloat(
            outcome,
            ground.verdict(outcome.lesson.journal),
            answered,
            size_of(ground.site.data) - before,
        )


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def report_text(bloat: Bloat) -> str:
    """The tables of a measurement."""
    outcome, book = bloat.outcome, bloat.outcome.lesson.book
    span = outcome.all_there, outcome.ended
    acts: dict[str, Counter[int]] = {}
    for (act, status), count in sorted(bloat.answered.items()):
        acts.setdefault(act, Counter())[status] = count
    flood_lines = [
        f"{act:12} {counts.total():7,}  "
        + ", ".join(f"{status or 'no answer'}: {count:,}" for status, count in sorted(counts.items()))
        for act, counts in acts.items()
    ]
    return "\n".join(
        [
            "-- the class",
            request_table(book.between(*span), book.failures(*span)),
            *(f"failed: {reason} ({count})" for reason, count in book.reasons().items()),
            verdict_line(bloat.verdict),
            "-- the flood",
            *flood_lines,
            f"all: {bloat.answered.total():,} requests",
            "-- what it left",
            f"disk: {bloat.grown_bytes / MIB:+,.1f} MiB",
            memory_table(outcome.first, outcome.last),
            f"moves of the class: p95 {bloat.move_p95_ms:,.0f} ms (at most {BOUND_MS:,.0f})",
        ]
    )


def main(arguments: list[str]) -> int:
    """Measure, and print; 1 where the class noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.bloat", description=__doc__)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--connections", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args(arguments)
    with shared_folder("sudokusite-bloat-") as folder:
        bloat = measure(
            folder, students=options.students, connections=options.connections, seconds=options.seconds
        )
    sys.stdout.write(report_text(bloat) + "\n")
    return int(not bloat.is_good)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
