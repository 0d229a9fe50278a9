"""Each single by an example and a near miss."""

import pytest

from puzzles.engine.bits import HOUSE_CELLS, Candidate
from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, HOUSES, PEERS, parse_cell
from puzzles.engine.techniques.position import Position
from puzzles.engine.techniques.singles import (
    find_full_houses,
    find_hidden_singles,
    find_naked_singles,
    verify_full_house,
    verify_hidden_single,
    verify_naked_single,
)
from puzzles.engine.techniques.step import Step, by_role
from tests.puzzles.engine.notation import cells

ROW_5, BOX_5, BOX_1 = 4, 22, 18

TUTORIAL = Board.from_line(
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
)


def position_with(**digits: int) -> Position:
    """A grid that holds only these digits, named by cell."""
    held = {parse_cell(name): digit for name, digit in digits.items()}
    return Position.from_board(Board(tuple(held.get(cell, 0) for cell in CELLS)))


# Row 5 but for r5c9.
ROW_BUT_ONE = {f"r5c{column}": column for column in range(1, 9)}
# Around box 5, 7s that leave it one place; and as many digits that leave r5c5 one.
SEVENS = {"r4c2": 7, "r6c8": 7, "r1c4": 7, "r9c6": 7}
AROUND_THE_CENTRE = {
    "r5c1": 1, "r5c2": 2, "r5c3": 3, "r1c5": 4, "r2c5": 5, "r3c5": 6, "r4c4": 8, "r6c6": 9,
}  # fmt: skip


def without(digits: dict[str, int], name: str) -> dict[str, int]:
    return {other: digit for other, digit in digits.items() if other != name}


def test_a_full_house_is_a_house_with_one_empty_cell():
    (step,) = find_full_houses(position_with(**ROW_BUT_ONE))
    assert step == Step("full_house", (Candidate(parse_cell("r5c9"), 9),), houses=by_role(house=[ROW_5]))


def test_a_house_with_two_empty_cells_is_no_full_house():
    assert not list(find_full_houses(position_with(**without(ROW_BUT_ONE, "r5c4"))))


def test_a_full_house_is_seen_in_a_box_before_a_line():
    box_too = {"r4c7": 1, "r4c8": 2, "r4c9": 3, "r6c7": 4, "r6c8": 5, "r6c9": 6}
    assert [
        step.houses_as("house") for step in find_full_houses(position_with(**ROW_BUT_ONE, **box_too))
    ] == [
        (23,),
        (ROW_5,),
    ]


def test_a_hidden_single_is_a_digit_with_one_place_in_a_house():
    first, *others = find_hidden_singles(position_with(**SEVENS))
    assert first == Step(
        "hidden_single",
        (Candidate(parse_cell("r5c5"), 7),),
        houses=by_role(house=[BOX_5]),
        cells=by_role(cause=cells("r1c4", "r4c2", "r6c8", "r9c6")),
    )
    assert {step.placements for step in others} <= {first.placements}


@pytest.mark.parametrize("missing", SEVENS)
def test_a_digit_with_two_places_is_no_hidden_single(missing):
    found = find_hidden_singles(position_with(**without(SEVENS, missing)))
    assert Candidate(parse_cell("r5c5"), 7) not in {step.placements[0] for step in found}


def test_a_hidden_single_names_no_superfluous_blocker():
    # All three exclude two cells each, and the 7 in r1c4 comes first; the two beside it say the same.
    position = position_with(**SEVENS, r5c4=1, r4c6=2, r5c6=3, r6c6=4)
    (in_box, *_) = find_hidden_singles(position)
    assert in_box.cells_as("cause") == cells("r4c2", "r6c8")


def test_hidden_singles_are_found_in_boxes_first_then_in_the_fullest_houses():
    position = Position.from_board(TUTORIAL)
    houses = [step.houses_as("house")[0] for step in find_hidden_singles(position)]
    keys = [(house < 18, (position.empty & HOUSE_CELLS[house]).bit_count()) for house in houses]
    assert keys == sorted(keys)
    assert {is_line for is_line, _ in keys} == {True, False}
    assert len(set(keys)) > 4


def test_a_hidden_single_of_narrowed_candidates_names_the_cells_ruled_out_before():
    start = position_with(**without(SEVENS, "r9c6"))
    narrowed = start.eliminate([(parse_cell("r5c6"), 7)])
    (step, *_) = find_hidden_singles(narrowed)
    assert step.cells_as("ruled_out") == cells("r5c6")
    assert step.cells_as("cause") == cells("r1c4", "r4c2", "r6c8")
    assert verify_hidden_single(step, narrowed)
    assert not verify_hidden_single(step, start)


def test_a_house_with_one_empty_cell_hides_nothing():
    assert not list(find_hidden_singles(position_with(**ROW_BUT_ONE)))


def test_a_naked_single_is_a_cell_that_sees_eight_digits():
    (step,) = find_naked_singles(position_with(**AROUND_THE_CENTRE))
    assert step == Step(
        "naked_single",
        (Candidate(parse_cell("r5c5"), 7),),
        houses=by_role(house=[ROW_5]),
        cells=by_role(cause=cells(*AROUND_THE_CENTRE)),
    )


