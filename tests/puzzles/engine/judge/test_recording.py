"""A student's own solver, recorded: its events rebuild the grid, its counts are those of course runs."""

from typing import Any

import pytest

from puzzles.engine import Board
from puzzles.engine.judge import event_stream, grids, recorded_program, recorder, recording
from puzzles.engine.runs import ALGORITHMS, Operation, trace_run
from puzzles.engine.search import solution_lines
from puzzles.engine.worksheets import source_of
from tests.solvers import (
    COPYING,
    EVERY_SOLUTION,
    FLAT_CLASS,
    FORGETS_BOX,
    ITERATIVE,
    NEVER_EMPTIES,
    RECURSIVE,
)

NO_SOLUTION = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVERS = [
    pytest.param(RECURSIVE, "tutoriel", id="recursive"),
    pytest.param(COPYING, "tutoriel", id="copying"),
    pytest.param(ITERATIVE, "td_iteratif", id="iterative"),
    pytest.param(FLAT_CLASS, "projet_insa", id="flat class"),
    pytest.param(EVERY_SOLUTION, "n_valide", id="every solution"),
]


def messages_of(source: str, worksheet: str, grid: str = grids.FIGURE_1) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    recording.record(source, worksheet, grid, messages.append)
    return messages


def events_of(messages: list[dict[str, Any]]) -> list[tuple[int, ...]]:
    """Operation, digit, cell, line, common calls, depth and calls made, of each event."""
    text = "".join(message["events"] for message in messages if message["kind"] == "trace")
    numbers = [[ord(sign) for sign in text[at : at + 6]] for at in range(0, len(text), 6)]
    return [(code // 10, code % 10, *others) for code, *others in numbers]


def grid_after(grid: str, events: list[tuple[int, ...]]) -> str:
    digits = [0 if sign == "." else int(sign) for sign in grid]
    for operation, digit, cell, *_ in events:
        if operation in (recorder.PLACE, recorder.REPLACE):
            digits[cell] = digit
        elif operation == recorder.RETURN:
            digits[cell] = 0
    return "".join(map(str, digits))


def only_line(source: str, text: str) -> int:
    (number,) = [number for number, line in enumerate(source.split("\n"), 1) if line.strip() == text]
    return number


@pytest.mark.parametrize(("source", "worksheet"), SOLVERS)
def test_events_rebuild_the_last_grid(source: str, worksheet: str) -> None:
    messages = messages_of(source, worksheet)
    events = events_of(messages)
    assert messages[-1]["kind"] == "recorded"
    assert messages[-1]["length"] == messages[-1]["kept"] == len(events)
    assert grid_after(grids.FIGURE_1, events) == messages[-1]["grid"]
    assert messages[-1]["totals"]["solutions"] == 1


@pytest.mark.parametrize(("source", "worksheet"), SOLVERS[:4])
@pytest.mark.parametrize("grid", [grids.FIGURE_1, grids.FIGURE_2, grids.MINI_PROJET])
def test_solver_ends_with_the_solution_on_show(source: str, worksheet: str, grid: str) -> None:
    (solution,) = solution_lines(grid, limit=1)
    assert messages_of(source, worksheet, grid)[-1]["grid"] == solution


@pytest.mark.parametrize("algorithm", ["tutoriel", "n_valide", "td_iteratif", "mini_projet"])
@pytest.mark.parametrize("grid", [grids.FIGURE_1, grids.TUTORIEL, NO_SOLUTION])
def test_worksheets_own_text_counts_what_its_run_counts(algorithm: str, grid: str) -> None:
    totals = trace_run(algorithm, Board.from_line(grid)).totals
    found = messages_of(source_of(algorithm), algorithm, grid)[-1]["totals"]
    assert (found["placements"], found["returns"], found["solutions"]) == (
        totals.placements,
        totals.returns,
        totals.solutions,
    )


@pytest.mark.parametrize("algorithm", ["tutoriel", "mini_projet"])
def test_worksheets_own_text_places_digit_for_digit_what_its_run_places(algorithm: str) -> None:
    trace = trace_run(algorithm, Board.from_line(grids.FIGURE_1))
    line = ALGORITHMS[algorithm].line(Operation.PLACE)
    expected = [
        (event.cell, event.digit, line)
        for _number, event in trace.events()
        if event.operation == recorder.PLACE
    ]
    events = events_of(messages_of(source_of(algorithm), algorithm))
    placed = [
        (cell, digit, at)
        for operation, digit, cell, at, *_ in events
        if operation in (recorder.PLACE, recorder.REPLACE)
    ]
    assert placed == expected


def test_simple_method_is_recorded_by_its_name() -> None:
    messages: list[dict[str, Any]] = []
    recording.record(
        source_of("projet_insa"), "projet_insa", grids.FIGURE_2, messages.append, solver="resoudre_simple"
    )
    assert messages[-1]["totals"]["placements"] == 40
    assert messages[-1]["value"] == "1"


def test_each_event_names_its_line_and_its_calls() -> None:
    messages = messages_of(RECURSIVE, "tutoriel")
    events = events_of(messages)
    placed = only_line(RECURSIVE, "board[i][j] = n")
    emptied = only_line(RECURSIVE, "board[i][j] = 0")
    lines = {operation: line for operation, _digit, _cell, line, *_ in events}
    assert (lines[recorder.PLACE], lines[recorder.RETURN]) == (placed, emptied)
    filled = 0
    for operation, _digit, _cell, _line, _common, depth, _calls in events:
        if operation == recorder.PLACE:
            filled += 1
            assert depth == filled
        elif operation == recorder.RETURN:
            assert depth == filled
            filled -= 1


def test_calls_are_reported_with_their_integers() -> None:
    messages = messages_of(source_of("mini_projet"), "mini_projet")
    functions = messages[1]["functions"]
    frames = "".join(message["frames"] for message in messages if message["kind"] == "trace")
    first = [ord(sign) for sign in frames[:5]]
    assert functions[first[0]]["name"] == "resoudre"
    assert functions[first[0]]["parameters"] == ["S", "i", "j"]
    assert first[1:] == [0, 1, 1, 0]
    second = [ord(sign) for sign in frames[5:10]]
    assert second[1:] in ([0, 1, 1, 0], [0, 1, 2, 0])


def test_calls_between_events_add_up_to_all_calls() -> None:
    messages = messages_of(RECURSIVE, "tutoriel", NO_SOLUTION)
    assert sum(event[-1] for event in events_of(messages)) == messages[-1]["totals"]["calls"]


def test_an_error_is_reported_with_its_line() -> None:
    source = RECURSIVE.replace("board[i][j] = 0", "board[i][j + 90] = 0")
    last = messages_of(source, "tutoriel")[-1]
    assert last["ended"] == "raised"
    assert last["error"].startswith("IndexError")
    assert last["line"] == only_line(source, "board[i][j + 90] = 0")


def test_error_that_is_caught_leaves_the_calls_in_order() -> None:
    source = """
def essaie(board, n):
    board[0][0] = n
    if n < 3:
        essaie(board, n + 1)
    raise ValueError


def solve(board):
    try:
        essaie(board, 1)
    except ValueError:
        board[0][1] = 4
"""
    depths = [event[5] for event in events_of(messages_of(source, "tutoriel", grids.EMPTY))]
    assert depths[:4] == [2, 3, 4, 1]


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("board[0][0] = 5", ["50"]),
        ("board[0][0] += 5", ["50"]),
        ("board[-9][-9] = 5", ["50"]),
        ("ligne = board[0]; ligne[0] = 5", ["50"]),
        ("board[0] = [5] + [0] * 8", ["50"]),
        ("board[0][0], board[0][1] = 5, 6", ["50", "61"]),
        ("board[0][:2] = [5, 6]", ["50", "61"]),
        ("board[0].__setitem__(1, 6)", ["61"]),
        ("if True: board[0][0] = 5", ["50"]),
        ("board[0][0] = '5'", ["50"]),
        ("board[0][0] = 12", []),
        ("board[0][0] = 0", []),
        ("autre = [[0] * 9 for _ in range(9)]; autre[0][0] = True", []),
        ("M = [[[0] * 9 for _ in range(9)] for _ in range(9)]; M[0][0][3] = 1", []),
        ("board[0][0] = 5; board[0][0] = 7", ["50", "70"]),
        ("k = 3\n    while k:\n        board[0][k] = k\n        k -= 1", ["33", "22", "11"]),
    ],
)
def test_every_way_to_write_a_cell_is_seen(statements: str, expected: list[str]) -> None:
    source = f"def solve(board):\n    {statements}\n"
    events = events_of(messages_of(source, "tutoriel", grids.EMPTY))
    placed = [
        f"{digit}{cell}"
        for operation, digit, cell, *_ in events
        if operation in (recorder.PLACE, recorder.REPLACE)
    ]
    assert placed == expected


