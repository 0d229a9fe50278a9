"""Walks: every line of a proof follows from its premise, and every case ends in the step's conclusion."""

import pytest

from puzzles.engine import HOUSES, PEERS, Candidate, Position, Step
from puzzles.engine.techniques import Line, Walk, example_of, walk_of
from puzzles.engine.techniques.solving.walk_cases import _CASES
from puzzles.engine.wording import LINES, describe_line, placeholders, render

WALKED = sorted(_CASES)


class English:
    """The sentences as they are written."""

    @staticmethod
    def gettext(message: str, /) -> str:
        return message

    @staticmethod
    def ngettext(singular: str, plural: str, number: int, /) -> str:
        return singular if number == 1 else plural


def walk_through(step: Step, position: Position) -> Walk:
    walk = walk_of(step, position)
    assert walk is not None
    return walk


def words(line: Line) -> str:
    return render(describe_line(line), English())


# What a line rests on, read anew from the candidates by plain sets


def follows(line: Line, position: Position) -> bool:
    """Whether the line follows from its premise in this position."""
    if line.reason in ("supposed", "excluded", "fish", "deadly", "grave", "both", "twice", "locked"):
        return True
    assert line.cause is not None
    cause_digit, cause_cells = line.cause
    if line.reason == "set":
        return lacks_one(line, position)
    if line.reason == "cell":
        (cell,) = line.cells
        other_left = set(position.candidates(cell)) - {line.digit, cause_digit}
        return cause_cells == (cell,) and (not other_left or not line.holds)
    if not line.holds:
        return cause_digit == line.digit and all(
            other in PEERS[cell] for cell in cause_cells for other in line.cells
        )
    assert line.house is not None
    places = {cell for cell in HOUSES[line.house] if position.has_candidate(cell, line.digit)}
    return cause_digit == line.digit and places == {*cause_cells, *line.cells}


def lacks_one(line: Line, position: Position) -> bool:
    """Whether the set has one digit more than cells, and the premise takes one of them away everywhere."""
    assert line.cause is not None
    digit, cells = line.cause
    digits = {each for cell in line.over for each in position.candidates(cell)}
    return (
        len(digits) == len(line.over) + 1
        and line.digit in digits - {digit}
        and set(cells) == {cell for cell in line.over if position.has_candidate(cell, digit)}
        and set(line.cells) == {cell for cell in line.over if position.has_candidate(cell, line.digit)}
    )


def is_excused(candidate: Candidate, line: Line) -> bool:
    """Whether the candidate cannot be where one of the line's cells holds its digit."""
    if candidate.digit == line.digit:
        return all(cell in PEERS[candidate.cell] for cell in line.cells)
    return line.cells == (candidate.cell,)


@pytest.mark.parametrize("name", WALKED)
def test_every_line_follows_from_a_line_above(name: str) -> None:
    example = example_of(name)
    for case in walk_through(example.step, example.position).cases:
        assert [line.reason == "supposed" for line in case] == [True] + [False] * (len(case) - 1)
        for index, line in enumerate(case):
            assert follows(line, example.position), words(line)
            if line.cause is not None:
                digit, cells = line.cause
                above = [
                    each for each in case[:index] if each.digit == digit and set(each.cells) <= set(cells)
                ]
                assert above, words(line)


@pytest.mark.parametrize("name", WALKED)
def test_every_case_ends_in_a_contradiction_or_excludes_what_falls(name: str) -> None:
    example = example_of(name)
    eliminations = set(example.step.eliminations)
    removed: set[Candidate] = set()
    for case in walk_through(example.step, example.position).cases:
        if case[-1].is_contradiction:
            continue
        fallen = {candidate for line in case for candidate in line.eliminations}
        assert fallen <= eliminations
        assert fallen
        removed |= fallen
        for line in case:
            if line.reason == "excluded" and line.cause:
                assert all(is_excused(candidate, line) for candidate in line.eliminations)
    assert not removed or removed == eliminations


@pytest.mark.parametrize("name", WALKED)
def test_every_line_has_a_sentence_with_all_its_facts(name: str) -> None:
    example = example_of(name)
    for case in walk_through(example.step, example.position).cases:
        for line in case:
            sentence = describe_line(line)
            assert sentence.msgid in LINES.values()
            assert all(sentence.params[each] for each in placeholders(sentence.msgid)), sentence


def test_a_chain_is_worded_link_by_link() -> None:
    example = example_of("xy_chain")
    first, second = walk_through(example.step, example.position).cases
    assert [words(line) for line in first] == ["Suppose that 1 is in r3c3.", "That removes 1 from r3c8."]
    assert [words(line) for line in second][:4] == [
        "Suppose that 1 is not in r3c3.",
        "So r3c3 is 7: it has no other candidate left.",
        "r3c3 is 7, so r1c3 is not: both are in column 3.",
        "So r1c3 is 8: it has no other candidate left.",
    ]


def test_the_two_cases_of_a_wing_are_the_digits_of_its_pivot() -> None:
    example = example_of("xy_wing")
    cases = walk_through(example.step, example.position).cases
    assert [words(case[0]) for case in cases] == ["Suppose that 1 is in r6c2.", "Suppose that 5 is in r6c2."]
    assert {words(case[-1]) for case in cases} == {"That removes 9 from r5c7 and r5c8."}


@pytest.mark.parametrize("name", ["hidden_single", "pointing", "naked_pair", "x_wing", "trial"])
def test_what_one_sentence_or_a_tree_proves_has_no_walk(name: str) -> None:
    example = example_of(name)
    assert walk_of(example.step, example.position) is None


@pytest.mark.parametrize("name", WALKED)
def test_a_step_that_is_not_there_any_more_has_no_walk(name: str) -> None:
    example = example_of(name)
    assert walk_of(example.step, example.position.apply(example.step)) is None
