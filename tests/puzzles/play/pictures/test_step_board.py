"""A step as a picture: what is drawn at which rung."""

import re

import pytest

from puzzles.engine import CATALOGUE, RUNGS
from puzzles.engine.techniques import example_of
from puzzles.play.pictures.step_board import curve, step_board

NAMES = [technique.id for technique in CATALOGUE]


def drawn(name: str, rung, *, with_notes: bool = True):
    example = example_of(name)
    return step_board(example.position, example.step, rung, with_notes=with_notes)


def test_each_rung_shows_more_than_the_one_before() -> None:
    parts = [set(drawn("x_wing", rung).paths) for rung in RUNGS]
    assert parts[0] == set()
    assert parts[2] == {"area", "cover", "pattern", "target"}
    assert parts[3] == parts[2] | {"struck"}


@pytest.mark.parametrize("name", NAMES)
def test_eliminations_are_struck_out_with_the_last_rung_only(name: str) -> None:
    eliminations = example_of(name).step.eliminations
    assert all("struck" not in drawn(name, rung).paths for rung in RUNGS[:3])
    board = drawn(name, "do")
    assert board.paths.get("struck", "").count("M") == len(eliminations)
    assert sorted(board.struck_notes.text) == sorted(str(digit) for _cell, digit in eliminations)


@pytest.mark.parametrize("name", NAMES)
def test_every_candidate_is_drawn_once(name: str) -> None:
    position = example_of(name).position
    expected = sum(mask.bit_count() for mask in position.masks)
    for rung in RUNGS:
        board = drawn(name, rung)
        signs = board.notes.text + board.lit_notes.text + board.struck_notes.text
        assert len(signs) == expected


def test_a_cell_of_the_pattern_that_changes_has_the_frame_of_what_changes_alone() -> None:
    paths = drawn("unique_rectangle_1", "do").paths
    assert paths["pattern"].count("M") == 3
    assert paths["target"].count("M") == 2


def test_a_digit_is_placed_with_the_last_rung_only() -> None:
    placed = [drawn("naked_single", rung, with_notes=False).placed.text for rung in RUNGS]
    ((_cell, digit),) = example_of("naked_single").step.placements
    assert placed == ["", "", "", str(digit)]


def test_links_are_drawn_from_the_reason_on_each_once() -> None:
    assert drawn("skyscraper", "where").lines == []
    lines = drawn("skyscraper", "why").lines
    assert [line.is_strong for line in lines] == [True, False, True]
    assert len({line.path for line in lines}) == 3


def test_colours_have_two_shapes() -> None:
    paths = drawn("simple_colors_trap", "why").paths
    assert "a3 3" in paths["color_a"]
    assert "h5.6" in paths["color_b"]


def test_cells_that_make_one_end_of_a_link_share_a_frame() -> None:
    assert "group" in drawn("grouped_skyscraper", "why").paths
    assert "group" not in drawn("skyscraper", "why").paths


def test_a_board_without_notes_has_none() -> None:
    board = drawn("hidden_single", "do", with_notes=False)
    assert board.notes.text == board.lit_notes.text == ""


def test_givens_are_distinguished_from_found_digits() -> None:
    position = example_of("skyscraper").position
    board = drawn("skyscraper", "nudge")
    assert len(board.givens.text) == position.givens.bit_count()
    assert len(board.givens.text) + len(board.entered.text) == 81 - position.digits.count(0)


def test_a_link_stops_before_the_signs_at_its_ends() -> None:
    assert re.findall(r"-?\d+\.\d", curve((10, 10), (110, 10))) == [
        "13.1",
        "10.0",
        "60.0",
        "-2.0",
        "106.9",
        "10.0",
    ]


def test_almost_locked_sets_are_distinguished_by_frame_and_letter() -> None:
    board = drawn("als_xz", "why")
    step = example_of("als_xz").step
    assert {"set_a", "set_b", "disc"} <= set(board.paths)
    assert sorted(board.letters.text) == sorted(
        "A" * len(step.cells_as("set_a")) + "B" * len(step.cells_as("set_b"))
    )
    assert drawn("als_xz", "where").letters.text == ""
