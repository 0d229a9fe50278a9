"""A trace: what is kept of a run, entered anywhere, and what a test between two events looked at."""

from itertools import pairwise
from typing import Any

import pytest

from puzzles.engine import COLUMNS, PEERS, ROWS, Board, parse_cell
from puzzles.engine.runs import (
    ALGORITHMS,
    KEPT_EVENTS,
    EventNotKeptError,
    Operation,
    Trace,
    trace_run,
)
from puzzles.engine.worksheets import source_of

AGAINST_READING_ORDER = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


@pytest.fixture(scope="module")
def long_run() -> Trace:
    return trace_run("tutoriel", Board.from_line(AGAINST_READING_ORDER), event_limit=400_000)


@pytest.fixture
def tutorial(course_grids: dict[str, Any]) -> Trace:
    return trace_run("tutoriel", Board.from_line(course_grids["tutoriel"].line))


def test_a_run_that_is_cut_says_so_and_its_totals_are_at_least_that(long_run: Trace) -> None:
    assert not long_run.is_exact
    assert not long_run.is_solved
    assert 400_000 <= long_run.length < 401_000
    assert long_run.totals.placements + long_run.totals.returns == long_run.length


def test_of_a_long_run_the_start_the_end_and_keyframes_are_kept(long_run: Trace) -> None:
    assert 170_000 < long_run.head < KEPT_EVENTS
    assert len(long_run.codes) == len(long_run.cells) <= KEPT_EVENTS
    assert long_run.length - long_run.tail > 15_000
    for number in (0, long_run.head - 1, long_run.tail, long_run.length - 1):
        assert long_run.event(number).operation in (Operation.PLACE, Operation.RETURN)
    between = [key for key in long_run.keyframes if long_run.head < key.number < long_run.tail]
    assert len(between) >= 10
    assert all(long_run.state(key.number) == key.state for key in between)


def test_events_not_stored_are_refused(long_run: Trace) -> None:
    for number in (-1, long_run.head, long_run.tail - 1, long_run.length):
        with pytest.raises(EventNotKeptError):
            long_run.event(number)
    with pytest.raises(EventNotKeptError):
        long_run.state(long_run.head + 1)
    with pytest.raises(EventNotKeptError):
        long_run.state(long_run.length + 1)
    with pytest.raises(EventNotKeptError):
        long_run.state(-1)


def test_the_end_of_a_long_run_is_reached_from_its_own_keyframes(long_run: Trace) -> None:
    *_, last = long_run.walk(long_run.tail)
    assert last.number == long_run.length - 1
    assert last.state == long_run.final == long_run.state(long_run.length)


def test_keyframes_are_at_most_a_thousand_stored_events_apart() -> None:
    for name in ALGORITHMS:
        trace = trace_run(name, Board.from_line(AGAINST_READING_ORDER), event_limit=30_000)
        numbers = [keyframe.number for keyframe in trace.keyframes]
        assert numbers[0] == 0
        assert numbers[-1] == trace.length
        gaps = [after - before for before, after in pairwise(numbers)]
        assert min(gaps) > 0
        assert max(gaps) <= 1000


def test_a_run_that_ends_at_the_limit_is_exact() -> None:
    short = trace_run("tutoriel", Board.from_line("123456789" * 8 + "12345678."), event_limit=1)
    assert (short.is_exact, short.length) == (True, 1)


def test_reading_order_meets_millions_where_propagation_tries_nothing() -> None:
    reading = trace_run("tutoriel", Board.from_line(AGAINST_READING_ORDER))
    assert not reading.is_exact
    assert reading.totals.tests > 1_000_000
    choosing = trace_run("propagation", Board.from_line(AGAINST_READING_ORDER))
    assert choosing.is_solved
    assert choosing.totals.tests == choosing.totals.returns == 0


def test_a_trace_cannot_be_changed(tutorial: Trace) -> None:
    with pytest.raises(AttributeError):
        tutorial.length = 3  # type: ignore[misc]
    assert isinstance(tutorial.codes, bytes)
    assert isinstance(tutorial.keyframes, tuple)


