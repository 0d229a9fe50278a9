"""What an import leaves in the tables."""

import random
from collections.abc import Callable

import pytest

from accounts.models import User
from puzzles.engine import Board, is_valid, search_line
from puzzles.engine.similarity import shuffled
from puzzles.library import services as library
from puzzles.library.models import Collection, Entry, HelpPolicy, ImportChunk, Puzzle, PuzzleImport
from puzzles.play.models import Attempt
from tests.puzzles.engine.conftest import DATA


def figures(done: PuzzleImport) -> tuple[int, int, int]:
    return done.accepted, done.known, done.rejected


def places(collection: Collection) -> list[tuple[int, str, int | None]]:
    """Number, grid and position of every entry."""
    return list(collection.entries.order_by("number").values_list("number", "puzzle__givens", "position"))


def test_each_grid_gets_its_number_its_line_and_a_place_to_be_drawn_from(bring_in, grids) -> None:
    done = bring_in(["# three grids", grids[0], "", grids[1], grids[2]])
    assert done.state == PuzzleImport.State.DONE
    assert figures(done) == (3, 0, 0)
    entries = done.collection.entries.order_by("number")
    assert list(entries.values_list("number", "line", "position")) == [(1, 2, 1), (2, 4, 2), (3, 5, 3)]
    assert (done.collection.entry_count, done.collection.drawable_count) == (3, 3)


def test_a_puzzle_is_stored_with_what_is_true_of_it(bring_in) -> None:
    course = [
        "790304108000006000000080059030000497000000000217000030470010000000700000302609071",
        "..4.36..5..51...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7",
    ]
    bring_in(course)
    harder, simple = (Puzzle.objects.get(givens=line.replace("0", ".")) for line in course)
    assert (simple.solving_class, simple.clue_count, simple.solution_count) == ("simple", 41, 1)
    assert harder.solving_class != "simple"
    assert is_valid(Board.from_line(harder.solution))
    assert (
        harder.solution == "795324168821956743643187259538261497964573812217498635479815326156732984382649571"
    )


def test_grids_with_no_or_several_solutions_are_kept_and_never_offered(
    bring_in, grids, empty_grid, dead_grid
) -> None:
    done = bring_in([grids[0], empty_grid, dead_grid, grids[1]])
    assert figures(done) == (4, 0, 0)
    assert (done.several_solutions, done.no_solution) == (1, 1)
    assert places(done.collection) == [
        (1, grids[0], 1),
        (2, empty_grid, None),
        (3, dead_grid, None),
        (4, grids[1], 2),
    ]
    assert (done.collection.entry_count, done.collection.drawable_count) == (4, 2)


def test_numbers_are_kept_when_neighbours_are_rejected(bring_in, grids) -> None:
    done = bring_in([grids[0], "12 34", grids[1]])
    assert figures(done) == (2, 0, 1)
    assert [number for number, _givens, _position in places(done.collection)] == [1, 3]
    assert done.rejected_lines.get().number == 2


def test_a_grid_that_comes_twice_in_a_file_has_two_numbers_and_one_place(bring_in, grids) -> None:
    done = bring_in([grids[0], grids[1], grids[0], grids[0]])
    assert figures(done) == (2, 2, 0)
    assert [place[0::2] for place in places(done.collection)] == [(1, 1), (2, 2), (3, None), (4, None)]
    assert Puzzle.objects.count() == 2


def test_a_known_grid_gets_its_entry_and_its_place_in_the_new_collection(
    bring_in, grids, other_teacher
) -> None:
    bring_in([grids[0], grids[1]])
    done = bring_in([grids[2], grids[1]], owner=other_teacher)
    assert figures(done) == (1, 1, 0)
    assert places(done.collection) == [(1, grids[2], 1), (2, grids[1], 2)]


def test_the_same_file_again_adds_nothing_to_its_collection(bring_in, grids, empty_grid) -> None:
    first = bring_in([grids[0], empty_grid, grids[1]])
    before = places(first.collection)
    second = bring_in([grids[0], empty_grid, grids[1]], collection=first.collection)
    assert figures(second) == (0, 3, 0)
    assert places(first.collection) == before


def test_a_second_file_continues_the_numbers_of_its_collection(bring_in, grids) -> None:
    first = bring_in([grids[0], "no grid at all"])
    second = bring_in([grids[0], grids[1], "nor this", grids[1]], collection=first.collection)
    assert figures(second) == (1, 2, 1)
    assert [place[0::2] for place in places(first.collection)] == [(1, 1), (4, 2), (6, None)]
    assert second.rejected_lines.get().number == 5
    assert second.rejected_lines.get().line == 3


def turned(line: str, seed: int) -> str:
    """The same puzzle transposed, shuffled and renamed."""
    return shuffled(Board.from_line(line), random.Random(seed)).to_line()


def similar_numbers(done: PuzzleImport) -> list[int]:
    entries = done.collection.entries.filter(is_similar=True).order_by("number")
    return list(entries.values_list("number", flat=True))


def test_a_grid_turned_or_renamed_is_taken_in_and_marked_as_similar(bring_in, grids) -> None:
    lines = [turned(grids[0], 1), grids[1], grids[0], turned(grids[0], 2), grids[0]]
    done = bring_in(lines)
    assert figures(done) == (4, 1, 0)
    assert done.similar == 2
    assert similar_numbers(done) == [3, 4]
    assert done.collection.drawable_count == 4
    later = bring_in([grids[2], turned(grids[1], 3)], collection=done.collection)
    assert later.similar == 1
    assert similar_numbers(later) == [3, 4, 7]


