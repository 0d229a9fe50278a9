"""The move reducer: the vectors it shares with the browser, and its laws."""

import json
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, DIGITS
from puzzles.play.game import (
    NO_MARKS,
    UNDO_LIMIT,
    Change,
    Done,
    GameState,
    NoteRules,
    Op,
    OpKind,
    OpResult,
    ReplayError,
    apply_effect,
    apply_op,
    centre_marks_of,
    colour_of,
    effect_towards,
    marks_from_text,
    marks_to_text,
    new_game,
    notes_of,
    numbers_from_text,
    numbers_to_text,
    pack_marks,
    replay,
)
from tests.lengths import IS_LONG

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "moves.json").read_text())
TUTORIAL = Board.from_line(VECTORS["grids"]["tutorial"]).digits

any_cells = st.lists(st.integers(-5, 90), max_size=3).map(tuple)
any_op = st.one_of(
    st.builds(Op, st.sampled_from("dinoxcel"), st.integers(0, 80), st.integers(1, 9)),
    st.builds(Op, st.sampled_from("noxcel"), st.just(2), st.integers(1, 9), st.just((0, 3, 5))),
    st.builds(Op, st.sampled_from("dddn"), st.sampled_from([2, 3, 5, 10, 11, 18]), st.integers(1, 9)),
    # Not built, which would think of a cell as well.
    st.sampled_from("urgubfru").map(Op),
    st.builds(Op, st.text(max_size=2), st.none() | st.integers(-5, 90), st.integers(-2, 12), any_cells),
)
lengths = st.sampled_from([20, 0, 3, 60])
some_ops = lengths.flatmap(lambda count: st.lists(any_op, min_size=count, max_size=count))
games = settings(max_examples=100 if IS_LONG else 40)


def parse(text: str) -> Op:
    """An op of the vectors: cell.kind.digit, with the digit or the cell left out where there is none."""
    cells, kind, digit = (*text.split("."), "0")[:3]
    cell, *more = [int(cell) for cell in cells.split("+")] if cells else [None]
    return Op(kind, cell, int(digit), tuple(more))


def words(state: GameState, outcomes: list[OpResult]) -> list[str]:
    """OpResults as the vectors say them."""
    versions = [state.version, *(outcome.state.version for outcome in outcomes)]
    changed = ["changed" if after > before else "nothing" for before, after in pairwise(versions)]
    return [outcome.refusal or word for outcome, word in zip(outcomes, changed, strict=True)]


def digits_by_cell(masks: Iterable[int]) -> dict[str, list[int]]:
    found = enumerate(masks)
    return {str(cell): [digit for digit in DIGITS if mask >> digit - 1 & 1] for cell, mask in found if mask}


def play(state: GameState, ops: list[Op], rules: NoteRules | None = None) -> list[OpResult]:
    """The outcomes of ops, one after the other."""
    outcomes = []
    for op in ops:
        outcomes.append(apply_op(state, op, rules))
        state = outcomes[-1].state
    return outcomes


def last_state(outcomes: list[OpResult]) -> GameState:
    return outcomes[-1].state if outcomes else new_game(TUTORIAL)


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: vector["name"])
def test_the_vectors_shared_with_the_browser_hold(vector: dict[str, Any]) -> None:
    givens = Board.from_line(VECTORS["grids"][vector["grid"]]).digits
    chosen = {name: vector[name] for name in ("clean_notes", "fill_notes", "judges") if name in vector}
    rules = NoteRules(**chosen)
    outcomes = play(new_game(givens), [parse(text) for text in vector["ops"]], rules)
    state = outcomes[-1].state
    centre = digits_by_cell(centre_marks_of(marks) for marks in state.marks)
    colours = {str(cell): colour_of(marks) for cell, marks in enumerate(state.marks)}
    assert words(new_game(givens), outcomes) == vector["outcomes"]
    assert {str(c): state.digits[c] for c in CELLS if state.digits[c] != givens[c]} == vector["digits"]
    assert digits_by_cell(state.notes) == vector["notes"]
    assert centre == vector.get("centre", {})
    assert {cell: colour for cell, colour in colours.items() if colour} == vector.get("colours", {})
    assert [done.number for done in state.undo] == vector["undo"]
    assert [done.number for done in state.redo] == vector["redo"]
    assert state.version == vector["version"]


@games
@given(some_ops)
def test_a_given_stays_whatever_is_asked(ops: list[Op]) -> None:
    state = last_state(play(new_game(TUTORIAL), ops))
    assert all(state.digits[cell] == TUTORIAL[cell] for cell in CELLS if TUTORIAL[cell])


@games
@given(some_ops)
def test_a_filled_cell_has_no_mark_but_a_colour(ops: list[Op]) -> None:
    state = last_state(play(new_game(TUTORIAL), ops))
    marks = zip(state.digits, state.marks, strict=True)
    assert not any(digit and (notes_of(mark) or centre_marks_of(mark)) for digit, mark in marks)


@games
@given(some_ops)
def test_the_grid_equals_the_replay_of_its_moves(ops: list[Op]) -> None:
    outcomes = play(new_game(TUTORIAL), ops)
    state = last_state(outcomes)
    versions = [0, *(outcome.state.version for outcome in outcomes)]
    moves = [
        outcome.effect
        for outcome, before in zip(outcomes, versions, strict=False)
        if outcome.state.version > before
    ]
    again = replay(TUTORIAL, moves)
    assert (again.digits, again.marks, again.version) == (state.digits, state.marks, state.version)


