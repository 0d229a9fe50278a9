"""Chains and loops with groups and almost locked sets by examples and near misses."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, DIGITS, HOUSES, PEERS, cell_name, parse_cell
from puzzles.engine.search import search
from puzzles.engine.techniques import CATALOGUE, Candidate, Position, Step, solve_path
from puzzles.engine.techniques.chains.grouped_chains import (
    find_grouped_aics,
    find_grouped_continuous_nice_loops,
    find_grouped_discontinuous_nice_loops,
    verify_grouped_aic,
    verify_grouped_continuous_nice_loop,
    verify_grouped_discontinuous_nice_loop,
)
from puzzles.engine.techniques.chains.grouped_graph import grouped_graph
from puzzles.engine.techniques.chains.nice_loops import (
    find_continuous_nice_loops,
    find_discontinuous_nice_loops,
)
from puzzles.engine.techniques.chains.open_chains import find_aics, verify_aic
from tests.lengths import IS_LONG
from tests.puzzles.engine.notation import cells, found_in

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


def over_group(position: Position) -> Step:
    """The chain of WITH_GROUP from r2c8 to r3c9."""
    (step,) = (step for step in find_grouped_aics(position) if step.cells_as("end") == cells("r2c8 r3c9"))
    return step


def sizes(step: Step) -> set[int]:
    return {len(members) for link in step.links for members in (link.cells, link.next_cells)}


@pytest.mark.parametrize("name", FAMILY)
def test_each_has_a_group_or_an_almost_locked_set(name, examples):
    steps = [step for step, _ in found_in(name, examples)]
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
    forms = {step.form for step, _ in found_in(name, examples)}
    assert any("with_sets" in form for form in forms)
    assert any("with_sets" not in form for form in forms)


def test_a_chain_without_a_group_is_not_named_grouped():
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
def test_a_near_miss_is_no_grouped_chain(with_places, places):
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
    for step, position in found_in(name, examples):
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
    for step, position in found_in("grouped_continuous_nice_loop", examples):
        for link in (link for link in step.links if link.through):
            digits = {digit for cell in link.through for digit in position.candidates(cell)}
            for digit in digits - {link.digit, link.next_digit}:
                kept += sum(one == Candidate(one.cell, digit) for one in step.eliminations)
    assert kept > 0


# Closed loops by a count of their own: every way round over so many strong links, from the cells alone.

GraphNode = tuple[int, frozenset[int]]
# What an almost locked set excludes that lacks one end of a strong link.
Excluded = frozenset[Candidate]
Strong = dict[GraphNode, dict[GraphNode, set[Excluded | None]]]


def strong_by_counting(position: Position) -> Strong:
    """The strong neighbours of each node; None for a link that needs no almost locked set."""
    strong: Strong = defaultdict(lambda: defaultdict(set))
    for cell in CELLS:
        if len(position.candidates(cell)) == 2:
            for digit, other in permutations(position.candidates(cell)):
                strong[digit, frozenset([cell])][other, frozenset([cell])].add(None)
    for house, digit in product(range(27), DIGITS):
        places = set(position.cells_for(digit, house))
        parts = {frozenset(places.intersection(HOUSES[other])) for other in range(27) if other != house}
        parts |= {frozenset([cell]) for cell in places}
        for part in parts:
            if part < places and part and places - part in parts:
                strong[digit, part][digit, frozenset(places - part)].add(None)
    seen_sets = set()
    for house in HOUSES:
        empty = [cell for cell in house if position.candidates(cell)]
        for size in range(2, len(empty)):
            for cells_in_set in map(frozenset, combinations(empty, size)):
                digits = {digit for cell in cells_in_set for digit in position.candidates(cell)}
                if len(digits) == size + 1 and cells_in_set not in seen_sets:
                    seen_sets.add(cells_in_set)
                    add_links_of_set(strong, position, cells_in_set, digits)
    return strong


def add_links_of_set(strong: Strong, position: Position, members: frozenset[int], digits: set[int]) -> None:
    places = {
        digit: frozenset(cell for cell in members if position.has_candidate(cell, digit)) for digit in digits
    }
    for digit, other in permutations(digits, 2):
        if None not in strong[digit, places[digit]][other, places[other]]:
            excluded = {
                candidate
                for third in digits - {digit, other}
                for candidate in seen_by(third, places[third], position)
            }
            strong[digit, places[digit]][other, places[other]].add(frozenset(excluded))


def seen_by(digit: int, members: frozenset[int], position: Position) -> set[Candidate]:
    return {
        Candidate(cell, digit)
        for cell in set(CELLS).intersection(*(PEERS[one] for one in members))
        if position.has_candidate(cell, digit)
    }


def is_weak(node: GraphNode, other: GraphNode) -> bool:
    (digit, members), (other_digit, other_members) = node, other
    if digit != other_digit:
        return members == other_members and len(members) == 1
    return all(two in PEERS[one] for one in members for two in other_members)


def excluded_by_weak(
    node: GraphNode, other: GraphNode, within: set[int], position: Position
) -> set[Candidate]:
    (digit, members), (other_digit, other_members) = node, other
    if digit != other_digit:
        (cell,) = members
        return {
            Candidate(cell, third) for third in position.candidates(cell) if third not in (digit, other_digit)
        }
    return {one for one in seen_by(digit, members | other_members, position) if one.cell not in within}


def loops_by_counting(position: Position, strong_links: int) -> Iterator[frozenset[Candidate]]:
    """What each closed loop with a group or a set, and so many strong links, excludes."""
    strong = strong_by_counting(position)
    nodes = sorted(strong, key=lambda node: (node[0], sorted(node[1])))
    weak = {node: [other for other in nodes if is_weak(node, other)] for node in nodes}
    order = {node: index for index, node in enumerate(nodes)}

    def ways(way: tuple[GraphNode, ...]) -> Iterator[tuple[GraphNode, ...]]:
        """The ways on from a node that fails, over nodes after the first in order."""
        for held in strong[way[-1]]:
            if order[held] > order[way[0]] and held not in way:
                longer = (*way, held)
                if len(longer) == 2 * strong_links:
                    if is_weak(held, way[0]):
                        yield longer
                    continue
                for failed in weak[held]:
                    if order[failed] > order[way[0]] and failed not in longer:
                        yield from ways((*longer, failed))

    for start in nodes:
        for way in ways((start,)):
            pairs = list(zip(way[::2], way[1::2], strict=True))
            by_set = [strong[one][other] for one, other in pairs]
            through_set = any(None not in choices for choices in by_set)
            if not through_set and all(len(members) == 1 for _, members in way):
                continue
            within = {cell for _, members in way for cell in members}
            by_weak: set[Candidate] = set()
            for one, other in zip(way[1::2], (*way[2::2], way[0]), strict=True):
                by_weak |= excluded_by_weak(one, other, within, position)
            for chosen in product(*([frozenset()] if None in choices else choices for choices in by_set)):
                if excluded := frozenset(by_weak).union(*chosen):
                    yield excluded


def excluded_by(find: Callable[[Position], Iterator[Step]], position: Position) -> set[frozenset[Candidate]]:
    return {frozenset(step.eliminations) for step in find(position)}


def missed_by_loops(position: Position) -> list[frozenset[Candidate]]:
    """Loops of four nodes that are not found as they are, and of six that exclude what no loop found does."""
    grouped = excluded_by(find_grouped_continuous_nice_loops, position)
    everything = frozenset[Candidate]().union(*grouped, *excluded_by(find_continuous_nice_loops, position))
    short, long = (set(loops_by_counting(position, count)) for count in (2, 3))
    return [one for one in short if one not in grouped] + [one for one in long if not one <= everything]


def test_closed_loops_that_a_count_finds_are_found(examples: Examples) -> None:
    for position in examples["grouped_continuous_nice_loop"][:: 1 if IS_LONG else 2]:
        assert missed_by_loops(position) == [], position.board.to_line()


@pytest.mark.parametrize("name", ["minimal.txt", "clue17.txt", "top1465.txt"])
def test_closed_loops_of_real_puzzles_that_a_count_finds_are_found(
    name: str, data_lines: Callable[[str, int], list[str]]
) -> None:
    usable = [technique.id for technique in CATALOGUE if technique.tier <= 3]
    for line in data_lines(name, 60 if IS_LONG else 2):
        board = Board.from_line(line)
        end = solve_path(Position.from_board(board, is_unique=True), techniques=usable).end
        assert missed_by_loops(end) == [], line
        for step in find_grouped_continuous_nice_loops(end):
            assert verify_grouped_continuous_nice_loop(step, end)
            assert all(search(board).solution[cell] != digit for cell, digit in step.eliminations)
