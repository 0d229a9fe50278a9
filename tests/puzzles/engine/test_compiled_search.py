"""The compiled search: the same answers as the reference, and nothing else, whatever it is given."""

import os
import subprocess
import sys
import threading
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.board import Board, BoardError
from puzzles.engine.cells import CELLS, DIGITS
from puzzles.engine.rules import is_valid
from puzzles.engine.search import (
    MOST_SOLUTIONS,
    SearchLimitError,
    search,
    search_line,
    solution_lines,
    solutions,
)
from puzzles.engine.techniques import solving_class
from tests.lengths import IS_LONG
from tests.puzzles.engine.conftest import DATA
from tests.reference import as_it_is, in_python

compiled = pytest.importorskip(
    "puzzles.engine._search", reason="the search is not compiled here: no C compiler, or no headers of Python"
)

FILES = [
    "singles.txt",
    "minimal.txt",
    "clue17.txt",
    "top1465.txt",
    "forum_hardest_se11.txt",
    "forum_hardest_1106.txt",
    "many_solutions.txt",
    "no_solution.txt",
]
SOLVED = Board.from_line("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
EMPTY_LINE = "." * 81


@st.composite
def doubtful_boards(draw):
    """Part of a solved board with a few digits changed: no, one or many solutions, equal digits or not."""
    kept = draw(st.sets(st.sampled_from(CELLS), min_size=18))
    board = Board(tuple(SOLVED[cell] if cell in kept else 0 for cell in CELLS))
    for cell in draw(st.lists(st.sampled_from(CELLS), max_size=2)):
        board = board.place(cell, draw(st.sampled_from(DIGITS)))
    return board


def answer_or_none(search, line, **options):
    """The answer of a search, None where it gives up."""
    try:
        return search(line, **options)
    except SearchLimitError:
        return None


def answer_or_refusal(search, text):
    """The answer of a search to a text, or why it refuses it."""
    try:
        return search(text, limit=1)
    except BoardError as error:
        return str(error)


@pytest.mark.parametrize(("setting", "expected"), [("", "compiled"), ("python", "python")])
def test_it_is_used_unless_the_environment_asks_for_the_reference(setting, expected):
    program = "from puzzles.engine import search_implementation; print(search_implementation())"
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"SUDOKU_SEARCH": setting},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.strip() == expected


@pytest.mark.parametrize("name", FILES)
def test_count_and_solution_are_those_of_the_reference(name, data_lines):
    count = 100 if name.startswith("forum") else 400
    for line in data_lines(name, count):
        assert search_line(line) == in_python(search_line)(line)


def test_the_puzzles_of_the_exchange_are_solved_as_by_the_reference():
    path = DATA / "puzzles/exchange_rated.csv"
    if not path.exists():
        pytest.skip("the data folder with puzzles/exchange_rated.csv is not beside the project")
    lines = [row.partition(",")[0] for row in path.read_text("ascii").split()[1::50]]
    assert len(lines) > 100
    for line in lines:
        assert search_line(line) == in_python(search_line)(line)


@settings(max_examples=300 if IS_LONG else 100)
@given(doubtful_boards(), st.integers(1, 40))
def test_any_board_is_answered_as_by_the_reference(board, limit):
    line = board.to_line()
    ours = answer_or_none(search_line, line, limit=limit, node_limit=3000)
    expected = answer_or_none(in_python(search_line), line, limit=limit, node_limit=3000)
    if ours is not None and expected is not None:
        assert ours == expected


@settings(max_examples=300 if IS_LONG else 100)
@given(doubtful_boards(), st.integers(1, 40))
def test_all_solutions_of_any_board_are_those_of_the_reference(board, limit):
    line = board.to_line()
    every = solution_lines(line, limit=1000)
    assert len(every) == len(in_python(solution_lines)(line, limit=1000))
    if len(every) < 1000:
        assert every == in_python(solution_lines)(line, limit=1000)
        assert every == sorted(solution.to_line() for solution in solutions(board, limit=1000))
        some = solution_lines(line, limit=limit)
        assert some == sorted(set(some))
        assert set(some) <= set(every)
        assert len(some) == min(limit, len(every))


@pytest.mark.parametrize("by", [as_it_is, in_python])
def test_of_a_search_that_is_given_up_the_solutions_found_until_then_are_kept(by):
    found = by(solution_lines)(EMPTY_LINE, limit=1000, node_limit=500)
    assert 0 < len(found) < 500
    assert found == sorted(set(found))
    assert all(is_valid(Board.from_line(line)) and "." not in line for line in found)


@pytest.mark.parametrize("limit", [0, -1, MOST_SOLUTIONS + 1])
@pytest.mark.parametrize("by", [as_it_is, in_python])
def test_solutions_are_asked_for_in_a_number_that_memory_holds(limit, by):
    with pytest.raises(ValueError, match="expected 1 to 100000"):
        by(solution_lines)(EMPTY_LINE, limit=limit)


@settings(max_examples=200 if IS_LONG else 70)
@given(doubtful_boards())
def test_search_and_search_line_agree(board):
    result = search(board, limit=3)
    assert search_line(board.to_line(), limit=3) == (
        result.count,
        result.solution and result.solution.to_line(),
    )


@settings(max_examples=300 if IS_LONG else 100)
@given(doubtful_boards())
def test_the_class_of_any_board_is_that_of_the_reference(board):
    assert solving_class(board) == in_python(solving_class)(board)


