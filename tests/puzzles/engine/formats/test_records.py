"""What a file gives: each cell of a grid knows its place in the file."""

from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine import Board
from puzzles.engine.formats import PuzzleRecord, read_puzzles, to_csv, to_grid, to_line, to_sdk, to_ss
from puzzles.engine.formats.records import EXCERPT_LENGTH, excerpt_of

BOARDS = st.tuples(*[st.integers(0, 9)] * 81).map(Board)
FORMS = st.sampled_from(
    [
        lambda board: to_line(board) + "\n",
        lambda board: "  " + " | ".join(to_line(board, empty="0")) + " # 1 2 3\n",
        lambda board: to_grid(board) + "\n",
        lambda board: to_ss(board),
        lambda board: to_sdk(board, author="1 2"),
        lambda board: to_csv([(board, None)]),
        lambda board: f'"1;2";"{to_line(board)}";3\n',
        lambda board: "".join(",".join(to_line(board)[at : at + 9]) + "\n" for at in range(0, 81, 9)),
        lambda board: "12345\n",
    ]
)


@given(st.lists(st.tuples(FORMS, BOARDS), min_size=1, max_size=4))
def test_a_digit_is_placed_where_its_record_says(parts: list) -> None:
    text = "".join(form(board) for form, board in parts)
    lines = text.split("\n")
    for record in read_puzzles([text.encode()]):
        if isinstance(record, PuzzleRecord):
            for cell, digit in enumerate(record.puzzle):
                line, column = record.place_of(cell)
                assert digit == "." or lines[line - 1][column - 1] == digit


def test_an_excerpt_is_short_and_printable() -> None:
    assert excerpt_of("1\t2\x00é" + "x" * 200) == "1 2�é" + "x" * (EXCERPT_LENGTH - 5)
