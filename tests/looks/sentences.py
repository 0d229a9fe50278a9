"""The sentences of rung "why" along the easiest paths of forty puzzles, to compare two states of the wording.

.venv/bin/python tests/looks/sentences.py > after.tsv              with the engine of the folder it is run in
.venv/bin/python tests/looks/sentences.py before.tsv after.tsv     what has changed from one to the other

PUZZLES names the folder of the sets, ../shared/data/puzzles without it. Each line: set and number of the
puzzle, technique and result of the step, English, French.
"""

import csv
import os
import sys
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from statistics import median
from typing import Any

SETS = ("minimal.txt", "clue17.txt", "top1465.txt", "forum_hardest_se11.txt")
PER_SET = 10
ROOT = Path.cwd()
DATA = Path(os.environ.get("PUZZLES", Path(__file__).parents[2] / "../shared/data/puzzles"))
FRENCH = "sudokusite/locale/fr/LC_MESSAGES/django.mo"

Row = tuple[str, ...]


def puzzles() -> Iterator[tuple[str, str]]:
    """(name, givens), spread evenly over each set."""
    for name in SETS:
        lines = (DATA / name).read_text("ascii").split()
        for number in range(PER_SET):
            yield f"{name} {number}", lines[number * len(lines) // PER_SET]


def rows() -> Iterator[Row]:
    """One row for each step of each path."""
    sys.path.insert(0, str(ROOT))
    from puzzles.engine import Board, Position, solve_path
    from puzzles.engine.wording import describe, render

    with (ROOT / FRENCH).open("rb") as file:
        french = GNUTranslations(file)
    for name, givens in puzzles():
        for step in solve_path(Position.from_board(Board.from_line(givens))).steps:
            sentence = describe(step, "why")
            yield name, _result(step), render(sentence, NullTranslations()), render(sentence, french)


def _result(step: Any) -> str:
    """What a step does, in words that both states have."""
    placed = [f"{cell}={digit}" for cell, digit in step.placements]
    removed = [f"{cell}<>{digit}" for cell, digit in step.eliminations]
    return f"{step.technique}: {' '.join(placed + removed)}"


def compare(before: Path, after: Path) -> None:
    """Print how many sentences there are, how many have changed, and how long they are."""
    old, new = (_read(path) for path in (before, after))
    kept = old.keys() & new.keys()
    sys.stdout.write(f"steps: {len(old)} before, {len(new)} after, {len(kept)} in both\n")
    for place, language in enumerate(("English", "French")):
        changed = sum(old[key][place] != new[key][place] for key in kept)
        sys.stdout.write(f"{language}: {changed} of {len(kept)} changed\n")
        for state, found in (("before", old), ("after", new)):
            words = [len(each[place].split()) for each in found.values()]
            sys.stdout.write(f"  {state}: median {median(words)} words, longest {max(words)}\n")


def _read(path: Path) -> dict[Row, Row]:
    with path.open(newline="") as file:
        return {tuple(row[:2]): tuple(row[2:]) for row in csv.reader(file, delimiter="\t")}


if __name__ == "__main__":
    if len(sys.argv) == 3:
        compare(*map(Path, sys.argv[1:]))
    else:
        csv.writer(sys.stdout, delimiter="\t").writerows(rows())
