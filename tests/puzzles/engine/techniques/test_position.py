from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.bits import Candidate, cell_set_of, cells_of, digits_of
from puzzles.engine.board import EMPTY_BOARD, Board
from puzzles.engine.cells import CELLS, DIGITS, ROWS, parse_cell
from puzzles.engine.formats import read_candidate_grid
from puzzles.engine.techniques.position import ContradictionError, Position
from puzzles.engine.techniques.step import Step

PUZZLE = Board.from_line("530070000600195000098000060800060003400803001700020006060000280000419005000080079")
SOLUTION = Board.from_line(
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
ALL_NOTES = 0b111_111_111

some_cells = st.frozensets(st.sampled_from(CELLS))


def mask(*digits: int) -> int:
    return sum(1 << digit - 1 for digit in digits)


def part_of_the_solution(cells: frozenset[int]) -> Board:
    return Board(tuple(SOLUTION.digits[cell] if cell in cells else 0 for cell in CELLS))


@given(some_cells)
def test_a_position_has_the_candidates_of_its_board(cells):
    board = part_of_the_solution(cells)
    position = Position.from_board(board)
    assert list(position.masks) == board.candidate_masks()
    assert [position.candidates(cell) for cell in CELLS] == [board.candidates(cell) for cell in CELLS]
    assert cells_of(position.empty) == board.empty_cells
    assert position.board == board


@given(some_cells)
def test_candidates_by_digit_and_by_cell_agree(cells):
    position = Position.from_board(part_of_the_solution(cells))
    for digit in DIGITS:
        by_cell = tuple(cell for cell in CELLS if digit in position.candidates(cell))
        assert cells_of(position.cells_with[digit]) == by_cell


@given(some_cells)
def test_bivalue_cells_are_grouped_by_their_two_candidates(cells):
    position = Position.from_board(part_of_the_solution(cells))
    expected = {cell: mask for cell, mask in enumerate(position.masks) if mask.bit_count() == 2}
    assert {cell: mask for mask, board in position.bivalue.items() for cell in cells_of(board)} == expected


@given(some_cells)
def test_a_position_knows_the_strong_links_of_each_digit_and_what_they_hold_together(cells):
    position = Position.from_board(part_of_the_solution(cells))
    for digit in DIGITS:
        ends = set()
        for house in range(27):
            places = position.cells_for(digit, house)
            if len(places) == 2:
                assert position.strong_links[digit][house // 9].other_end[places[0]] == places[1]
                ends.update(places)
        assert {cell for partners in position.strong_links[digit] for cell in partners.other_end} == ends
        assert {cell for one in position.color_components[digit] for cell in cells_of(one.cells)} == ends


@given(some_cells, st.sampled_from(CELLS))
def test_placing_a_digit_gives_the_position_of_the_board_with_it(cells, cell):
    before = part_of_the_solution(cells - {cell})
    position = Position.from_board(before, givens=())
    placed = position.place(cell, SOLUTION.digits[cell])
    assert placed == Position.from_board(before.place(cell, SOLUTION.digits[cell]), givens=())
    assert position.board == before


def test_an_eliminated_candidate_is_gone_from_every_view():
    cell = parse_cell("r1c3")
    position = Position.from_board(PUZZLE)
    assert position.candidates(cell) == (1, 2, 4)
    after = position.eliminate([(cell, 2)])
    assert after.candidates(cell) == (1, 4)
    assert not after.has_candidate(cell, 2)
    assert cell not in cells_of(after.cells_with[2])
    assert cell not in after.cells_for(2, 0)
    assert cell in position.cells_for(2, 0)


def test_a_step_is_applied_with_placements_and_eliminations():
    position = Position.from_board(PUZZLE)
    step = Step("x", (Candidate(40, 5),), (Candidate(2, 2),))
    assert position.apply(step) == position.eliminate([(2, 2)]).place(40, 5)


@pytest.mark.parametrize(("cell", "digit"), [(0, 5), (2, 5), (2, 0), (2, 10), (-1, 1), (81, 1)])
def test_only_candidates_are_placed_or_eliminated(cell, digit):
    position = Position.from_board(PUZZLE)
    with pytest.raises(ValueError, match="no candidate"):
        position.place(cell, digit)
    with pytest.raises(ValueError, match="no candidate"):
        position.eliminate([(cell, digit)])


def test_a_position_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Position.from_board(PUZZLE).digits = ()


def test_without_further_word_every_digit_on_the_board_is_a_given():
    filled = tuple(cell for cell in CELLS if PUZZLE.digits[cell])
    assert cells_of(Position.from_board(PUZZLE).givens) == filled
    later = Position.from_board(PUZZLE.place(40, 5), givens=filled)
    assert later.givens == cell_set_of(filled)
    assert later.place(2, 4).givens == cell_set_of(filled)


def test_a_position_is_unique_only_where_it_is_said_and_stays_so():
    assert not Position.from_board(PUZZLE).is_unique
    known = Position.from_board(PUZZLE, is_unique=True)
    assert known.place(40, 5).eliminate([(2, 2)]).is_unique


def test_notes_with_the_true_digit_narrow_the_candidates():
    cell = parse_cell("r1c3")  # candidates 1 2 4, solution 4
    notes = [0] * 81
    notes[cell] = mask(2, 4)
    position = Position.from_notes(PUZZLE, notes=notes, solution=SOLUTION)
    assert position.candidates(cell) == (2, 4)
    assert cells_of(position.cells_with[1] & cell_set_of(ROWS[0])) == (
        *(c for c in ROWS[0] if c != cell and 1 in PUZZLE.candidates(c)),
    )


@pytest.mark.parametrize(
    "noted", [mask(1, 2), 0], ids=["notes without the true digit", "a cell without notes"]
)
def test_other_notes_narrow_nothing(noted):
    cell = parse_cell("r1c3")
    notes = [0] * 81
    notes[cell] = noted
    assert Position.from_notes(PUZZLE, notes=notes, solution=SOLUTION).candidates(cell) == (1, 2, 4)


def test_a_note_that_is_no_candidate_adds_none():
    cell = parse_cell("r1c3")
    notes = [ALL_NOTES] * 81
    notes[cell] = mask(4, 5, 9)
    assert Position.from_notes(PUZZLE, notes=notes, solution=SOLUTION).candidates(cell) == (4,)


@given(st.lists(st.integers(0, 511), min_size=81, max_size=81))
def test_notes_never_take_the_true_digit_away(notes):
    position = Position.from_notes(PUZZLE, notes=notes, solution=SOLUTION)
    position.require_consistent()
    assert all(SOLUTION.digits[cell] in digits_of(position.masks[cell]) for cell in PUZZLE.empty_cells)


def test_a_cell_without_candidate_is_a_contradiction():
    position = Position.from_board(Board.from_line("12345678." + "." * 26 + "9" + "." * 45))
    with pytest.raises(ContradictionError, match="r1c9 is empty and has no candidate"):
        position.require_consistent()


def test_a_house_without_place_for_a_digit_is_a_contradiction():
    sevens = dict.fromkeys(map(parse_cell, ["r4c2", "r6c8", "r1c4", "r9c6"]), 7) | {40: 1}
    position = Position.from_board(Board(tuple(sevens.get(cell, 0) for cell in CELLS)))
    with pytest.raises(ContradictionError, match="has no place for 7"):
        position.require_consistent()


def test_a_digit_twice_in_a_house_is_a_contradiction():
    position = Position.from_board(Board.from_line("5.......5" + "." * 72))
    with pytest.raises(ContradictionError, match="row 1 holds 5 twice"):
        position.require_consistent()


def test_a_finished_grid_and_an_empty_one_are_consistent():
    for board in (SOLUTION, EMPTY_BOARD):
        Position.from_board(board).require_consistent()
    assert Position.from_board(SOLUTION).is_complete
    assert not Position.from_board(PUZZLE).is_complete


def test_a_position_shows_its_grid_and_the_candidates_that_are_gone():
    position = Position.from_board(PUZZLE)
    assert repr(position) == f"<Position {PUZZLE.to_line()}>"
    gone = position.eliminate([(parse_cell("r1c3"), 1), (parse_cell("r1c3"), 4)])
    assert repr(gone) == f"<Position {PUZZLE.to_line()} without r1c3:14>"


def test_a_position_prints_as_a_candidate_grid():
    position = Position.from_board(PUZZLE).eliminate([(parse_cell("r1c3"), 1)])
    grid = read_candidate_grid(str(position))
    assert grid is not None
    # A cell with one candidate comes back filled.
    for cell in CELLS:
        assert digits_of(grid.masks[cell]) or (grid.board[cell],) == (
            position.candidates(cell) or (position.digits[cell],)
        )
        assert digits_of(grid.masks[cell]) in ((), position.candidates(cell))