def test_a_grid_with_another_given_is_similar_too(bring_in, grids) -> None:
    solution = search_line(grids[0])[1]
    cell = grids[0].index(".")
    more = grids[0][:cell] + solution[cell] + grids[0][cell + 1 :]
    bring_in([grids[0]])
    assert bring_in([more], name="Second").similar == 1


def test_a_grid_that_is_there_already_is_not_similar_to_itself(bring_in, grids) -> None:
    bring_in(grids[:5])
    assert bring_in(grids[:5], name="Second").similar == 0
    assert bring_in([grids[4], turned(grids[4], 1)], name="Third").similar == 1


def test_a_known_grid_that_is_similar_to_one_of_the_collection_is_marked(
    bring_in, grids, other_teacher
) -> None:
    own = bring_in([grids[0]])
    bring_in([turned(grids[0], 1)], owner=other_teacher)
    again = bring_in([turned(grids[0], 1)], collection=own.collection)
    assert (figures(again), again.similar) == ((0, 1, 0), 1)


def test_nothing_is_said_of_grids_in_a_collection_that_its_owner_keeps(
    bring_in, grids, other_teacher
) -> None:
    theirs = bring_in([grids[0]], owner=other_teacher)
    Collection.objects.filter(pk=theirs.collection_id).update(audience=Collection.Audience.NOBODY)
    assert bring_in([turned(grids[0], 1)]).similar == 0
    Collection.objects.filter(pk=theirs.collection_id).update(audience=Collection.Audience.EVERYONE)
    assert bring_in([turned(grids[0], 2)], owner=other_teacher, name="Second").similar == 1


def test_grids_without_one_solution_are_similar_to_none(bring_in, empty_grid, dead_grid) -> None:
    assert bring_in([empty_grid, dead_grid, turned(dead_grid, 1)]).similar == 0


def test_similar_grids_are_found_from_batch_to_batch(bring_in, grids) -> None:
    shuffles = [turned(grid, seed) for grid in grids[:20] for seed in range(40)]
    done = bring_in([*grids[:20], *shuffles])
    assert (figures(done), done.similar) == ((820, 0, 0), 800)
    assert similar_numbers(done) == list(range(21, 821))


def test_the_file_itself_is_gone_once_it_is_taken_in(bring_in, grids) -> None:
    done = bring_in(grids[:5])
    assert not done.chunks.exists()
    assert done.checkpoint is None
    assert done.bytes_read == done.size


def test_a_file_without_any_grid_in_a_thousand_lines_is_given_up(bring_in) -> None:
    done = bring_in(f"somebody {number}" for number in range(30_000))
    assert (done.state, done.failure) == (PuzzleImport.State.FAILED, library.NOT_PUZZLES)
    assert 1000 <= done.rejected < 30_000
    assert not ImportChunk.objects.exists()


def test_one_grid_in_a_file_keeps_it_from_being_given_up(bring_in, grids) -> None:
    done = bring_in([grids[0], *(f"somebody {number}" for number in range(1500))])
    assert done.state == PuzzleImport.State.DONE
    assert figures(done) == (1, 0, 1500)


def test_a_file_that_turns_out_to_hold_only_comments_fails_with_that_reason(bring_in) -> None:
    done = bring_in(["# a comment, and nothing but comments"] * 500)
    assert (done.state, done.failure) == (PuzzleImport.State.FAILED, "no_grid")


@pytest.mark.parametrize(
    ("name", "several", "none"), [("many_solutions", 200, 0), ("no_solution", 0, None), ("minimal", 0, 0)]
)
def test_the_solutions_are_as_many_as_the_files_promise(bring_in, name, several, none) -> None:
    path = DATA / f"puzzles/{name}.txt"
    if not path.exists():
        pytest.skip("the data folder is not there")
    lines = path.read_text().split()[:200]
    done = bring_in(lines)
    if none is None:
        assert done.no_solution + done.rejected == len(lines)
        assert set(done.rejected_lines.values_list("reason", flat=True)) <= {"repeated_given"}
    else:
        assert figures(done) == (len(set(lines)), len(lines) - len(set(lines)), 0)
        assert (done.several_solutions, done.no_solution) == (several, none)


def test_deleting_a_collection_leaves_what_others_use_and_what_was_played(
    bring_in, grids, student: User, other_teacher: User
) -> None:
    own = bring_in([grids[0], grids[1]])
    others = bring_in([grids[1], grids[2]], owner=other_teacher)
    played = Attempt.objects.create(
        player=student,
        puzzle=Puzzle.objects.get(givens=grids[0]),
        collection=own.collection,
        policy=own.collection.policy,
        digits=grids[0],
    )
    library.delete_collection(collection=own.collection)
    assert not Collection.objects.filter(pk=own.collection_id).exists()
    assert not PuzzleImport.objects.filter(pk=own.pk).exists()
    assert Entry.objects.count() == 2
    assert places(others.collection) == [(1, grids[1], 1), (2, grids[2], 2)]
    played.refresh_from_db()
    assert (played.collection, played.puzzle.givens) == (None, grids[0])


def test_an_import_whose_collection_is_deleted_meanwhile_ends_quietly(
    teacher: User, uploaded: Callable[..., PuzzleImport], grids
) -> None:
    begun = uploaded(grids)
    assert library.continue_import(import_id=begun.pk, seconds=0)
    library.delete_collection(collection=begun.collection)
    assert library.continue_import(import_id=begun.pk) is None
    assert not Entry.objects.exists()
    assert HelpPolicy.objects.count() == 1
