"""Locked, naked and hidden subsets by an example and a near miss, and by counting on the examples."""

import pytest

from puzzles.engine.board import Board
from puzzles.engine.cells import DIGITS, HOUSES, parse_cell
from puzzles.engine.techniques import TECHNIQUES, Candidate, Position, Step, verify
from puzzles.engine.techniques.step import by_role
from tests.puzzles.engine.counting import hidden_by_counting, naked_by_counting
from tests.puzzles.engine.notation import EMPTY, cells, found

ROW_1, COLUMN_4, BOX_1 = 0, 12, 18
SIZES = {2: "pair", 3: "triple", 4: "quad"}


def having_only(start: Position = EMPTY, **digits: str) -> Position:
    """The position in which these cells have no candidates but these."""
    return start.eliminate(
        Candidate(parse_cell(name), digit)
        for name, kept in digits.items()
        for digit in start.candidates(parse_cell(name))
        if str(digit) not in kept
    )


def with_places(house: int, digits: str, *names: str) -> Position:
    """An empty grid where these digits have only these places in the house."""
    return EMPTY.eliminate(
        Candidate(cell, int(digit)) for cell in HOUSES[house] if cell not in cells(*names) for digit in digits
    )


def eliminations(digits: str, *names: str) -> tuple[Candidate, ...]:
    return tuple(Candidate(cell, int(digit)) for cell in cells(*names) for digit in digits)


# One row of cells for each size, and what makes it a near miss.
NAKED = {
    "naked_pair": {"r1c1": "12", "r1c4": "12"},
    "naked_triple": {"r1c1": "12", "r1c4": "23", "r1c7": "13"},
    "naked_quad": {"r1c1": "12", "r1c4": "23", "r1c7": "34", "r1c9": "14"},
}
FALLING_BESIDE = {
    "naked_pair": eliminations("12", "r1c2", "r1c3", "r1c5", "r1c6", "r1c7", "r1c8", "r1c9"),
    "naked_triple": eliminations("123", "r1c2", "r1c3", "r1c5", "r1c6", "r1c8", "r1c9"),
    "naked_quad": eliminations("1234", "r1c2", "r1c3", "r1c5", "r1c6", "r1c8"),
}


@pytest.mark.parametrize("technique", NAKED)
def test_a_naked_subset_eliminates_its_digits_from_the_house(technique: str) -> None:
    (step,) = found(technique, having_only(**NAKED[technique]))
    assert step == Step(
        technique,
        eliminations=FALLING_BESIDE[technique],
        digits=by_role(pattern={int(digit) for kept in NAKED[technique].values() for digit in kept}),
        houses=by_role(house=[ROW_1]),
        cells=by_role(pattern=cells(*NAKED[technique])),
    )


@pytest.mark.parametrize("technique", NAKED)
@pytest.mark.parametrize("widened", range(4))
def test_one_candidate_more_and_nothing_is_naked(technique: str, widened: int) -> None:
    names = list(NAKED[technique])
    name = names[widened % len(names)]
    assert not found(technique, having_only(**NAKED[technique] | {name: NAKED[technique][name] + "9"}))


@pytest.mark.parametrize("technique", NAKED)
def test_a_naked_single_makes_no_subset_with_others(technique: str) -> None:
    assert not found(technique, having_only(**NAKED[technique] | {"r1c1": "1"}))


def test_a_pair_where_a_box_and_a_line_cross_is_locked_and_works_in_both() -> None:
    position = having_only(r1c1="12", r1c3="12")
    (step,) = found("locked_pair", position)
    assert step.eliminations == eliminations(
        "12",
        "r1c2",
        "r2c1",
        "r2c2",
        "r2c3",
        "r3c1",
        "r3c2",
        "r3c3",
        *(f"r1c{column}" for column in range(4, 10)),
    )
    assert (step.houses_as("house"), step.houses_as("cover")) == ((BOX_1,), (ROW_1,))
    assert not found("naked_pair", position)


def test_a_triple_that_fills_a_crossing_is_locked() -> None:
    position = having_only(r4c4="56", r5c4="67", r6c4="57")
    (step,) = found("locked_triple", position)
    assert (step.houses_as("house"), step.houses_as("cover")) == ((22,), (COLUMN_4,))
    assert {cell for cell, _ in step.eliminations} == set(HOUSES[22] + HOUSES[COLUMN_4]) - set(
        cells("r4c4", "r5c4", "r6c4")
    )
    assert not found("naked_triple", position)


@pytest.mark.parametrize(
    ("cleared", "house"),
    [(HOUSES[BOX_1], ROW_1), (HOUSES[ROW_1], BOX_1)],
    ids=["nothing falls in the box", "nothing falls in the row"],
)
def test_a_pair_in_a_crossing_that_works_in_one_house_is_only_naked(
    cleared: tuple[int, ...], house: int
) -> None:
    pattern = cells("r1c1", "r1c3")
    start = EMPTY.eliminate(
        Candidate(cell, digit) for cell in cleared if cell not in pattern for digit in (1, 2)
    )
    position = having_only(start, r1c1="12", r1c3="12")
    assert not found("locked_pair", position)
    (step,) = found("naked_pair", position)
    assert (step.houses_as("house"), step.houses_as("cover")) == ((house,), ())


