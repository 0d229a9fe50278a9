"""Every technique the engine knows, in the order a person sees them, with its grades."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from . import singles
from .position import Position
from .step import Step


@dataclass(frozen=True, slots=True)
class Technique:
    """One technique: how hard it is, and how it is found and proved.

    `tier` is 1-5. `score` adds up over a path. `code` is the four-digit code of the common regression
    libraries. `rating` gives a step's value on the scale of Sudoku Explainer, 1.0 to about 12.
    """

    id: str
    tier: int
    score: int
    code: str
    rating: Callable[[Step], float]
    find: Callable[[Position], Iterator[Step]]
    verify: Callable[[Step, Position], bool]


def _always(value: float) -> Callable[[Step], float]:
    return lambda step: value


def _in_box_or_line(in_box: float, in_line: float) -> Callable[[Step], float]:
    return lambda step: in_box if step.houses_as("house")[0] >= 18 else in_line


CATALOGUE = (
    Technique(
        id=singles.FULL_HOUSE,
        tier=1,
        score=4,
        code="0000",
        rating=_always(1.0),
        find=singles.find_full_houses,
        verify=singles.verify_full_house,
    ),
    Technique(
        id=singles.HIDDEN_SINGLE,
        tier=1,
        score=14,
        code="0002",
        rating=_in_box_or_line(1.2, 1.5),
        find=singles.find_hidden_singles,
        verify=singles.verify_hidden_single,
    ),
    Technique(
        id=singles.NAKED_SINGLE,
        tier=1,
        score=4,
        code="0003",
        rating=_always(2.3),
        find=singles.find_naked_singles,
        verify=singles.verify_naked_single,
    ),
)

TECHNIQUES = {technique.id: technique for technique in CATALOGUE}
