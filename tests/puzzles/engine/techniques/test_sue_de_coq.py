"""Sue de Coq by examples and near misses, on grids made for it."""

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.cells import HOUSES, house_name
from puzzles.engine.techniques.step import Step, by_role
from puzzles.engine.techniques.sue_de_coq import TWICE, find_sue_de_coq, verify_sue_de_coq
from tests.puzzles.engine.notation import cells

BASIC = {"r1c1": "1234", "r1c2": "1234", "r1c5": "12", "r2c1": "34"}
SHARED = {
    **dict.fromkeys(["r1c1", "r1c2", "r1c3"], "123459"),
    **dict.fromkeys(["r1c5", "r1c6"], "129"),
    **dict.fromkeys(["r2c1", "r2c2"], "349"),
}
ROW_1, BOX_1 = (
    next(house for house in range(27) if house_name(house) == name) for name in ("row 1", "box 1")
)


def falling(position, digits: str, house: int, kept) -> set[Candidate]:
    return {
        Candidate(cell, int(digit))
        for digit in digits
        for cell in HOUSES[house]
        if position.has_candidate(cell, int(digit)) and cell not in kept
    }


def test_cells_beside_the_crossing_use_up_its_candidates(with_candidates):
    position = with_candidates(**BASIC)
    pattern = cells(" ".join(BASIC))
    step = next(find_sue_de_coq(position))
    expected = falling(position, "12", ROW_1, pattern) | falling(position, "34", BOX_1, pattern)
    assert step == Step(
        "sue_de_coq",
        eliminations=tuple(sorted(expected)),
        digits=by_role(pattern=[1, 2, 3, 4], cross=[1, 2, 3, 4], line=[1, 2], box=[3, 4]),
        houses=by_role(house=[ROW_1, BOX_1]),
        cells=by_role(pattern=pattern, cross=cells("r1c1 r1c2"), line=cells("r1c5"), box=cells("r2c1")),
    )
    assert verify_sue_de_coq(step, position)


def test_a_digit_of_both_sides_is_placed_twice_and_not_in_the_crossing(with_candidates):
    position = with_candidates(**SHARED)
    (step,) = (step for step in find_sue_de_coq(position) if step.form == TWICE)
    pattern = cells(" ".join(SHARED))
    assert step.digits_as("twice") == (9,)
    assert set(step.eliminations) == (
        falling(position, "125", ROW_1, pattern)
        | falling(position, "345", BOX_1, pattern)
        | falling(position, "9", ROW_1, cells("r1c5 r1c6"))
        | falling(position, "9", BOX_1, cells("r2c1 r2c2"))
    )
    assert verify_sue_de_coq(step, position)


@pytest.mark.parametrize(
    "changed",
    [
        {"r1c2": "12345"},
        {"r1c5": "13"},
        {"r2c1": "35"},
        {"r2c1": "123456789", "r4c1": "34"},
        {"r1c1": "12", "r1c2": "12"},
    ],
    ids=[
        "a candidate too many in the crossing",
        "a digit on both sides",
        "another digit in the box",
        "a cell beyond the box",
        "a pair in the crossing",
    ],
)
def test_a_near_miss_is_no_sue_de_coq(with_candidates, changed):
    position = with_candidates(**BASIC | changed)
    assert not any(step.cells_as("cross") == cells("r1c1 r1c2") for step in find_sue_de_coq(position))


def test_the_proof_fails_where_a_cell_has_one_candidate_more(with_candidates):
    for pattern in (BASIC, SHARED):
        step = next(find_sue_de_coq(with_candidates(**pattern)))
        for name, digits in pattern.items():
            changed = with_candidates(**pattern | {name: digits + "8"})
            assert not verify_sue_de_coq(step, changed)
