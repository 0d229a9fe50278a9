"""Tables of grids: headers, layouts, fields."""

import pytest

from puzzles.engine.formats.tables import Layout, guess_layout, read_header, split_fields, start_of_field

PUZZLE = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
SOLUTION = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("puzzle,solution", Layout(",", 2, 0, 1, has_header=True)),
        ("quizzes,solutions", Layout(",", 2, 0, 1, has_header=True)),
        ("source;question;answer;rating", Layout(";", 4, 1, 2, has_header=True)),
        ('"Id"\t"Grid"', Layout("\t", 2, 1, None, has_header=True)),
        ("\ufeffGrille", Layout(",", 1, 0, None, has_header=True)),
    ],
)
def test_a_header_gives_the_layout(text: str, layout: Layout) -> None:
    assert read_header(text) == layout


@pytest.mark.parametrize(
    "text", [PUZZLE, f"{PUZZLE},{SOLUTION}", "a,b", "solution,rating", "my puzzle, my grid"]
)
def test_other_lines_are_no_headers(text: str) -> None:
    assert read_header(text) is None


def test_without_a_header_the_first_grid_is_the_puzzle_and_a_full_one_the_solution() -> None:
    assert guess_layout(f"1;{PUZZLE};2.5;{SOLUTION}") == Layout(";", 4, 1, 3, has_header=False)
    assert guess_layout(f"{PUZZLE},{PUZZLE}") == Layout(",", 2, 0, None, has_header=False)
    assert guess_layout(f"{PUZZLE[:70]},3") == Layout(",", 2, 0, None, has_header=False)


@pytest.mark.parametrize("text", [PUZZLE, ",".join(PUZZLE), "1,2,3", "530070000,600195000", ""])
def test_a_line_without_a_grid_in_a_field_has_no_layout(text: str) -> None:
    assert guess_layout(text) is None


def test_fields_lose_their_quotes_and_keep_their_place() -> None:
    text = f'"a;b";"{PUZZLE}";""'
    fields = split_fields(text, ";")
    assert fields == ["a;b", PUZZLE, ""]
    assert text[start_of_field(text, fields, 1) :].startswith(PUZZLE)


def test_the_same_text_in_two_fields_has_two_places() -> None:
    fields = split_fields("1,1,1", ",")
    assert [start_of_field("1,1,1", fields, index) for index in range(3)] == [0, 2, 4]