def test_program_that_solves_at_import_and_asks_is_not_run_there() -> None:
    source = RECURSIVE + "\nnom = input('?')\nboard = [[0] * 9] * 9\nsolve(board)\nprint(1 / 0)\n"
    assert messages_of(source, "tutoriel")[-1]["value"] == "True"


def test_lines_are_right_behind_what_is_left_out() -> None:
    source = "for k in range(\n    3\n):\n    print(k)\n" + RECURSIVE
    events = events_of(messages_of(source, "tutoriel"))
    assert events[0][3] == only_line(source, "board[i][j] = n")


def test_text_that_cannot_be_read_is_refused_with_its_line() -> None:
    (_loading, last) = messages_of("def solve(board):\n    return (\n", "tutoriel")
    assert (last["kind"], last["reason"], last["line"]) == ("unusable", "syntax", 2)


def test_a_program_without_the_solver_gets_its_name() -> None:
    last = messages_of("def resous(board):\n    pass\n", "tutoriel")[-1]
    assert (last["reason"], last["wanted"]) == ("not_defined", "solve")


def test_printed_text_is_bounded() -> None:
    source = "def solve(board):\n    for k in range(30_000):\n        print('a')\n"
    printed = [message["text"] for message in messages_of(source, "tutoriel") if message["kind"] == "printed"]
    assert len("".join(printed)) == recorded_program.PRINTED_LIMIT


