"""BUG+1 by an example and near misses."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.board import EMPTY_BOARD, Board
from puzzles.engine.cells import CELLS, HOUSES_OF
from puzzles.engine.techniques.bivalue_grave import find_graves, verify_grave
from puzzles.engine.techniques.position import Position
from puzzles.engine.techniques.step import Step, by_role

# All open cells but one have two candidates, yet some digit has one place in a house, and another three.
UNEVEN = ".9.27.548..256.9375.789.621758132469...9457824297863152863591749..627853375418296"


@pytest.fixture
def grave(examples) -> Position:
    return examples["bug_plus_one"][0]


def cell_with_three(position: Position) -> int:
    (cell,) = (cell for cell in CELLS if len(position.candidates(cell)) == 3)
    return cell


def odd_digit(position: Position) -> int:
    cell = cell_with_three(position)
    (digit,) = (
        digit
        for digit in position.candidates(cell)
        if all(len(position.cells_for(digit, house)) == 3 for house in HOUSES_OF[cell])
    )
    return digit


def test_the_one_cell_with_three_candidates_keeps_the_digit_that_has_three_places_around_it(grave):
    odd, digit = cell_with_three(grave), odd_digit(grave)
    assert list(find_graves(grave)) == [
        Step(
            "bug_plus_one",
            eliminations=tuple(Candidate(odd, one) for one in grave.candidates(odd) if one != digit),
            digits=by_role(odd=[digit]),
            houses=by_role(house=[HOUSES_OF[odd][2]]),
            cells=by_role(pattern=grave.board.empty_cells, odd=[odd]),
        )
    ]


def test_a_puzzle_that_may_have_two_solutions_proves_nothing(grave):
    (step,) = find_graves(grave)
    unknown = replace(grave, is_unique=False)
    assert not list(find_graves(unknown))
    assert not verify_grave(step, unknown)


def without_the_odd_digit(grave: Position) -> Position:
    return grave.eliminate([(cell_with_three(grave), odd_digit(grave))])


def with_a_naked_single(grave: Position) -> Position:
    cell = next(cell for cell in CELLS if len(grave.candidates(cell)) == 2)
    return grave.eliminate([(cell, grave.candidates(cell)[0])])


def with_two_cells_of_three(grave: Position) -> Position:
    """One of the solved digits taken back."""
    cell = next(cell for cell in CELLS if grave.digits[cell])
    return Position.from_board(grave.board.clear(cell), is_unique=True)


@pytest.mark.parametrize("spoil", [without_the_odd_digit, with_a_naked_single, with_two_cells_of_three])
def test_a_near_miss_is_no_grave(grave, spoil: Callable[[Position], Position]):
    (step,) = find_graves(grave)
    assert not list(find_graves(spoil(grave)))
    assert not verify_grave(step, spoil(grave))


def test_two_candidates_everywhere_are_not_enough_each_digit_needs_two_places_in_each_house():
    position = Position.from_board(Board.from_line(UNEVEN), is_unique=True)
    counts = sorted(len(position.candidates(cell)) for cell in position.board.empty_cells)
    assert counts == [2] * 12 + [3]
    assert not list(find_graves(position))


def test_an_untouched_grid_is_no_grave():
    assert not list(find_graves(Position.from_board(EMPTY_BOARD, is_unique=True)))
    complete = Board.from_line(UNEVEN.replace(".", "1"))
    assert not list(find_graves(Position.from_board(complete, is_unique=True)))
