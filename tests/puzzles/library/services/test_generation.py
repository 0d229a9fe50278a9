"""New grids made in the background."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from puzzles.engine import search_line
from puzzles.library import services as library
from puzzles.library.models import Collection, Entry, Puzzle, PuzzleGeneration, PuzzleImport
from puzzles.library.services import generation as generating

pytestmark = pytest.mark.django_db

Order = Callable[..., PuzzleGeneration]


@pytest.fixture
def collection(teacher: User) -> Collection:
    return library.open_collection(owner=teacher, name="New grids")


@pytest.fixture
def order(collection: Collection) -> Order:
    """`order(count, **kind)`: an order of new grids for the fixture `collection`, with a known seed."""

    def make(count: int = 3, *, into: Collection | None = None, **kind: Any) -> PuzzleGeneration:
        return library.order_puzzles(collection=into or collection, count=count, **({"seed": "s"} | kind))

    return make


def finish(generation: PuzzleGeneration) -> PuzzleGeneration:
    """The order, worked at to its end."""
    while not generation.is_finished:
        assert library.continue_generation(generation_id=generation.pk, breath_seconds=0)
        generation.refresh_from_db()
    return generation


def givens_of(collection: Collection) -> list[str]:
    return list(collection.entries.order_by("number").values_list("puzzle__givens", flat=True))


@pytest.mark.parametrize("tier", [1, 2, 3, 5])
def test_the_grids_are_of_the_tier_that_was_ordered_and_stored_with_their_grades(order, tier) -> None:
    # With this seed grids of every tier come soon.
    generation = finish(order(2, tier=tier, seed="5"))
    assert (generation.state, generation.made) == (PuzzleGeneration.State.DONE, 2)
    puzzles = Puzzle.objects.filter(entries__collection=generation.collection)
    assert [puzzle.tier for puzzle in puzzles] == [tier, tier]
    assert all(puzzle.solution_count == 1 and puzzle.score and puzzle.grader for puzzle in puzzles)


def test_the_stored_solution_is_that_of_the_grid(order) -> None:
    generation = finish(order(1))
    puzzle = Puzzle.objects.get(entries__collection=generation.collection)
    assert search_line(puzzle.givens) == (1, puzzle.solution)
    assert puzzle.clue_count == 81 - puzzle.givens.count(".")


def test_a_hardest_technique_may_be_ordered(order) -> None:
    generation = finish(order(2, hardest="pointing"))
    assert generation.tier == 2
    assert set(Puzzle.objects.values_list("hardest", flat=True)) == {"pointing"}


def test_grids_are_numbered_after_existing_ones(order, collection, bring_in, grids) -> None:
    bring_in([*grids[:2], "no grid at all"], collection=collection)
    finish(order(2, tier=1))
    entries = list(collection.entries.order_by("number").values_list("number", "position"))
    assert entries == [(1, 1), (2, 2), (4, 3), (5, 4)]
    collection.refresh_from_db()
    assert (collection.entry_count, collection.drawable_count) == (4, 4)


def test_the_same_seed_gives_the_same_grids_in_any_batches(order, teacher, monkeypatch) -> None:
    whole = givens_of(finish(order(6)).collection)
    other = library.open_collection(owner=teacher, name="Other")
    monkeypatch.setattr(generating, "BATCH_SECONDS", 0)
    monkeypatch.setitem(library.continue_generation.__kwdefaults__, "seconds", 0)
    parted = finish(order(6, into=other))
    assert givens_of(other) == whole
    assert parted.tries >= 6
    assert Puzzle.objects.count() == 6


def test_a_collection_never_gets_the_same_grid_twice(order, collection) -> None:
    finish(order(3))
    finish(order(3))
    assert len(set(givens_of(collection))) == 6


def test_without_a_seed_the_grids_differ_each_time(order, collection) -> None:
    finish(order(2, seed=""))
    finish(order(2, seed=""))
    assert len(set(givens_of(collection))) == Puzzle.objects.count() == 4


def test_grids_lost_with_a_killed_worker_are_generated_again(order, teacher) -> None:
    generation = order(4)
    held = generating.claim_generation(generation.pk)
    lost = generating.make(held, 0)
    assert lost.tries == 1
    assert library.continue_generation(generation_id=generation.pk) is None
    PuzzleGeneration.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert list(PuzzleGeneration.objects.unattended()) == [generation]
    finish(generation)
    other = library.open_collection(owner=teacher, name="Other")
    assert givens_of(generation.collection) == givens_of(finish(order(4, into=other)).collection)


def test_a_worker_that_was_overtaken_stores_nothing(order) -> None:
    generation = order(5)
    slow = generating.claim_generation(generation.pk)
    made = generating.make(slow, 0)
    PuzzleGeneration.objects.update(lease_until=None)
    finish(PuzzleGeneration.objects.get())
    with pytest.raises(generating.OvertakenError):
        generating.store_made(slow, made)
    assert Entry.objects.count() == 5


def test_a_stopped_order_keeps_what_was_made(order) -> None:
    generation = order(500)
    library.continue_generation(generation_id=generation.pk, seconds=0)
    stopped = library.stop_generation(generation=generation)
    assert stopped.state == PuzzleGeneration.State.STOPPED
    assert library.continue_generation(generation_id=generation.pk) is None
    assert Entry.objects.count() == stopped.made > 0
    assert library.stop_generation(generation=generation).finished_at == stopped.finished_at


def test_a_kind_that_is_never_found_is_given_up(order, monkeypatch) -> None:
    monkeypatch.setattr(generating, "MAX_DRY_TRIES", 20)
    generation = finish(order(1, hardest="naked_quad"))
    assert (generation.state, generation.made) == (PuzzleGeneration.State.RARE, 0)
    assert generation.dry_tries >= 20


def test_an_order_with_too_many_attempts_ends_with_the_grids_it_has(order, monkeypatch) -> None:
    monkeypatch.setattr(generating, "MAX_TRIES", 30)
    generation = finish(order(500, tier=2))
    assert (generation.state, generation.tries) == (PuzzleGeneration.State.RARE, 30)
    assert 0 < generation.made < 30


def test_nothing_comes_in_beside_a_file(order, collection, bring_in, grids) -> None:
    puzzle_import = bring_in(grids[:1], collection=collection)
    generation = order(2)
    held = generating.claim_generation(generation.pk)
    made = generating.make(held, 0)
    PuzzleImport.objects.update(state=PuzzleImport.State.RUNNING, finished_at=None)
    with pytest.raises(generating.OvertakenError):
        generating.store_made(held, made)
    held.set_lease(None)
    assert library.continue_generation(generation_id=generation.pk) is None
    PuzzleImport.objects.filter(pk=puzzle_import.pk).update(state="done", finished_at=timezone.now())
    assert finish(generation).made == 2


def test_a_teacher_has_a_few_orders_under_way_at_most(order, collection, other_teacher) -> None:
    for _order in range(generating.MAX_UNFINISHED):
        order(1)
    with pytest.raises(library.GenerationError):
        order(1)
    elsewhere = library.open_collection(owner=other_teacher, name="Elsewhere")
    order(1, into=elsewhere)
    library.stop_generation(generation=collection.generations.all()[0])
    order(1)


def test_generation_ends_with_its_collection(order, collection) -> None:
    generation = order(3)
    held = generating.claim_generation(generation.pk)
    made = generating.make(held, 0)
    library.delete_collection(collection=collection)
    with pytest.raises(generating.OvertakenError):
        generating.store_made(held, made)
    assert library.continue_generation(generation_id=generation.pk) is None
