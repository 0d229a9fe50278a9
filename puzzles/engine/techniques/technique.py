"""What a technique is: how hard, how it is found, and how it is proved."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .position import Position
from .step import Step


@dataclass(frozen=True, slots=True)
class Technique:
    """One technique: how hard it is, and how it is found and proved.

    `tier` is 1-5. `score` adds up over a path, and `cost` with it: what a step of this size costs beside.
    `code` is the four-digit code of the common regression libraries, "" where they have none. `rating` gives
    a step's value on the scale of Sudoku Explainer, 1.0 to about 12.
    """

    id: str
    tier: int
    score: int
    code: str
    rating: Callable[[Step], float]
    find: Callable[[Position], Iterator[Step]]
    verify: Callable[[Step, Position], bool]
    cost: Callable[[Step], int] = lambda step: 0


def always(value: float) -> Callable[[Step], float]:
    """A rating that is the same for every step."""
    return lambda step: value
