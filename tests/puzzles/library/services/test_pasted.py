"""Pasted grids: checked while a teacher waits, and kept in a collection."""

import pytest
from django.utils import translation

from accounts.models import User
from puzzles.library import services as library
from puzzles.library.models import Collection, Entry, Puzzle, PuzzleImport
from puzzles.library.services import pasted

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english() -> object:
    with translation.override("en"):
        yield


def checked(*lines: str) -> dict[str, pasted.CheckedPuzzle]:
    return library.check_pasted(enumerate(lines, start=1))


def test_pasted_grids_go_into_one_collection_that_nobody_draws_from(teacher: User, grids: list[str]) -> None:
    first = library.keep_pasted(owner=teacher, grids=checked(*grids[:2]))
    library.keep_pasted(owner=teacher, grids=checked(grids[2]))
    collection = Collection.objects.get(owner=teacher)
    assert (collection.name, collection.audience) == ("Pasted grids", "nobody")
    assert (collection.entry_count, collection.drawable_count) == (3, 3)
    entries = list(collection.entries.values_list("puzzle__givens", "number", "position"))
    assert entries == [(line, number, number) for number, line in enumerate(grids[:3], start=1)]
    assert first == dict(Puzzle.objects.filter(givens__in=grids[:2]).values_list("givens", "pk"))


def test_each_teacher_has_a_collection_of_her_own(
    teacher: User, other_teacher: User, grids: list[str]
) -> None:
    library.keep_pasted(owner=teacher, grids=checked(grids[0]))
    library.keep_pasted(owner=other_teacher, grids=checked(grids[0]))
    assert Puzzle.objects.count() == 1
    assert Entry.objects.count() == 2
    library.keep_pasted(owner=teacher, grids=checked(grids[0]))
    assert Entry.objects.count() == 2


def test_a_grid_that_cannot_be_played_is_named_with_the_reason(
    grids: list[str], empty_grid: str, dead_grid: str
) -> None:
    for line, reason in (
        (empty_grid, "Grid 2 has several solutions, so it cannot be played: digits are missing."),
        (dead_grid, "Grid 2 has no solution: a digit is wrong or in the wrong cell."),
        ("11" + "." * 79, "Grid 2 has no solution: a digit is wrong or in the wrong cell."),
    ):
        with pytest.raises(library.PastedGridError) as refusal:
            checked(grids[0], line)
        assert str(refusal.value) == reason


def test_grids_made_to_take_long_are_refused(grids: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pasted, "NODE_LIMIT", 1)
    with pytest.raises(library.PastedGridError, match="Grid 1: counting its solutions takes too long"):
        checked(grids[-1])
    monkeypatch.setattr(pasted, "CHECK_SECONDS", -1)
    with pytest.raises(library.PastedGridError, match="import them as a file"):
        checked(grids[0])


def test_a_file_that_comes_in_is_waited_for(teacher: User, grids: list[str]) -> None:
    library.keep_pasted(owner=teacher, grids=checked(grids[0]))
    PuzzleImport.objects.create(
        owner=teacher, collection=Collection.objects.get(), file_name="a.txt", size=82, state="running"
    )
    with pytest.raises(library.PastedGridError, match="A file is being imported into “Pasted grids”"):
        library.keep_pasted(owner=teacher, grids=checked(grids[1]))
    assert Entry.objects.count() == 1
