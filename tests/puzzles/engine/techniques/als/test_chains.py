"""ALS-XZ, ALS-XY-Wing and ALS chains by an example and near misses, on grids made for them."""

from itertools import pairwise

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.cells import cell_name, parse_cell
from puzzles.engine.techniques.als.chains import (
    CLOSED,
    DOUBLY_LINKED,
    MOST_SETS,
    find_als_chains,
    find_als_xy_wings,
    find_als_xz,
    verify_als_chain,
)

XZ = {"r1c1": "12", "r1c8": "13", "r2c9": "23"}
DOUBLE = {"r1c1": "123", "r1c2": "123", "r1c7": "124", "r1c8": "124"}
XY = {"r1c1": "14", "r1c5": "12", "r5c5": "23", "r5c9": "34"}
SETS = [f"set_{letter}" for letter in "abcdefg"]


def eliminated(step) -> set[str]:
    return {f"{digit} {cell_name(cell)}" for cell, digit in step.eliminations}


def sets_of(step) -> list[tuple[int, ...]]:
    return [step.cells_as(role) for role in SETS if step.cells_as(role)]


def test_in_an_als_xz_one_of_two_sets_holds_what_they_share(with_candidates):
    position = with_candidates(**XZ)
    step = next(find_als_xz(position))
    assert eliminated(step) == {"2 r2c1", "2 r2c2", "2 r2c3", "2 r1c7", "2 r1c9"}
    assert sorted(sum(sets_of(step), ())) == sorted(map(parse_cell, XZ))
    assert step.digits_as("shared") == (2,)
    assert not step.form
    assert verify_als_chain(step, position)


@pytest.mark.parametrize(
    "changed",
    [{"r2c9": "234"}, {"r1c1": "124"}, {"r1c8": "14"}, {"r1c8": "123456789", "r3c8": "13"}],
    ids=[
        "a set with a candidate too many",
        "a cell with three candidates",
        "no common digit",
        "a common that is not restricted",
    ],
)
def test_a_near_miss_is_no_als_xz(with_candidates, changed):
    position = with_candidates(**XZ | changed)
    assert not any(Candidate(parse_cell("r2c1"), 2) in step.eliminations for step in find_als_xz(position))


def test_doubly_linked_sets_hold_all_their_other_digits(examples):
    steps = [
        (step, position)
        for position in examples["als_xz"]
        for step in find_als_xz(position)
        if step.form == DOUBLY_LINKED
    ]
    assert steps
    for step, position in steps:
        assert len(step.links) == len(step.digits_as("common")) == 2
        assert not set(step.targets) & set(step.cells_as("pattern"))
        assert verify_als_chain(step, position)


def test_an_als_xy_wing_leads_over_a_third_set(with_candidates):
    position = with_candidates(**XY)
    steps = [step for step in find_als_xy_wings(position) if step.digits_as("shared") == (4,)]
    assert "4 r1c9" in eliminated(steps[0])
    assert len(sets_of(steps[0])) == 3
    assert len(step_commons(steps[0])) == 2
    assert verify_als_chain(steps[0], position)


@pytest.mark.parametrize("changed", [{"r1c5": "125"}, {"r5c9": "35"}, {"r5c5": "123456789", "r6c4": "23"}])
def test_a_near_miss_is_no_als_xy_wing(with_candidates, changed):
    position = with_candidates(**XY | changed)
    targets = Candidate(parse_cell("r1c9"), 4)
    assert not any(targets in step.eliminations for step in find_als_xy_wings(position))


def step_commons(step) -> list[int]:
    return [link.digit for link in step.links]


def test_a_chain_has_four_sets_or_more_and_never_the_same_common_twice_running(examples):
    forms = set()
    for position in examples["als_chain"]:
        steps = list(find_als_chains(position))
        lengths = [len(sets_of(step)) for step in steps]
        assert lengths == sorted(lengths)
        assert 4 <= lengths[0] <= lengths[-1] <= MOST_SETS
        for step in steps:
            assert all(digit != next_digit for digit, next_digit in pairwise(step_commons(step)))
            sets = sets_of(step)
            assert (sets[0] == sets[-1]) == (step.form == CLOSED)
            assert len(set(sets)) == len(sets) - (step.form == CLOSED)
            forms.add(step.form)
    assert forms == {"", CLOSED}


def test_the_proof_fails_where_a_set_has_one_candidate_more(with_candidates):
    for find, pattern in ((find_als_xz, XZ), (find_als_xy_wings, XY)):
        position = with_candidates(**pattern)
        step = next(find(position))
        told = {cell_name(cell) for cell in step.cells_as("pattern")}
        for name in told & set(pattern):
            assert not verify_als_chain(step, with_candidates(**pattern | {name: pattern[name] + "9"}))