def starts_of(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message["start"] for message in messages if message.get("start")]


@pytest.fixture
def few_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first 400 events of a run are kept, and the last ones from 500 to 600."""
    monkeypatch.setattr(event_stream, "HEAD_EVENTS", 400)
    monkeypatch.setattr(event_stream, "PIECE", 100)
    monkeypatch.setattr(event_stream, "TAIL_PIECES", 5)


@pytest.mark.parametrize(("source", "worksheet"), SOLVERS)
def test_long_run_keeps_its_start_its_end_and_its_totals(
    source: str, worksheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = messages_of(source, worksheet, grids.TUTORIEL)
    monkeypatch.setattr(event_stream, "HEAD_EVENTS", 400)
    monkeypatch.setattr(event_stream, "PIECE", 100)
    monkeypatch.setattr(event_stream, "TAIL_PIECES", 5)
    short = messages_of(source, worksheet, grids.TUTORIEL)
    assert short[-1]["exact"]
    assert short[-1]["totals"] == whole[-1]["totals"]
    events, all_events = events_of(short), events_of(whole)
    assert short[-1]["kept"] == len(events) < 1000 < len(all_events)
    assert events[:400] == all_events[:400]
    assert events[400:] == all_events[-len(events) + 400 :]


@pytest.mark.usefixtures("few_kept")
@pytest.mark.parametrize(("source", "worksheet"), SOLVERS)
def test_state_behind_what_is_left_out_leads_to_the_end(source: str, worksheet: str) -> None:
    messages = messages_of(source, worksheet, grids.TUTORIEL)
    (start,) = starts_of(messages)
    tail = events_of(messages)[400:]
    assert start["number"] == messages[-1]["length"] - len(tail)
    assert grid_after(start["grid"], tail) == messages[-1]["grid"]
    placed = sum(event[0] in (recorder.PLACE, recorder.REPLACE) for event in tail)
    returned = sum(event[0] in (recorder.RETURN, recorder.REPLACE) for event in tail)
    totals = messages[-1]["totals"]
    assert start["counters"]["placements"] + placed == totals["placements"]
    assert start["counters"]["returns"] + returned == totals["returns"]
    # Calls that end without an event behind them are counted by the totals alone.
    assert start["counters"]["calls"] + sum(event[-1] for event in tail) <= totals["calls"]
    assert tail[0][4] <= len(start["frames"]) // 5


@pytest.mark.usefixtures("few_kept")
def test_run_that_is_no_longer_than_what_is_kept_leaves_nothing_out() -> None:
    messages = messages_of(RECURSIVE, "tutoriel", grids.FIGURE_1)
    assert starts_of(messages) == []
    assert messages[-1]["kept"] == messages[-1]["length"]


@pytest.mark.usefixtures("few_kept")
def test_run_without_time_left_ends_by_itself_with_its_end() -> None:
    source = "def solve(board):\n    while True:\n        board[0][0] = 1\n        board[0][0] = 0\n"
    messages: list[dict[str, Any]] = []
    recording.record(source, "tutoriel", grids.EMPTY, messages.append, limit_s=0)
    assert (messages[-1]["ended"], messages[-1]["exact"]) == ("late", False)
    assert messages[-1]["kept"] == messages[-1]["length"] == 101


def test_endless_loop_that_writes_no_more_ends_with_what_it_has_written() -> None:
    source = """
