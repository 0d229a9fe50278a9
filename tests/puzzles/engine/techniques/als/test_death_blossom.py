"""Death Blossom by an example and near misses, on a grid made for it."""

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.cells import cell_name, parse_cell
from puzzles.engine.techniques.als.death_blossom import find_death_blossoms, verify_death_blossom

BLOSSOM = {"r5c5": "123", "r5c1": "14", "r1c5": "24", "r5c3": "35", "r2c3": "45"}
R1C1 = parse_cell("r1c1")


def blossom_at_r5c5(position):
    return [
        step
        for step in find_death_blossoms(position)
        if Candidate(R1C1, 4) in step.eliminations and step.cells_as("stem") == (parse_cell("r5c5"),)
    ]


def test_each_candidate_of_the_stem_locks_a_petal_that_holds_the_digit(with_candidates):
    position = with_candidates(**BLOSSOM)
    step, *_ = blossom_at_r5c5(position)
    assert step.eliminations == (Candidate(R1C1, 4),)
    assert step.digits_as("stem") == (1, 2, 3)
    petals = [[cell_name(cell) for cell in step.cells_as(f"petal_{letter}")] for letter in "abcd"]
    assert petals == [["r5c1"], ["r1c5"], ["r2c3", "r5c3"], []]
    assert [(link.digit, link.cells, link.is_strong) for link in step.links] == [
        (digit, step.cells_as("stem"), False) for digit in (1, 2, 3)
    ]
    assert verify_death_blossom(step, position)


@pytest.mark.parametrize(
    "changed",
    [{"r5c5": "1236"}, {"r1c5": "25"}, {"r2c3": "456"}, {"r5c1": "123456789", "r6c1": "14"}],
    ids=[
        "a candidate without a petal",
        "a petal without the digit",
        "a petal with a candidate too many",
        "a petal the stem does not see",
    ],
)
def test_a_near_miss_is_no_death_blossom(with_candidates, changed):
    assert not blossom_at_r5c5(with_candidates(**BLOSSOM | changed))


def test_the_proof_fails_where_a_cell_has_one_candidate_more(with_candidates):
    step, *_ = blossom_at_r5c5(with_candidates(**BLOSSOM))
    for name, digits in BLOSSOM.items():
        assert not verify_death_blossom(step, with_candidates(**BLOSSOM | {name: digits + "9"}))
