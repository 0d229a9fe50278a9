"""Record a student's own solver: each cell it writes becomes an event, for the page that shows the run.

`record` emits messages fit for JSON:

- `loading`; `recording` with the functions of the program (`name`, `parameters`, `line`) and the `solver`
- `trace` with two texts (see event_stream.py): `events` has six characters an event, `frames` five a call;
  after events that are left out it has a `start`: the state there
- `followed` with a `length` from time to time while events are held back for the end
- `printed` with what the program printed, bounded
- `recorded` at the end: `ended` (returned, raised, cut, late), `value`, `error`, `line`, `totals`, `calls`
  (of each function), `exact` (the run came to its end), `kept` (events sent), `grid` (81 characters, the
  last state)
- `unusable` with a `reason` (syntax, not_defined, load, grid), `error` and `line` where nothing can be run

`count` does the same on several grids without events: one `counted` each.

The grid shown is the object handed over, until the program writes into another one that holds the same
givens: solvers that copy the grid for each try are followed from copy to copy. Of a long run the first
150,000 and the last 50,000 events are kept. A run is cut after 2,000,000 events, or when its time is over.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from .event_stream import EventStream
from .recorded_program import RecordedProgram
from .recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .messages import Emit


def record(
    source: str, worksheet: str, grid: str, emit: Emit, *, solver: str = "", limit_s: float | None = None
) -> None:
    """Run the solver of a student's program on a grid of 81 characters, and emit what it does.

    A run that is killed from outside loses its tail: `limit_s` ends it before that.
    """
    emit({"kind": "loading"})
    program = RecordedProgram(source, emit)
    if not program.load():
        return
    stream = EventStream(emit)
    ends_at = None if limit_s is None else perf_counter() + limit_s
    recorder = Recorder(grid, program.counts, stream, ends_at)
    call = program.ready(worksheet, grid, recorder, solver)
    if call is None:
        return
    emit(
        {
            "kind": "recording",
            "solver": call.name,
            "functions": [
                {"name": each.name, "parameters": each.parameters, "line": each.line}
                for each in program.functions
            ],
        }
    )
    ended = program.run(call, recorder)
    recorder.finish(ended)
    stream.close()
    emit(
        {
            "kind": "recorded",
            **ended,
            **recorder.summary(),
            "calls": list(program.counts),
            "kept": stream.kept,
        }
    )


def count(source: str, worksheet: str, grids: Iterable[str], emit: Emit, *, solver: str = "") -> None:
    """Run the solver on one grid after the other, and emit how much it wrote."""
    emit({"kind": "loading"})
    for number, grid in enumerate(grids):
        # Loaded anew each time: a program may keep its grid in a global variable.
        program = RecordedProgram(source, emit)
        if not program.load():
            return
        recorder = Recorder(grid, program.counts, None)
        call = program.ready(worksheet, grid, recorder, solver)
        if call is None:
            return
        emit({"kind": "counting", "number": number})
        ended = program.run(call, recorder)
        recorder.finish(ended)
        emit(
            {
                "kind": "counted",
                "number": number,
                **ended,
                **recorder.summary(),
                "calls": list(program.counts),
            }
        )
    emit({"kind": "end"})
