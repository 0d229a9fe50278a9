"""How long who is before a page waits for the worker while it grades the hardest grids and takes in files."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.faults.ground import Ground, found_school

from .bench_search import puzzles
from .bench_techniques import mean
from .rows import Row

PROJECT = Path(__file__).parents[2]
HARDEST = "forum_hardest_1106.txt"
GRIDS, LINES = 100, 60_000
# A page asks again after about as long.
BEGUN_WITHIN_S = 1.0
HINTS_AT_MOST = 40


def rows(size: int | None) -> Iterator[Row]:
    """A row for a worker that grades, two for one that takes in files as well; a hint for 100 of `size`."""
    hints = max(2, min((size or 100 * HINTS_AT_MOST) // 100, HINTS_AT_MOST))
    for meanwhile, lines in [("grading", 0), (f"grading and files of {LINES:,} lines", LINES)]:
        with tempfile.TemporaryDirectory() as folder:
            found = measured(Path(folder), puzzles(HARDEST, GRIDS), hints=hints, lines=lines)
        yield row_of("a nested hint", found["hints"], meanwhile)
        if lines:
            yield row_of("a file", found["imports"], meanwhile)


def measured(folder: Path, grids: Sequence[str], *, hints: int, lines: int) -> dict[str, Any]:
    """What those found who waited, beside a site of their own."""
    ground = Ground(found_school(folder / "school"), folder)
    ground.start()
    try:
        asked = subprocess.run(
            [
                *(sys.executable, "-m", "tests.bench.waiting_room"),
                *("--hints", str(hints), "--lines", str(lines), "--grids", *grids),
            ],
            cwd=PROJECT,
            env={
                **os.environ,
                "DATABASE_URL": "",
                "DJANGO_SETTINGS_MODULE": "sudokusite.settings",
                "SUDOKUSITE_DATA": str(ground.data),
            },
            check=True,
            stdout=subprocess.PIPE,
        )
    finally:
        ground.stop()
    found: dict[str, Any] = json.loads(asked.stdout)
    return found


def row_of(what: str, found: Sequence[dict[str, float]], meanwhile: str) -> Row:
    begun, done = ([each[name] for each in found if name in each] for name in ("begun_s", "found_s"))
    found_after = f", found after {mean(done):.2g} s" if done else ""
    return Row(
        figure=f"{what} is begun while the worker is busy with {meanwhile}, the slowest of {len(found)}",
        measured=max(begun),
        reference=BEGUN_WITHIN_S,
        unit="s",
        against=f"allowed; mean {mean(begun):.2g} s{found_after}",
        at_most=1.0,
    )
