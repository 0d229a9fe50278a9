"""The runs are the course's own: event for event what its text does, seen line by line from outside."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS, Operation, trace_run

SOLUTION = "984236715265197483137854692758429136491673258326581974849765321672318549513942867"

# Made by the generator with the seed 5: propagation tries three digits and takes one back.
CHOICE_TAKEN_BACK = ".4.5..7....9.3...5.8.....9..2..643.1.....1..8....972..4........2..1.6....6..8...."

# The text runs under a tracer here: grids whose runs are short.
GRIDS = {
    "insa figure 1": ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6.",
    "insa figure 2": "..4.36..5..51...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7",
    "two solutions": "..4.36..5..51...8..378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7",
    "no solution": "..4.36..5.251...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7",
    "finished": SOLUTION,
    "first row empty": "." * 9 + SOLUTION[9:],
    "last cell empty": SOLUTION[:80] + ".",
}


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_run_does_what_the_text_does(course_run: Callable[..., Any], name: str, grid: str) -> None:
    seen = course_run(name, GRIDS[grid])
    trace = trace_run(name, Board.from_line(GRIDS[grid]))
    assert [event for _, event in trace.events()] == seen.events
    assert trace.totals.tests == seen.test_count
    assert [len(walked.tests) for walked in trace.walk()] == seen.tests


@pytest.mark.parametrize("name", ["tutoriel", "n_valide", "td_iteratif", "mini_projet", "propagation"])
def test_the_longer_grids_of_the_worksheets_run_alike_too(
    course_run: Callable[..., Any], course_grids: dict[str, Any], name: str
) -> None:
    line = course_grids["insa line"].line
    seen = course_run(name, line)
    trace = trace_run(name, Board.from_line(line))
    assert [event for _, event in trace.events()] == seen.events
    assert trace.totals.tests == seen.test_count


@pytest.mark.parametrize("grid", ["insa figure 1", "two solutions", "no solution"])
@pytest.mark.parametrize("name", ["tutoriel", "n_valide", "mini_projet"])
def test_the_depth_is_the_number_of_open_calls(course_run: Callable[..., Any], name: str, grid: str) -> None:
    seen = course_run(name, GRIDS[grid])
    trace = trace_run(name, Board.from_line(GRIDS[grid]))
    depths = [walked.depth for walked in trace.walk()]
    assert len(seen.depths) >= trace.length - 1
    assert depths[: len(seen.depths)] == seen.depths


def test_the_depth_of_choices_is_that_of_the_call_that_places_what_is_forced(
    course_run: Callable[..., Any],
) -> None:
    seen = course_run("propagation", CHOICE_TAKEN_BACK)
    trace = trace_run("propagation", Board.from_line(CHOICE_TAKEN_BACK))
    assert [event for _, event in trace.events()] == seen.events
    assert trace.totals.returns == 1
    forced = [
        (walked.depth, seen.depths[walked.number])
        for walked in trace.walk()
        if walked.event.operation in (Operation.PLACE_NAKED, Operation.PLACE_HIDDEN)
    ]
    assert max(depth for depth, _ in forced) > 1
    assert [depth for depth, _ in forced] == [depth for _, depth in forced]
