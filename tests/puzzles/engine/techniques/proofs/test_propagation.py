"""Where assumptions lead by singles: the same as step by step on the grid, and as counted plainly."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.bits import EXCLUDED, candidate_at, numbers_in
from puzzles.engine.cells import DIGITS, HOUSES
from puzzles.engine.constraints import BITS, CANDIDATES, CELL_BIT, GUARDS, bits_of, candidates_at, singles
from puzzles.engine.generator import generate
from puzzles.engine.techniques import Position, solve_path
from puzzles.engine.techniques.proofs.implications import grid_candidates, has_singles, singles_in
from puzzles.engine.techniques.proofs.propagation import (
    KEPT_BITS,
    follow,
    follow_with_ends,
    placed_on,
    propagations,
)
from tests.puzzles.engine.notation import EMPTY, position_of

SINGLES = ("full_house", "hidden_single", "naked_single")
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "..7.541...8.......2..3.....3.9..........7.9.5.......14.48615..9......4.....7...8."


def all_bits(candidate_set: int) -> int:
    return bits_of(numbers_in(candidate_set))


HARD_POSITION = solve_path(position_of(HARD), techniques=SINGLES).end


@st.composite
def candidates_on_the_way(draw: st.DrawFn) -> int:
    """The candidates of a new puzzle, many of them gone, true ones too."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    candidate_set = grid_candidates(Position.from_board(generate(chance)))
    share = draw(st.floats(0, 0.5))
    return sum(1 << one for one in numbers_in(candidate_set) if chance.random() >= share)


def test_a_candidate_meets_the_constraints_of_its_cell_and_three_houses() -> None:
    assert all(places.bit_count() == 4 for places in BITS)
    assert all(CELL_BIT[one].bit_count() == 1 and CELL_BIT[one] & BITS[one] for one in CANDIDATES)
    assert bits_of(CANDIDATES).bit_count() == 4 * len(CANDIDATES)


def test_candidates_are_read_back_from_their_places_by_cells() -> None:
    some = random.Random(7).sample(CANDIDATES, 100)
    assert candidates_at(bits_of(some)) == sorted(some, key=candidate_at)
    assert candidates_at(0) == []


def test_a_placement_keeps_its_own_candidate_and_excludes_as_ever() -> None:
    for candidate in CANDIDATES[::10]:
        gone = set(CANDIDATES) - set(candidates_at(KEPT_BITS[candidate]))
        assert gone == set(numbers_in(EXCLUDED[candidate]))
        assert KEPT_BITS[candidate].bit_count() == 4 * (len(CANDIDATES) - len(gone))


@settings(max_examples=60, deadline=None)
@given(candidates_on_the_way())
def test_singles_and_gaps_are_those_of_the_constraints(candidate_set: int) -> None:
    expected, found = singles_in(candidate_set), singles(all_bits(candidate_set) | GUARDS, GUARDS)
    assert (found is None) == (expected is None)
    if expected is not None and found is not None:
        together = {one for one in CANDIDATES if BITS[one] & found}
        assert together == set(numbers_in(expected))


def test_a_gap_is_given_as_none() -> None:
    assert singles(all_bits(grid_candidates(EMPTY)) | GUARDS, GUARDS) == 0
    without_cell = EMPTY.eliminate((0, digit) for digit in DIGITS)
    without_place = EMPTY.eliminate((cell, 5) for cell in HOUSES[20])
    for position in (without_cell, without_place):
        assert singles(all_bits(grid_candidates(position)) | GUARDS, GUARDS) is None


def test_propagation_of_an_easy_puzzle_gives_its_solution() -> None:
    position = position_of(EASY)
    end = follow(all_bits(grid_candidates(position)), placed_on(position))
    solved = solve_path(position).end
    assert end.remaining == end.placed == placed_on(solved)
    assert end.rounds > 1
    assert has_singles(position)


def test_an_assumption_leads_where_placing_it_and_then_singles_lead() -> None:
    position, ends = HARD_POSITION, propagations(HARD_POSITION)
    assert not has_singles(position)
    assert set(ends) == set(numbers_in(position.candidate_set))
    dead_ends = 0
    for candidate, end in ends.items():
        assumed = position.place(*candidate_at(candidate))
        assert end == follow(all_bits(grid_candidates(assumed)), placed_on(assumed))
        dead_ends += end.is_contradiction
    assert 0 < dead_ends < len(ends)


def test_singles_are_placed_one_after_the_other_as_on_the_grid() -> None:
    for candidate, end in propagations(HARD_POSITION).items():
        if not end.is_contradiction:
            walked = solve_path(HARD_POSITION.place(*candidate_at(candidate)), techniques=SINGLES).end
            assert end.remaining == all_bits(grid_candidates(walked))
            assert end.placed == placed_on(walked)


@pytest.mark.parametrize(
    "line", [HARD, "..19....4.7...82...6..7.....1.2....77......5...2.3.8...291..3......8...96........"]
)
def test_leaps_end_where_singles_do(line: str) -> None:
    position = solve_path(position_of(line), techniques=SINGLES).end
    ends = {one: end for one, end in propagations(position).items() if not end.is_contradiction}
    left, placed = all_bits(grid_candidates(position)), placed_on(position)
    pairs = [(one, other) for one in list(ends)[::7] for other in ends if one < other]
    gaps = 0
    for one, other in pairs:
        kept = left & KEPT_BITS[one] & KEPT_BITS[other]
        slow = follow(kept, placed | BITS[one] | BITS[other])
        both = [ends[one], ends[other]]
        fast = follow_with_ends(
            both[0].remaining & both[1].remaining, both[0].placed | both[1].placed, propagations(position)
        )
        assert fast.remaining == slow.remaining
        assert slow.is_contradiction or fast.placed == slow.placed
        gaps += slow.is_contradiction
    assert 0 < gaps < len(pairs)
