"""Simple and multi-colours by an example and near misses, on grids made for them."""

from collections.abc import Callable, Iterator

import pytest

from puzzles.engine.board import Board
from puzzles.engine.cells import HOUSES, cell_name
from puzzles.engine.search import search
from puzzles.engine.techniques import CATALOGUE, Position, next_step
from puzzles.engine.techniques.coloring import (
    find_multi_colors_1,
    find_multi_colors_2,
    find_simple_colors_traps,
    find_simple_colors_wraps,
    verify_multi_colors_1,
    verify_multi_colors_2,
    verify_simple_colors_trap,
    verify_simple_colors_wrap,
)
from puzzles.engine.techniques.step import Link, Step, by_role
from tests.lengths import IS_LONG
from tests.puzzles.engine.counting import multi_colors_by_counting
from tests.puzzles.engine.notation import cells, fives, houses

TRAP = {"row 1": "r1c1 r1c5", "column 5": "r1c5 r6c5", "box 5": "r6c5 r4c4"}
WRAP = TRAP | {"row 4": "r4c4 r4c1"}
ONE_CLASH = {"row 1": "r1c1 r1c5", "column 2": "r3c2 r7c2"}
TWO_CLASHES = {"row 1": "r1c1 r1c5", "row 7": "r7c1 r7c5"}
BOTH_SEEN = ONE_CLASH | {"column 5": "r1c5 r7c5"}
PUZZLES = ("minimal.txt", "clue17.txt", "top1465.txt")


def links(strong: str, weak: str = "") -> tuple[Link, ...]:
    """Links of pairs of cells written `r1c1-r1c5`."""
    return tuple(
        Link(5, cells(pair.partition("-")[0]), 5, cells(pair.partition("-")[2]), is_strong)
        for pairs, is_strong in ((strong, True), (weak, False))
        for pair in pairs.split()
    )


def test_a_trap_is_a_candidate_that_sees_both_colours(with_places):
    (step,) = find_simple_colors_traps(with_places(5, TRAP))
    assert step == Step(
        "simple_colors_trap",
        eliminations=fives("r4c1"),
        digits=by_role(pattern=[5]),
        cells=by_role(
            pattern=cells("r1c1 r1c5 r6c5 r4c4"), color_a=cells("r1c1 r6c5"), color_b=cells("r1c5 r4c4")
        ),
        links=links("r1c1-r1c5 r1c5-r6c5 r6c5-r4c4"),
    )


@pytest.mark.parametrize(
    "places",
    [
        TRAP | {"column 5": "r1c5 r2c5 r6c5"},
        TRAP | {"column 1": "r1c1 r8c1"},
        {"row 1": "r1c1 r1c2", "box 1": "r1c1 r1c2"},
    ],
    ids=["three places in a house of the chain", "nothing that sees both", "a chain of one link"],
)
def test_a_near_miss_is_no_trap(with_places, places):
    assert not list(find_simple_colors_traps(with_places(5, places)))


def test_a_wrap_is_a_colour_that_meets_itself(with_places):
    (step,) = find_simple_colors_wraps(with_places(5, WRAP))
    assert step == Step(
        "simple_colors_wrap",
        eliminations=fives("r1c1 r4c1 r6c5"),
        digits=by_role(pattern=[5]),
        houses=by_role(clash=houses("column 1")),
        cells=by_role(
            pattern=cells("r1c1 r1c5 r6c5 r4c4 r4c1"),
            color_a=cells("r1c1 r6c5 r4c1"),
            color_b=cells("r1c5 r4c4"),
            clash=cells("r1c1 r4c1"),
        ),
        links=links("r1c1-r1c5 r1c5-r6c5 r6c5-r4c4 r4c4-r4c1", "r1c1-r4c1"),
    )


@pytest.mark.parametrize(
    "places",
    [WRAP | {"row 4": "r4c4 r4c8"}, WRAP | {"row 4": "r4c1 r4c4 r4c8"}, TRAP],
    ids=["the colour ends in another column", "three places in a house of the chain", "the chain is shorter"],
)
def test_a_near_miss_is_no_wrap(with_places, places):
    assert not list(find_simple_colors_wraps(with_places(5, places)))


def test_of_two_clusters_that_clash_the_other_colours_hold_the_digit(with_places):
    (step,) = find_multi_colors_1(with_places(5, ONE_CLASH))
    assert step == Step(
        "multi_colors_1",
        eliminations=fives("r7c5"),
        digits=by_role(pattern=[5]),
        houses=by_role(clash=houses("box 1")),
        cells=by_role(
            pattern=cells("r1c1 r1c5 r3c2 r7c2"),
            color_a=cells("r1c1"),
            color_b=cells("r1c5"),
            color_c=cells("r3c2"),
            color_d=cells("r7c2"),
            clash=cells("r1c1 r3c2"),
        ),
        links=links("r1c1-r1c5 r3c2-r7c2", "r1c1-r3c2"),
    )


def test_two_clusters_may_clash_in_both_colours(with_places):
    position = with_places(5, TWO_CLASHES)
    (step,) = find_multi_colors_1(position)
    assert step.form == "twice"
    assert {cell % 9 for cell in step.targets} == {0, 4}
    assert len(step.targets) == 14
    assert step.links == links("r1c1-r1c5 r7c1-r7c5", "r1c1-r7c1 r1c5-r7c5")
    assert verify_multi_colors_1(step, position)


