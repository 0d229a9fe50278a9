"""Files and pasted grids that a teacher sends, and their reports."""

import random
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from puzzles.engine import Board
from puzzles.engine.similarity import shuffled
from puzzles.library import services as library
from puzzles.library.models import Collection, Puzzle, PuzzleImport
from puzzles.library.pages.counted_tiers import counted_tiers
from puzzles.library.services import start_import
from puzzles.library.services.difficulty import grade_slice

from ..queries import queries_of

ClientOf = Callable[[User], Client]

UPLOAD = reverse("library:import_new")
IMPORTS = reverse("library:imports")
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


def words(response: object) -> str:
    """The text of a page on one line."""
    return " ".join(text(response).split())


# The upload


def test_a_teacher_hands_in_a_file_and_is_led_to_its_import(
    client_of: ClientOf, teacher, grids, run_tasks
) -> None:
    client = client_of(teacher)
    assert "Import grids" in text(client.get(UPLOAD))
    file = SimpleUploadedFile("easter.txt", "\n".join([*grids[:4], "oops"]).encode())
    response = client.post(UPLOAD, {**USUAL, "file": [file], "hint_rung": "2"})
    begun = PuzzleImport.objects.get()
    assert response.headers["Location"] == page("import", begun.pk)
    assert (begun.owner, begun.file_name, begun.state) == (teacher, "easter.txt", "waiting")
    run_tasks()
    begun.refresh_from_db()
    assert (begun.state, begun.accepted, begun.rejected) == ("done", 4, 1)
    assert (begun.collection.name, begun.collection.owner) == ("easter", teacher)
    assert begun.collection.policy.hint_rung == 2
    listed = text(client.get(IMPORTS))
    report = page("import", begun.pk)
    assert f'href="{report}">easter.txt</a>' in listed
    assert "4 grids" not in listed
    assert "5 grids, 1 rejected" in " ".join(listed.split())


def test_several_files_lead_to_the_list_of_imports(client_of: ClientOf, teacher, grids) -> None:
    files = [SimpleUploadedFile(f"{name}.txt", grids[0].encode()) for name in "ab"]
    response = client_of(teacher).post(UPLOAD, {**USUAL, "file": files, "name": "Both"})
    assert response.headers["Location"] == IMPORTS
    assert [begun.collection.name for begun in PuzzleImport.objects.all()] == ["Both", "Both"]


def test_pasted_grids_come_in_like_a_file(client_of: ClientOf, teacher, grids, run_tasks) -> None:
    client = client_of(teacher)
    response = client.post(UPLOAD, {**USUAL, "text": "\n".join([*grids[:2], "oops"])})
    begun = PuzzleImport.objects.get()
    assert response.headers["Location"] == page("import", begun.pk)
    run_tasks()
    begun.refresh_from_db()
    assert (begun.state, begun.accepted, begun.rejected) == ("done", 2, 1)
    assert begun.collection.name.startswith("Pasted on ")


def test_grids_are_added_to_a_collection_of_ones_own(client_of: ClientOf, done, other_teacher, grids) -> None:
    chosen = f'<option value="{done.collection_id}" selected>'
    assert chosen in text(client_of(done.owner).get(UPLOAD, {"collection": done.collection_id}))
    assert chosen not in text(client_of(other_teacher).get(UPLOAD, {"collection": done.collection_id}))
    sent = {**USUAL, "text": grids[5], "collection": done.collection_id}
    assert client_of(other_teacher).post(UPLOAD, sent).status_code == 200
    assert client_of(done.owner).post(UPLOAD, sent).status_code == 302
    assert PuzzleImport.objects.latest("pk").collection == done.collection


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, b"PK\x03\x04xxxxxxx"])
def test_a_file_of_something_else_is_a_sentence_and_nothing_is_stored(
    client_of: ClientOf, teacher, content
) -> None:
    response = client_of(teacher).post(UPLOAD, {**USUAL, "file": [SimpleUploadedFile("a.txt", content)]})
    assert response.status_code == 200
    assert "Nothing was saved." in text(response)
    assert not PuzzleImport.objects.exists()
    assert not Collection.objects.exists()


def test_a_name_that_is_taken_is_a_sentence_and_nothing_is_stored(client_of: ClientOf, done, grids) -> None:
    file = SimpleUploadedFile("a.txt", grids[0].encode())
    response = client_of(done.owner).post(UPLOAD, {**USUAL, "file": [file], "name": done.collection.name})
    assert "You already have a collection with this name" in text(response)
    assert PuzzleImport.objects.count() == 1


# Who may


def test_the_grids_can_be_given_to_a_class_at_once(client_of: ClientOf, done, classroom, teacher) -> None:
    assert done.owner == teacher
    address = f"/classes/{classroom.pk}/assignments/new/?collection={done.collection_id}"
    assert f'href="{address}"' in text(client_of(teacher).get(page("import", done.pk)))
    done.collection.drawable_count = 0
    done.collection.save()
    assert address not in text(client_of(teacher).get(page("import", done.pk)))


