import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.board import Board
from puzzles.engine.generator import generate
from puzzles.engine.grading import HARDEST_TIER, TIERS, degree_of, grade, grade_path
from puzzles.engine.techniques import (
    CATALOGUE,
    TECHNIQUES,
    ContradictionError,
    Position,
    SolvePath,
    example_of,
    rate,
    score_of,
    solve_path,
    solving_class,
)
from tests.puzzles.engine.notation import TUTORIAL

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# Its path takes chains of several kinds.
HARD = "..25.....7.....29......71..8..3......35.1.87...96.........2..4.9.......367...4.8."
COURSE_TIERS = {
    "insa line": 2,
    "insa figure 2": 1,
    "td iteratif": 1,
    "tutoriel": 1,
    "mini-projet": 1,
}

seeds = st.integers(0, 2**32)


def puzzle_of(example):
    """The givens of the position in which a technique shows its example."""
    return example_of(example).position.puzzle


def path_of(board):
    return solve_path(Position.from_board(board, is_unique=True))


def test_the_course_grids_have_their_tiers(course_grids):
    tiers = {name: grade(Board.from_line(course_grids[name].line)).tier for name in COURSE_TIERS}
    assert tiers == COURSE_TIERS


@settings(max_examples=30)
@given(seeds)
def test_a_grade_describes_the_path_of_easiest_steps(seed):
    board = generate(random.Random(seed))
    path, graded = path_of(board), grade(board)
    counts = Counter(step.technique for step in path.steps)
    assert graded.is_solved
    assert graded.counts == counts
    assert graded.step_count == len(path.steps)
    assert list(graded.counts) == [technique.id for technique in CATALOGUE if technique.id in counts]
    assert graded.tier == max(TECHNIQUES[name].tier for name in counts) == TECHNIQUES[graded.hardest].tier
    assert graded.se == max(rate(step) for step in path.steps)
    assert graded.score == round(sum(map(score_of, path.steps)) * graded.se / 10)
    assert graded.hardest == list(graded.counts)[-1]


@settings(max_examples=60)
@given(seeds, st.sampled_from([None, "singles"]))
def test_tier_1_is_exactly_where_singles_suffice(seed, wanted):
    board = generate(random.Random(seed), wanted=wanted)
    assert (grade(board).tier == 1) == (solving_class(board) != "harder")


def test_each_step_more_adds_to_the_score():
    path = path_of(Board.from_line(HARD))
    parts = [SolvePath(path.steps[:count], path.end) for count in range(len(path.steps) + 1)]
    scores = [grade_path(part).score for part in parts]
    assert scores == sorted(scores)
    assert scores[0] == 0 < scores[1] < scores[-1] == grade(Board.from_line(HARD)).score


def test_a_harder_step_makes_all_the_others_count_more():
    easy, hard = path_of(Board.from_line(TUTORIAL)), path_of(Board.from_line(HARD))
    hardest = max(hard.steps, key=rate)
    with_it = grade_path(SolvePath((*easy.steps, hardest), easy.end))
    assert with_it.score > grade_path(easy).score + score_of(hardest)


@pytest.mark.parametrize(
    ("example", "hardest", "degrees"),
    [
        ("nishio", "cell_forcing_chain", range(1, 3)),
        ("trial", "trial", range(2, 6)),
        ("nested_trial", "nested_trial", range(6, 10)),
    ],
)
def test_the_degree_names_the_kind_of_assumptions_needed(example, hardest, degrees):
    graded = grade(puzzle_of(example))
    assert (graded.tier, graded.hardest, graded.is_solved) == (HARDEST_TIER, hardest, True)
    assert graded.degree in degrees


def test_without_the_technique_it_needs_a_puzzle_is_not_solved_and_of_the_hardest_tier():
    easier = [technique.id for technique in CATALOGUE if technique.tier < 4]
    graded = grade(Board.from_line(HARD), techniques=easier)
    assert (graded.tier, graded.hardest, graded.is_solved) == (HARDEST_TIER, "", False)


def test_the_degrees_rise_with_the_rating_from_1_to_9():
    degrees = [degree_of(HARDEST_TIER, rating / 10) for rating in range(70, 120)]
    assert degrees == sorted(degrees)
    assert set(degrees) == set(range(1, 10))


@pytest.mark.parametrize("tier", [tier for tier in TIERS if tier != HARDEST_TIER])
def test_no_other_tier_has_degrees(tier):
    assert degree_of(tier, 9.0) == 0


def test_a_grid_without_an_empty_cell_takes_no_step():
    graded = grade(Board.from_line(SOLUTION))
    assert (graded.tier, graded.score, graded.hardest, graded.se) == (1, 0, "", 0.0)
    assert (graded.counts, graded.step_count, graded.is_solved) == ({}, 0, True)


def test_a_grid_without_a_solution_has_no_grade():
    with pytest.raises(ContradictionError):
        grade(Board.from_line("12345678." + "." * 26 + "9" + "." * 45))


def test_grading_of_a_puzzle_is_bounded_by_its_steps():
    board = Board.from_line(TUTORIAL)
    needed = board.digits.count(0)
    assert grade(board, step_limit=needed).tier == 1
    cut = grade(board, step_limit=needed - 1)
    assert (cut.tier, cut.hardest, cut.is_solved, cut.step_count) == (HARDEST_TIER, "", False, needed - 1)


@settings(max_examples=20)
@given(seeds)
def test_the_grade_is_the_same_each_time(seed):
    board = generate(random.Random(seed))
    assert grade(board) == grade(board)


def test_the_tiers_are_those_of_the_techniques():
    assert set(TIERS) == {technique.tier for technique in CATALOGUE} == {1, 2, 3, 4, 5}