def test_the_first_tests_of_the_tutorial_are_replayed(tutorial: Trace) -> None:
    first = tutorial.event(0)
    assert (first.operation, first.cell, first.digit) == (Operation.PLACE, 2, 1)
    assert tutorial.tests_before(0) == [(2, 1)]
    replay = tutorial.replay_test(0, nth=0)
    assert replay.call is not None
    assert (replay.call.text, replay.call.value) == ("is_valid(board, 1, (0, 2))", "True")
    assert set(replay.looked_at) == set(PEERS[2])


def test_a_failing_test_stops_at_the_equal_digit(tutorial: Trace) -> None:
    second = tutorial.tests_before(1)
    assert second == [(3, 1), (3, 2)]
    refused = tutorial.replay_test(1, nth=0)
    assert refused.call is not None
    assert (refused.call.text, refused.call.value) == ("is_valid(board, 1, (0, 3))", "False")
    assert refused.looked_at == (0, 1, 2)


def test_every_test_ends_as_the_events_say(course_grids: dict[str, Any]) -> None:
    board = Board.from_line(course_grids["insa figure 2"].line)
    for name in ("tutoriel", "n_valide", "td_iteratif"):
        trace = trace_run(name, board)
        for walked in list(trace.walk())[:60]:
            values = [trace.replay_test(walked.number, nth=n).call for n in range(len(walked.tests))]
            told = [call.value == "True" for call in values if call]
            expected = [False] * len(told)
            if walked.event.operation == Operation.PLACE:
                expected[-1] = True
            assert told == expected


def test_the_tests_of_the_other_algorithms_are_replayed_by_their_own_functions(
    course_grids: dict[str, Any],
) -> None:
    board = Board.from_line(course_grids["mini-projet"].line)
    listing = trace_run("mini_projet", board).replay_test(0, nth=4)
    assert listing.call is not None
    assert (listing.tested, listing.call.text) == ((0, 5), "possibles(S, 0, 0)")
    assert set(listing.looked_at) == {0, *PEERS[0]}
    table = trace_run("projet_insa", board)
    number = next(n for n, event in table.events() if event.operation == Operation.PLACE)
    looked = table.replay_test(number, nth=0)
    assert looked.call is not None
    assert (looked.call.text, looked.looked_at) == ("permis(0, 0)", (0,))


def test_a_choice_is_its_own_test(course_grids: dict[str, Any]) -> None:
    trace = trace_run("propagation", Board.from_line(course_grids["insa figure 1"].line))
    number = next(n for n, event in trace.events() if event.operation == Operation.CHOOSE)
    replay = trace.replay_test(number, nth=0)
    event = trace.event(number)
    assert (replay.tested, replay.call) == ((event.cell, event.digit), None)
    assert replay.looked_at == (event.cell,)


def test_the_line_of_an_event_is_the_one_that_runs(tutorial: Trace) -> None:
    lines = source_of("tutoriel").splitlines()
    assert lines[tutorial.line(0) - 1].strip() == "board[row][col] = num"
    number = next(n for n, event in tutorial.events() if event.operation == Operation.RETURN)
    assert lines[tutorial.line(number) - 1].strip() == "board[row][col] = 0"
    assert lines[tutorial.line(tutorial.length - 1) - 1].strip() == "return True"


def test_the_table_M_begins_with_the_peers_of_the_first_given() -> None:
    trace = trace_run("projet_insa", Board.from_line("." * 40 + "5" + "." * 40))
    written = [trace.event(number) for number in range(24)]
    middle = parse_cell("r5c5")
    assert [event.cell for event in written[:8]] == [cell for cell in ROWS[4] if cell != middle]
    assert [event.cell for event in written[8:16]] == [cell for cell in COLUMNS[4] if cell != middle]
    assert {event.digit for event in written} == {5}
    repeated = [event for event in written if event.operation == Operation.WRITE_BOX_AGAIN]
    assert [event.cell for event in repeated] == [31, 39, 41, 49]
    assert (trace.totals.writes, trace.totals.useful_writes) == (24, 20)