def test_each_teacher_sees_her_own(client_of: ClientOf, done, other_teacher) -> None:
    hers, theirs = client_of(done.owner), client_of(other_teacher)
    collection = page("collection", done.collection_id)
    for address in (COLLECTIONS, IMPORTS, collection):
        assert "sudoku" in text(hers.get(address)).replace("Sudokusite", "")
    Collection.objects.update(audience="nobody")
    for address in (COLLECTIONS, IMPORTS):
        assert done.collection.entries.first().puzzle.givens not in text(theirs.get(address))
        assert ">sudoku" not in text(theirs.get(address))
    assert hers.get(page("import", done.pk)).status_code == 200
    for name in ("import", "import_progress", "import_csv"):
        assert theirs.get(page(name, done.pk)).status_code == 404
    assert theirs.get(collection).status_code == 404


def test_an_administrator_reads_every_report(client_of: ClientOf, done, administrator) -> None:
    client = client_of(administrator)
    assert client.get(page("import", done.pk)).status_code == 200
    assert "sudoku.txt" not in text(client.get(IMPORTS))


def test_a_student_sends_and_reads_nothing(client_of: ClientOf, done, student) -> None:
    client = client_of(student)
    for address in (
        UPLOAD,
        COLLECTIONS,
        IMPORTS,
        page("collection", done.collection_id),
        page("import", done.pk),
        page("import_progress", done.pk),
        page("import_csv", done.pk),
    ):
        response = client.get(address)
        assert response.status_code in (302, 403)
        assert "sudoku.txt" not in text(response)


# The report


def test_a_collection_and_an_import_show_how_many_grids_are_graded(client_of: ClientOf, done) -> None:
    client = client_of(done.owner)
    report, collection = page("import", done.pk), page("collection", done.collection_id)
    assert "Graded so far: 0 of 3 grids of the collection. The others are graded" in words(client.get(report))
    assert text(client.get(collection, {"tier": "none"})).count('class="card"') == 3
    grade_slice(seconds=60, breath_seconds=0)
    assert "Graded so far: 3 of 3 grids of the collection. </p>" in words(client.get(report))
    assert "No grid of this collection matches." in text(client.get(collection, {"tier": "none"}))
    assert "tier 1:</span> <b>" in words(client.get(COLLECTIONS)).replace("tier 1, easy:", "tier 1:")


def test_a_report_follows_the_grading_until_its_end(client_of: ClientOf, done, other_teacher) -> None:
    client, address = client_of(done.owner), page("import_graded", done.pk)
    assert f'hx-get="{address}"' in text(client.get(page("import", done.pk)))
    assert client.get(address, {"graded": 0}).status_code == 204
    grade_slice(seconds=60, breath_seconds=0)
    answer = client.get(address, {"graded": 0})
    assert answer.status_code == 286
    assert "Graded so far: 3 of 3 grids" in words(answer)
    assert "small-board" in text(answer)
    assert client_of(other_teacher).get(address).status_code == 404


def test_a_report_counts_its_grids_by_tier_with_a_picture_of_each(client_of: ClientOf, done) -> None:
    client, address = client_of(done.owner), page("import", done.pk)
    assert "small-board" not in text(client.get(address))
    grade_slice(seconds=60, breath_seconds=0)
    done.collection.refresh_from_db()
    shown = text(client.get(address))
    counted = counted_tiers(done.collection, first=done.number_offset + 1)
    assert {str(each.tier): each.count for each in counted} == done.collection.tier_counts
    assert shown.count('<svg class="small-board"') == len(counted)
    for each in counted:
        assert Puzzle.objects.get(givens=each.givens).tier == each.tier
        assert f"{page('collection', done.collection_id)}?tier={each.tier}" in shown


def test_an_import_shows_its_progress_and_polls(client_of: ClientOf, teacher, grids) -> None:
    collection = library.open_collection(owner=teacher, name="sudoku")
    file = SimpleUploadedFile("sudoku.txt", "\n".join(grids[:300]).encode())
    begun = start_import(owner=teacher, file=file, file_name="sudoku.txt", collection=collection)
    client = client_of(teacher)
    shown = text(client.get(page("import", begun.pk)))
    assert f'hx-get="{page("import_progress", begun.pk)}"' in shown
    assert "Waiting for the worker." in shown
    assert client.get(page("import_progress", begun.pk), {"batches": 0}).status_code == 204
    library.continue_import(import_id=begun.pk, seconds=0)
    moved = client.get(page("import_progress", begun.pk), {"batches": 0})
    begun.refresh_from_db()
    assert moved.status_code == 200
    assert 0 < begun.percent_read < 100
    assert f'value="{begun.percent_read}"' in text(moved)
    assert client.get(page("import_progress", begun.pk), {"batches": 1}).status_code == 204
    library.continue_import(import_id=begun.pk)
    ended = client.get(page("import_progress", begun.pk), {"batches": 1})
    assert ended.status_code == 286
    assert "Done: 300 grids read." in text(ended)
    assert "<progress" not in text(ended)


