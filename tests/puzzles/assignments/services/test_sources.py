"""Grids that a teacher chooses one by one."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from puzzles.assignments.services.sources import (
    MAX_GRIDS,
    Source,
    SourceError,
    Window,
    numbered_puzzles,
    parse_numbers,
    pasted_puzzles,
)
from puzzles.library.models import Collection, Puzzle
from puzzles.play.services.draws import Criteria

CollectionOf = Callable[..., Collection]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1-3, 12", [1, 2, 3, 12]),
        (" 4 ;2\n7 ", [4, 2, 7]),
        ("5 - 6", [5, 6]),
        ("5–6", [5, 6]),
        ("9-9", [9]),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, numbers: list[int]) -> None:
    assert parse_numbers(text) == numbers


@pytest.mark.parametrize("text", ["", "one", "3-", "1,,2-x", "-4", "7-3", "1-1000000", "1." * 9])
def test_an_invalid_list_of_numbers_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(SourceError, match=r"\w+ .*\."):
        parse_numbers(text)


def test_an_assignment_holds_so_many_grids_and_no_more() -> None:
    assert len(parse_numbers(f"1-{MAX_GRIDS}")) == MAX_GRIDS
    with pytest.raises(SourceError, match=str(MAX_GRIDS)):
        parse_numbers(f"1-{MAX_GRIDS}, 70")


def test_numbers_of_a_collection_give_its_grids_in_the_order_written(
    teacher: User, collection_of: CollectionOf
) -> None:
    collection = collection_of(teacher, range(1, 6))
    puzzle_at = dict(collection.entries.values_list("number", "puzzle"))
    assert numbered_puzzles(collection, "4, 1-2, 4") == (puzzle_at[4], puzzle_at[1], puzzle_at[2])


def test_a_number_that_is_not_there_is_named(teacher: User, collection_of: CollectionOf) -> None:
    with pytest.raises(SourceError, match="9"):
        numbered_puzzles(collection_of(teacher, range(1, 6)), "2-3, 9")


def test_a_grid_with_several_solutions_is_not_given(
    teacher: User, empty_grid: str, bring_in: Callable[..., Any]
) -> None:
    collection = bring_in(["12345678." + "." * 72]).collection
    with pytest.raises(SourceError, match="1"):
        numbered_puzzles(collection, "1")


def test_pasted_grids_are_those_the_site_knows(puzzle: Puzzle) -> None:
    lines = puzzle.givens.replace(".", "0")
    assert pasted_puzzles(lines) == (puzzle.pk,)
    nine = "\n".join(lines[row : row + 9] for row in range(0, 81, 9))
    assert pasted_puzzles(nine) == (puzzle.pk,)


@pytest.mark.parametrize("text", ["", "hello", "1" * 81, "." * 80, "1" + "." * 80])
def test_pasted_text_that_is_no_known_grid_is_refused_with_a_sentence(text: str, puzzle: Puzzle) -> None:
    with pytest.raises(SourceError, match=r"\w+ .*\."):
        pasted_puzzles(text)


def test_a_source_goes_into_the_database_and_back() -> None:
    source = Source(
        puzzles=(3, 1),
        collections=(4,),
        count=2,
        criteria=Criteria(tier=2, score_to=400),
        band=10,
        windows=(Window(tier=2, low=100, high=110),),
    )
    assert Source.from_json(source.to_json()) == source
    assert Source.from_json({}) == Source()
