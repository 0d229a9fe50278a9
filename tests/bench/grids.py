"""Made-up puzzles by the million, each with a solution of its own, and the collections they stand in.

The solutions are four grids with their digits renamed. That a puzzle has no other solution is nobody's
concern here: it is said to have one.
"""

import random
from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any

from .tables import insert, insert_for_each

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TURNED = SOLUTION[::-1]
BASES = [SOLUTION, TURNED, *("".join(grid[row::9] for row in range(9)) for grid in (SOLUTION, TURNED))]
CLUES, MASKS = 30, 500
TECHNIQUES = ["full_house", "hidden_single", "naked_single", "pointing", "naked_pair"]
TIERS = 4
# So rare are the grids that need an X-Wing; they have a given digit more than all others.
RARE_EVERY = 2_000
# Its multiples reach every key of a table whose size is a power of ten, and lie far apart.
STRIDE = 7_919

PUZZLE_COLUMNS = (
    "id", "givens", "clue_count", "solution_count", "solution", "canonical_key", "solving_class", "tier",
    "score", "hardest", "rating", "grader",
)  # fmt: skip


def put_puzzles(count: int) -> None:
    """Puzzles of the keys 1 to `count`."""
    from puzzles.library.models import Puzzle, PuzzleTechnique

    insert(Puzzle, PUZZLE_COLUMNS, islice(puzzle_rows(), count))
    on_path = {"technique": "source.hardest", "puzzle": "source.id"}
    looked_up = "source.hardest NOT IN ('full_house', 'hidden_single')"
    insert_for_each(Puzzle, PuzzleTechnique, on_path, turns=1, where=looked_up)


def puzzle_rows() -> Iterator[tuple[Any, ...]]:
    """A million puzzles and more, no two with the same solution."""
    rng = random.Random(1)
    masks = [set(rng.sample(range(81), CLUES + 1)) for _mask in range(MASKS)]
    key = 0
    for base in BASES:
        patterns = [masked(base, mask) for mask in masks]
        for digits in permutations("123456789"):
            key += 1
            names = str.maketrans("123456789", "".join(digits))
            pattern, is_rare = patterns[key % MASKS], key % RARE_EVERY == 7
            if not is_rare:
                pattern = pattern[: (last := len(pattern.rstrip(".")) - 1)] + "." + pattern[last + 1 :]
            yield (
                key, pattern.translate(names), CLUES + is_rare, 1, base.translate(names), key, "singles",
                *grade(key, is_rare=is_rare),
            )  # fmt: skip


def masked(solution: str, mask: set[int]) -> str:
    """The digits of the cells of a mask, and points."""
    return "".join(digit if cell in mask else "." for cell, digit in enumerate(solution))


def grade(key: int, *, is_rare: bool) -> tuple[int, int, str, float, int]:
    """The tier, score, hardest technique, rating and grader of a puzzle that nobody has graded."""
    if is_rare:
        return TIERS, 1_500, "x_wing", 4.0, 1
    return 1 + key % TIERS, key % 900, TECHNIQUES[key % len(TECHNIQUES)], 3.0, 1


def put_collections(owner: int, policy: int, count: int, not_drawn: int = 0) -> list[int]:
    """Two collections that everybody draws from, of all puzzles and of half of them; their keys.

    The last grids of each, so many, are there and never drawn.
    """
    from puzzles.library.models import Collection, Entry, Puzzle

    keys = []
    for name, size in (("all", count), ("half", count // 2)):
        drawn = size - not_drawn
        collection = Collection.objects.create(
            owner_id=owner, name=name, policy_id=policy, entry_count=size, drawable_count=drawn,
            graded_count=drawn, tier_counts={str(tier): drawn // TIERS for tier in range(1, TIERS + 1)},
        )  # fmt: skip
        values = {
            "collection": f"{collection.pk}",
            **dict.fromkeys(("puzzle", "number", "line"), "source.id"),
        }
        values["position"] = f"CASE WHEN source.id <= {drawn} THEN source.id END"
        insert_for_each(Puzzle, Entry, values, turns=1, where=f"source.id <= {size}")
        keys.append(collection.pk)
    return keys


def spread(place: int, count: int) -> int:
    """The key of the puzzle at this place when so many puzzles are met from end to end; each comes once."""
    return 1 + place * STRIDE % count
