import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.board import Board
from puzzles.engine.generator import generate
from puzzles.engine.grading import BEYOND_TIER, TIERS, grade, grade_path
from puzzles.engine.techniques import (
    CATALOGUE,
    TECHNIQUES,
    ContradictionError,
    Position,
    rate,
    solve_path,
    solving_class,
)

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TUTORIAL = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
# Its path ends early: what leads on is a chain.
HARD = "..25.....7.....29......71..8..3......35.1.87...96.........2..4.9.......367...4.8."
COURSE_TIERS = {
    "insa line": 2,
    "insa figure 2": 1,
    "td iteratif": 1,
    "tutoriel": 1,
    "mini-projet": 1,
}

seeds = st.integers(0, 2**32)


def path_of(board):
    return solve_path(Position.from_board(board, is_unique=True))


def test_the_course_grids_have_their_tiers(course_grids):
    tiers = {name: grade(Board.from_line(course_grids[name].line)).tier for name in COURSE_TIERS}
    assert tiers == COURSE_TIERS


@settings(max_examples=30)
@given(seeds)
def test_a_grade_tells_the_path_of_easiest_steps(seed):
    board = generate(random.Random(seed))
    path, graded = path_of(board), grade(board)
    counts = Counter(step.technique for step in path.steps)
    assert graded.is_solved == path.is_solved
    assert graded.counts == counts
    assert graded.step_count == len(path.steps)
    assert list(graded.counts) == [technique.id for technique in CATALOGUE if technique.id in counts]
    if graded.is_solved:
        assert graded.tier == max(TECHNIQUES[name].tier for name in counts) == TECHNIQUES[graded.hardest].tier
        assert graded.score == sum(TECHNIQUES[step.technique].score for step in path.steps)
        assert graded.se == max(rate(step) for step in path.steps)
        assert graded.hardest == list(graded.counts)[-1]


@settings(max_examples=60)
@given(seeds, st.sampled_from([None, "singles"]))
def test_tier_1_is_exactly_where_singles_suffice(seed, wanted):
    board = generate(random.Random(seed), wanted=wanted)
    assert (grade(board).tier == 1) == (solving_class(board) != "harder")


def test_one_step_more_costs_its_score():
    first, *_ = path_of(Board.from_line(TUTORIAL)).steps
    later = Board.from_line(TUTORIAL).place(*first.placements[0])
    assert grade(Board.from_line(TUTORIAL)).score == grade(later).score + TECHNIQUES[first.technique].score


def test_what_no_technique_solves_is_beyond_them():
    graded = grade(Board.from_line(HARD))
    assert (graded.tier, graded.hardest, graded.is_solved) == (BEYOND_TIER, "", False)
    assert graded.se >= 7.0
    assert graded.score > 2000


def test_what_is_left_open_counts_for_the_score_of_what_is_beyond():
    fewer_left = Board.from_line("5" + SOLUTION[1:27] + "." * 54)
    more_left = Board.from_line("5" + SOLUTION[1:9] + "." * 72)
    first, second = (grade_path(solve_path(board, techniques=())) for board in (fewer_left, more_left))
    assert first.tier == second.tier == BEYOND_TIER
    assert first.score < second.score


def test_a_grid_without_an_empty_cell_takes_no_step():
    graded = grade(Board.from_line(SOLUTION))
    assert (graded.tier, graded.score, graded.hardest, graded.se) == (1, 0, "", 0.0)
    assert (graded.counts, graded.step_count, graded.is_solved) == ({}, 0, True)


def test_a_grid_without_a_solution_has_no_grade():
    with pytest.raises(ContradictionError):
        grade(Board.from_line("12345678." + "." * 26 + "9" + "." * 45))


def test_work_on_a_puzzle_is_bounded_by_its_steps():
    board = Board.from_line(TUTORIAL)
    needed = board.digits.count(0)
    assert grade(board, step_limit=needed).tier == 1
    cut = grade(board, step_limit=needed - 1)
    assert (cut.tier, cut.is_solved, cut.step_count) == (BEYOND_TIER, False, needed - 1)


@settings(max_examples=20)
@given(seeds)
def test_the_grade_is_the_same_each_time(seed):
    board = generate(random.Random(seed))
    assert grade(board) == grade(board)


def test_the_tiers_are_those_of_the_techniques_and_what_is_beyond():
    assert set(TIERS) == {technique.tier for technique in CATALOGUE} | {5}
