"""The grids solvers are judged with: what they are, and that they stay cheap."""

import pytest

from puzzles.engine.judge import grids, oracle
from puzzles.engine.judge.solver_grids import CHEAP_SEVENTEEN, SOLVABLE, UNSOLVABLE


def steps_in_reading_order(line: str) -> int:
    """How often a search in reading order fills or empties a cell before it ends."""
    digits = grids.digits_of(line)
    empty = [cell for cell in range(81) if not digits[cell]]
    place = steps = 0
    while 0 <= place < len(empty) and steps < 10_000:
        steps += 1
        cell = empty[place]
        taken = {digits[peer] for peer in oracle.PEERS[cell]}
        digits[cell] = next((digit for digit in range(digits[cell] + 1, 10) if digit not in taken), 0)
        place += 1 if digits[cell] else -1
    return steps


@pytest.mark.parametrize(("label", "line"), [*SOLVABLE, *UNSOLVABLE])
def test_a_search_in_reading_order_ends_within_a_thousand_steps(label: str, line: str) -> None:
    assert len(line) == 81
    assert steps_in_reading_order(line) <= 1000
    assert not oracle.has_conflict(line)


def test_the_labels_say_how_many_solutions_there_are() -> None:
    counts = {label: len(oracle.solutions(line, limit=3)) for label, line in SOLVABLE}
    assert counts == {
        "full": 1,
        "last cell empty": 1,
        "first cell empty": 1,
        "nearly full": 1,
        "one solution": 1,
        "two solutions": 2,
        "several solutions": 3,
        "17 clues": 1,
        "empty": 3,
    }
    assert all(oracle.solutions(line, limit=1) == [] for _, line in UNSOLVABLE)
    assert 81 - CHEAP_SEVENTEEN.count(".") == 17
