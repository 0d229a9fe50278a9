"""A trace table: what it shows, what it hides, and that it hides it fairly."""

import pytest
from django.utils import translation

from puzzles.course.pages.trace_tables import TraceSheet, trace_sheet, usual_start
from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS, PLACEMENTS, EventNotKeptError, Trace, trace_run

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
AGAINST_READING_ORDER = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def run_of(algorithm: str) -> Trace:
    return trace_run(algorithm, Board.from_line(GRID))


def sheet_of(algorithm: str = "tutoriel", **asked: int) -> TraceSheet:
    with translation.override("en"):
        values = {"start": 0, "rows": 15, "blanks": 2, "sheet": 1, **asked}
        return trace_sheet(run_of(algorithm), **values, closed=frozenset())


def texts(sheet: TraceSheet) -> list[list[str]]:
    return [[str(row.number), *(slot.text for slot in row.slots)] for row in sheet.rows]


def blanks(sheet: TraceSheet) -> list[list[bool]]:
    return [[slot.is_blank for slot in row.slots] for row in sheet.rows]


def test_the_rows_describe_the_run() -> None:
    sheet = sheet_of(rows=8)
    assert list(sheet.columns)[:5] == ["tried", "operation", "cell", "digit", "line"]
    assert texts(sheet) == [
        ["1", "1", "placement", "r1c3", "1", "70", "1", "1", "0", "1"],
        ["2", "1 2", "placement", "r1c4", "2", "70", "3", "2", "0", "2"],
        ["3", "1 2 3 4", "placement", "r1c6", "4", "70", "7", "3", "0", "3"],
        ["4", "1 2 3 4 5 6 7 8", "placement", "r1c7", "8", "70", "15", "4", "0", "4"],
        ["5", "1 2 3 4 5 6 7 8 9", "placement", "r1c8", "9", "70", "24", "5", "0", "5"],
        ["6", "1 2 3 4 5 6 7 8 9", "going back", "r1c8", "9", "73", "33", "5", "1", "5"],
        ["7", "–", "going back", "r1c7", "8", "73", "33", "5", "2", "4"],
        ["8", "9", "placement", "r1c7", "9", "70", "34", "6", "2", "4"],
    ]


def test_the_end_of_a_search_for_every_solution_is_no_failure() -> None:
    trace = run_of("n_valide")
    assert trace.totals.solutions == 1
    [*_before, last] = texts(sheet_of("n_valide", start=trace.length - 2, rows=2))
    assert last[2] == "end, nothing left to try"


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_each_row_but_the_example_leaves_as_many_blanks_as_asked(algorithm: str, count: int) -> None:
    sheet = sheet_of(algorithm, start=usual_start(run_of(algorithm)), blanks=count)
    assert [sum(row) for row in blanks(sheet)] == [0] + [count] * 14
    assert sheet.blank_count == 14 * count


def test_everything_can_be_left_blank() -> None:
    assert all(all(row) for row in blanks(sheet_of(blanks=9))[1:])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_row_hides_something_that_the_solver_decides(algorithm: str) -> None:
    sheet = sheet_of(algorithm, start=usual_start(run_of(algorithm)), rows=40)
    decided = [
        place
        for place, column in enumerate(sheet.columns)
        if column in ("tried", "looked_at", "operation", "cell", "digit")
    ]
    for row in sheet.rows[1:]:
        asked = [row.slots[place].text for place in decided if row.slots[place].is_blank]
        assert asked
        assert asked[0] != "–"


def test_a_sheet_number_always_leaves_the_same_blanks_and_another_number_others() -> None:
    assert blanks(sheet_of(sheet=7)) == blanks(sheet_of(sheet=7))
    assert blanks(sheet_of(sheet=7)) != blanks(sheet_of(sheet=8))
    assert texts(sheet_of(sheet=7)) == texts(sheet_of(sheet=8))


def test_every_event_is_on_a_line_of_the_functions_shown() -> None:
    for algorithm in ALGORITHMS:
        trace = run_of(algorithm)
        shown = {line.number for function in sheet_of(algorithm).functions for line in function}
        assert {trace.line(number) for number, _ in trace.events()} <= shown


def test_the_methods_of_a_class_begin_at_the_edge_of_the_paper() -> None:
    assert all(function[0].text.startswith("def ") for function in sheet_of("projet_insa").functions)


def test_the_grid_is_the_one_before_the_first_row() -> None:
    board = sheet_of(start=5).board
    assert (board.givens.text, board.entered.text) == (GRID.replace(".", ""), "12489")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_table_usually_starts_shortly_before_the_first_placement(algorithm: str) -> None:
    trace = run_of(algorithm)
    start = usual_start(trace)
    operations = [trace.event(number).operation for number in range(start, start + 3)]
    assert any(operation in PLACEMENTS for operation in operations)


def test_events_not_stored_of_a_long_run_make_no_table() -> None:
    trace = trace_run("tutoriel", Board.from_line(AGAINST_READING_ORDER), event_limit=300_000)
    with pytest.raises(EventNotKeptError):
        trace_sheet(trace, start=trace.head + 1, rows=5, blanks=2, sheet=1, closed=frozenset())
