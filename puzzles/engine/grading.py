"""How hard a puzzle is, told by the path of a person who always takes the easiest step open.

The tier is the group of the hardest technique on that path. The score adds up what each step costs, so that
length counts there: the scores are those of HoDoKu, and a step with branches costs more the more steps those
take. The value on the scale of Sudoku Explainer is about what that program gives, as it looks for other steps
in another order.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from .board import Board
from .techniques import CATALOGUE, TECHNIQUES, Position, SolvePath, rate, score_of, solve_path

# Raised whenever a puzzle may get another grade than before.
GRADER = 1

BEYOND_TIER = 5
TIERS = tuple(sorted({technique.tier for technique in CATALOGUE} | {BEYOND_TIER}))

# No puzzle people solve takes so many steps; a technique to come may find more.
STEP_LIMIT = 400

# What the known techniques leave open takes chains, which rate about so and more.
_BEYOND_RATING = 7.0
# What is beyond is ordered by what is left open, about as two other graders order it (see tests/bench).
_SCORE_OF_A_CANDIDATE_LEFT = 30


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is. `counts` tells the steps of each technique, easiest first.

    `tier` is 1-5. `hardest` is the id of a technique; "" where the known ones do not solve the puzzle, or no
    cell is empty. `se` is about the value on the scale of Sudoku Explainer; 0.0 where no cell is empty.
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


def grade(board: Board, *, step_limit: int = STEP_LIMIT) -> Grade:
    """The grade of a puzzle that has one solution. Tier 5 where so many steps do not solve it.

    Raises ContradictionError when it turns out to have no solution.
    """
    return grade_path(solve_path(Position.from_board(board, is_unique=True), step_limit=step_limit))


def grade_path(path: SolvePath) -> Grade:
    """The grade that a path gives to the puzzle it starts from."""
    steps = Counter(step.technique for step in path.steps)
    counts = {technique.id: steps[technique.id] for technique in CATALOGUE if technique.id in steps}
    score = sum(map(score_of, path.steps))
    rating = max(map(rate, path.steps), default=0.0)
    if not path.is_solved:
        left = path.end.layers.bit_count()
        score += _SCORE_OF_A_CANDIDATE_LEFT * left
        return Grade(BEYOND_TIER, score, "", max(rating, _BEYOND_RATING), counts, is_solved=False)
    hardest = next(reversed(counts), "")
    tier = TECHNIQUES[hardest].tier if hardest else TIERS[0]
    return Grade(tier, score, hardest, rating, counts, is_solved=True)
