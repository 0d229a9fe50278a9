"""What holds for every technique of the catalogue, on the positions of the examples."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest

from puzzles.engine.search import search
from puzzles.engine.techniques import CATALOGUE, TECHNIQUES, Candidate, Position, Step, verify
from puzzles.engine.techniques.position import derived
from tests.lengths import IS_LONG
from tests.puzzles.engine.notation import found_in

# One cell more, where it does not belong: one in so many of those there are.
STRANGER_OF = 1 if IS_LONG else 4
IDS = [technique.id for technique in CATALOGUE]
Examples = dict[str, list[Position]]


def test_every_technique_has_examples_and_every_example_a_technique(examples: Examples) -> None:
    assert set(examples) == set(TECHNIQUES)


@pytest.mark.parametrize("technique", IDS)
def test_each_example_shows_its_technique(technique: str, examples: Examples) -> None:
    for position in examples[technique]:
        position.require_consistent()
        assert any(TECHNIQUES[technique].find(position)), position.board.to_line()


@pytest.mark.parametrize("technique", IDS)
def test_a_step_changes_what_is_open_and_has_evidence(technique: str, examples: Examples) -> None:
    for step, position in found_in(technique, examples):
        results = step.placements + step.eliminations
        assert step.technique == technique
        assert bool(step.placements) != bool(step.eliminations)
        assert len(set(results)) == len(results)
        assert list(results) == sorted(results)
        assert all(position.has_candidate(cell, digit) for cell, digit in results)
        assert step.cells or step.houses


def test_a_copy_of_a_position_derives_everything_anew(examples: Examples) -> None:
    calls = count(1)
    count_calls = derived(lambda _position: next(calls))
    position = examples["skyscraper"][0]
    assert [count_calls(position), count_calls(position)] == [1, 1]
    assert count_calls(replace(position)) == 2


@pytest.mark.parametrize("technique", IDS)
def test_steps_come_in_the_same_order_each_time(technique: str, examples: Examples) -> None:
    for position in examples[technique]:
        again = replace(position)  # what was derived stays with the original
        assert list(TECHNIQUES[technique].find(position)) == list(TECHNIQUES[technique].find(again))


@pytest.mark.parametrize("technique", IDS)
def test_no_step_contradicts_the_solution(technique: str, examples: Examples) -> None:
    for step, position in found_in(technique, examples):
        result = search(position.board)
        if result.count == 1:
            assert all(result.solution[cell] == digit for cell, digit in step.placements)
            assert all(result.solution[cell] != digit for cell, digit in step.eliminations)


@pytest.mark.parametrize("technique", IDS)
def test_each_step_is_proved_and_goes_through_json(technique: str, examples: Examples) -> None:
    for step, position in found_in(technique, examples):
        assert verify(step, position), step
        assert Step.from_dict(step.to_dict()) == step


@pytest.mark.parametrize("technique", IDS)
def test_a_step_is_refused_once_it_was_taken(technique: str, examples: Examples) -> None:
    for step, position in found_in(technique, examples):
        assert not verify(step, position.apply(step)), step


@pytest.mark.parametrize("technique", IDS)
def test_a_step_with_other_results_is_refused(technique: str, examples: Examples) -> None:
    for step, position in found_in(technique, examples):
        for altered in with_other_results(step, position):
            assert not verify(altered, position), altered


@pytest.mark.parametrize("technique", IDS)
def test_a_step_with_other_evidence_is_refused(technique: str, examples: Examples) -> None:
    for step, position in found_in(technique, examples):
        for altered in with_other_evidence(step):
            assert not verify(altered, position), altered


def with_other_results(step: Step, position: Position) -> Iterator[Step]:
    """The step with each result left out or made another digit's or cell's, with one more, with none."""
    for name in ("placements", "eliminations"):
        results = getattr(step, name)
        for one in results:
            others = tuple(other for other in results if other != one)
            yield replace(step, **{name: others})
            for digit in position.candidates(one.cell):
                if Candidate(one.cell, digit) not in results:
                    yield replace(step, **{name: tuple(sorted((*others, Candidate(one.cell, digit))))})
                    yield replace(step, **{name: tuple(sorted((*results, Candidate(one.cell, digit))))})
    yield replace(step, placements=step.eliminations, eliminations=step.placements)
    yield replace(step, placements=(), eliminations=())


def with_other_evidence(step: Step) -> Iterator[Step]:
    """The step with each member of a role left out, one more, the role renamed or gone; with other links."""
    for name in ("digits", "houses", "cells"):
        roles, everything = getattr(step, name), {"digits": range(1, 10), "houses": range(27)}
        for index, (role, members) in enumerate(roles):
            before, after = roles[:index], roles[index + 1 :]
            yield replace(step, **{name: before + after})
            yield replace(step, **{name: (*before, (f"{role}_", members), *after)})
            for member in members:
                fewer = tuple(other for other in members if other != member)
                yield replace(step, **{name: (*before, (role, fewer), *after)})
            # Another role begins with another cell, so that all have their turn.
            for stranger in everything.get(name, range(index % STRANGER_OF, 81, STRANGER_OF)):
                if stranger not in members and role != "cause":  # one cause more may well be true
                    more = tuple(sorted((*members, stranger)))
                    yield replace(step, **{name: (*before, (role, more), *after)})
    for index, link in enumerate(step.links):
        yield replace(step, links=step.links[:index] + step.links[index + 1 :])
        yield replace(step, links=(*step.links, link))
        turned = replace(link, is_strong=not link.is_strong)
        yield replace(step, links=(*step.links[:index], turned, *step.links[index + 1 :]))
    for form in ("", "upside_down"):
        if form != step.form:
            yield replace(step, form=form)
