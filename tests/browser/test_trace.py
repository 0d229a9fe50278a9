"""The replayer of traces in the browser does what the one in Python does."""

import base64
import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS, EventNotKeptError, Trace, trace_run, trace_to_bytes

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "traces.json").read_text("utf-8"))
SEVERAL = "53..7....6..195....98....6.8...6...3...8.3..17...2...6.6....28....4.9..5....8..79"
EMPTY_GRID = "." * 81

# The states of a trace, asked for in this order of one cursor.
SEEK = """async ({ bytes, numbers }) => {
  const { openTrace } = await import("/static/js/trace.js");
  const buffer = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0)).buffer;
  const trace = openTrace(buffer);
  const cursor = trace.cursor();
  return numbers.map((number) => {
    cursor.seek(number);
    return {
      number: cursor.number,
      digits: [...cursor.digits].map((digit) => digit || ".").join(""),
      masks: cursor.masks && [...cursor.masks],
      levels: cursor.levels && [...cursor.levels],
      last: { ...cursor.last },
      counters: { ...cursor.counters },
      depth: cursor.depth,
      trialsBefore: cursor.trialsBefore(),
    };
  });
}"""

# What a trace tells of its events and of what is kept.
ASK = """async ({ bytes, numbers }) => {
  const { openTrace } = await import("/static/js/trace.js");
  const trace = openTrace(Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0)).buffer);
  return {
    kept: numbers.map((number) => trace.hasState(number)),
    nearest: numbers.map((number) => [0, 1, -1].map((direction) => trace.nearestState(number, direction))),
    events: numbers.map((number) => {
      if (!trace.hasEvent(number)) return null;
      const { operation, cell, digit } = trace.event(number);
      return [operation, cell, digit, trace.lineOf(number)];
    }),
    found: [1, -1].map((direction) =>
      trace.find(direction > 0 ? 0 : trace.length - 1, direction, (event, number) => number % 1000 === 999)),
  };
}"""

# Bytes that are no trace: the name of the error.
REFUSE = """async (text) => {
  const { openTrace } = await import("/static/js/trace.js");
  try {
    openTrace(new TextEncoder().encode(text).buffer);
    return "opened";
  } catch (error) {
    return error.constructor.name;
  }
}"""


def sent(trace: Trace) -> str:
    return base64.b64encode(trace_to_bytes(trace)).decode()


def state_as_json(trace: Trace, number: int) -> dict[str, Any]:
    """State n as the script should tell of it."""
    state = trace.state(number)
    operation, cell, digit = state.last
    try:
        trials = [list(trial) for trial in trace.tests_before(number)]
    except EventNotKeptError:
        trials = None
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


def test_the_vectors_hold_in_the_browser(scripts_page: Page) -> None:
    for vector in VECTORS["runs"]:
        asked = {"bytes": vector["bytes"], "numbers": [state["number"] for state in vector["states"]]}
        for found, expected in zip(scripts_page.evaluate(SEEK, asked), vector["states"], strict=True):
            assert (vector["name"], found) == (vector["name"], expected)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_any_state_is_reached_from_any_other(scripts_page: Page, algorithm: str) -> None:
    rng = random.Random(81)
    for grid in (SEVERAL, EMPTY_GRID):
        trace = trace_run(algorithm, Board.from_line(grid), event_limit=6_000)
        numbers = [rng.randrange(trace.length + 1) for _ in range(30)]
        found = scripts_page.evaluate(SEEK, {"bytes": sent(trace), "numbers": numbers})
        assert found == [state_as_json(trace, number) for number in numbers]


def test_the_part_that_is_not_kept_is_known(scripts_page: Page) -> None:
    trace = trace_run("n_valide", Board.from_line(EMPTY_GRID), event_limit=260_000)
    snapshots = [frame.number for frame in trace.keyframes if trace.head < frame.number < trace.tail]
    between = [number + 1 for number in snapshots]
    numbers = [0, trace.head, trace.head + 1, *snapshots, *between, trace.tail - 1, trace.tail, trace.length]
    answer = scripts_page.evaluate(ASK, {"bytes": sent(trace), "numbers": numbers})
    states = sorted({trace.head, trace.tail, *snapshots})
    assert len(states) > 3
    for number, is_kept, nearest, event in zip(
        numbers, answer["kept"], answer["nearest"], answer["events"], strict=True
    ):
        in_gap = trace.head < number < trace.tail
        assert is_kept == (not in_gap or number in snapshots)
        below = max(state for state in states if state <= number) if in_gap else number
        above = min(state for state in states if state >= number) if in_gap else number
        assert nearest == [below if number - below <= above - number else above, above, below]
        if trace.head <= number < trace.tail or number == trace.length:
            assert event is None
        else:
            operation, cell, digit = trace.event(number)
            assert event == [int(operation), cell, digit, trace.line(number)]
    last = max(number for number in range(trace.tail, trace.length) if number % 1000 == 999)
    assert answer["found"] == [999, last]


@pytest.mark.parametrize("text", ["", "abc", "\x02\x00\x00\x00{}", '\x0c\x00\x00\x00{"format":2}'])
def test_an_invalid_trace_is_refused(scripts_page: Page, text: str) -> None:
    assert scripts_page.evaluate(REFUSE, text) == "TraceFormatError"