def test_eliminations_in_the_third_cell_of_the_crossing_belong_to_the_box() -> None:
    pattern, third = cells("r1c1", "r1c3"), parse_cell("r1c2")
    start = EMPTY.eliminate(
        Candidate(cell, digit)
        for cell in {*HOUSES[BOX_1], *HOUSES[ROW_1]} - {*pattern, third}
        for digit in (1, 2)
    )
    (step,) = found("naked_pair", having_only(start, r1c1="12", r1c3="12"))
    assert (step.houses_as("house"), step.targets) == ((BOX_1,), (third,))


HIDDEN = {
    "hidden_pair": ("12", ("r1c1", "r1c4")),
    "hidden_triple": ("123", ("r1c1", "r1c4", "r1c7")),
    "hidden_quad": ("1234", ("r1c1", "r1c4", "r1c7", "r1c9")),
}


@pytest.mark.parametrize("technique", HIDDEN)
def test_a_hidden_subset_excludes_other_digits_from_its_cells(technique: str) -> None:
    digits, names = HIDDEN[technique]
    (step,) = found(technique, with_places(ROW_1, digits, *names))
    others = "".join(str(digit) for digit in DIGITS if str(digit) not in digits)
    assert step == Step(
        technique,
        eliminations=eliminations(others, *names),
        digits=by_role(pattern=map(int, digits)),
        houses=by_role(house=[ROW_1]),
        cells=by_role(pattern=cells(*names)),
    )


@pytest.mark.parametrize("technique", HIDDEN)
def test_one_place_more_and_nothing_is_hidden(technique: str) -> None:
    digits, names = HIDDEN[technique]
    assert not found(technique, with_places(ROW_1, digits, *names, "r1c8"))


@pytest.mark.parametrize("technique", HIDDEN)
def test_a_hidden_single_makes_no_subset_with_others(technique: str) -> None:
    digits, names = HIDDEN[technique]
    alone = [Candidate(cell, int(digits[0])) for cell in cells(*names)[1:]]
    assert not found(technique, with_places(ROW_1, digits, *names).eliminate(alone))


def test_no_step_is_found_without_an_elimination() -> None:
    for technique in (*NAKED, "locked_pair", "locked_triple"):
        pattern = NAKED.get(technique) or {"r1c1": "12", "r1c3": "12", "r1c2": "23"}
        position = having_only(**pattern)
        for step in found(technique, position):
            assert step not in found(technique, position.apply(step))
    for technique, (digits, names) in HIDDEN.items():
        position = with_places(ROW_1, digits, *names)
        (step,) = found(technique, position)
        assert not found(technique, position.apply(step))


@pytest.mark.parametrize("size", SIZES)
def test_they_are_those_found_by_counting(size: int, examples: dict[str, list[Position]]) -> None:
    for position in (one for positions in examples.values() for one in positions):
        told = {
            kind: {step.eliminations for step in found(f"{kind}_{SIZES[size]}", position)}
            for kind in ("naked", "locked", "hidden")
            if f"{kind}_{SIZES[size]}" in TECHNIQUES
        }
        assert told["naked"] | told.get("locked", set()) == naked_by_counting(position, size)
        assert told["naked"].isdisjoint(told.get("locked", ()))
        assert told["hidden"] == hidden_by_counting(position, size)


def test_the_proof_refuses_a_naked_pair_that_would_be_a_locked_one_and_the_other_way_round() -> None:
    locked_position, naked_position = having_only(r1c1="12", r1c3="12"), having_only(**NAKED["naked_pair"])
    (locked,), (naked,) = found("locked_pair", locked_position), found("naked_pair", naked_position)
    in_row = tuple(one for one in locked.eliminations if one.cell in HOUSES[ROW_1])
    assert not verify(
        Step("naked_pair", (), in_row, locked.digits, by_role(house=[ROW_1]), locked.cells), locked_position
    )
    assert not verify(
        Step("locked_pair", (), naked.eliminations, naked.digits, naked.houses, naked.cells), naked_position
    )


def test_the_proof_refuses_digits_that_the_house_already_has() -> None:
    start = Position.from_board(Board((1,) + (0,) * 80))
    position = having_only(start, r1c4="23", r1c5="2").eliminate(
        Candidate(cell, 2) for cell in HOUSES[ROW_1][1:] if cell not in cells("r1c4", "r1c5")
    )
    hidden = Step(
        "hidden_pair",
        eliminations=(Candidate(parse_cell("r1c4"), 3),),
        digits=by_role(pattern=[1, 2]),
        houses=by_role(house=[ROW_1]),
        cells=by_role(pattern=cells("r1c4", "r1c5")),
    )
    assert not verify(hidden, position)
