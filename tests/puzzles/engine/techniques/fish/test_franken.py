"""Franken fish by an example and a near miss, and by counting on the examples."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from puzzles.engine.cells import HOUSES, house_name, parse_cell
from puzzles.engine.techniques import CATALOGUE, Candidate, Position, Step, verify
from puzzles.engine.techniques.fish.franken import find_franken_fish
from puzzles.engine.techniques.step import by_role
from tests.puzzles.engine.counting import franken_fish_by_counting
from tests.puzzles.engine.notation import cells, found

IDS = [one.id for one in CATALOGUE if getattr(one.find, "func", None) is find_franken_fish]
Places = Callable[..., Position]

# Rows 2 and 5 and box 9 have 5 in columns 2, 7 and 8 only.
SWORDFISH = {
    "row 2": "r2c2 r2c7",
    "row 5": "r5c2 r5c8",
    "box 9": "r7c7 r7c8 r9c7 r9c8",
}


def on_base(steps: list[Step], *base: str) -> list[Step]:
    return [step for step in steps if tuple(house_name(one) for one in step.houses_as("base")) == base]


def test_two_rows_and_a_box_make_a_swordfish_in_three_columns(with_places: Places) -> None:
    steps = found("franken_swordfish", with_places(5, SWORDFISH))
    (step,) = on_base(steps, "row 2", "row 5", "box 9")
    assert step.houses_as("cover") == (10, 15, 16)
    in_columns = {cell for house in (10, 15, 16) for cell in HOUSES[house]}
    in_base = {cell for house in (1, 4, 26) for cell in HOUSES[house]}
    assert step.eliminations == tuple(Candidate(cell, 5) for cell in sorted(in_columns - in_base))
    assert step.cells == by_role(pattern=cells("r2c2 r2c7 r5c2 r5c8 r7c7 r7c8 r9c7 r9c8"))


def test_a_fin_leaves_only_what_it_sees(with_places: Places) -> None:
    with_fin = SWORDFISH | {"row 2": "r2c2 r2c7 r2c9"}
    assert not on_base(found("franken_swordfish", with_places(5, with_fin)), "row 2", "row 5", "box 9")
    steps = on_base(found("finned_franken_swordfish", with_places(5, with_fin)), "row 2", "row 5", "box 9")
    (step,) = [step for step in steps if step.houses_as("cover") == (10, 15, 16) and not step.form]
    assert step.cells_as("fin") == (parse_cell("r2c9"),)
    assert set(step.targets) == set(cells("r1c7 r3c7 r1c8 r3c8"))


def test_a_place_in_two_base_houses_is_a_fin(examples: dict[str, list[Position]]) -> None:
    for name in IDS[2:]:
        for position in examples[name]:
            for step in found(name, position):
                base = [set(HOUSES[house]) for house in step.houses_as("base")]
                twice = set().union(*(one & other for one, other in combinations(base, 2)))
                places = {
                    cell for cell in twice if position.has_candidate(cell, step.digits_as("pattern")[0])
                }
                assert places <= set(step.cells_as("fin"))


def test_a_place_too_many_and_it_is_no_fish(with_places: Places) -> None:
    spoilt = SWORDFISH | {"row 5": "r5c2 r5c8 r5c5", "row 2": "r2c2 r2c7 r2c5"}
    for name in IDS:
        steps = on_base(found(name, with_places(5, spoilt)), "row 2", "row 5", "box 9")
        assert not [step for step in steps if step.houses_as("cover") == (10, 15, 16)]


def test_each_has_a_box_in_its_base_or_in_its_cover(examples: dict[str, list[Position]]) -> None:
    for name in IDS:
        for position in examples[name]:
            for step in found(name, position):
                assert max(step.houses_as("base") + step.houses_as("cover")) >= 18
                assert bool(step.cells_as("fin")) == name.startswith("finned")


def test_x_wings_exclude_all_that_counting_says(examples: dict[str, list[Position]]) -> None:
    fallen = 0
    for position in examples["finned_franken_x_wing"]:
        told = {
            candidate for step in found("finned_franken_x_wing", position) for candidate in step.eliminations
        }
        fallen += len(told)
        assert told <= franken_fish_by_counting(position, 2)
    assert fallen


@pytest.mark.parametrize("technique", IDS)
def test_the_proof_refuses_another_name(technique: str, examples: dict[str, list[Position]]) -> None:
    position = examples[technique][0]
    for step in found(technique, position):
        assert verify(step, position)
        for other in set(IDS) - {technique}:
            assert not verify(replace(step, technique=other), position)


def test_the_proof_refuses_houses_of_all_three_kinds_on_one_side(with_places: Places) -> None:
    position = with_places(5, SWORDFISH)
    (step,) = on_base(found("franken_swordfish", position), "row 2", "row 5", "box 9")
    for base, cover in (((1, 13, 26), (10, 15, 16)), ((1, 4, 26), (10, 15, 26)), ((1, 4, 26), (6, 15, 16))):
        assert not verify(replace(step, houses=by_role(base=base, cover=cover)), position)
