"""What the report of an import says."""

import csv
import io
import random

import pytest
from django.utils import translation

from puzzles.engine import Board, search_line
from puzzles.engine.formats import describe_file_fault
from puzzles.engine.similarity import shuffled
from puzzles.library import services as library
from puzzles.library.models import PuzzleImport, RejectedLine
from puzzles.library.pages.imports import counts, failure_sentence, harmless, report_csv, report_lines

pytestmark = pytest.mark.django_db

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

# A file for each reason, and the line and the column where it says the fault is.
BAD_FILES = {
    "bad_character": (PUZZLE[:10] + "x" + PUZZLE[11:], 1, 11),
    "length": (PUZZLE[:-1], 1, 81),
    "row_length": (
        "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..\n7...2...6\n.6....28.\n...419..5\n....8..79",
        5,
        9,
    ),
    "rows": ("53..7....\n6..195...\n.98....6.\n8...6...3\n\n", 1, 1),
    "too_long": ("." * 5000, 1, 1),
    "no_puzzle": (f"number;name;puzzle\n1;first;{PUZZLE}\n2;{PUZZLE}", 3, 84),
    "repeated_given": ("5" + "." * 7 + "5" + "." * 72, 1, 9),
    "solution_character": (f"puzzle,solution\n{PUZZLE},{SOLVED[:80]}x", 2, 163),
    "solution_length": (f"puzzle,solution\n{PUZZLE},{SOLVED[:80]}", 2, 163),
    "solution_differs": (f"puzzle,solution\n{PUZZLE},9{SOLVED[1:]}", 2, 83),
    "solution_repeats": (f"puzzle,solution\n{PUZZLE},{SOLVED[:2]}6{SOLVED[3:]}", 2, 86),
}


@pytest.mark.parametrize("reason", BAD_FILES)
def test_every_reason_reaches_the_report_with_its_place_and_a_sentence(bring_in, reason) -> None:
    content, line, column = BAD_FILES[reason]
    done = bring_in(f"{content}\n".encode())
    rejected = done.rejected_lines.get()
    assert (rejected.reason, rejected.line, rejected.column) == (reason, line, column)
    with translation.override("en"):
        told = next(told for told in report_lines(done) if told.verdict == "rejected")
    assert told.sentence.startswith("found ")
    assert "; expected " in told.sentence
    assert "%" not in told.sentence
    assert (told.line, told.column) == (line, column)


def test_a_search_that_was_given_up_is_reported(bring_in, grids) -> None:
    done = bring_in(grids[:1])
    RejectedLine.objects.create(puzzle_import=done, line=2, column=1, reason=library.SEARCH_LIMIT)
    with translation.override("en"):
        assert [told.sentence for told in report_lines(done)] == [
            "the search for its solutions took too long"
        ]


def test_the_report_holds_every_line_that_is_no_grid_to_play_in_the_order_of_the_file(
    bring_in, grids, empty_grid, dead_grid
) -> None:
    done = bring_in([grids[0], "oops", empty_grid, grids[0], grids[1], dead_grid, "no"])
    with translation.override("en"):
        told = [(line.line, line.number, line.verdict) for line in report_lines(done)]
    assert told == [
        (2, 2, "rejected"),
        (3, 3, "with several solutions"),
        (4, 4, "already there"),
        (6, 6, "without a solution"),
        (7, 7, "rejected"),
    ]


def test_a_report_covers_its_own_file_only(bring_in, grids, empty_grid) -> None:
    first = bring_in([grids[0], empty_grid, "oops"])
    second = bring_in([grids[1], "no"], collection=first.collection)
    assert [line.line for line in report_lines(first)] == [2, 3]
    assert [(line.line, line.number) for line in report_lines(second)] == [(2, 5)]


def test_the_figures_add_up_to_the_grids_of_the_file(bring_in, grids, empty_grid, dead_grid) -> None:
    done = bring_in([grids[0], "oops", empty_grid, grids[0], dead_grid])
    figures = {name: count for name, _label, count in counts(done)}
    assert figures == {
        "accepted": 3,
        "known": 1,
        "rejected": 1,
        "several_solutions": 1,
        "no_solution": 1,
        "similar": 0,
    }
    assert figures["accepted"] + figures["known"] + figures["rejected"] == done.grid_count == 5


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_csv_report_reads_back(bring_in, grids, language) -> None:
    done = bring_in([grids[0], 'oops; "really"'])
    text = "".join(report_csv(done, language))
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert {len(row) for row in rows} == {7}
    assert [row[1] for row in rows[1:7]] == ["1", "0", "1", "0", "0", "0"]
    assert rows[7][2:5] == ["2", "1", "2"]
    assert rows[7][6] == 'oops; "really"'


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx"])
def test_a_cell_of_the_csv_report_is_never_a_formula(bring_in, text) -> None:
    assert harmless(text) == f"'{text}"
    assert harmless("1=1") == "1=1"


def test_a_line_that_would_be_a_formula_is_harmless_in_the_csv_report(bring_in, grids) -> None:
    done = bring_in([grids[0], '=HYPERLINK("http://example.invalid";"click")'])
    rows = list(csv.reader(io.StringIO("".join(report_csv(done, "en")))))
    assert rows[-1][6].startswith("'=HYPERLINK")


def test_the_report_costs_the_same_queries_for_any_number_of_lines(
    bring_in, grids, empty_grid, django_assert_num_queries
) -> None:
    long = bring_in([grids[0], *["oops", empty_grid] * 60])
    with django_assert_num_queries(2):
        assert len(list(report_lines(long))) == 120


def test_the_report_names_the_grid_whose_solution_a_line_has(bring_in, grids, teacher) -> None:
    seed = 3
    solution = Board.from_line(search_line(grids[0])[1])
    turned = shuffled(Board.from_line(grids[0]), random.Random(seed))
    cell = turned.empty_cells[0]
    more = turned.place(cell, shuffled(solution, random.Random(seed))[cell])
    first = bring_in([grids[1], grids[0], turned.to_line()])
    second = bring_in([more.to_line()], name="Second")
    with translation.override("en"):
        [line] = report_lines(first)
        [other] = report_lines(second)
    assert (line.line, line.number, line.verdict, line.excerpt) == (3, 3, "similar", turned.to_line())
    assert line.sentence == "the same puzzle as grid 2, rotated, shuffled or renumbered"
    assert (other.line, other.verdict) == (1, "similar")
    assert other.sentence == (
        f"other givens, but the same solution as grid 2 of “{first.collection.name}”, "
        "perhaps rotated, shuffled or renumbered"
    )


@pytest.mark.parametrize("count", [1, 40])
def test_similar_grids_cost_the_same_queries_for_any_number_of_them(
    count: int, bring_in, grids, django_assert_num_queries
) -> None:
    board = Board.from_line(grids[0])
    shuffles = [shuffled(board, random.Random(seed)).to_line() for seed in range(count)]
    done = bring_in([grids[0], *shuffles])
    assert done.similar == count
    with django_assert_num_queries(5):
        assert len(list(report_lines(done))) == count


def test_every_failure_has_a_sentence() -> None:
    for reason in (library.NOT_PUZZLES, library.TOO_MANY_REJECTED, library.STUCK):
        assert len(failure_sentence(PuzzleImport(failure=reason))) > 30
    with translation.override("en"):
        assert failure_sentence(PuzzleImport(failure="no_grid")) == describe_file_fault("no_grid")
    assert failure_sentence(PuzzleImport(failure="")) == ""
