"""A teacher's collections: the list, the settings, the deletion."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Classroom, User
from puzzles.library import services as library
from puzzles.library.models import Collection, Entry, HelpPolicy, Puzzle, PuzzleImport
from puzzles.library.services.difficulty import grade_slice
from puzzles.play.models import Attempt

ClientOf = Callable[[User], Client]

COLLECTIONS = reverse("library:collections")

USUAL = {
    "audience": "everyone",
    "hint_rung": "4",
    "checking": "on",
    "auto_notes": "on",
    "partial_cells": "20",
    "solution": "any_time",
}


def page(name: str, pk: int) -> str:
    return reverse(f"library:{name}", args=[pk])


def text(response: object) -> str:
    return response.content.decode()  # type: ignore[attr-defined]


# The list


def test_the_list_shows_counts_tiers_and_small_boards(client_of: ClientOf, done) -> None:
    grade_slice(seconds=60, breath_seconds=0)
    shown = text(client_of(done.owner).get(COLLECTIONS))
    line = " ".join(shown.partition('class="line collection-line"')[2].partition("</li>")[0].split())
    assert "4 grids, 3 to play" in line
    assert line.count('class="tile-board"') == 3
    assert "the students of your classes" in line
    assert "hints up to: the step itself" in line
    tiers = Collection.objects.get().tier_counts
    assert line.count('class="pips') == len(tiers)


def test_what_others_share_is_listed_and_read_but_not_changed(
    client_of: ClientOf, done, other_teacher, student
) -> None:
    theirs, pk = client_of(other_teacher), done.collection_id
    assert "sudoku</a>" not in text(theirs.get(COLLECTIONS))
    assert theirs.get(page("collection", pk)).status_code == 404
    Collection.objects.update(audience="everyone")
    assert "Shared by others" in text(theirs.get(COLLECTIONS))
    assert "by mme.martin" in text(theirs.get(COLLECTIONS))
    shown = text(theirs.get(page("collection", pk)))
    assert "Delete the collection" not in shown
    assert page("collection_settings", pk) not in shown
    assert reverse("play:collection_lines", args=[pk]) in shown
    for name in ("collection_settings", "collection_delete"):
        assert theirs.get(page(name, pk)).status_code == 404
        assert theirs.post(page(name, pk), {**USUAL, "name": "sudoku"}).status_code == 404
        assert client_of(student).post(page(name, pk), {**USUAL, "name": "sudoku"}).status_code == 403
    assert Collection.objects.get().name == "sudoku"


def test_a_teacher_without_grids_is_led_to_the_import(client_of: ClientOf, other_teacher) -> None:
    shown = text(client_of(other_teacher).get(COLLECTIONS))
    assert "You have no collection yet" in shown
    assert shown.count(reverse("library:import_new")) == 1


def test_a_collection_is_given_to_a_class_printed_and_downloaded(
    client_of: ClientOf, done, classroom: Classroom
) -> None:
    shown = text(client_of(done.owner).get(page("collection", done.collection_id)))
    assert f'href="/classes/{classroom.pk}/assignments/new/?collection={done.collection_id}"' in shown
    assert f'href="{reverse("assignments:sheets")}?collection={done.collection_id}"' in shown
    assert reverse("play:collection_lines", args=[done.collection_id]) in shown
    filtered = {"tier": "1", "hardest": "hidden_single", "q": "2"}
    form_url = f"/classes/{classroom.pk}/assignments/new/"
    address = f"{form_url}?collection={done.collection_id}&tier=1&hardest=hidden_single"
    shown = text(client_of(done.owner).get(page("collection", done.collection_id), filtered))
    assert address.replace("&", "&amp;") in shown
    form = client_of(done.owner).get(address).context["form"]
    assert (form["tier"].value(), form["hardest"].value()) == ("1", "hidden_single")
    done.collection.drawable_count = 0
    done.collection.save()
    assert "assignments/new" not in text(client_of(done.owner).get(page("collection", done.collection_id)))


# Settings


def test_a_teacher_changes_her_collection_and_its_rules(client_of: ClientOf, done) -> None:
    client = client_of(done.owner)
    address = page("collection_settings", done.collection_id)
    assert 'name="hint_rung"' in text(client.get(address))
    client.post(address, {**USUAL, "name": "Spring", "audience": "nobody", "solution": "never"})
    done.collection.refresh_from_db()
    assert (done.collection.name, done.collection.audience) == ("Spring", "nobody")
    assert done.collection.policy.solution == HelpPolicy.Solution.NEVER


def test_rules_that_contradict_each_other_are_refused(client_of: ClientOf, done) -> None:
    response = client_of(done.owner).post(
        page("collection_settings", done.collection_id), {**USUAL, "name": "Spring", "checking": ""}
    )
    assert "so they need checking" in text(response)
    back = page("collection", done.collection_id)
    assert f'href="{back}">sudoku</a>' in text(response)
    assert Collection.objects.get().name == "sudoku"


def test_a_name_that_another_request_has_just_taken_is_a_sentence(
    client_of: ClientOf, done, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.open_collection(owner=done.owner, name="Spring")
    monkeypatch.setattr(
        "puzzles.library.forms.imports.CollectionForm.clean_name", lambda form: form.cleaned_data["name"]
    )
    address = page("collection_settings", done.collection_id)
    response = client_of(done.owner).post(address, {**USUAL, "name": "Spring"})
    assert "You already have a collection with this name." in text(response)


# Deletion


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
    told = text(client.get(address))
    assert "Grids of these collections: 4" in told
    assert "Grids played: 1 (kept)" in told
    for typed in ("", "sudok", "SUDOKU"):
        refused = client.post(address, {"name": typed})
        assert refused.status_code == 200
        assert Collection.objects.exists()
    assert "type “sudoku” to confirm" in text(refused)
    assert client.post(address, {"name": " sudoku "}).status_code == 302
    assert not Collection.objects.exists()
    assert not PuzzleImport.objects.exists()
    assert not Entry.objects.exists()
    assert Attempt.objects.get().puzzle == puzzle
    assert client.post(address, {"name": "sudoku"}).status_code == 404
