"""Chains and loops with groups and almost locked sets by examples and near misses."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from puzzles.engine.board import Board
from puzzles.engine.cells import cell_name, parse_cell
from puzzles.engine.techniques import Candidate, Position, Step
from puzzles.engine.techniques.chains import find_aics, verify_aic
from puzzles.engine.techniques.group_graph import grouped_graph
from puzzles.engine.techniques.grouped_chains import (
    find_grouped_aics,
    find_grouped_continuous_nice_loops,
    find_grouped_discontinuous_nice_loops,
    verify_grouped_aic,
    verify_grouped_continuous_nice_loop,
    verify_grouped_discontinuous_nice_loop,
)
from puzzles.engine.techniques.nice_loops import find_continuous_nice_loops, find_discontinuous_nice_loops

FAMILY = {
    "grouped_continuous_nice_loop": (find_grouped_continuous_nice_loops, verify_grouped_continuous_nice_loop),
    "grouped_aic": (find_grouped_aics, verify_grouped_aic),
    "grouped_discontinuous_nice_loop": (
        find_grouped_discontinuous_nice_loops,
        verify_grouped_discontinuous_nice_loop,
    ),
}

# r2c8 = r2c1 and r2c2 - r3c3 = r3c9: a group in the middle.
WITH_GROUP = {"row 2": "r2c1 r2c2 r2c8", "row 3": "r3c3 r3c9"}
# Once r1c9 is no 6 and r6c1 no 9, no house has a digit in just two groups.
WITHOUT_GROUP = ".239.5.7.8.921..5451...43.924185.7633.5.76..8.68.42.1..5.6371..137.2849..824.15.7"

Examples = dict[str, list[Position]]


def cells(names: str) -> tuple[int, ...]:
    return tuple(sorted(map(parse_cell, names.split())))


def found(name: str, examples: Examples) -> Iterator[tuple[Step, Position]]:
    find: Callable[[Position], Iterator[Step]] = FAMILY[name][0]
    for position in examples[name]:
        yield from ((step, position) for step in find(position))


def over_group(position: Position) -> Step:
    """The chain of WITH_GROUP from r2c8 to r3c9."""
    (step,) = (step for step in find_grouped_aics(position) if step.cells_as("end") == cells("r2c8 r3c9"))
    return step


def sizes(step: Step) -> set[int]:
    return {len(members) for link in step.links for members in (link.cells, link.next_cells)}


@pytest.mark.parametrize("name", FAMILY)
def test_each_has_a_group_or_an_almost_locked_set(name, examples):
    steps = [step for step, _ in found(name, examples)]
    assert steps
    for step in steps:
        assert max(sizes(step)) > 1 or any(link.through for link in step.links)
        assert ("with_sets" in step.form) == bool(step.cells_as("set"))


@pytest.mark.parametrize("name", FAMILY)
def test_those_without_almost_locked_sets_come_first_and_short_ones_before_long_ones(name, examples):
    for position in examples[name]:
        told = [("with_sets" in step.form, len(step.links)) for step in FAMILY[name][0](position)]
        flags = [with_sets for with_sets, _ in told]
        assert flags == sorted(flags)
        if name != "grouped_discontinuous_nice_loop":  # there the loops of two kinds differ by two links
            assert told == sorted(told)


@pytest.mark.parametrize("name", FAMILY)
def test_both_kinds_are_seen_in_the_examples(name, examples):
    forms = {step.form for step, _ in found(name, examples)}
    assert any("with_sets" in form for form in forms)
    assert any("with_sets" not in form for form in forms)


def test_where_there_is_no_group_no_chain_is_told_as_if_there_were():
    position = Position.from_board(Board.from_line(WITHOUT_GROUP))
    position = position.eliminate([(parse_cell("r1c9"), 6), (parse_cell("r6c1"), 9)])
    assert not grouped_graph(position).groups
    for find in (find_aics, find_continuous_nice_loops, find_discontinuous_nice_loops):
        assert any(find(position))
    for find, verify in FAMILY.values():
        assert all(verify(step, position) for step in find(position))


def test_a_chain_leads_over_a_group_as_over_one_place(with_places):
    step = over_group(with_places(5, WITH_GROUP))
    assert {step.cells_as("start"), step.cells_as("finish")} == {cells("r2c8"), cells("r3c9")}
    assert cells("r2c1 r2c2") in {link.cells for link in step.links}
    assert {cell_name(cell) for cell, _ in step.eliminations} == {"r1c7", "r1c8", "r1c9"}


@pytest.mark.parametrize(
    "places",
    [
        WITH_GROUP | {"row 2": "r2c1 r2c2 r2c5 r2c8"},
        WITH_GROUP | {"row 3": "r3c4 r3c9"},
        WITH_GROUP | {"row 3": "r3c3 r3c5 r3c9"},
    ],
    ids=["a place outside the group", "a gap", "a third place"],
)
def test_what_only_looks_like_a_chain_with_a_group_is_none(with_places, places):
    step = over_group(with_places(5, WITH_GROUP))
    assert verify_grouped_aic(step, with_places(5, WITH_GROUP))
    assert not verify_grouped_aic(step, with_places(5, places))
    assert not list(find_grouped_aics(with_places(5, places)))


# 3r1c2 = 1 or 4 in r1c9, through the cells of row 1 - and on to 3r2c9.
WITH_SET = {"r1c1": "12", "r1c2": "123", "r1c9": "14", "r2c9": "34"}


def test_a_chain_leads_through_an_almost_locked_set(with_candidates):
    steps = list(find_grouped_aics(with_candidates(**WITH_SET)))
    (step,) = (step for step in steps if step.cells_as("end") == cells("r1c2 r2c9"))
    assert step.form == "with_sets"
    assert {*step.cells_as("set")} <= {*cells(" ".join(WITH_SET))}
    assert [bool(link.through) for link in step.links] == [True, False, True]
    assert {cell_name(cell) for cell, _ in step.eliminations} == {"r1c7", "r1c8", "r2c1", "r2c2", "r2c3"}


@pytest.mark.parametrize("name", WITH_SET)
def test_one_candidate_more_breaks_a_chain_through_a_set(with_candidates, name):
    steps = list(find_grouped_aics(with_candidates(**WITH_SET)))
    (step,) = (step for step in steps if step.cells_as("end") == cells("r1c2 r2c9"))
    assert verify_grouped_aic(step, with_candidates(**WITH_SET))
    wider = with_candidates(**WITH_SET | {name: WITH_SET[name] + "9"})
    assert not verify_grouped_aic(step, wider)
    assert step.eliminations not in {other.eliminations for other in find_grouped_aics(wider)}


@pytest.mark.parametrize("name", FAMILY)
def test_a_set_with_another_cell_more_or_less_proves_nothing(name, examples):
    verify = FAMILY[name][1]
    for step, position in found(name, examples):
        for index, link in enumerate(step.links):
            for through in (link.through[1:], (*link.through, 80)) if link.through else ((0, 1),):
                altered = replace(link, through=through)
                links = (*step.links[:index], altered, *step.links[index + 1 :])
                assert not verify(replace(step, links=links), position)


def test_a_chain_with_a_group_is_no_plain_one(with_places):
    position = with_places(5, WITH_GROUP)
    step = over_group(position)
    assert not verify_aic(step, position)
    assert not verify_aic(replace(step, technique="aic"), position)


def test_a_set_in_a_closed_loop_keeps_its_other_digits(examples):
    kept = 0
    for step, position in found("grouped_continuous_nice_loop", examples):
        for link in (link for link in step.links if link.through):
            digits = {digit for cell in link.through for digit in position.candidates(cell)}
            for digit in digits - {link.digit, link.next_digit}:
                kept += sum(one == Candidate(one.cell, digit) for one in step.eliminations)
    assert kept > 0