@pytest.mark.parametrize("missing", AROUND_THE_CENTRE)
def test_a_cell_that_sees_seven_digits_is_no_naked_single(missing):
    assert not list(find_naked_singles(position_with(**without(AROUND_THE_CENTRE, missing))))


def test_a_naked_single_names_each_digit_once_and_starts_with_the_fullest_house():
    # The 1 is in the row and in the box too; the row says it.
    (step,) = find_naked_singles(position_with(**AROUND_THE_CENTRE, r5c9=6, r9c5=1, r6c4=1))
    assert step.cells_as("cause") == cells("r5c1", "r5c2", "r5c3", "r5c9", "r1c5", "r2c5", "r4c4", "r6c6")


def test_a_naked_single_starts_with_its_box_if_its_houses_are_equally_full():
    (step,) = find_naked_singles(position_with(**AROUND_THE_CENTRE, r4c6=1))
    assert step.houses_as("house") == (BOX_5,)


def test_a_naked_single_of_narrowed_candidates_names_the_digits_ruled_out_before():
    start = position_with(**without(AROUND_THE_CENTRE, "r6c6"))
    narrowed = start.eliminate([(parse_cell("r5c5"), 9)])
    (step,) = find_naked_singles(narrowed)
    assert step.digits_as("ruled_out") == (9,)
    assert verify_naked_single(step, narrowed)
    assert not verify_naked_single(step, start)


def test_naked_singles_come_with_their_cells_ascending():
    position = Position.from_board(TUTORIAL)
    found = [step.placements[0].cell for step in find_naked_singles(position)]
    assert len(found) > 1
    assert found == [cell for cell in CELLS if len(TUTORIAL.candidates(cell)) == 1]


def test_the_proof_of_a_full_house_refuses_another_cell_digit_or_house():
    position = position_with(**ROW_BUT_ONE)
    (step,) = find_full_houses(position)
    assert verify_full_house(step, position)
    for altered in (
        Step("full_house", (Candidate(parse_cell("r5c9"), 8),), houses=step.houses),
        Step("full_house", (Candidate(parse_cell("r4c9"), 9),), houses=step.houses),
        Step("full_house", step.placements, houses=by_role(house=[BOX_1])),
        Step("full_house", step.placements, houses=by_role(house=[23])),
        Step("full_house", step.placements),
        Step("full_house", step.placements, step.placements, houses=step.houses),
    ):
        assert not verify_full_house(altered, position)


def test_the_proof_of_a_hidden_single_refuses_altered_evidence():
    position = position_with(**SEVENS)
    (step, *_) = find_hidden_singles(position)
    causes = step.cells_as("cause")
    assert verify_hidden_single(step, position)
    altered = [
        causes[:1] + causes[2:],
        causes[:3],
        (*causes, parse_cell("r9c9")),
        (*causes[:3], parse_cell("r9c5")),
    ]
    for wrong in altered:
        assert not verify_hidden_single(
            Step("hidden_single", step.placements, houses=step.houses, cells=by_role(cause=wrong)), position
        )
    for house in (house for house in range(27) if parse_cell("r5c5") not in HOUSES[house]):
        assert not verify_hidden_single(
            Step("hidden_single", step.placements, houses=by_role(house=[house]), cells=step.cells), position
        )


def test_a_blocker_that_sees_no_empty_cell_of_the_house_is_refused():
    position = position_with(**SEVENS, r7c9=7)
    (step, *_) = find_hidden_singles(position)
    far = parse_cell("r7c9")
    assert not set(PEERS[far]) & set(HOUSES[BOX_5])
    wrong = Step(
        "hidden_single",
        step.placements,
        houses=step.houses,
        cells=by_role(cause=(*step.cells_as("cause"), far)),
    )
    assert not verify_hidden_single(wrong, position)


def test_the_proof_of_a_naked_single_refuses_altered_evidence():
    position = position_with(**AROUND_THE_CENTRE, r9c9=9, r5c9=6)
    (step,) = find_naked_singles(position)
    causes = step.cells_as("cause")
    assert verify_naked_single(step, position)
    for wrong in (
        causes[1:],
        (*causes[:-1], parse_cell("r9c9")),
        (*causes, parse_cell("r3c5")),
        causes[:-1] * 2,
    ):
        assert not verify_naked_single(
            Step("naked_single", step.placements, houses=step.houses, cells=by_role(cause=wrong)), position
        )


def test_digits_excluded_by_placed_digits_are_not_ruled_out_before():
    position = position_with(**AROUND_THE_CENTRE)
    (step,) = find_naked_singles(position)
    nine = parse_cell("r6c6")
    wrong = Step(
        "naked_single",
        step.placements,
        digits=by_role(ruled_out=[9]),
        houses=step.houses,
        cells=by_role(cause=[cause for cause in step.cells_as("cause") if cause != nine]),
    )
    assert not verify_naked_single(wrong, position)
