"""What can be predicted of a run, and whether a prediction is right."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from puzzles.engine import Board
from puzzles.engine.runs import (
    ALGORITHMS,
    EventNotKeptError,
    Operation,
    Trace,
    is_back,
    mark,
    next_question,
    trace_run,
)
from puzzles.engine.runs.events import PLACEMENTS, Event

AGAINST_READING_ORDER = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def questions(trace: Trace) -> Iterator[int]:
    number = next_question(trace, 0)
    while number is not None:
        yield number
        number = next_question(trace, number + 1)


@pytest.fixture
def board(course_grids: dict[str, Any]) -> Board:
    return Board.from_line(course_grids["insa figure 2"].line)


@pytest.fixture
def long_run() -> Trace:
    return trace_run("tutoriel", Board.from_line(AGAINST_READING_ORDER), event_limit=300_000)


@pytest.mark.parametrize("name", sorted(set(ALGORITHMS) - {"td_iteratif"}))
def test_every_placement_and_every_return_is_asked_once(name: str, board: Board) -> None:
    trace = trace_run(name, board)
    asked = list(questions(trace))
    assert [trace.event(number).operation for number in asked] == [
        event.operation
        for _, event in trace.events()
        if event.operation in PLACEMENTS or event.operation == Operation.RETURN
    ]
    assert len(asked) == trace.totals.placements + trace.totals.returns >= 40


def test_going_back_over_protected_cells_is_asked_once(course_grids: dict[str, Any]) -> None:
    trace = trace_run("td_iteratif", Board.from_line(course_grids["insa figure 1"].line))
    asked = list(questions(trace))
    retreats = [number for number, event in trace.events() if event.operation == Operation.RETREAT]
    asked_retreats = set(asked) & set(retreats)
    assert 0 < len(asked_retreats) < len(retreats)
    for number in retreats:
        left = trace.event(number - 1).cell
        assert (number in asked_retreats) == (trace.givens[left] == 0)


def test_the_same_is_asked_with_and_without_recursion(course_grid: Any) -> None:
    # A tells of the cell it comes back to, B of the one it leaves: the decisions are the same.
    board = Board.from_line(course_grid.line)
    asked = []
    for name in ("tutoriel", "td_iteratif"):
        trace = trace_run(name, board)
        asked.append(
            [
                "back" if is_back(event) else (event.cell, event.digit)
                for event in map(trace.event, questions(trace))
            ]
        )
    assert asked[0] == asked[1]


def test_each_question_is_the_first_at_or_after_the_state_it_is_asked_in(board: Board) -> None:
    trace = trace_run("td_iteratif", board)
    asked = list(questions(trace))
    for after in range(trace.length + 1):
        assert next_question(trace, after) == min(
            (number for number in asked if number >= after), default=None
        )


def test_a_placement_is_right_with_its_cell_and_its_digit_only(course_grids: dict[str, Any]) -> None:
    trace = trace_run("tutoriel", Board.from_line(course_grids["tutoriel"].line))
    assert mark(trace, 0, cell=2, digit=1)
    assert not mark(trace, 0, cell=2, digit=2)
    assert not mark(trace, 0, cell=3, digit=1)
    assert not mark(trace, 0, cell=2, digit=None)
    assert not mark(trace, 0, cell=None, digit=None)


@pytest.mark.parametrize(("name", "operation"), [("tutoriel", "RETURN"), ("td_iteratif", "RETREAT")])
def test_going_back_is_right_without_cell_and_digit(
    name: str, operation: str, course_grids: dict[str, Any]
) -> None:
    trace = trace_run(name, Board.from_line(course_grids["tutoriel"].line))
    number = next(n for n, event in trace.events() if event.operation.name == operation)
    event = trace.event(number)
    assert mark(trace, number, cell=None, digit=None)
    assert not mark(trace, number, cell=event.cell, digit=event.digit)


def test_a_choice_and_a_forced_digit_are_placements_too(course_grids: dict[str, Any]) -> None:
    trace = trace_run("propagation", Board.from_line(course_grids["insa figure 1"].line))
    met = set()
    for number in questions(trace):
        event = trace.event(number)
        if not is_back(event):
            met.add(event.operation)
            assert mark(trace, number, cell=event.cell, digit=event.digit)
    assert met == {Operation.PLACE_NAKED, Operation.PLACE_HIDDEN, Operation.CHOOSE}


@pytest.mark.parametrize("operation", Operation)
def test_only_a_return_and_a_retreat_go_back(operation: Operation) -> None:
    assert is_back(Event(operation, 3, 4)) == (operation.name in ("RETURN", "RETREAT"))


def test_nothing_is_asked_of_what_is_not_kept(long_run: Trace) -> None:
    head, tail, length = long_run.head, long_run.tail, long_run.length
    assert next_question(long_run, head - 1) == head - 1
    assert next_question(long_run, tail) == tail
    assert next_question(long_run, length) is None
    for after in (-1, head, tail - 1, length + 1):
        with pytest.raises(EventNotKeptError):
            next_question(long_run, after)
    with pytest.raises(EventNotKeptError):
        mark(long_run, head, cell=None, digit=None)


def test_a_question_that_may_lie_in_the_gap_is_not_guessed(board: Board) -> None:
    whole = trace_run("td_iteratif", board)
    cut = replace(
        whole,
        head=2,
        tail=10,
        codes=whole.codes[:2] + whole.codes[10:],
        cells=whole.cells[:2] + whole.cells[10:],
    )
    assert (cut.event(1).operation, cut.event(10)) == (Operation.ADVANCE, whole.event(10))
    assert next_question(whole, 1) == 2
    with pytest.raises(EventNotKeptError):
        next_question(cut, 1)
