"""Many rows at once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from puzzles.library.models import Puzzle, RejectedLine
from puzzles.library.services.bulk_insert import CheckedPuzzle, add_puzzles, add_rows, find_puzzles

pytestmark = pytest.mark.django_db


def made_up(number: int) -> CheckedPuzzle:
    return CheckedPuzzle(f"{number:.>81}", 4, 1, "1" * 81, number, "simple")


def test_puzzles_are_stored_once_and_only_the_first_time_as_new() -> None:
    stored = add_puzzles([made_up(1), made_up(2)])
    assert [puzzle.is_new for puzzle in stored.values()] == [True, True]
    again = add_puzzles([made_up(2), made_up(3)])
    assert {line.strip("."): puzzle.is_new for line, puzzle in again.items()} == {"2": False, "3": True}
    assert again[made_up(2).givens].pk == stored[made_up(2).givens].pk
    assert Puzzle.objects.count() == 3


def test_a_puzzle_that_is_known_stays_as_it_is() -> None:
    add_puzzles([made_up(1)])
    add_puzzles([made_up(1)._replace(solving_class="harder")])
    assert Puzzle.objects.get().solving_class == "simple"


def test_any_number_of_puzzles_is_found() -> None:
    add_puzzles([made_up(number) for number in range(1, 1301)])
    wanted = {made_up(number).givens for number in range(1, 1302)}
    found = find_puzzles(wanted)
    assert len(found) == 1300
    assert not any(puzzle.is_new for puzzle in found.values())


def test_a_thousand_puzzles_cost_a_handful_of_queries() -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        add_puzzles([made_up(number) for number in range(1, 1001)])
    assert len(queries) <= 5


def test_nothing_to_store_is_no_query(django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        assert add_puzzles([]) == {}
        assert find_puzzles([]) == {}


def test_rows_hold_what_they_were_given(bring_in, grids) -> None:
    done = bring_in([grids[0]])
    details = '{"character": "é"}'
    add_rows(
        RejectedLine,
        ["puzzle_import", "line", "column", "number", "reason", "details", "excerpt"],
        [(done.pk, 3, None, 2, "bad_character", details, 'tab\t, newline\n, back\\slash, "é"')],
    )
    rejected = done.rejected_lines.get()
    assert (rejected.line, rejected.column, rejected.details) == (3, None, {"character": "é"})
    assert rejected.excerpt == 'tab\t, newline\n, back\\slash, "é"'
