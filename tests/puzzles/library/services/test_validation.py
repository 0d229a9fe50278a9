"""Grids are looked into before they are stored."""

import pytest

from puzzles.engine import PuzzleRecord, RejectedRecord
from puzzles.library.services import validation
from puzzles.library.services.bulk_insert import CheckedPuzzle


def verdict(line: str) -> CheckedPuzzle | RejectedRecord:
    return validation.check_puzzle(PuzzleRecord(number=7, line=9, puzzle=line))


def test_a_grid_with_one_solution_has_a_solution_and_a_class(grids) -> None:
    checked = verdict(grids[4])
    assert isinstance(checked, CheckedPuzzle)
    assert (checked.solution_count, checked.solving_class) == (1, "simple")
    assert checked.solution.startswith("534678912")
    assert all(given in (".", digit) for given, digit in zip(grids[4], checked.solution, strict=True))


def test_a_grid_without_one_solution_has_neither(empty_grid, dead_grid) -> None:
    assert verdict(empty_grid) == CheckedPuzzle(empty_grid, 0, 2)
    assert verdict(dead_grid) == CheckedPuzzle(dead_grid, 9, 0)


def test_a_repeated_digit_is_refused_at_the_second_cell() -> None:
    refused = verdict("5" + "." * 39 + "5" + "." * 31 + "5" + "." * 8)
    assert isinstance(refused, RejectedRecord)
    assert (refused.number, refused.fault.reason, refused.fault.line) == (7, "repeated_given", 9)
    assert refused.fault.details["cells"] == [0, 72]
    assert refused.fault.column == 73


def test_a_grid_that_takes_too_long_to_search_is_refused(grids, monkeypatch) -> None:
    monkeypatch.setattr(validation, "NODE_LIMIT", 1)
    refused = [verdict(line) for line in grids]
    given_up = [record for record in refused if isinstance(record, RejectedRecord)]
    assert given_up
    assert {record.fault.reason for record in given_up} == {validation.SEARCH_LIMIT}
    assert {(record.fault.line, record.fault.column, record.number) for record in given_up} == {(9, 1, 7)}


@pytest.mark.django_db
def test_a_grid_this_site_knows_is_not_searched_again(bring_in, grids, monkeypatch) -> None:
    bring_in(grids[:50])
    monkeypatch.setattr(validation, "NODE_LIMIT", 0)
    again = bring_in(grids[:50], name="again")
    assert (again.known, again.rejected) == (50, 0)
