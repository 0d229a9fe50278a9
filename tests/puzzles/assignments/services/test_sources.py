"""Grids that a teacher chooses one by one."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from accounts.models import User
from puzzles.assignments.services.sources import (
    MAX_GRIDS,
    Source,
    SourceError,
    Window,
    numbered_puzzles,
    parse_numbers,
    read_pasted,
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


def test_pasted_grids_that_the_site_knows_are_used(teacher: User, puzzle: Puzzle) -> None:
    lines = puzzle.givens.replace(".", "0")
    assert read_pasted(lines).store(teacher).puzzles == (puzzle.pk,)
    nine = "\n".join(lines[row : row + 9] for row in range(0, 81, 9))
    assert read_pasted(nine).store(teacher).puzzles == (puzzle.pk,)
    assert not Collection.objects.filter(owner=teacher, name="Grilles collées").exists()


def test_pasted_grids_that_are_new_are_stored_in_their_order(
    teacher: User, puzzle: Puzzle, grids: list[str]
) -> None:
    new = [line for line in grids[:3] if line != puzzle.givens][:2]
    pasted = read_pasted("\n".join([new[0], puzzle.givens, new[1], new[0]]))
    assert pasted.grids == (new[0], puzzle.givens, new[1])
    assert set(pasted.new) == set(new)
    assert not Puzzle.objects.filter(givens__in=new).exists()
    source = pasted.store(teacher)
    assert source.givens() == [new[0], puzzle.givens, new[1]]
    collection = Collection.objects.get(owner=teacher, audience="nobody")
    assert (collection.entry_count, collection.drawable_count) == (2, 2)
    again = read_pasted("\n".join(new))
    assert not again.new
    assert again.store(teacher).puzzles == (source.puzzles[0], source.puzzles[2])


@pytest.mark.parametrize("text", ["", "hello", "1" * 81, "." * 80, "1" + "." * 80])
def test_pasted_text_that_is_no_playable_grid_is_refused_with_a_sentence(text: str, puzzle: Puzzle) -> None:
    with pytest.raises(SourceError, match=r"\w+ .*\."):
        read_pasted(text)


def test_a_pasted_grid_is_refused_with_the_reason(
    teacher: User,
    puzzle: Puzzle,
    grids: list[str],
    empty_grid: str,
    dead_grid: str,
    bring_in: Callable[..., Any],
) -> None:
    with translation.override("en"):
        for name in ("new to the site", "known"):
            for line, reason in ((empty_grid, "has several solutions"), (dead_grid, "has no solution")):
                with pytest.raises(SourceError, match=f"Grid 2 {reason}"):
                    read_pasted(f"{puzzle.givens}\n{line}")
            bring_in([empty_grid, dead_grid], name=name)
        with pytest.raises(SourceError, match=str(MAX_GRIDS)):
            read_pasted("\n".join(grids[: MAX_GRIDS + 1]))


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
