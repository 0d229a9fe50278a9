"""The trace table of a part of a run: each row is one event, as in the trace."""

from typing import Any

import pytest

from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS, EventNotKeptError, Operation, trace_run, trace_table
from puzzles.engine.worksheets import source_of

AGAINST_READING_ORDER = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def test_the_first_rows_of_the_tutorial_are_those_one_writes_by_hand(course_grids: dict[str, Any]) -> None:
    trace = trace_run("tutoriel", Board.from_line(course_grids["tutoriel"].line))
    rows = trace_table(trace, start=0, rows=5)
    told = [
        (row.number, row.event.operation.name, row.event.cell, row.event.digit, [t.digit for t in row.tried])
        for row in rows
    ]
    # 53..7.... / 6..195... / .98....6.: 1 fits in r1c3, 2 in r1c4; r1c6 takes 4, r1c7 takes 8.
    assert told == [
        (1, "PLACE", 2, 1, [1]),
        (2, "PLACE", 3, 2, [1, 2]),
        (3, "PLACE", 5, 4, [1, 2, 3, 4]),
        (4, "PLACE", 6, 8, [1, 2, 3, 4, 5, 6, 7, 8]),
        (5, "PLACE", 7, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ]
    assert [row.counters.tests for row in rows] == [1, 3, 7, 15, 24]
    assert [row.counters.placements for row in rows] == [1, 2, 3, 4, 5]
    assert [row.depth for row in rows] == [1, 2, 3, 4, 5]
    lines = source_of("tutoriel").splitlines()
    assert {lines[row.line - 1].strip() for row in rows} == {"board[row][col] = num"}


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_row_agrees_with_the_event_of_the_trace(name: str, course_grids: dict[str, Any]) -> None:
    trace = trace_run(name, Board.from_line(course_grids["insa figure 1"].line))
    start = trace.length // 2
    rows = trace_table(trace, start=start, rows=30)
    assert [row.number for row in rows] == list(range(start + 1, start + 31))
    for number, row in enumerate(rows, start):
        assert row.event == trace.event(number)
        assert row.line == trace.line(number)
        assert list(row.tried) == trace.tests_before(number)
        assert row.counters == trace.state(number + 1).counters
        assert row.depth == (trace.depth(number + 1) if ALGORITHMS[name].letter in "ADE" else None)


def test_the_table_ends_with_the_run(course_grids: dict[str, Any]) -> None:
    trace = trace_run("td_iteratif", Board.from_line(course_grids["insa figure 2"].line))
    rows = trace_table(trace, start=trace.length - 3, rows=10)
    assert [row.number for row in rows] == [trace.length - 2, trace.length - 1, trace.length]
    assert rows[-1].event.operation == Operation.SOLUTION
    assert rows[-1].counters == trace.totals
    assert trace_table(trace, start=trace.length, rows=10) == []


def test_the_table_of_a_long_run_ends_where_it_is_not_kept_and_begins_nowhere_there() -> None:
    trace = trace_run("tutoriel", Board.from_line(AGAINST_READING_ORDER), event_limit=300_000)
    assert [row.number for row in trace_table(trace, start=trace.head - 2, rows=10)] == [
        trace.head - 1,
        trace.head,
    ]
    assert len(trace_table(trace, start=trace.tail, rows=10)) == 10
    for start in (-1, trace.head, trace.tail - 1, trace.length + 1):
        with pytest.raises(EventNotKeptError):
            trace_table(trace, start=start, rows=10)
