"""What trials try beside each other: compiled, the same as by the reference, to the last step of a path."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.bits import Candidate, candidate_at
from puzzles.engine.board import Board
from puzzles.engine.constraints import candidates_at
from puzzles.engine.search import search, search_implementation
from puzzles.engine.techniques import Position, Step, solve_path
from puzzles.engine.techniques.proofs.failing_pairs import (
    failing_in,
    failing_together,
    follow_without,
    needed_trials,
    undecided,
)
from puzzles.engine.techniques.proofs.propagation import Propagation, follow, propagations
from tests.lengths import IS_LONG
from tests.puzzles.engine.conftest import DATA
from tests.reference import in_python

VERY_HARD = (
    "..19....4.7...82...6..7.....1.2....77......5...2.3.8...291..3......8...96........",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
)
SINGLES = ("full_house", "hidden_single", "naked_single")
# Of each file two puzzles in the long form; in the short form that of this place, the quicker of the two.
FILES = {"forum_hardest_1106.txt": 1, "top1465.txt": 1, "forum_hardest_se11.txt": 0}

compiled_only = pytest.mark.skipif(
    search_implementation() != "compiled", reason="the search is not compiled here"
)


def dressed(line: str, chance: random.Random) -> str:
    """The same puzzle with its digits exchanged and its rows moved within their threes."""
    digits = str.maketrans("123456789", "".join(chance.sample("123456789", 9)))
    rows = [3 * three + row for three in range(3) for row in chance.sample(range(3), 3)]
    return "".join(line[9 * row : 9 * row + 9] for row in rows).translate(digits)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A very hard puzzle, some false candidates gone: no single is open, and no candidate fails by itself."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    board = Board.from_line(dressed(draw(st.sampled_from(VERY_HARD)), chance))
    solution = search(board).solution
    assert solution is not None
    position = solve_path(Position.from_board(board, is_unique=True), techniques=SINGLES).end
    false_ones = [
        Candidate(cell, digit)
        for cell in position.board.empty_cells
        for digit in position.candidates(cell)
        if digit != solution[cell]
    ]
    count = draw(st.integers(0, 4))
    return settled(position.eliminate(chance.sample(false_ones, count)))


def settled(position: Position) -> Position:
    """The position once singles, and trials by singles, lead no further."""
    while not position.is_complete:
        position = solve_path(position, techniques=SINGLES).end
        failing = [candidate_at(one) for one, end in propagations(position).items() if end.is_contradiction]
        if not failing:
            break
        position = position.eliminate(failing)
    return position


@compiled_only
@settings(max_examples=40 if IS_LONG else 15)
@given(positions())
def test_failing_pairs_are_the_same_compiled_and_in_python(position: Position) -> None:
    ends = propagations(position)
    found = failing_together(ends, position)
    assert list(found.items()) == list(in_python(failing_together)(ends, position).items())


@settings(max_examples=15)
@given(positions())
def test_a_pair_that_fails_together_leads_to_a_contradiction(position: Position) -> None:
    ends = propagations(position)
    for one, failing in list(failing_together(ends, position).items())[::17]:
        for other in candidates_at(failing):
            assert follow_both(ends[one], ends[other]).is_contradiction
            assert other in candidates_at(undecided(ends[one]))


@settings(max_examples=15)
@given(positions(), st.integers(0, 9))
def test_candidates_refuted_in_a_branch_lead_to_a_contradiction(position: Position, place: int) -> None:
    ends = propagations(position)
    for end in list(ends.values())[place::10]:
        refuted = candidates_at(failing_in(end, ends))
        for other in candidates_at(undecided(end)):
            assert (follow_both(end, ends[other]).is_contradiction) == (other in refuted)


def follow_both(one: Propagation, other: Propagation) -> Propagation:
    """Where two assumptions lead, single by single."""
    return follow(one.remaining & other.remaining, one.placed | other.placed)


@settings(max_examples=15)
@given(positions())
def test_the_trials_that_are_needed_are_enough_and_none_of_them_is_too_much(position: Position) -> None:
    ends = propagations(position)
    failing = failing_together(ends, position)
    starts = [
        one for one in ends if failing[one] and follow_without(ends[one], failing[one], ends).is_contradiction
    ]
    for one in starts[:10]:
        _cost, needed = needed_trials(failing[one], ends[one], ends)
        assert needed & ~failing[one] == 0
        assert follow_without(ends[one], needed, ends).is_contradiction


@compiled_only
@pytest.mark.skipif(not DATA.exists(), reason="the shared puzzles are not beside the project")
@pytest.mark.parametrize("name", FILES)
def test_the_steps_of_the_hardest_are_the_same_compiled(name: str) -> None:
    lines = (DATA / "puzzles" / name).read_text("ascii").split()
    chosen = lines[7 :: len(lines) // 2][:2]
    if not IS_LONG:
        chosen = [chosen[FILES[name]]]
    paths = list(paths_of(chosen))
    assert any(step.technique == "nested_trial" for path in paths for step in path) or name == "top1465.txt"
    assert in_python(lambda: list(paths_of(chosen)))() == paths


def paths_of(lines: list[str]) -> Iterator[tuple[Step, ...]]:
    for line in lines:
        yield solve_path(Position.from_board(Board.from_line(line), is_unique=True)).steps
