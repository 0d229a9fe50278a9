"""Shrink a counterexample: remove digits of its grid as long as the program fails in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .cases import Case, Expected, Outcome

    Fails = Callable[[Case], "Counterexample | None"]
    Distance = Callable[[Case, int], int]


class Counterexample:
    """A case a program fails: the case, the outcome, what was expected, the verdict's code and detail."""

    __slots__ = ("case", "code", "detail", "expected", "outcome")

    def __init__(
        self, case: Case, outcome: Outcome, expected: Expected, code: str, detail: str | None = None
    ) -> None:
        self.case, self.outcome, self.expected = case, outcome, expected
        self.code, self.detail = code, detail

    @property
    def kind(self) -> tuple[str, bool, str]:
        """The code and the type of the error, which must stay the same while the case shrinks."""
        return self.code, self.detail == "type", (self.outcome.error or "").split(":")[0]

    @property
    def size(self) -> int:
        """How many digits the grid has."""
        return 0 if self.case.grid is None else 81 - self.case.grid.count(".")

    def cells(self) -> list[int]:
        """The cells with a digit."""
        line: Any = self.case.grid
        return [] if line is None else [cell for cell in range(81) if line[cell] != "."]


class Bound:
    """How many more calls may be made."""

    __slots__ = ("calls",)

    def __init__(self, calls: int) -> None:
        self.calls = calls


def nowhere(case: Case, cell: int) -> int:
    """The distance of a cell if the call asks for none."""
    return 0


def shrink(
    counterexample: Counterexample, fails: Fails, bound: Bound, *, distance: Distance = nowhere
) -> Counterexample:
    """The smallest counterexample of the same kind that greedy removal of digits finds within the bound.

    `fails(case)` runs a case: a Counterexample or None. Pieces of many digits go first, then single ones,
    until no single digit can be taken away. Digits far from the cell the call asks for (`distance`) go first.
    """
    if not counterexample.case.shrinks:
        return counterexample
    piece = max(1, counterexample.size // 2)
    while True:
        counterexample, has_shrunk = _without_pieces(counterexample, fails, bound, distance, piece)
        if bound.calls <= 0 or (piece == 1 and not has_shrunk):
            return counterexample
        if piece > 1:
            piece = max(1, min(piece // 2, counterexample.size // 2))


def _without_pieces(
    counterexample: Counterexample, fails: Fails, bound: Bound, distance: Distance, piece: int
) -> tuple[Counterexample, bool]:
    case = counterexample.case
    cells = sorted(counterexample.cells(), key=lambda cell: -distance(case, cell))
    has_shrunk = False
    for start in range(0, len(cells), piece):
        if bound.calls <= 0:
            break
        bound.calls -= 1
        gone = cells[start : start + piece]
        line: Any = counterexample.case.grid
        line = "".join(["." if cell in gone else line[cell] for cell in range(81)])
        smaller = fails(counterexample.case.with_grid(line))
        if smaller is not None and smaller.kind == counterexample.kind:
            counterexample, has_shrunk = smaller, True
    return counterexample, has_shrunk


def smallest(
    counterexamples: Sequence[Counterexample],
    fails: Fails,
    bound: Bound,
    *,
    distance: Distance = nowhere,
    most: int = 4,
) -> Counterexample:
    """The smallest of the first few counterexamples, shrunk; of equally small ones the nearest."""
    best = None
    for counterexample in sorted(counterexamples, key=lambda counterexample: counterexample.size)[:most]:
        shrunk = shrink(counterexample, fails, bound, distance=distance)
        rank = shrunk.size, sum([distance(shrunk.case, cell) for cell in shrunk.cells()])
        if best is None or rank < best[0]:
            best = rank, shrunk
        if shrunk.size == 0:
            break
    if best is None:
        raise ValueError("no counterexample to make smaller")
    return best[1]