def test_a_colour_that_sees_both_of_another_cluster_clashes_with_each(with_places):
    """r1c1 and r7c5 see r3c2 and r7c2. So r1c5 holds the digit, or both of these: each they exclude."""
    position = with_places(5, BOTH_SEEN)
    (step,) = find_multi_colors_1(position)
    assert step == Step(
        "multi_colors_1",
        eliminations=fives("r1c1 r3c4 r3c6 r7c5"),
        digits=by_role(pattern=[5]),
        houses=by_role(clash=houses("box 1", "row 7")),
        cells=by_role(
            pattern=cells("r1c1 r1c5 r7c5 r3c2 r7c2"),
            color_a=cells("r1c1 r7c5"),
            color_b=cells("r1c5"),
            color_c=cells("r3c2"),
            color_d=cells("r7c2"),
            clash=cells("r1c1 r7c5 r3c2 r7c2"),
        ),
        links=links("r1c1-r1c5 r1c5-r7c5 r3c2-r7c2", "r1c1-r3c2 r7c5-r7c2"),
        form="several",
    )
    assert verify_multi_colors_1(step, position)


@pytest.mark.parametrize(
    "places",
    [
        {"row 1": "r1c1 r1c5", "column 2": "r4c2 r7c2"},
        ONE_CLASH | {"row 7": "r7c2 r7c8"},
        ONE_CLASH | {"column 2": "r3c2 r5c2 r7c2"},
    ],
    ids=["clusters that do not clash", "one cluster only sees", "no strong link"],
)
def test_a_near_miss_is_no_multi_colours_1(with_places, places):
    steps = [step.eliminations for step in find_multi_colors_1(with_places(5, places))]
    assert fives("r7c5") not in steps


def test_a_colour_that_sees_both_colours_of_another_cluster_is_false(with_places):
    (step,) = find_multi_colors_2(with_places(5, BOTH_SEEN))
    assert step == Step(
        "multi_colors_2",
        eliminations=fives("r1c1 r7c5"),
        digits=by_role(pattern=[5]),
        houses=by_role(clash=houses("box 1", "row 7")),
        cells=by_role(
            pattern=cells("r1c1 r1c5 r7c5 r3c2 r7c2"),
            color_a=cells("r1c1 r7c5"),
            color_b=cells("r1c5"),
            color_c=cells("r3c2"),
            color_d=cells("r7c2"),
            clash=cells("r1c1 r7c5 r3c2 r7c2"),
        ),
        links=links("r1c1-r1c5 r1c5-r7c5 r3c2-r7c2", "r1c1-r3c2 r7c5-r7c2"),
    )


@pytest.mark.parametrize(
    "places",
    [ONE_CLASH, BOTH_SEEN | {"column 5": "r1c5 r8c5"}, BOTH_SEEN | {"column 5": "r1c5 r4c5 r7c5"}],
    ids=["one colour seen", "the colour ends in another row", "three places in a house of the chain"],
)
def test_a_near_miss_is_no_multi_colours_2(with_places, places):
    assert not list(find_multi_colors_2(with_places(5, places)))


@pytest.mark.parametrize(
    ("find", "verify", "places"),
    [
        (find_simple_colors_traps, verify_simple_colors_trap, TRAP),
        (find_simple_colors_wraps, verify_simple_colors_wrap, WRAP),
        (find_multi_colors_1, verify_multi_colors_1, ONE_CLASH),
        (find_multi_colors_1, verify_multi_colors_1, TWO_CLASHES),
        (find_multi_colors_2, verify_multi_colors_2, BOTH_SEEN),
    ],
    ids=["trap", "wrap", "one clash", "two clashes", "both seen"],
)
def test_the_proof_fails_where_a_link_is_not_strong(with_places, find, verify, places):
    (step,) = find(with_places(5, places))
    assert verify(step, with_places(5, places))
    for house, names in places.items():
        settled = {cell for other in places if other != house for cell in HOUSES[houses(other)[0]]}
        settled |= set(cells(names))
        third = next(cell for cell in HOUSES[houses(house)[0]] if cell not in settled)
        more = places | {house: f"{names} {cell_name(third)}"}
        assert not verify(step, with_places(5, more))


# What is found, against a count of its own: colours by walks along pairs, everything seen cell by cell.


def positions_of(line: str) -> Iterator[Position]:
    """Where a path by techniques up to tier 3 comes to an elimination, and where it ends."""
    names = [technique.id for technique in CATALOGUE if technique.tier <= 3]
    position = Position.from_board(Board.from_line(line), is_unique=True)
    while (step := next_step(position, techniques=names)) is not None:
        if step.eliminations:
            yield position
        position = position.apply(step)
    if not position.is_complete:
        yield position


def assert_found_by_counting(position: Position) -> int:
    """Compare both ways; how many steps there are with a colour that sees both of another cluster."""
    expected = multi_colors_by_counting(position)
    steps = list(find_multi_colors_1(position)), list(find_multi_colors_2(position))
    assert tuple({step.eliminations for step in found} for found in steps) == expected
    assert all(verify_multi_colors_1(step, position) for step in steps[0])
    return sum(step.form == "several" for step in steps[0])


def test_multi_colours_are_those_found_by_counting(examples: dict[str, list[Position]]) -> None:
    several = sum(
        assert_found_by_counting(position) for positions in examples.values() for position in positions
    )
    assert several > 10


@pytest.mark.parametrize("name", PUZZLES)
def test_multi_colours_of_real_puzzles_are_those_found_by_counting(
    name: str, data_lines: Callable[[str, int], list[str]]
) -> None:
    for line in data_lines(name, 400 if IS_LONG else 15):
        solution = search(Board.from_line(line)).solution
        for position in positions_of(line):
            assert_found_by_counting(position)
            for step in find_multi_colors_1(position):
                assert all(solution[cell] != digit for cell, digit in step.eliminations)
