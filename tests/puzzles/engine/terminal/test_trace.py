"""`trace`: counters, events, and the board at work."""

import io
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puzzles.engine import Board
from puzzles.engine.formats import to_grid
from puzzles.engine.runs import ALGORITHMS, Trace, describe_event, trace_run
from puzzles.engine.terminal import main
from puzzles.engine.translation import ENGLISH

AGAINST_READING_ORDER = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
NO_SOLUTION = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture
def tutorial(course_grids: dict[str, Any]) -> Any:
    return course_grids["tutoriel"]


@pytest.fixture
def board(tutorial: Any) -> Board:
    return Board.from_line(tutorial.line)


@pytest.fixture(scope="module")
def cut_trace() -> Trace:
    """A run of which only the start and the end are kept."""
    return trace_run("tutoriel", Board.from_line(AGAINST_READING_ORDER))


def data_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_counters_the_last_grid_and_the_result_are_printed(
    terminal: Callable[..., Any], tutorial: Any
) -> None:
    answer = terminal("trace", "tutoriel", tutorial.line)
    assert answer == (
        0,
        "Recursion in reading order, first solution (tutoriel.py)\n"
        "Tests: 37652\nPlacements: 4208\nReturns: 4157\nEvents: 8366\n"
        f"{to_grid(Board.from_line(tutorial.solution))}\nSolved.\n",
        "",
    )


@pytest.mark.parametrize(
    ("algorithm", "told", "untold"),
    [
        ("B", ["Forward: 6427", "Backward: 6346"], ["Writes", "Candidates", "Solutions"]),
        ("C", ["Writes to M: 1944", "Useful writes to M: 648"], ["Returns", "Forward", "Candidates"]),
        ("D", ["Placements: 4208", "Returns: 4157"], ["Writes", "Forward"]),
        ("E", ["Candidates removed: ", "Returns: 0"], ["Writes", "Forward", "Solutions"]),
        ("n_valide", ["Solutions: 1", "Returns: 4"], ["Writes", "-----"]),
    ],
)
def test_each_algorithm_prints_the_counters_it_has(
    terminal: Callable[..., Any], tutorial: Any, algorithm: str, told: list[str], untold: list[str]
) -> None:
    out = terminal("trace", algorithm, tutorial.line).out
    assert [part for part in told if f"\n{part}" not in out] == []
    assert [part for part in untold if f"\n{part}" in out] == []
    assert out.endswith("Solved.\n")


def test_a_letter_selects_an_algorithm(terminal: Callable[..., Any], tutorial: Any) -> None:
    letters = {algorithm.letter: name for name, algorithm in ALGORITHMS.items() if name != "n_valide"}
    assert set(letters) == set("ABCDE")
    for letter, name in letters.items():
        answer = terminal("trace", letter, tutorial.line)
        assert answer.code == 0
        assert answer == terminal("trace", letter.lower(), tutorial.line)
        assert answer == terminal("trace", name, tutorial.line)


def test_a_grid_without_a_solution_or_not_simple_is_said_to_be_so(
    terminal: Callable[..., Any], course_grids: dict[str, Any]
) -> None:
    assert terminal("trace", "A", NO_SOLUTION).out.endswith("This grid has no solution.\n")
    out = terminal("trace", "C", course_grids["insa figure 1"].line).out
    assert out.endswith("The simple method does not solve this grid.\n")


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "projet_insa"])
def test_a_full_grid_that_breaks_the_rules_is_not_said_to_be_solved(
    terminal: Callable[..., Any], tutorial: Any, algorithm: str
) -> None:
    full = f"{tutorial.solution[:80]}{tutorial.solution[79]}"
    out = terminal("trace", algorithm, full).out
    assert "Solved." not in out
    assert out.endswith("and the solver never compares givens.\n")
    assert data_of(terminal("trace", algorithm, full, "--json", "--events", "1").out)[0]["solved"] is False


def test_a_run_that_is_cut_has_more_than_its_counters_and_no_verdict(
    terminal: Callable[..., Any], cut_trace: Trace
) -> None:
    trace = cut_trace
    out = terminal("trace", "A", AGAINST_READING_ORDER).out
    assert f"\nTests: more than {trace.totals.tests}\n" in out
    assert f"\nEvents: more than {trace.length}\n" in out
    assert out.endswith(f"\nStopped after {trace.length} events: the run does not end.\n")
    [data] = [
        item
        for item in data_of(terminal("trace", "A", AGAINST_READING_ORDER, "--json", "--events", "1").out)
        if "counters" in item
    ]
    assert (data["exact"], data["solved"]) == (False, False)
    assert data["kept"] == [[1, trace.head], [trace.tail + 1, trace.length]]


def test_events_are_printed_line_by_line(terminal: Callable[..., Any], tutorial: Any) -> None:
    out = terminal("trace", "A", tutorial.line, "--from", "3", "--events", "2").out
    assert out.startswith(
        "3. 4 in r1c6 (line 70; tests 7, placements 3, returns 0)\n"
        "4. 8 in r1c7 (line 70; tests 15, placements 4, returns 0)\n"
        "Recursion in reading order"
    )


