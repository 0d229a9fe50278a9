"""A puzzle is known again when it is turned, mirrored, shuffled or renamed; another puzzle is not."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine import CELLS, COLUMNS, Board, likeness

PUZZLES = [
    "79.3.41.8.....6.......8..59.3....497.........217....3.47..1.......7.....3.26.9.71",
    ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6.",
    "..4.36..5..51...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7",
    "...12....7.....5.22...47..984.5..2.1.........5.7..6.841..38...59.3.....7....52...",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".1..78....8..4.9....56...1.1...6...5.4.915.72.67.8.4.....3..1...7.89..23.....4...",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
]
Digits = Sequence[int]


def turned(digits: Digits) -> Digits:
    return [digits[cell] for column in COLUMNS for cell in reversed(column)]


def mirrored(digits: Digits) -> Digits:
    return [digits[cell // 9 * 9 + 8 - cell % 9] for cell in CELLS]


def lying(digits: Digits) -> Digits:
    return [digits[cell] for column in COLUMNS for cell in column]


def with_rows(digits: Digits, order: Sequence[int]) -> Digits:
    return [digits[9 * row + column] for row in order for column in range(9)]


def with_columns(digits: Digits, order: Sequence[int]) -> Digits:
    return lying(with_rows(lying(digits), order))


def renamed(digits: Digits, names: Sequence[int]) -> Digits:
    return [digit and names[digit - 1] for digit in digits]


EASY: dict[str, Callable[[Digits], Digits]] = {
    "backwards": lambda digits: digits[::-1],
    "turned": turned,
    "mirrored": mirrored,
    "lying": lying,
    "upside down": lambda digits: with_rows(digits, range(8, -1, -1)),
    "two rows exchanged in each band": lambda digits: with_rows(digits, [1, 0, 2, 4, 3, 5, 7, 6, 8]),
    "bands moved on": lambda digits: with_rows(digits, [3, 4, 5, 6, 7, 8, 0, 1, 2]),
    "columns shuffled": lambda digits: with_columns(digits, [5, 3, 4, 8, 6, 7, 1, 2, 0]),
    "each digit one more": lambda digits: renamed(digits, [2, 3, 4, 5, 6, 7, 8, 9, 1]),
}

orders = st.builds(
    lambda bands, rows: [3 * band + row for band in bands for row in rows[band]],
    st.permutations(range(3)),
    st.tuples(*[st.permutations(range(3))] * 3),
)


@pytest.mark.parametrize("change", EASY)
@pytest.mark.parametrize("line", PUZZLES)
def test_an_easy_change_hides_no_puzzle(line: str, change: str) -> None:
    puzzle = Board.from_line(line)
    changed = Board(tuple(EASY[change](puzzle.digits)))
    assert changed != puzzle
    assert likeness(puzzle, changed) == puzzle.clue_count


@settings(deadline=None, max_examples=80)
@given(
    line=st.sampled_from(PUZZLES),
    names=st.permutations(range(1, 10)),
    order=orders,
    changes=st.lists(st.sampled_from([turned, mirrored, lying]), max_size=3),
)
def test_several_easy_changes_hide_none_either(
    line: str, names: list[int], order: list[int], changes: list[Callable[[Digits], Digits]]
) -> None:
    puzzle = Board.from_line(line)
    digits = with_rows(renamed(puzzle.digits, names), order)
    for change in changes:
        digits = change(digits)
    assert likeness(puzzle, Board(tuple(digits))) == puzzle.clue_count


@pytest.mark.parametrize("change", EASY)
def test_a_few_digits_more_or_less_hide_none(change: str) -> None:
    puzzle = Board.from_line(PUZZLES[4])
    for cell in (0, 13, 40, 80):
        emptied = puzzle.clear(cell)
        assert 3 * likeness(puzzle, Board(tuple(EASY[change](emptied.digits)))) >= 2 * puzzle.clue_count
    for cell in puzzle.empty_cells[::7]:
        guessed = puzzle.place(cell, puzzle.candidates(cell)[0])
        assert likeness(puzzle, Board(tuple(EASY[change](guessed.digits)))) >= puzzle.clue_count - 1


def test_other_puzzles_are_less_alike_than_two_digits_in_three() -> None:
    boards = [Board.from_line(line) for line in PUZZLES]
    for puzzle, other in [*pairwise(boards), *pairwise(reversed(boards))]:
        assert 3 * likeness(puzzle, other) < 2 * puzzle.clue_count


def test_an_empty_grid_repeats_nothing() -> None:
    assert likeness(Board.from_line(PUZZLES[0]), Board.from_line("." * 81)) == 0
