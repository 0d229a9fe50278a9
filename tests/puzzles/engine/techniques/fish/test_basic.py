"""Basic fish by an example and a near miss, and by counting on the examples."""

import pytest

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, HOUSES, parse_cell
from puzzles.engine.techniques import Candidate, Position, Step, verify
from puzzles.engine.techniques.fish.basic import find_basic_fish, verify_basic_fish
from puzzles.engine.techniques.step import by_role
from tests.puzzles.engine.counting import fish_by_counting
from tests.puzzles.engine.notation import EMPTY, found

SIZES = {2: "x_wing", 3: "swordfish", 4: "jellyfish"}

# The places of 5 in each base row, by column; every cover column is in two rows or more.
ROWS = {
    "x_wing": {1: (2, 7), 5: (2, 7)},
    "swordfish": {1: (2, 7), 5: (7, 9), 8: (2, 9)},
    "jellyfish": {1: (2, 7), 4: (7, 9), 6: (4, 9), 8: (2, 4)},
}


def with_places(rows: dict[int, tuple[int, ...]], *, turned: bool = False) -> Position:
    """An empty grid where 5 has only these places in these rows; columns where it is turned."""
    gone = [
        9 * column + row - 1 if turned else 9 * (row - 1) + column
        for row, kept in rows.items()
        for column in range(9)
        if column + 1 not in kept
    ]
    return EMPTY.eliminate((cell, 5) for cell in gone)


@pytest.mark.parametrize("technique", ROWS)
def test_rows_that_have_a_digit_in_as_many_columns_take_it_from_these(technique: str) -> None:
    rows = ROWS[technique]
    columns = sorted({column for kept in rows.values() for column in kept})
    (step,) = found(technique, with_places(rows))
    assert step == Step(
        technique,
        eliminations=tuple(
            Candidate(parse_cell(f"r{row}c{column}"), 5)
            for row in range(1, 10)
            if row not in rows
            for column in columns
        ),
        digits=by_role(pattern=[5]),
        houses=by_role(base=[row - 1 for row in rows], cover=[column + 8 for column in columns]),
        cells=by_role(pattern=[parse_cell(f"r{row}c{column}") for row in rows for column in rows[row]]),
    )


@pytest.mark.parametrize("technique", ROWS)
def test_columns_are_treated_like_rows(technique: str) -> None:
    (in_rows,), (in_columns,) = (
        found(technique, with_places(ROWS[technique], turned=turned)) for turned in (False, True)
    )
    assert in_columns.houses_as("base") == tuple(row + 9 for row in in_rows.houses_as("base"))
    assert in_columns.houses_as("cover") == tuple(column - 9 for column in in_rows.houses_as("cover"))
    assert in_columns.targets == tuple(sorted(9 * (cell % 9) + cell // 9 for cell in in_rows.targets))


@pytest.mark.parametrize(
    ("technique", "row"), [(technique, row) for technique in ROWS for row in ROWS[technique]]
)
def test_one_place_in_another_column_and_it_is_no_fish(technique: str, row: int) -> None:
    with_fin = ROWS[technique] | {row: (*ROWS[technique][row], 3)}
    assert not found(technique, with_places(with_fin))


@pytest.mark.parametrize("technique", ROWS)
def test_a_row_with_one_place_makes_no_fish(technique: str) -> None:
    assert not found(technique, with_places(ROWS[technique] | {1: (2,)}))


@pytest.mark.parametrize("technique", ROWS)
def test_no_step_is_found_without_an_elimination(technique: str) -> None:
    position = with_places(ROWS[technique])
    (step,) = found(technique, position)
    assert not found(technique, position.apply(step))


@pytest.mark.parametrize("size", SIZES)
def test_they_are_those_found_by_counting(size: int, examples: dict[str, list[Position]]) -> None:
    for position in (one for positions in examples.values() for one in positions):
        told = [
            (*step.digits_as("pattern"), step.houses_as("base"), step.targets)
            for step in find_basic_fish(position, technique=SIZES[size])
        ]
        assert len(told) == len(set(told))
        assert set(told) == fish_by_counting(position, size)
        assert [digit for digit, _, _ in told] == sorted(digit for digit, _, _ in told)


def test_the_proof_refuses_boxes_and_lines_of_both_directions() -> None:
    position = with_places(ROWS["x_wing"])
    (step,) = found("x_wing", position)
    for base, cover in (((0, 10), (4, 15)), ((18, 21), (10, 15)), ((0, 4), (0, 4))):
        houses = by_role(base=base, cover=cover)
        assert not verify(Step("x_wing", (), step.eliminations, step.digits, houses, step.cells), position)


def test_the_proof_refuses_a_base_line_that_already_has_the_digit() -> None:
    position = Position.from_board(Board((5,) + (0,) * 80))
    in_columns = [cell for cell in CELLS if cell % 9 in (3, 4) and position.has_candidate(cell, 5)]
    empty_rows = position.eliminate((cell, 5) for cell in HOUSES[4] if cell % 9 not in (0, 3, 4))
    step = Step(
        "x_wing",
        eliminations=tuple(Candidate(cell, 5) for cell in in_columns if cell // 9 != 4),
        digits=by_role(pattern=[5]),
        houses=by_role(base=[0, 4], cover=[12, 13]),
        cells=by_role(pattern=[cell for cell in in_columns if cell // 9 == 4]),
    )
    assert not verify_basic_fish(step, empty_rows)