def test_the_board_is_shown_during_the_run(terminal: Callable[..., Any], tutorial: Any, board: Board) -> None:
    out = terminal("trace", "A", tutorial.line, "--live", "--events", "2").out
    first, second = board.place(2, 1), board.place(2, 1).place(3, 2)
    assert out.startswith(
        f"{to_grid(first)}\n1. 1 in r1c3 (line 70; tests 1, placements 1, returns 0)\n"
        f"{to_grid(second)}\n2. 2 in r1c4 (line 70; tests 3, placements 2, returns 0)\n"
    )
    assert "\x1b" not in out


class Screen(io.StringIO):
    """A terminal that a person looks at."""

    def isatty(self) -> bool:
        return True


def test_a_person_sees_the_board_in_place_and_in_time(monkeypatch: pytest.MonkeyPatch, tutorial: Any) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    for speed in ("4", "5000"):
        screen = Screen()
        arguments = ["trace", "A", tutorial.line, "--live", "--events", "3", "--speed", speed]
        code = main(
            arguments, stdin=io.BytesIO(), stdout=screen, stderr=io.StringIO(), environment={"LANG": "en"}
        )
        assert code == 0
        assert screen.getvalue().count("\x1b[H\x1b[J-----") == 3
    assert waits == [0.25] * 3 + [0.001] * 3


def test_the_whole_run_is_printed_as_data(terminal: Callable[..., Any], tutorial: Any, board: Board) -> None:
    trace = trace_run("mini_projet", board)
    totals, *events = data_of(terminal("trace", "D", tutorial.line, "--json").out)
    assert totals == {
        "number": 1,
        "line": 1,
        "puzzle": board.to_line(),
        "algorithm": "mini_projet",
        "exact": True,
        "solved": True,
        "events": trace.length,
        "kept": [[1, trace.length]],
        "counters": trace.totals._asdict(),
        "grid": tutorial.solution,
    }
    assert [event["event"] for event in events] == list(range(1, trace.length + 1))
    assert sum(event["tests"] for event in events) == trace.totals.tests
    assert sum(event["operation"] == "place" for event in events) == trace.totals.placements
    assert events[0] == {
        "event": 1,
        "operation": "place",
        "cell": "r1c3",
        "digit": 1,
        "source": 79,
        "tests": 9,
        "depth": 3,
    }
    assert (events[-1]["operation"], events[-1]["cell"], events[-1]["digit"]) == ("solution", None, None)


def test_a_long_run_goes_on_with_its_kept_end(terminal: Callable[..., Any], cut_trace: Trace) -> None:
    trace = cut_trace
    begin = str(trace.head)
    out = terminal("trace", "A", AGAINST_READING_ORDER, "--from", begin, "--events", "2").out
    for line, number in zip(out.splitlines(), (trace.head - 1, trace.tail), strict=False):
        assert line.startswith(f"{number + 1}. {describe_event(trace.event(number), ENGLISH)} (line ")


def test_an_event_that_is_not_kept_is_refused(
    terminal: Callable[..., Any], tutorial: Any, cut_trace: Trace
) -> None:
    trace = cut_trace
    prefix = "python -m puzzles.engine: "
    answer = terminal("trace", "A", tutorial.line, "--from", "8367")
    assert answer == (2, "", f"{prefix}event 8367 is not stored: there are 1-8366\n")
    gap = str(trace.head + 1)
    answer = terminal("trace", "A", AGAINST_READING_ORDER, "--from", gap, "--live")
    kept = f"1-{trace.head}, {trace.tail + 1}-{trace.length}"
    assert answer == (2, "", f"{prefix}event {gap} is not stored: there are {kept}\n")


def test_an_unknown_algorithm_and_a_strange_number_are_refused(
    terminal: Callable[..., Any], tutorial: Any
) -> None:
    answer = terminal("trace", "F", tutorial.line)
    assert answer.code == 2
    assert answer.err.endswith(
        "argument ALGORITHM: “F” is not an algorithm: expected tutoriel, n_valide, td_iteratif, projet_insa, "
        "mini_projet, propagation, or a letter from A to E\n"
    )
    assert "“0” is not a positive whole number" in terminal("trace", "A", tutorial.line, "--speed", "0").err


def test_each_grid_of_a_file_has_its_heading(
    terminal: Callable[..., Any], course_grids: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "sudoku.txt"
    file.write_text("".join(grid.line + "\n" for grid in course_grids.values()))
    out = terminal("trace", "E", str(file)).out
    assert out.count("Solved.\n") == out.count("propagation.py") == 6
    for grid in course_grids.values():
        assert to_grid(Board.from_line(grid.solution)) in out


def test_french_is_spoken(terminal: Callable[..., Any], tutorial: Any, french: Callable[[str], str]) -> None:
    out = terminal("trace", "A", tutorial.line, "--events", "1", language="fr").out
    assert out.startswith(
        french(
            "1. 1 en L1C3 (ligne 70 ; tests 1, placements 1, retours 0)\n"
            "Récursivité dans l’ordre de lecture, première solution (tutoriel.py)\n"
            "Tests : 37652\nPlacements : 4208\nRetours : 4157\nÉvénements : 8366\n"
        )
    )
    assert out.endswith("La grille est résolue.\n")
