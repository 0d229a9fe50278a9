"""The runs that the replayer of the browser is checked with: vectors/traces.json is what the engine gives.

Where the engine is meant to give something else, write the file anew and look at what changed:

    WRITE_VECTORS=1 python -m pytest tests/puzzles/engine/runs/test_vectors.py
"""

import base64
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzles.engine import Board
from puzzles.engine.runs import (
    ALGORITHMS,
    EventNotKeptError,
    Operation,
    Trace,
    next_question,
    trace_from_bytes,
    trace_run,
    trace_to_bytes,
)

PATH = Path(__file__).parents[3] / "vectors" / "traces.json"
LARGEST = 150_000
ABOUT = (
    "Runs of the algorithms for the replayer in the browser. `bytes` is the trace in base64; `states` tells "
    "of some of its states what a cursor there shows: empty cells are dots, masks and levels null where the "
    "algorithm has none, trialsBefore (cell, digit) those before the event that follows, null where it is "
    "not kept. `questions` are the first events that can be predicted."
)

FIGURE_1 = ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6."
FIGURE_2 = "..4.36..5..51...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7"
TWO_SOLUTIONS = "..4.36..5..51...8..378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7"
NO_SOLUTION = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

# Made by the generator with the seed 47: propagation goes back 40 times.
MANY_CHOICES = ".2.1....9.9..84...18...2..........3.6......51.1.2....6...6.......89....77..8..91."

RUNS = {
    "A, first solution": ("tutoriel", FIGURE_1),
    "A, no solution": ("tutoriel", NO_SOLUTION),
    "A, every solution": ("n_valide", TWO_SOLUTIONS),
    "A, the middle not kept": ("n_valide", FIGURE_1),
    "B, first solution": ("td_iteratif", FIGURE_1),
    "B, no solution": ("td_iteratif", NO_SOLUTION),
    "C, simple": ("projet_insa", FIGURE_2),
    "C, not simple": ("projet_insa", FIGURE_1),
    "D, first solution": ("mini_projet", FIGURE_1),
    "D, no solution": ("mini_projet", NO_SOLUTION),
    "E, many choices": ("propagation", MANY_CHOICES),
    "E, no solution": ("propagation", NO_SOLUTION),
}


def run_of(name: str) -> Trace:
    """The run of this name; of one only the start, the end and a keyframe between are kept."""
    algorithm, puzzle = RUNS[name]
    trace = trace_run(algorithm, Board.from_line(puzzle))
    return without_middle(trace) if "not kept" in name else trace


def without_middle(trace: Trace) -> Trace:
    """The trace as one of millions of events is kept."""
    first, before, last = (trace.keyframes[index] for index in (1, 4, -3))
    kept = [keyframe for keyframe in trace.keyframes if not first.number < keyframe.number < last.number]
    return replace(
        trace,
        codes=trace.codes[: first.number] + trace.codes[last.number :],
        cells=trace.cells[: first.number] + trace.cells[last.number :],
        head=first.number,
        tail=last.number,
        keyframes=tuple(sorted([*kept, before], key=lambda keyframe: keyframe.number)),
    )


def chosen_numbers(trace: Trace) -> list[int]:
    """The start, the end, what surrounds keyframes and the first and last way back, and some between."""
    back = [n for n, event in trace.events() if event.operation in (Operation.RETURN, Operation.RETREAT)]
    solutions = [n for n, event in trace.events() if event.operation == Operation.SOLUTION]
    near = [*back[:1], *back[-1:], *solutions, *(keyframe.number for keyframe in trace.keyframes)]
    spread = [trace.length * part // 5 for part in range(6)]
    wanted = {*spread, 1, *(number + beside for number in near for beside in (-1, 0, 1))}
    return [number for number in sorted(wanted) if is_kept(trace, number)]


def is_kept(trace: Trace, number: int) -> bool:
    try:
        trace.state(number)
    except EventNotKeptError:
        return False
    return True


def vector_of(name: str) -> dict[str, Any]:
    """One run as the file tells it."""
    trace = run_of(name)
    return {
        "name": name,
        "algorithm": trace.algorithm,
        "puzzle": trace.puzzle,
        "length": trace.length,
        "bytes": base64.b64encode(trace_to_bytes(trace)).decode(),
        "questions": list(first_questions(trace, 12)),
        "states": [state_of(trace, number) for number in chosen_numbers(trace)],
    }


def first_questions(trace: Trace, count: int) -> Iterator[int]:
    number: int | None = -1
    for _ in range(count):
        number = None if number is None else next_question(trace, number + 1)
        if number is not None:
            yield number


def state_of(trace: Trace, number: int) -> dict[str, Any]:
    state = trace.state(number)
    try:
        trials = [list(trial) for trial in trace.tests_before(number)]
    except EventNotKeptError:
        trials = None
    operation, cell, digit = state.last
    return {
        "number": number,
        "digits": "".join(str(each) if each else "." for each in state.digits),
        "masks": list(state.masks) or None,
        "levels": list(state.levels) or None,
        "last": {"operation": int(operation), "cell": cell, "digit": digit},
        "counters": state.counters._asdict(),
        "depth": trace.depth(number),
        "trialsBefore": trials,
    }


def file_text() -> str:
    """The file as it should stand: a line a state, so that a change is seen where it is."""
    told = []
    for vector in map(vector_of, RUNS):
        states = ",\n".join(json.dumps(state, separators=(",", ":")) for state in vector.pop("states"))
        told.append(f'{json.dumps(vector)[:-1]}, "states": [\n{states}\n]}}')
    runs = ",\n".join(told)
    return f'{{"about": {json.dumps(ABOUT)}, "runs": [\n{runs}\n]}}\n'


def test_the_file_is_what_the_engine_gives() -> None:
    text = file_text()
    if os.environ.get("WRITE_VECTORS"):
        PATH.write_text(text, "utf-8")
    assert PATH.read_text("utf-8") == text
    assert len(text) <= LARGEST


def test_every_algorithm_and_every_operation_is_among_the_runs() -> None:
    traces = [run_of(name) for name in RUNS]
    met = {event.operation for trace in traces for _, event in trace.events()}
    assert {trace.algorithm for trace in traces} == set(ALGORITHMS)
    assert met == set(Operation) - {Operation.START}
    assert any(len(trace.keyframes) > 3 for trace in traces)


@pytest.mark.parametrize(
    "vector", json.loads(PATH.read_text("utf-8"))["runs"], ids=lambda vector: vector["name"]
)
def test_the_bytes_of_the_file_open_and_lead_to_its_states(vector: dict[str, Any]) -> None:
    trace = trace_from_bytes(base64.b64decode(vector["bytes"]))
    assert (trace.algorithm, trace.puzzle, trace.length) == (
        vector["algorithm"],
        vector["puzzle"],
        vector["length"],
    )
    assert {0, trace.length} <= {state["number"] for state in vector["states"]}
    for state in vector["states"]:
        assert state == state_of(trace, state["number"])
