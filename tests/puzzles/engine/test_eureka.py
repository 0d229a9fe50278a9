"""Eureka notation, read back by a parser of its own and proved on the candidates."""

import re
from typing import NamedTuple

import pytest

from puzzles.engine import HOUSES, PEERS, Candidate, Position
from puzzles.engine.techniques import WALKED, example_of
from puzzles.engine.wording import NOTATED, eureka_lines

TOKEN = re.compile(r"\((\d)(?:=(\d))?\)([rc\d,]+)| (=|-) ")


class Node(NamedTuple):
    """A digit in one of these cells."""

    digit: int
    cells: frozenset[int]


class Joint(NamedTuple):
    """Two nodes, and whether one of them must hold."""

    first: Node
    second: Node
    is_strong: bool
    # The cells of the unit that joins them, if one does.
    unit: frozenset[int] = frozenset()


def cells_in(text: str) -> frozenset[int]:
    found = set()
    for part in text.split(","):
        rows, columns = part[1:].split("c")
        found |= {9 * (int(row) - 1) + int(column) - 1 for row in rows for column in columns}
    return frozenset(found)


def joints_in(text: str, position: Position) -> list[Joint]:
    """The links of a line in turn. A unit of two digits is read as its two ends in its own cells."""
    joints: list[Joint] = []
    last: Node | None = None
    sign, at = "", 0
    for token in TOKEN.finditer(text):
        assert token.start() == at, text
        at = token.end()
        if token[4]:
            sign = token[4]
            continue
        cells = cells_in(token[3])
        digits = [int(digit) for digit in token.groups()[:2] if digit]
        nodes = [
            Node(digit, frozenset(cell for cell in cells if position.has_candidate(cell, digit)))
            if len(digits) == 2
            else Node(digit, cells)
            for digit in digits
        ]
        if last:
            assert sign, text
            joints.append(Joint(last, nodes[0], sign == "="))
        if len(nodes) == 2:
            joints.append(Joint(*nodes, True, cells))
        last, sign = nodes[-1], ""
    assert at == len(text), text
    return joints


def results_in(text: str) -> tuple[set[Candidate], set[Candidate]]:
    """(eliminations, placements)."""
    gone, placed = set(), set()
    for part in text.split(", "):
        cells, sign, digit = part.split(" ")
        (gone if sign == "<>" else placed).update(Candidate(cell, int(digit)) for cell in cells_in(cells))
    return gone, placed


def holds(joint: Joint, position: Position) -> bool:
    """Whether the link is true in the position."""
    first, second = joint.first, joint.second
    if not all(position.has_candidate(cell, node.digit) for node in joint[:2] for cell in node.cells):
        return False
    if not joint.is_strong:
        if first.digit != second.digit:
            return first.cells == second.cells and len(first.cells) == 1
        return all(other in PEERS[cell] for cell in first.cells for other in second.cells)
    if first.digit == second.digit:
        both = first.cells | second.cells
        return any(both == set(position.cells_for(first.digit, house)) for house in range(27))
    digits = {digit for cell in joint.unit for digit in position.candidates(cell)}
    return len(digits) == len(joint.unit) + 1 and any(joint.unit <= set(house) for house in HOUSES)


def is_excluded(candidate: Candidate, node: Node) -> bool:
    """Whether the candidate is wrong where the node is right."""
    if candidate.digit == node.digit:
        return all(cell in PEERS[candidate.cell] for cell in node.cells)
    return node.cells == {candidate.cell}


def is_proved(candidate: Candidate, joints: list[Joint], position: Position) -> bool:
    """Whether the chain proves that the candidate is wrong."""
    start, finish = joints[0], joints[-1]
    if not start.is_strong and not finish.is_strong:
        # What is supposed right turns out to be wrong.
        return start.first == finish.second == Node(candidate.digit, frozenset({candidate.cell}))
    if start.is_strong and finish.is_strong:
        return is_excluded(candidate, start.first) and is_excluded(candidate, finish.second)
    # A closed loop makes its weak links strong, and locks its sets.
    assert start.first == finish.second
    if any(is_excluded(candidate, one) and is_excluded(candidate, other) for one, other, *_rest in joints):
        return True
    sets = [joint.unit for joint in joints if len(joint.unit) > 1]
    places = [{cell for cell in unit if position.has_candidate(cell, candidate.digit)} for unit in sets]
    return any(each and is_excluded(candidate, Node(candidate.digit, frozenset(each))) for each in places)


@pytest.mark.parametrize("name", sorted(NOTATED))
def test_every_link_holds_and_the_conclusion_follows(name: str) -> None:
    example = example_of(name)
    removed: set[Candidate] = set()
    lines = eureka_lines(example.step)
    assert lines
    for line in lines:
        chain, conclusion = line.split(" => ")
        joints = joints_in(chain, example.position)
        signs = [joint.is_strong for joint in joints]
        assert signs == [signs[0] is (index % 2 == 0) for index in range(len(signs))], line
        for joint in joints:
            assert holds(joint, example.position), (line, joint)
        gone, placed = results_in(conclusion)
        for candidate in gone:
            assert is_proved(candidate, joints, example.position), (line, candidate)
        for cell, digit in placed:
            # What is supposed wrong turns out to be right.
            assert joints[0].first == joints[-1].second == Node(digit, frozenset({cell}))
            assert joints[0].is_strong
        removed |= gone
    assert removed == set(example.step.eliminations)


def test_a_chain_is_written_as_players_write_it() -> None:
    assert eureka_lines(example_of("w_wing").step) == (
        "(9=3)r2c4 - (3)r2c9 = (3)r3c9 - (3=9)r3c1 => r2c1,r3c5,r3c6 <> 9",
    )


def test_groups_and_sets_are_written_as_one_place() -> None:
    assert eureka_lines(example_of("grouped_aic").step) == (
        "(8=7)r9c5 - (7)r7c4 = (7)r7c7 - (8)r7c7 = (8)r7c13 => r9c1,r9c3 <> 8",
    )
    (line,) = eureka_lines(example_of("als_xz").step)
    assert re.fullmatch(r"\(3=5\)r[\drc,]+ - \(5=3\)r[\drc,]+ => r6c8 <> 3", line)


@pytest.mark.parametrize("name", ["hidden_single", "x_wing", "unique_rectangle_1", "remote_pair", "trial"])
def test_what_is_no_chain_has_no_notation(name: str) -> None:
    assert eureka_lines(example_of(name).step) == ()


def test_what_is_notated_is_walked_too() -> None:
    assert NOTATED <= WALKED
