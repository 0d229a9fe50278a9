"""A game in the terminal: givens that stay, partial and full solution."""

from typing import Any

import pytest

from puzzles.engine import EMPTY_BOARD, Board, is_valid
from puzzles.engine.terminal.game import Game, GivenCellError


@pytest.fixture
def game(course_grids: Any) -> Game:
    return Game(Board.from_line(course_grids["tutoriel"].line))


def test_digits_are_placed_replaced_and_cleared(game: Game) -> None:
    for digit in (4, 2, 0):
        game.write(2, digit)
        assert game.board[2] == digit
    assert game.board == game.givens


def test_a_given_stays(game: Game) -> None:
    for digit in (1, 0):
        with pytest.raises(GivenCellError):
            game.write(0, digit)
    assert game.board == game.givens


def test_wrong_cells_are_those_that_differ_from_the_one_solution(game: Game) -> None:
    game.write(2, 4)
    game.write(3, 2)
    assert game.wrong_cells() == [3]
    assert game.solution() is None


def test_conflicts_of_one_cell_are_listed(game: Game) -> None:
    game.write(2, 3)
    assert {conflict.house for conflict in game.conflicts_at(2)} == {0, 18}
    assert game.conflicts_at(80) == []


def test_the_simple_method_fills_as_far_as_it_goes(course_grids: Any) -> None:
    for grid in course_grids.values():
        game = Game(Board.from_line(grid.line))
        placements = list(game.fill_simple())
        assert len(game.board.empty_cells) == grid.left_by_simple
        assert game.board.clue_count == game.givens.clue_count + len(placements)


@pytest.mark.parametrize("count", [1, 5, 81])
def test_some_cells_are_filled_rightly_even_where_the_simple_method_stops(
    course_grids: Any, count: int
) -> None:
    for grid in course_grids.values():
        game = Game(Board.from_line(grid.line))
        placements = list(game.fill_some(count))
        assert len(placements) == min(count, len(game.givens.empty_cells))
        assert all(grid.solution[made.cell] == str(made.digit) for made in placements)


def test_all_cells_are_filled_with_a_solution_that_keeps_what_is_there() -> None:
    game = Game(EMPTY_BOARD)
    game.write(40, 9)
    assert game.fill_all()
    assert is_valid(game.board)
    assert game.board[40] == 9


def test_nothing_is_filled_where_no_solution_is_left(game: Game) -> None:
    game.write(3, 2)
    before = game.board
    assert not game.fill_all()
    assert list(game.fill_some(3)) == []
    assert game.board == before
