"""What a technique is: how hard, how it is found, and how it is proved."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from .position import Position
from .step import Step

Family = Literal[
    "singles", "intersections", "subsets", "fish", "links", "wings", "uniqueness", "chains", "sets", "trials"
]


@dataclass(frozen=True, slots=True, repr=False)
class Technique:
    """One technique: how hard it is, and how it is found and proved.

    `family` is the kind of its pattern, `tier` is 1-5. `score` adds up over a path, and with it the `cost`
    that depends on the size of the step. `code` is the four-digit code of the common regression libraries,
    "" where they have none. `rating` is the value of its steps on the scale of Sudoku Explainer, 1.0 to
    about 12, or gives that of one step.
    """

    id: str
    family: Family
    tier: int
    score: int
    code: str
    rating: float | Callable[[Step], float]
    find: Callable[[Position], Iterator[Step]]
    verify: Callable[[Step, Position], bool]
    cost: Callable[[Step], int] = lambda step: 0

    def __repr__(self) -> str:
        return f"<Technique {self.id}>"

    def rate(self, step: Step) -> float:
        """The value of a step of this technique on the scale of Sudoku Explainer."""
        return self.rating(step) if callable(self.rating) else self.rating