def test_the_report_says_what_became_of_the_file(client_of: ClientOf, done) -> None:
    grade_slice(seconds=60, breath_seconds=0)
    shown = text(client_of(done.owner).get(page("import", done.pk)))
    assert "Done: 6 grids read." in shown
    assert "hx-get" not in shown
    assert shown.count("expected 81 cells, or nine lines of 9") == 1
    assert "expected a digit 1 to 9, or 0 . * _ - for an empty cell" in shown
    assert "<code>1234</code>" in shown


def test_grids_with_several_solutions_lead_to_the_second_worksheet(
    client_of: ClientOf, done, bring_in, grids, dead_grid
) -> None:
    shown = text(client_of(done.owner).get(page("import", done.pk)))
    assert "they suit the second worksheet" in shown
    assert "/algorithms/n_valide/?grid=" + "." * 81 in shown
    other = bring_in([grids[9]], name="Second")
    assert "second worksheet" not in text(client_of(done.owner).get(page("import", other.pk)))
    dead = bring_in([dead_grid], name="Third")
    assert "without a solution cannot be played" in text(client_of(done.owner).get(page("import", dead.pk)))


def test_the_report_of_many_rejected_lines_has_pages(client_of: ClientOf, bring_in, grids) -> None:
    done = bring_in([grids[0], *(f"line {number} is wrong" for number in range(2, 122))])
    client = client_of(done.owner)
    address = page("import", done.pk)
    assert "line 51 is wrong" in text(client.get(address))
    assert "line 52 is wrong" not in text(client.get(address))
    assert "page 3 of 3" in text(client.get(address, {"page": 3}))
    assert "line 121 is wrong" in text(client.get(address, {"page": 99}))


def test_the_page_of_an_import_lists_the_first_grids_that_are_similar_to_others(
    client_of: ClientOf, bring_in, grids
) -> None:
    board = Board.from_line(grids[0])
    shuffles = [shuffled(board, random.Random(seed)).to_line() for seed in range(51)]
    done = bring_in([grids[0], *shuffles[:50]])
    shown = text(client_of(done.owner).get(page("import", done.pk)))
    assert shown.count("the same puzzle as grid 1, rotated, shuffled or renumbered") == 50
    assert "The report as CSV lists them all" not in shown
    done = bring_in([grids[0], *shuffles], name="Second")
    shown = text(client_of(done.owner).get(page("import", done.pk)))
    assert shown.count("the same puzzle as grid") == 50
    assert "The report as CSV lists them all" in shown
    other = bring_in([grids[1]], name="Third")
    assert "similar-lines" not in text(client_of(done.owner).get(page("import", other.pk)))


def test_the_text_of_a_file_is_never_markup(client_of: ClientOf, teacher, bring_in, grids) -> None:
    done = bring_in([grids[0], "<script>alert(1)</script>"])
    PuzzleImport.objects.update(file_name="<b>bold.txt")
    Collection.objects.update(name="<i>name")
    for address in (page("import", done.pk), IMPORTS, COLLECTIONS, page("collection", done.collection_id)):
        shown = text(client_of(teacher).get(address))
        assert "<script>alert(1)" not in shown
        assert "<b>bold" not in shown
        assert "<i>name" not in shown


def test_the_pages_of_an_import_are_only_read(client_of: ClientOf, done) -> None:
    client = client_of(done.owner)
    for name in ("import", "import_progress", "import_csv"):
        assert client.post(page(name, done.pk), {"state": "waiting"}).status_code == 405


def test_an_import_that_failed_says_why(client_of: ClientOf, done) -> None:
    PuzzleImport.objects.update(
        state=PuzzleImport.State.FAILED, failure=library.STUCK, finished_at=timezone.now()
    )
    shown = text(client_of(done.owner).get(page("import", done.pk)))
    assert "was stopped" in shown


def test_the_report_is_handed_out_as_csv(client_of: ClientOf, done) -> None:
    response = client_of(done.owner).get(page("import_csv", done.pk))
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"] == f'attachment; filename="sudoku-{done.pk}.csv"'
    lines = b"".join(response.streaming_content).decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
    assert lines[0].startswith("verdict,count,line")
    assert len(lines) == 1 + 6 + 3


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
        page("collection", done.collection_id),
        page("collection", done.collection_id) + "?tier=1",
        page("import", done.pk),
        page("import_progress", done.pk),
    )
    return queries_of(client_of(done.owner), addresses)
