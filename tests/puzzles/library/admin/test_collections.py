"""The library in the admin: what each may see and do there."""

from collections.abc import Callable

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import User
from puzzles.library.models import Collection, Entry, HelpPolicy, Puzzle, PuzzleImport
from puzzles.play.models import Attempt

from ..queries import queries_of

ClientOf = Callable[[User], Client]

IMPORTS = reverse("admin:library_puzzleimport_changelist")
COLLECTIONS = reverse("admin:library_collection_changelist")
ENTRIES = reverse("admin:library_entry_changelist")

USUAL = {
    "audience": "everyone",
    "hint_rung": "4",
    "checking": "on",
    "auto_notes": "on",
    "partial_cells": "20",
    "solution": "any_time",
}


@pytest.fixture(autouse=True)
def _english(teacher: User, other_teacher: User, administrator: User) -> None:
    """Everybody here reads English."""
    User.objects.update(language=User.Language.ENGLISH)


@pytest.fixture
def done(bring_in: Callable[..., PuzzleImport], grids: list[str], empty_grid: str) -> PuzzleImport:
    """A finished import of the teacher: three grids to play, one with many solutions, two rejected lines."""
    return bring_in([*grids[:3], "oops", empty_grid, "1234"])


def page(name: str, pk: int) -> str:
    return reverse(f"admin:library_{name}", args=[pk])


def text(response: object) -> str:
    return response.content.decode()  # type: ignore[attr-defined]


def test_each_teacher_sees_her_own(client_of: ClientOf, done, other_teacher) -> None:
    hers, theirs = client_of(done.owner), client_of(other_teacher)
    for address in (COLLECTIONS, IMPORTS, ENTRIES):
        assert "sudoku" in text(hers.get(address)) or "....." in text(hers.get(address))
        assert done.collection.entries.first().puzzle.givens not in text(theirs.get(address))
        assert ">sudoku" not in text(theirs.get(address))
    assert hers.get(page("puzzleimport_change", done.pk)).status_code == 200
    assert theirs.get(page("puzzleimport_change", done.pk)).status_code == 302
    others = theirs.get(page("collection_change", done.collection_id))
    assert others.status_code == 302
    assert others.headers["Location"] == reverse("admin:index")


def test_a_teacher_changes_nothing_of_anothers(client_of: ClientOf, done, other_teacher) -> None:
    theirs = client_of(other_teacher)
    theirs.post(page("collection_change", done.collection_id), {**USUAL, "name": "Mine"})
    theirs.post(page("collection_delete", done.collection_id), {"post": "yes"})
    theirs.post(
        COLLECTIONS, {"action": "delete_selected", "_selected_action": done.collection_id, "post": "yes"}
    )
    assert Collection.objects.get().name == "sudoku"
    filtered = theirs.get(ENTRIES, {"collection__id__exact": done.collection_id})
    assert "sudoku" not in text(filtered)


def test_an_administrator_sees_all_and_whose_it_is(client_of: ClientOf, done, administrator) -> None:
    client = client_of(administrator)
    for address in (COLLECTIONS, IMPORTS, ENTRIES):
        assert "mme.martin" in text(client.get(address))
    assert client.get(page("puzzleimport_change", done.pk)).status_code == 200


def test_a_student_has_no_admin(client_of: ClientOf, done, student) -> None:
    client = client_of(student)
    for address in (
        COLLECTIONS,
        IMPORTS,
        ENTRIES,
        page("puzzleimport_change", done.pk),
    ):
        response = client.get(address)
        assert response.status_code in (302, 403)
        assert "sudoku.txt" not in text(response)


def test_nobody_writes_an_import_or_a_grid_by_hand(client_of: ClientOf, done, administrator) -> None:
    client = client_of(administrator)
    entry = done.collection.entries.first()
    assert client.post(page("entry_change", entry.pk), {"number": 9}).status_code == 403
    assert client.get(reverse("admin:library_entry_add")).status_code == 403
    assert client.post(page("entry_delete", entry.pk), {"post": "yes"}).status_code == 403
    assert client.post(page("puzzleimport_delete", done.pk), {"post": "yes"}).status_code == 403
    assert client.get(reverse("admin:library_puzzleimport_add")).status_code == 403
    assert client.get(reverse("admin:library_puzzlegeneration_add")).status_code == 403
    assert Entry.objects.count() == 4


