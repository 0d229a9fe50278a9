"""Walks: every line of a proof follows from its premise, and every case ends in the step's conclusion."""

from collections.abc import Callable, Sequence

import pytest

from puzzles.engine import HOUSES, PEERS, Candidate, Position, Step
from puzzles.engine.techniques import Line, Walk, example_of, walk_of
from puzzles.engine.techniques.solving.walk_cases import _CASES
from puzzles.engine.techniques.solving.walks import Case
from puzzles.engine.techniques.sue_de_coq import TWICE, find_sue_de_coq
from puzzles.engine.wording import LINES, describe_line, placeholders, render

WALKED = sorted(_CASES)
FISH = ["x_wing", "swordfish", "jellyfish", "franken_swordfish", "franken_jellyfish"]


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
    if line.reason in ("supposed", "excluded", "fish", "deadly", "grave", "both", "locked"):
        return True
    if line.reason in ("twice", "once"):
        assert line.house is not None
        return set(HOUSES[line.house]) >= {*line.cells, *line.over}
    if line.reason in ("crowded", "room"):
        return True  # of the whole case: see `is_contradicted`
    cause_digit, cause_cells = line.cause or (line.digit, ())
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


def is_contradicted(case: Case, position: Position) -> bool:
    """Whether the lines of a case leave a fish too few houses, or a Sue de Coq too few digits."""
    *lines, last = case
    denied = {(cell, line.digit) for line in lines if not line.holds for cell in line.cells}
    if last.reason == "room":
        counted = {
            (cell, digit)
            for line in lines
            if line.reason == "once"
            for cell in line.over
            for digit in line.digits
        }
        possible = {(cell, digit) for cell in last.cells for digit in position.candidates(cell)}
        return possible - denied <= counted and sum(len(line.digits) for line in lines) < len(last.cells)
    placed = [set(line.cells) for line in lines if line.reason == "house" and line.holds]
    room = [set(HOUSES[house]) for house in last.houses]
    return (
        set(last.cells) == set().union(*placed) <= set().union(*room)
        and sum(map(len, placed)) == len(last.cells)
        and len(placed) > len(room)
    )


def is_supported(line: Line, above: Sequence[Line]) -> bool:
    """Whether the premise of the line, or more than it, is among the lines above."""
    assert line.cause is not None
    digit, cells = line.cause
    of_digit = [each for each in above if each.digit == digit]
    if not line.holds or line.reason == "excluded":
        return any(each.holds and set(each.cells) <= set(cells) for each in of_digit)
    return any(not each.holds and set(each.cells) >= set(cells) for each in of_digit)


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


def line_that(twice: Line, cell: int) -> Line:
    """A line that rests on the digit of the contradiction being in this cell."""
    return Line("house", twice.digit, (), holds=False, cause=(twice.digit, (cell,)))


@pytest.mark.parametrize("name", WALKED)
def test_every_line_follows_from_a_line_above(name: str) -> None:
    example = example_of(name)
    for case in walk_through(example.step, example.position).cases:
        assert [line.reason == "supposed" for line in case] == [True] + [False] * (len(case) - 1)
        for index, line in enumerate(case):
            assert follows(line, example.position), words(line)
            if line.cause is not None:
                assert is_supported(line, case[:index]), words(line)
            if line.reason in ("crowded", "room"):
                assert is_contradicted(case, example.position), words(line)
            if line.reason == "twice":
                assert all(is_supported(line_that(line, cell), case[:index]) for cell in line.cells)


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


@pytest.mark.parametrize("name", [*FISH, "sue_de_coq"])
def test_the_cases_of_a_fish_suppose_each_elimination_and_refute_it(name: str) -> None:
    example = example_of(name)
    cases = walk_through(example.step, example.position).cases
    assert all(case[-1].is_contradiction for case in cases)
    supposed = [Candidate(cell, case[0].digit) for case in cases for cell in case[0].cells]
    assert sorted(supposed) == sorted(example.step.eliminations)


def test_an_x_wing_is_worded_row_by_row() -> None:
    example = example_of("x_wing")
    first, _second = walk_through(example.step, example.position).cases
    assert [words(line) for line in first] == [
        "Suppose that 5 is in one of r1c1, r7c1 and r8c1.",
        "One of r1c1, r7c1 and r8c1 is 5, so none of r3c1 and r9c1 is: all are in column 1.",
        "So 5 is in r3c9: no other place is left in row 3.",
        "So 5 is in r9c9: no other place is left in row 9.",
        "5 would be twice in column 9, in r3c9 and r9c9: a contradiction.",
    ]


def test_a_sue_de_coq_runs_out_of_digits() -> None:
    example = example_of("sue_de_coq")
    case = walk_through(example.step, example.position).cases[-1]
    assert [words(line) for line in case[2:]] == [
        "Each of 3, 4 and 7 can be in only one of r1c2, r2c2, r3c2 and r7c2: all are in column 2.",
        "6 can be in only one of r1c2, r1c3 and r3c2: all are in box 1.",
        "Together these are too few digits for r1c2, r1c3, r2c2, r3c2 and r7c2: a contradiction.",
    ]


def test_a_digit_that_a_sue_de_coq_has_twice_counts_in_the_line_and_in_the_box(
    with_candidates: Callable[..., Position],
) -> None:
    shared = dict.fromkeys(["r1c1", "r1c2", "r1c3"], "123459")
    position = with_candidates(
        **shared, **dict.fromkeys(["r1c5", "r1c6"], "129"), **dict.fromkeys(["r2c1", "r2c2"], "349")
    )
    step = next(step for step in find_sue_de_coq(position) if step.form == TWICE)
    cases = walk_through(step, position).cases
    assert {Candidate(cell, case[0].digit) for case in cases for cell in case[0].cells} == {
        *step.eliminations
    }
    for case in cases:
        assert is_contradicted(case, position)
        assert all(follows(line, position) for line in case)


@pytest.mark.parametrize("name", ["hidden_single", "pointing", "naked_pair", "naked_quad", "trial"])
def test_what_one_sentence_or_a_tree_proves_has_no_walk(name: str) -> None:
    example = example_of(name)
    assert walk_of(example.step, example.position) is None


@pytest.mark.parametrize("name", WALKED)
def test_a_step_that_is_not_there_any_more_has_no_walk(name: str) -> None:
    example = example_of(name)
    assert walk_of(example.step, example.position.apply(example.step)) is None
