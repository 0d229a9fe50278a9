"""A step as a picture: what is drawn at which rung."""

import pytest

from puzzles.engine import CATALOGUE, RUNGS
from puzzles.engine.techniques import example_of
from puzzles.play.pictures.small_board import NOTE_RISE
from puzzles.play.pictures.step_board import step_board

NAMES = [technique.id for technique in CATALOGUE]


def drawn(name: str, rung, *, with_notes: bool = True):
    example = example_of(name)
    return step_board(example.position, example.step, rung, with_notes=with_notes)


def test_each_rung_shows_more_than_the_one_before() -> None:
    parts = [set(drawn("x_wing", rung).fills) for rung in RUNGS]
    assert parts[0] == set()
    assert parts[2] == {"area", "cover", "pattern", "target"}
    assert parts[3] == parts[2]
    assert set(drawn("x_wing", "why").frames) == {"pattern", "target"}
    assert [bool(drawn("x_wing", rung).drawing.removed) for rung in RUNGS] == [False, False, False, True]


@pytest.mark.parametrize("name", NAMES)
def test_eliminations_are_struck_out_with_the_last_rung_only(name: str) -> None:
    eliminations = example_of(name).step.eliminations
    assert all(not drawn(name, rung).drawing.removed for rung in RUNGS[:3])
    removed = drawn(name, "do").drawing.removed
    assert sorted(sign.text for sign in removed) == sorted(str(digit) for _cell, digit in eliminations)


def test_what_falls_is_lit_with_the_reason_already() -> None:
    board, removed = drawn("x_wing", "why"), drawn("x_wing", "do").drawing.removed
    shown = zip(board.lit_notes.x.split(), board.lit_notes.y.split(), strict=True)
    lit = {(float(x), round(float(y) - NOTE_RISE, 2)) for x, y in shown}
    assert removed
    assert {(sign.x, sign.y) for sign in removed} <= lit


@pytest.mark.parametrize("name", NAMES)
def test_every_candidate_is_drawn_once(name: str) -> None:
    """Except those of a cell that is filled."""
    position, step = example_of(name).position, example_of(name).step
    candidates = sum(mask.bit_count() for mask in position.masks)
    below = sum(position.masks[cell].bit_count() for cell, _digit in step.placements)
    for rung in RUNGS:
        board = drawn(name, rung)
        expected = candidates - below if rung == "do" else candidates
        on_discs = {(sign.x, sign.y) for sign in (*board.drawing.nodes, *board.drawing.removed)}
        signs = board.notes.text + board.lit_notes.text
        assert len(signs) + len(on_discs) == expected


def test_a_cell_of_the_pattern_that_changes_has_the_frame_of_what_changes_alone() -> None:
    frames = drawn("unique_rectangle_1", "do").frames
    assert frames["pattern"].count("M") == 3
    assert frames["target"].count("M") == 2


def test_a_digit_is_placed_with_the_last_rung_only() -> None:
    placed = [drawn("naked_single", rung, with_notes=False).placed.text for rung in RUNGS]
    ((_cell, digit),) = example_of("naked_single").step.placements
    assert placed == ["", "", "", str(digit)]


def test_a_board_without_notes_has_none() -> None:
    board = drawn("hidden_single", "do", with_notes=False)
    assert board.notes.text == board.lit_notes.text == ""


def test_givens_are_distinguished_from_found_digits() -> None:
    position = example_of("skyscraper").position
    board = drawn("skyscraper", "nudge")
    assert len(board.givens.text) == position.givens.bit_count()
    assert len(board.givens.text) + len(board.entered.text) == 81 - position.digits.count(0)


def test_links_are_drawn_from_the_reason_on() -> None:
    assert not drawn("skyscraper", "where").drawing
    assert len(drawn("skyscraper", "why").drawing.curves) == 3


def test_almost_locked_sets_are_distinguished_by_frame_and_letter() -> None:
    board = drawn("als_xz", "why")
    step = example_of("als_xz").step
    assert {"pattern", "second"} <= set(board.frames)
    assert sorted(sign.text for sign in board.drawing.letters) == sorted(
        "A" * len(step.cells_as("set_a")) + "B" * len(step.cells_as("set_b"))
    )
    assert not drawn("als_xz", "where").drawing.letters


def test_a_second_part_has_bars_at_its_sides_and_what_changes_a_double_frame() -> None:
    frames = drawn("skyscraper", "why").frames
    feet = example_of("skyscraper").step.cells_as("joint")
    assert frames["second"].count("v") == 2 * len(feet)
    assert frames["target"].count("z") == 2 * len(example_of("skyscraper").step.targets)


def test_what_changes_is_filled_above_the_pattern() -> None:
    fills = list(drawn("unique_rectangle_1", "why").fills)
    assert "pattern" in fills[:-1]
    assert fills[-1] == "target"