# A collection


def test_a_teacher_changes_her_collection_and_its_rules(client_of: ClientOf, done) -> None:
    client = client_of(done.owner)
    address = page("collection_change", done.collection_id)
    assert 'name="hint_rung"' in text(client.get(address))
    client.post(address, {**USUAL, "name": "Spring", "audience": "nobody", "solution": "never"})
    done.collection.refresh_from_db()
    assert (done.collection.name, done.collection.audience) == ("Spring", "nobody")
    assert done.collection.policy.solution == HelpPolicy.Solution.NEVER
    assert LogEntry.objects.filter(user=done.owner).exists()


def test_rules_that_contradict_each_other_are_refused(client_of: ClientOf, done) -> None:
    response = client_of(done.owner).post(
        page("collection_change", done.collection_id), {**USUAL, "name": "Spring", "checking": ""}
    )
    assert "so they need checking" in text(response)
    assert Collection.objects.get().name == "sudoku"


def test_deleting_a_collection_takes_its_entries_and_leaves_what_was_played(
    client_of: ClientOf, done, student
) -> None:
    puzzle = Puzzle.objects.filter(solution_count=1).first()
    assert puzzle is not None
    policy = done.collection.policy
    Attempt.objects.create(
        player=student, puzzle=puzzle, collection=done.collection, policy=policy, digits=puzzle.givens
    )
    client = client_of(done.owner)
    address = page("collection_delete", done.collection_id)
    told = text(client.get(address, headers={"Accept-Language": "en"}))
    assert "Grids of these collections: 4" in told
    assert "Grids played: 1 (kept)" in told
    client.post(address, {"post": "yes"})
    assert not Collection.objects.exists()
    assert not PuzzleImport.objects.exists()
    assert not Entry.objects.exists()
    assert Attempt.objects.get().puzzle == puzzle


def test_collections_are_deleted_from_their_list(client_of: ClientOf, done) -> None:
    client_of(done.owner).post(
        COLLECTIONS,
        {"action": "delete_selected", "_selected_action": done.collection_id, "post": "yes"},
    )
    assert not Collection.objects.exists()


# The grids


def test_the_grids_are_listed_without_their_solutions(client_of: ClientOf, done) -> None:
    client = client_of(done.owner)
    puzzle = Puzzle.objects.filter(solution_count=1).first()
    assert puzzle is not None
    entry = puzzle.entries.get()
    shown = text(client.get(ENTRIES, {"collection__id__exact": done.collection_id}))
    assert puzzle.givens in shown
    detail = text(client.get(page("entry_change", entry.pk)))
    for solution in Puzzle.objects.exclude(solution="").values_list("solution", flat=True):
        assert solution not in shown
        assert solution not in detail


@pytest.mark.parametrize("key", ["x", "9" * 30, "9" * 5000])
def test_a_collection_that_cannot_be_has_no_grids(client_of: ClientOf, done, key) -> None:
    response = client_of(done.owner).get(ENTRIES, {"collection__id__exact": key}, follow=True)
    assert response.status_code == 200
    assert done.collection.name not in response.context["title"]


def test_lists_and_pages_cost_the_same_few_queries_for_few_and_for_many_rows(
    client_of: ClientOf, bring_in, grids
) -> None:
    few = queries_of_every_page(client_of, bring_in([*grids[:2], "oops"], name="one"))
    for name in ("two", "three", "four"):
        last = bring_in([*grids[:60], *["oops"] * 60], name=name)
    assert queries_of_every_page(client_of, last) == few
    assert max(few) <= 9


def queries_of_every_page(client_of: ClientOf, done: PuzzleImport) -> list[int]:
    """How many queries each page of the library costs, the session and the user included."""
    addresses = (
        COLLECTIONS,
        IMPORTS,
        f"{ENTRIES}?collection__id__exact={done.collection_id}",
        page("puzzleimport_change", done.pk),
    )
    return queries_of(client_of(done.owner), addresses)
