"""Files of distinct grids, as many as one likes: a handful of known ones in other dresses."""

import random
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

from .rows import CannotMeasureError

DATA = Path(__file__).parents[2] / "../shared/data/puzzles"
# Those that are solved by singles, those without a superfluous given, those of seventeen givens.
SETS = ("singles", "minimal", "clue17")
GRIDS_OF_EACH = 8
NAMES = "123456789"


def permuted_lines(count: int, *, seed: int) -> list[str]:
    """So many distinct grids: rows, columns and boxes in another order, digits renamed, for each anew."""
    found: dict[str, None] = {}
    rng, sources = random.Random(seed), source_grids()
    while len(found) < count:
        order = itemgetter(*moved_cells(rng))
        digits = str.maketrans("0" + NAMES, "." + "".join(rng.sample(NAMES, 9)))
        for source in sources[: count - len(found)]:
            found["".join(order(source.translate(digits)))] = None
    return list(found)


def source_grids() -> list[str]:
    """The first grids of each set. Raises CannotMeasureError."""
    return [line for name in SETS for line in first_lines(DATA / f"{name}.txt")]


def first_lines(path: Path) -> Iterator[str]:
    if not path.exists():
        raise CannotMeasureError(f"the set {path.name} is not here")
    with path.open() as file:
        for _place, line in zip(range(GRIDS_OF_EACH), file, strict=False):
            yield line.strip()


def moved_cells(rng: random.Random) -> list[int]:
    """The 81 cells in an order that keeps a sudoku one."""
    rows, columns = moved_lines(rng), moved_lines(rng)
    return [9 * row + column for row in rows for column in columns]


def moved_lines(rng: random.Random) -> list[int]:
    """The nine rows in another order, those of a band together."""
    return [3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)]