def essaie(board):
    if board[0][0] == 0:
        board[0][0] = 1


def solve(board):
    while True:
        essaie(board)
"""
    messages: list[dict[str, Any]] = []
    recording.record(source, "tutoriel", grids.EMPTY, messages.append, limit_s=0)
    assert messages[-1]["ended"] == "late"
    assert [event[0] for event in events_of(messages)] == [recorder.PLACE, recorder.CUT]


def test_second_name_of_the_simple_method_is_found() -> None:
    source = source_of("projet_insa").replace("resoudre_simple", "methode_simple")
    messages: list[dict[str, Any]] = []
    recording.record(source, "projet_insa", grids.FIGURE_2, messages.append, solver="resoudre_simple")
    assert messages[-1]["totals"]["placements"] == 40


def test_endless_run_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "FOLLOWED_EVENTS", 500)
    source = """
def solve(board):
    while True:
        try:
            board[0][0] = 1
            board[0][0] = 0
        except Exception:
            pass
"""
    last = messages_of(source, "tutoriel", grids.EMPTY)[-1]
    assert (last["ended"], last["exact"]) == ("cut", False)
    assert last["length"] <= 502


def test_counts_are_those_of_the_recorded_runs() -> None:
    messages: list[dict[str, Any]] = []
    recording.count(
        EVERY_SOLUTION, "n_valide", [grids.FIGURE_1, grids.FIGURE_2, grids.N_VALIDE], messages.append
    )
    counted = [message["totals"] for message in messages if message["kind"] == "counted"]
    assert [totals["placements"] for totals in counted] == [4390, 77, counted[2]["placements"]]
    assert [totals["solutions"] for totals in counted] == [1, 1, 2]
    assert not [message for message in messages if message["kind"] == "trace"]


ONES = "def solve(g):\n    for k in range(81):\n        g[k // 9][k % 9] = g[k // 9][k % 9] or 1\n"


@pytest.mark.parametrize(
    ("source", "operation"),
    [(NEVER_EMPTIES, recorder.OVER), (FORGETS_BOX, recorder.OVER), (ONES, recorder.WRONG)],
)
def test_wrong_solver_ends_without_a_solution(source: str, operation: int) -> None:
    messages = messages_of(source, "tutoriel")
    assert messages[-1]["totals"]["solutions"] == 0
    assert operation in [event[0] for event in events_of(messages)[-2:]]
