"""Steps as the terminal writes them: candidates as digit, row and column, counted from 1."""

from collections.abc import Iterable
from typing import Any

from ..cells import ROWS, column_of, row_of
from ..techniques import TECHNIQUES, Candidate, Step

Triple = list[int]


def step_data(step: Step) -> dict[str, Any]:
    """A step as JSON values; its code is the four digits of the common regression libraries."""
    return {
        "technique": step.technique,
        "code": TECHNIQUES[step.technique].code or None,
        "placements": to_triples(step.placements),
        "eliminations": to_triples(step.eliminations),
    }


def to_triples(candidates: Iterable[Candidate]) -> list[Triple]:
    """Candidates as [digit, row, column]."""
    return [[digit, row_of(cell) + 1, column_of(cell) + 1] for cell, digit in candidates]


def from_triple(triple: Any) -> Candidate:
    """The candidate of a [digit, row, column]. Raises ValueError for anything else."""
    match triple:
        case [int(digit), int(row), int(column)] if {digit, row, column} <= set(range(1, 10)):
            return Candidate(ROWS[row - 1][column - 1], digit)
    raise ValueError(f"{triple!r} is no digit, row and column")
