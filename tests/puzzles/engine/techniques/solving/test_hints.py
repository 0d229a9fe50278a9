import json
import random

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, HOUSES, parse_cell
from puzzles.engine.techniques.catalogue import CATALOGUE
from puzzles.engine.techniques.position import Position
from puzzles.engine.techniques.solving.hints import (
    RUNGS,
    Mistake,
    WriteNotes,
    highlights,
    hint_from_dict,
    hint_position,
    is_same_hint,
    mistakes,
    next_hint,
)
from puzzles.engine.techniques.solving.paths import next_step, solve_path
from puzzles.engine.techniques.step import Step, by_role

PUZZLE = Board.from_line("530070000600195000098000060800060003400803001700020006060000280000419005000080079")
SOLUTION = Board.from_line(
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
GIVENS = tuple(cell for cell in CELLS if PUZZLE.digits[cell])
R1C3, R5C5 = parse_cell("r1c3"), parse_cell("r5c5")  # 4 and 5 in the solution


def notes_with(**masks: int) -> list[int]:
    notes = [0] * 81
    for name, mask in masks.items():
        notes[parse_cell(name)] = mask
    return notes


def test_a_board_without_mistake_has_none():
    assert mistakes(PUZZLE, solution=SOLUTION) == []
    assert mistakes(SOLUTION, solution=SOLUTION) == []


def test_wrong_digits_come_in_the_order_of_their_cells():
    board = PUZZLE.place(R5C5, 7).place(R1C3, 1)
    assert mistakes(board, solution=SOLUTION) == [Mistake("wrong_digit", R1C3), Mistake("wrong_digit", R5C5)]


def test_a_mistake_is_itself_the_first_hint():
    board = PUZZLE.place(R1C3, 1)
    hint = next_hint(board, solution=SOLUTION)
    assert (hint.technique, hint.cell) == ("wrong_digit", R1C3)


def test_a_wrong_digit_that_an_equal_one_sees_is_explained_by_it():
    hint = next_hint(PUZZLE.place(R1C3, 5), solution=SOLUTION)
    assert (hint.form, hint.causes) == ("seen", (parse_cell("r1c1"),))


def test_a_wrong_digit_is_explained_by_a_step_from_the_right_digits_alone():
    hint = next_hint(PUZZLE.place(R1C3, 1), solution=SOLUTION)
    assert (hint.form, hint.causes) == ("elsewhere", ())
    assert hint.shown_by == "hidden_single"


def test_a_mistake_with_its_reason_goes_through_json_and_goes_on_with_the_same_cell():
    hint = next_hint(PUZZLE.place(R1C3, 5), solution=SOLUTION)
    assert hint_from_dict(hint.to_dict()) == hint
    assert is_same_hint(hint, Mistake("wrong_digit", R1C3))


def test_a_mistake_never_holds_the_true_digit():
    assert Mistake.__slots__ == ("technique", "cell", "form", "shown_by", "causes")
    first, second = (
        mistakes(PUZZLE.place(R1C3, 1), solution=solution)[0]
        for solution in (SOLUTION, SOLUTION.place(R1C3, 2))
    )
    assert first == second


def test_without_mistake_the_hint_is_the_next_step():
    hint = next_hint(PUZZLE, solution=SOLUTION)
    assert hint == next_step(Position.from_board(PUZZLE))


def test_hints_lead_from_the_puzzle_to_its_solution():
    board, count = PUZZLE, 0
    while (hint := next_hint(board, solution=SOLUTION, givens=GIVENS)) is not None:
        ((cell, digit),) = hint.placements
        board, count = board.place(cell, digit), count + 1
    assert board == SOLUTION
    assert count == len(PUZZLE.empty_cells)


def all_notes(board: Board) -> list[int]:
    return list(board.candidate_masks())


def test_notes_of_some_cells_narrow_nothing():
    # A pair in the middle of a box, as players who note pairs write it: the other candidates stay.
    notes = notes_with(r1c3=0b1000)
    assert hint_position(PUZZLE, solution=SOLUTION, notes=notes) == Position.from_board(
        PUZZLE, is_unique=True
    )


def test_notes_of_every_empty_cell_narrow_the_candidates():
    notes = all_notes(PUZZLE)
    cell = next(cell for cell in PUZZLE.empty_cells if notes[cell].bit_count() > 1)
    notes[cell] = 1 << SOLUTION[cell] - 1
    assert hint_position(PUZZLE, solution=SOLUTION, notes=notes).candidates(cell) == (SOLUTION[cell],)
    said = hint_position(PUZZLE, solution=SOLUTION, notes=notes, are_notes_complete=False)
    assert len(said.candidates(cell)) > 1


def test_a_cell_whose_complete_notes_lack_the_true_digit_is_not_narrowed():
    notes = all_notes(PUZZLE)
    cell = next(cell for cell in PUZZLE.empty_cells if notes[cell].bit_count() > 1)
    notes[cell] &= ~(1 << SOLUTION[cell] - 1)
    position = hint_position(PUZZLE, solution=SOLUTION, notes=notes)
    assert position == Position.from_board(PUZZLE, is_unique=True)


def test_what_was_shown_to_be_false_is_no_candidate_whatever_is_noted():
    plain = Position.from_board(PUZZLE, is_unique=True)
    cell = next(cell for cell in PUZZLE.empty_cells if len(plain.candidates(cell)) > 1)
    wrong = next(digit for digit in plain.candidates(cell) if digit != SOLUTION[cell])
    shown = [Candidate(cell, wrong), Candidate(0, 5)]
    position = hint_position(PUZZLE, solution=SOLUTION, notes=notes_with(r1c3=0b1000), ruled_out=shown)
    assert position == plain.eliminate([(cell, wrong)])


def test_no_hint_on_partial_notes_is_about_the_notes():
    # 500 notings at random: true digits or not, in some of the cells.
    rng = random.Random(18)
    for _ in range(500):
        notes = [0] * 81
        for cell in rng.sample(PUZZLE.empty_cells, rng.randint(1, len(PUZZLE.empty_cells) - 1)):
            notes[cell] = rng.randint(1, 511)
        assert next_hint(PUZZLE, solution=SOLUTION, notes=notes) == next_step(
            Position.from_board(PUZZLE, is_unique=True)
        )


def test_the_players_notes_open_steps():
    # Only three digits of each house stand here: no single is open before the notes narrow r1c1.
    board = Board(tuple(SOLUTION.digits[cell] if cell % 10 == 0 and cell else 0 for cell in CELLS))
    assert next_hint(board, solution=SOLUTION) is None
    narrowed = notes_with(r1c1=1 << SOLUTION.digits[0] - 1)
    hint = next_hint(board, solution=SOLUTION, notes=narrowed, are_notes_complete=True)
    assert (hint.technique, hint.placements) == ("naked_single", ((0, SOLUTION.digits[0]),))


def test_only_techniques_that_are_switched_on_are_hinted():
    hint = next_hint(PUZZLE, solution=SOLUTION, techniques=["naked_single"])
    assert hint.technique == "naked_single"


def test_a_finished_grid_needs_no_hint():
    assert next_hint(SOLUTION, solution=SOLUTION) is None


def test_the_first_rung_lights_nothing_and_the_second_only_the_house():
    for step in solve_path(PUZZLE).steps:
        (house,) = step.houses_as("house")
        assert highlights(step, "nudge") == {}
        assert highlights(step, "where") == {"area": HOUSES[house]}


def test_from_the_third_rung_on_cause_and_target_are_lit():
    step = next_step(Position.from_board(PUZZLE), techniques=["hidden_single"])
    ((cell, digit),) = step.placements
    lit = highlights(step, "why")
    assert lit == highlights(step, "do")
    assert list(lit) == ["area", "cause", "target"]
    assert lit["target"] == (cell,)
    assert lit["cause"]
    assert all(PUZZLE.digits[cause] == digit for cause in lit["cause"])


def test_a_step_hinted_by_its_digit_highlights_its_houses_from_the_third_rung_on():
    fish = Step(
        "x_wing",
        eliminations=(Candidate(10, 5),),
        digits=by_role(pattern=[5]),
        houses=by_role(base=[0, 8], cover=[9, 17]),
        cells=by_role(pattern=[0, 8, 72, 80]),
    )
    assert highlights(fish, "where") == {}
    assert highlights(fish, "why") == {
        "area": (*HOUSES[0], *HOUSES[8]),
        "cover": tuple(sorted(HOUSES[9] + HOUSES[17])),
        "pattern": (0, 8, 72, 80),
        "target": (10,),
    }


def test_the_roles_of_a_family_are_lit_above_its_pattern_and_what_was_ruled_out_is_not():
    step = Step(
        "xyz_wing",
        eliminations=(Candidate(2, 5),),
        cells=by_role(fin=[1], cause=[30], pattern=[0, 1], ruled_out=[5]),
    )
    assert list(highlights(step, "do").items()) == [
        ("cause", (30,)),
        ("pattern", (0, 1)),
        ("fin", (1,)),
        ("target", (2,)),
    ]


@pytest.mark.parametrize("technique", CATALOGUE, ids=lambda technique: technique.id)
def test_every_technique_lights_an_area_at_most_and_then_what_proves_it(technique, examples):
    for position in examples[technique.id]:
        for step in technique.find(position):
            assert highlights(step, "nudge") == {}
            assert set(highlights(step, "where")) <= {"area"}
            lit = highlights(step, "why")
            assert lit == highlights(step, "do")
            assert lit["target"] == step.targets
            assert len(lit) > 1
            assert set(lit) <= {"area", "cover", "target", *(role for role, _ in step.cells)}


@pytest.mark.parametrize("rung", RUNGS)
def test_a_mistake_lights_its_box_and_then_its_cell(rung):
    box = HOUSES[22]
    expected = {"nudge": {}, "where": {"area": box}}
    full = {"area": box, "target": (R5C5,)}
    assert highlights(Mistake("wrong_digit", R5C5), rung) == expected.get(rung, full)


# Notes, and going on with a hint


# No single is open here: the first step takes 3 from r4c4 and r4c6.
POINTING = Board.from_line(
    "..9....546.......3...5..8......7....8.3.........8..692..1..52..2..76..4.3....1..7"
)
POINTED = Board.from_line("189326754675418923432597816946172385823659471517834692761945238258763149394281567")
NO_NOTES = [0] * 81


def test_without_notes_to_write_them_comes_before_the_steps_that_need_them():
    hint = next_hint(POINTING, solution=POINTED, notes=NO_NOTES)
    assert hint == WriteNotes(POINTING.empty_cells)
    assert next_hint(POINTING, solution=POINTED, notes=NO_NOTES, fills_notes=False).form == "by_hand"


def test_with_notes_the_hint_is_the_step_itself():
    for notes in (None, POINTING.candidate_masks()):
        assert next_hint(POINTING, solution=POINTED, notes=notes).technique == "pointing"


def test_steps_seen_without_notes_come_before_writing_them():
    assert isinstance(next_hint(PUZZLE, solution=SOLUTION, notes=NO_NOTES), Step)


def test_without_a_step_no_hint_asks_for_notes():
    hint = next_hint(POINTING, solution=POINTED, notes=NO_NOTES, techniques=["full_house"])
    assert hint is None


def test_writing_notes_lights_the_empty_cells_from_the_second_rung_on():
    hint = WriteNotes((3, 4))
    assert [highlights(hint, rung) for rung in RUNGS] == [{}, *[{"area": (3, 4)}] * 3]


HINTS = [
    Mistake("wrong_digit", R5C5),
    WriteNotes((3, 4)),
    WriteNotes((3,), form="by_hand"),
    next_step(Position.from_board(POINTING)),
    next_step(Position.from_board(PUZZLE)),
]


@pytest.mark.parametrize("hint", HINTS, ids=lambda hint: hint.technique)
def test_a_hint_comes_back_from_its_data(hint):
    assert hint_from_dict(json.loads(json.dumps(hint.to_dict()))) == hint


def elimination(*pairs, technique="naked_pair"):
    return Step(technique, eliminations=tuple(Candidate(*pair) for pair in pairs))


def test_a_hint_goes_on_while_it_leads_to_some_of_the_same_results():
    told = elimination((3, 5), (4, 5))
    assert is_same_hint(told, told)
    assert is_same_hint(told, elimination((4, 5)))
    assert not is_same_hint(told, elimination((3, 6), (4, 6)))
    assert not is_same_hint(told, elimination((3, 5), (4, 5), technique="hidden_pair"))


def test_a_placement_is_another_hint_in_another_cell():
    told, other = (Step("naked_single", placements=(Candidate(cell, 5),)) for cell in (3, 4))
    assert is_same_hint(told, told)
    assert not is_same_hint(told, other)


def test_a_mistake_goes_on_in_its_cell_and_writing_notes_in_any():
    assert is_same_hint(Mistake("wrong_digit", 3), Mistake("wrong_digit", 3))
    assert not is_same_hint(Mistake("wrong_digit", 3), Mistake("wrong_digit", 4))
    assert not is_same_hint(Mistake("wrong_digit", 3), WriteNotes((3,)))
    assert is_same_hint(WriteNotes((3, 4)), WriteNotes((4,)))