@pytest.mark.parametrize("name", FILES)
def test_the_classes_of_the_files_are_those_of_the_reference(name, data_lines):
    for line in data_lines(name, 200):
        board = Board.from_line(line)
        assert solving_class(board) == in_python(solving_class)(board)


@given(st.text(max_size=90) | st.text(alphabet="0123456789.*_-x\0é", min_size=79, max_size=83))
def test_any_text_is_taken_and_refused_as_by_the_reference(text):
    assert answer_or_refusal(search_line, text) == answer_or_refusal(in_python(search_line), text)


@given(st.binary(max_size=100) | st.binary(min_size=81, max_size=81))
def test_bytes_that_are_no_grid_are_refused(data):
    if len(data) == 81 and max(data) <= 9:
        assert compiled.solving_class(data) in (0, 1, 2)
        return
    with pytest.raises(ValueError, match="expected"):
        compiled.search(data, 2, 1000)
    with pytest.raises(ValueError, match="expected"):
        compiled.solving_class(data)
    with pytest.raises(ValueError, match="expected"):
        compiled.find_solutions(data, 2, 1000)


@given(st.binary(min_size=162, max_size=162))
def test_trials_among_any_candidates_come_to_an_end(masks):
    found = compiled.failing_together(masks)
    if found is None:
        return
    digits = [int.from_bytes(masks[2 * cell : 2 * cell + 2], "little") & 511 for cell in CELLS]
    assert len(found) == 729 * 92
    for candidate in range(729):
        row = int.from_bytes(found[92 * candidate : 92 * candidate + 92], "little")
        is_open = digits[candidate % 81] >> candidate // 81 & 1 and digits[candidate % 81].bit_count() > 1
        assert not row or is_open
        assert not row >> candidate & 1
        assert all(digits[other % 81] >> other // 81 & 1 for other in range(729) if row >> other & 1)


def test_on_an_empty_grid_no_candidates_fail_together():
    found = compiled.failing_together(b"\xff\x01" * 81)
    assert len(found) == 729 * 92
    assert not any(found)


@pytest.mark.parametrize(
    "call",
    [
        lambda: compiled.search(),
        lambda: compiled.search(bytes(81)),
        lambda: compiled.search("." * 81, 2, 1000),
        lambda: compiled.search(bytearray(81), 2, 1000),
        lambda: compiled.search(bytes(81), "2", 1000),
        lambda: compiled.search(bytes(81), 2, 1000.0),
        lambda: compiled.search_line(bytes(81), 2, 1000),
        lambda: compiled.search_line(EMPTY_LINE, None, 1000),
        lambda: compiled.failing_together(),
        lambda: compiled.failing_together(None),
        lambda: compiled.failing_together(bytes(162), bytes(162)),
        lambda: compiled.find_solutions(bytes(81), 2),
        lambda: compiled.find_solutions("." * 81, 2, 1000),
        lambda: compiled.canonical_form(None),
        lambda: compiled.canonical_form(bytes(81)),
        lambda: compiled.solving_class(None),
        lambda: compiled.solving_class(),
    ],
)
def test_what_is_of_the_wrong_kind_is_a_type_error(call):
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: compiled.search(bytes(81), 0, 1000),
        lambda: compiled.search(bytes(81), -(10**30), 1000),
        lambda: compiled.search_line(EMPTY_LINE, 0, 1000),
        lambda: compiled.find_solutions(bytes(81), 0, 1000),
        lambda: compiled.find_solutions(bytes(81), 10**30, 1000),
        lambda: compiled.failing_together(b""),
        lambda: compiled.failing_together(bytes(161)),
        lambda: compiled.failing_together(bytes(163)),
    ],
)
def test_what_is_of_the_wrong_size_is_a_value_error(call):
    with pytest.raises(ValueError, match="expected"):
        call()


def test_limits_larger_than_any_machine_word_are_taken():
    assert search_line(SOLVED.to_line(), limit=10**40, node_limit=10**40) == (1, SOLVED.to_line())
    with pytest.raises(SearchLimitError):
        search_line(EMPTY_LINE, node_limit=-(10**40))


def test_calls_good_and_bad_leave_nothing_behind():
    lines = [SOLVED.to_line(), EMPTY_LINE, "55" + EMPTY_LINE[2:], "x" * 81, "", "\ud800" * 81]
    grids = [bytes(SOLVED.digits), bytes(81), b"x", b"\xff" * 81]
    solved = b"".join((1 << digit - 1).to_bytes(2, "little") for digit in SOLVED)

    def all_calls():
        for line in lines:
            compiled.search_line(line, 2, 1000)
            compiled.search_line(line, 2, 0)
        for grid in grids:
            with suppress(ValueError):
                compiled.search(grid, 2, 1000)
            with suppress(ValueError):
                compiled.search(grid, 0, 1)
            with suppress(ValueError):
                compiled.solving_class(grid)
        for masks in (solved, bytes(162), b"\xff\x01" * 81):
            compiled.failing_together(masks)

    all_calls()
    tracemalloc.start()
    try:
        all_calls()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(300):
            all_calls()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 2000  # one reference lost in each round would be 15 kB and more


def test_other_threads_go_on_while_it_searches():
    ended = threading.Event()

    def search_long():
        with suppress(SearchLimitError):
            search_line(EMPTY_LINE, limit=10**9, node_limit=2_000_000)
        ended.set()

    thread = threading.Thread(target=search_long)
    thread.start()
    ticks = 0
    while not ended.wait(0.001):
        ticks += 1
    thread.join()
    assert ticks > 20
