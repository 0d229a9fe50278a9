"""How hard a puzzle is, measured by the path of a person who always takes the easiest step open.

The tier is the group of the hardest technique on that path. HoDoKu sums step scores; Sudoku Explainer takes
the hardest rating; this score multiplies the two. A step has its score in HoDoKu; a step with branches scores
more the longer its branches are. The SE rating approximates that of Sudoku Explainer, which looks for other
steps in another order.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from .board import Board
from .techniques import CATALOGUE, TECHNIQUES, Position, SolvePath, rate, score_of, solve_path

# Raised whenever a puzzle may get another grade than before, or more is kept of its path.
GRADER_VERSION = 3

TIERS = tuple(sorted({technique.tier for technique in CATALOGUE}))
HARDEST_TIER = TIERS[-1]

# Every step takes a candidate at least, and no known puzzle begins with so many.
STEP_LIMIT = 400

# With this rating the score is the sum of the step scores.
_WHOLE_RATING = 10

# The ratings at which degrees 2 to 9 of the hardest tier begin:
#   1     short chains from an assumption
#   2-5   trials of up to 4, 6 and 8 steps, and longer ones
#   6-9   trials inside a trial, of up to 24, 48 and 96 steps together, and longer ones
_DEGREES_FROM = (8.5, 8.7, 8.9, 9.0, 9.8, 10.3, 10.5, 10.7)


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is. `counts` are the steps of each technique, easiest first.

    `tier` is 1-5. `hardest` is the id of a technique; "" where no cell is empty, or the path was cut. `se` is
    about the value on the scale of Sudoku Explainer; 0.0 where no cell is empty.
    """

    tier: int
    score: int
    hardest: str
    se: float
    counts: Mapping[str, int]
    is_solved: bool

    @property
    def step_count(self) -> int:
        """How many steps the path takes."""
        return sum(self.counts.values())

    @property
    def degree(self) -> int:
        """How hard it is among those of the hardest tier, 1-9; 0 in the other tiers."""
        return degree_of(self.tier, self.se)


def grade(board: Board, *, techniques: Collection[str] | None = None, step_limit: int = STEP_LIMIT) -> Grade:
    """The grade of a puzzle that has one solution.

    It is not solved, and of the hardest tier, where the `techniques` (ids) that may be used do not suffice,
    or `step_limit` steps. Raises ContradictionError when it turns out to have no solution.
    """
    start = Position.from_board(board, is_unique=True)
    return grade_path(solve_path(start, techniques=techniques, step_limit=step_limit))


def grade_path(path: SolvePath) -> Grade:
    """The grade that a path gives to the puzzle it starts from."""
    steps = Counter(step.technique for step in path.steps)
    counts = {technique.id: steps[technique.id] for technique in CATALOGUE if technique.id in steps}
    rating = max(map(rate, path.steps), default=0.0)
    score = round(sum(map(score_of, path.steps)) * rating / _WHOLE_RATING)
    if not path.is_solved:
        return Grade(HARDEST_TIER, score, "", rating, counts, is_solved=False)
    hardest = next(reversed(counts), "")
    tier = TECHNIQUES[hardest].tier if hardest else TIERS[0]
    return Grade(tier, score, hardest, rating, counts, is_solved=True)


def degree_of(tier: int, se: float) -> int:
    """How hard puzzles of this rating are among those of the hardest tier, 1-9; 0 in the other tiers."""
    return 1 + bisect_right(_DEGREES_FROM, se) if tier == HARDEST_TIER else 0