@games
@given(some_ops)
def test_undoing_everything_leads_back_to_the_givens_and_redoing_it_back_again(ops: list[Op]) -> None:
    state = last_state(play(new_game(TUTORIAL), ops))
    steps = len(state.undo)
    back = last_state([OpResult(state), *play(state, [Op("u")] * steps)])
    assert (back.digits, back.marks, back.undo) == (TUTORIAL, NO_MARKS, ())
    again = last_state([OpResult(back), *play(back, [Op("r")] * steps)])
    assert (again.digits, again.marks, again.undo) == (state.digits, state.marks, state.undo)


@games
@given(some_ops)
def test_a_move_is_numbered_by_the_version_it_makes_and_only_a_move_counts(ops: list[Op]) -> None:
    state = new_game(TUTORIAL)
    for op, outcome in zip(ops, play(state, ops), strict=True):
        remembers = op.kind == "g" and outcome.state.checkpoint != state.checkpoint
        assert outcome.state.version == state.version + bool(outcome.effect or remembers)
        assert not (outcome.refusal and outcome.effect)
        state = outcome.state


@games
@given(some_ops)
def test_the_undo_stack_grows_upwards_and_the_redo_stack_downwards(ops: list[Op]) -> None:
    for outcome in play(new_game(TUTORIAL), ops):
        undo = [done.number for done in outcome.state.undo]
        redo = [done.number for done in outcome.state.redo]
        assert undo == sorted(undo)
        assert redo == sorted(redo, reverse=True)


def test_an_undo_names_the_move_it_takes_back() -> None:
    outcomes = play(new_game(TUTORIAL), [Op("d", 2, 4), Op("d", 3, 6), Op("u"), Op("u"), Op("r")])
    assert [outcome.target for outcome in outcomes] == [None, None, 2, 1, 1]


def test_an_effect_lists_the_placed_cell_first_and_then_the_cleaned_notes() -> None:
    outcomes = play(new_game(TUTORIAL), [Op("n", 2, 1), Op("n", 3, 4), Op("d", 2, 4)])
    assert outcomes[-1].effect == (Change(2, 0, 4, 1, 0), Change(3, 0, 0, 8, 0))


def test_a_help_that_fills_cells_is_undone_in_one() -> None:
    state = new_game(TUTORIAL)
    filled = apply_effect(state, (Change(2, 0, 4, 0, 0), Change(3, 0, 6, 0, 0))).state
    assert (filled.digits[2], filled.digits[3], filled.version) == (4, 6, 1)
    assert apply_op(filled, Op("u")).state.digits == TUTORIAL


@games
@given(some_ops, some_ops)
def test_an_effect_leads_from_any_grid_of_a_game_to_any_other(ops: list[Op], others: list[Op]) -> None:
    """And lists no cell that stays as it is."""
    state, other = (last_state(play(new_game(TUTORIAL), each)) for each in (ops, others))
    effect = effect_towards(state, other.digits, other.marks)
    after = apply_effect(state, effect).state
    assert (after.digits, after.marks) == (other.digits, other.marks)
    assert all(change != change.reversed() for change in effect)


def test_an_empty_effect_is_no_move() -> None:
    state = apply_op(apply_op(new_game(TUTORIAL), Op("d", 2, 4)).state, Op("u")).state
    assert apply_effect(state, ()).state == state


def test_the_oldest_moves_are_forgotten_past_the_limit() -> None:
    ops = [Op("d", 2, digit) for digit in (1, 2) for _ in [0]] * (UNDO_LIMIT // 2 + 1)
    state = last_state(play(new_game(TUTORIAL), ops))
    assert len(state.undo) == UNDO_LIMIT
    assert state.undo[0].number == 3
    assert state.undo[-1].number == UNDO_LIMIT + 2


def test_a_replay_that_does_not_follow_is_refused() -> None:
    with pytest.raises(ReplayError, match="move 2 does not follow"):
        replay(TUTORIAL, [(Change(2, 0, 4, 0, 0),), (Change(2, 0, 1, 0, 0),)])


def test_an_undo_without_its_recorded_effect_is_an_error() -> None:
    state = GameState(givens=TUTORIAL, digits=TUTORIAL, undo=(Done(1, None),), version=1)
    with pytest.raises(ReplayError, match="move 1"):
        apply_op(state, Op("u"))


@given(
    st.integers(0, 2**22 - 1).flatmap(lambda most: st.lists(st.integers(0, most), min_size=81, max_size=81))
)
def test_marks_are_kept_as_text_and_back(marks: list[int]) -> None:
    text = marks_to_text(marks)
    assert len(text) == (
        0 if not any(marks) else 243 if all(mark == notes_of(mark) for mark in marks) else 486
    )
    assert marks_from_text(text) == tuple(marks)


def test_no_marks_at_all_are_no_text() -> None:
    assert marks_to_text(NO_MARKS) == ""


@given(st.sets(st.integers(1, 3000)))
def test_numbers_are_kept_as_ranges_and_back(numbers: set[int]) -> None:
    assert numbers_from_text(numbers_to_text(sorted(numbers))) == tuple(sorted(numbers))


def test_numbers_in_a_row_are_one_range() -> None:
    assert numbers_to_text([1, 2, 3, 4, 5, 8, 10, 11]) == "1-5,8,10-11"


def test_every_kind_of_the_reducer_has_a_letter_of_its_own() -> None:
    assert sorted(OpKind) == sorted(set("dinoxcelurfgb"))


@given(notes=st.integers(0, 511), centre=st.integers(0, 511), colour=st.integers(0, 9))
def test_marks_are_packed_and_taken_apart_again(notes: int, centre: int, colour: int) -> None:
    marks = pack_marks(notes, centre, colour)
    assert (notes_of(marks), centre_marks_of(marks), colour_of(marks)) == (notes, centre, colour)
