"""Finned and sashimi fish by an example and a near miss, and by counting on the examples."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from puzzles.engine.cells import parse_cell
from puzzles.engine.techniques import CATALOGUE, Candidate, Position, Step, verify
from puzzles.engine.techniques.fish.finned import find_finned_fish
from puzzles.engine.techniques.step import by_role
from tests.puzzles.engine.counting import finned_fish_by_counting
from tests.puzzles.engine.notation import cells, found

IDS = [one.id for one in CATALOGUE if getattr(one.find, "func", None) is find_finned_fish]
Places = Callable[..., Position]

# The places of 5 in the rows of the base: fins in row 2, box 3.
FINNED = {
    "finned_x_wing": {"row 2": "r2c3 r2c7 r2c8", "row 6": "r6c3 r6c7"},
    "finned_swordfish": {"row 2": "r2c3 r2c7 r2c9", "row 5": "r5c2 r5c7", "row 8": "r8c2 r8c3"},
    "finned_jellyfish": {
        "row 2": "r2c3 r2c7 r2c8 r2c9",
        "row 4": "r4c2 r4c7",
        "row 6": "r6c2 r6c5",
        "row 8": "r8c3 r8c5",
    },
}
SASHIMI = {
    "sashimi_x_wing": {"row 2": "r2c3 r2c8", "row 6": "r6c3 r6c7"},
    "sashimi_swordfish": {"row 2": "r2c3 r2c8 r2c9", "row 5": "r5c2 r5c7", "row 8": "r8c2 r8c3"},
    "sashimi_jellyfish": {
        "row 2": "r2c3 r2c9 r2c8",
        "row 4": "r4c2 r4c7",
        "row 6": "r6c2 r6c5",
        "row 8": "r8c3 r8c5",
    },
}


def eliminated(step: Step) -> set[int]:
    assert {digit for _, digit in step.eliminations} == {5}
    return set(step.targets)


def test_a_finned_x_wing_excludes_what_lies_in_its_cover_and_sees_the_fin(with_places: Places) -> None:
    (step,) = found("finned_x_wing", with_places(5, FINNED["finned_x_wing"]))
    assert step == Step(
        "finned_x_wing",
        eliminations=tuple(Candidate(cell, 5) for cell in cells("r1c7 r3c7")),
        digits=by_role(pattern=[5]),
        houses=by_role(base=[1, 5], cover=[11, 15]),
        cells=by_role(pattern=cells("r2c3 r2c7 r6c3 r6c7"), fin=cells("r2c8")),
    )


@pytest.mark.parametrize(("technique", "places"), [*FINNED.items(), *SASHIMI.items()])
def test_the_fish_excludes_what_lies_in_column_7_beside_its_fins(
    technique: str, places: dict[str, str], with_places: Places
) -> None:
    steps = found(technique, with_places(5, places))
    (step,) = [step for step in steps if eliminated(step) == set(cells("r1c7 r3c7"))]
    assert set(step.cells_as("fin")) <= set(cells("r2c8 r2c9"))
    assert step.houses_as("base") == tuple(int(house[-1]) - 1 for house in places)


@pytest.mark.parametrize(("technique", "places"), [*FINNED.items(), *SASHIMI.items()])
def test_with_one_more_place_in_another_box_nothing_sees_all_fins(
    technique: str, places: dict[str, str], with_places: Places
) -> None:
    spoilt = places | {"row 2": f"r2c4 {places['row 2']}"}
    assert not any(parse_cell("r1c7") in step.targets for step in found(technique, with_places(5, spoilt)))


def test_a_place_missing_beside_the_fins_makes_it_sashimi(with_places: Places) -> None:
    assert not found("sashimi_x_wing", with_places(5, FINNED["finned_x_wing"]))
    assert not found("finned_x_wing", with_places(5, SASHIMI["sashimi_x_wing"]))


def test_two_fish_on_one_base_exclude_together_what_each_excludes(with_places: Places) -> None:
    first, second, both = found("sashimi_x_wing", with_places(5, SASHIMI["sashimi_x_wing"]))
    assert [first.form, second.form, both.form] == ["", "", "siamese"]
    assert eliminated(first) | eliminated(second) == eliminated(both) == set(cells("r1c7 r3c7 r4c8 r5c8"))
    assert both.cells_as("fin") + both.cells_as("other_fin") == tuple(cells("r2c8 r6c7"))


def test_a_fish_without_fins_is_none_of_these(with_places: Places) -> None:
    x_wing = with_places(5, {"row 2": "r2c3 r2c7", "row 6": "r6c3 r6c7"})
    assert not any(found(technique, x_wing) for technique in IDS)


@pytest.mark.parametrize("technique", IDS)
def test_columns_have_them_as_rows_have(technique: str, examples: dict[str, list[Position]]) -> None:
    position, mirrored = examples[technique][:2]
    turned = [{9 * (cell % 9) + cell // 9 for cell in step.targets} for step in found(technique, position)]
    told = [set(step.targets) for step in found(technique, mirrored)]
    assert sorted(map(sorted, turned)) == sorted(map(sorted, told))


@pytest.mark.parametrize("size", [2, 3])
def test_all_eliminations_that_counting_finds_are_made(
    size: int, examples: dict[str, list[Position]]
) -> None:
    name = {2: "x_wing", 3: "swordfish"}[size]
    positions = examples[f"finned_{name}"] + examples[f"sashimi_{name}"]
    assert positions
    for position in positions:
        told = {
            candidate
            for kind in ("finned", "sashimi")
            for step in found(f"{kind}_{name}", position)
            for candidate in step.eliminations
        }
        assert told == finned_fish_by_counting(position, size)


def test_the_proof_refuses_other_houses_and_another_name(with_places: Places) -> None:
    position = with_places(5, FINNED["finned_x_wing"])
    (step,) = found("finned_x_wing", position)
    assert verify(step, position)
    for base, cover in (((1, 6), (11, 15)), ((1, 5), (11, 16)), ((1, 11), (5, 15)), ((1, 5), (1, 5))):
        assert not verify(replace(step, houses=by_role(base=base, cover=cover)), position)
    for other in set(IDS) - {step.technique}:
        assert not verify(replace(step, technique=other), position)


def test_the_proof_refuses_two_fish_of_which_one_excludes_nothing_more(with_places: Places) -> None:
    position = with_places(5, SASHIMI["sashimi_x_wing"])
    *_, both = found("sashimi_x_wing", position)
    assert verify(both, position)
    swapped = by_role(base=both.houses_as("base"), cover=both.houses_as("other_cover"))
    assert not verify(replace(both, houses=swapped), position)
    gone = position.eliminate(both.eliminations[:1])
    left = replace(both, eliminations=both.eliminations[1:])
    assert verify(left, gone)
    half = [candidate for candidate in both.eliminations if candidate.cell in cells("r1c7 r3c7")]
    rest = tuple(candidate for candidate in both.eliminations if candidate not in half)
    assert not verify(replace(both, eliminations=rest), position.eliminate(half))
