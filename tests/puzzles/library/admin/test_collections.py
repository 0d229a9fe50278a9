"""The library in the admin: what each may see and do there."""

import random
from collections.abc import Callable

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from puzzles.engine import Board
from puzzles.engine.similarity import shuffled
from puzzles.library import services as library
from puzzles.library.models import Collection, Entry, HelpPolicy, Puzzle, PuzzleImport
from puzzles.library.pages.counted_tiers import counted_tiers
from puzzles.library.services import start_import
from puzzles.library.services.difficulty import grade_slice
from puzzles.play.models import Attempt

ClientOf = Callable[[User], Client]

UPLOAD = reverse("admin:library_puzzleimport_add")
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


# The upload


def test_a_teacher_hands_in_a_file_and_is_led_to_its_import(
    client_of: ClientOf, teacher, grids, run_tasks
) -> None:
    client = client_of(teacher)
    assert "Import grids" in text(client.get(UPLOAD))
    file = SimpleUploadedFile("easter.txt", "\n".join([*grids[:4], "oops"]).encode())
    response = client.post(UPLOAD, {**USUAL, "file": [file], "hint_rung": "2"})
    begun = PuzzleImport.objects.get()
    assert response.headers["Location"] == page("puzzleimport_change", begun.pk)
    assert (begun.owner, begun.file_name, begun.state) == (teacher, "easter.txt", "waiting")
    run_tasks()
    begun.refresh_from_db()
    assert (begun.state, begun.accepted, begun.rejected) == ("done", 4, 1)
    assert (begun.collection.name, begun.collection.owner) == ("easter", teacher)
    assert begun.collection.policy.hint_rung == 2
    assert LogEntry.objects.get(user=teacher).object_repr == "easter.txt"


def test_several_files_lead_to_the_list_of_imports(client_of: ClientOf, teacher, grids) -> None:
    files = [SimpleUploadedFile(f"{name}.txt", grids[0].encode()) for name in "ab"]
    response = client_of(teacher).post(UPLOAD, {**USUAL, "file": files, "name": "Both"})
    assert response.headers["Location"] == IMPORTS
    assert [begun.collection.name for begun in PuzzleImport.objects.all()] == ["Both", "Both"]


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
    assert f'href="{address}"' in text(client_of(teacher).get(page("puzzleimport_change", done.pk)))
    done.collection.drawable_count = 0
    done.collection.save()
    assert address not in text(client_of(teacher).get(page("puzzleimport_change", done.pk)))


def test_each_teacher_sees_her_own(client_of: ClientOf, done, other_teacher) -> None:
    hers, theirs = client_of(done.owner), client_of(other_teacher)
    for address in (COLLECTIONS, IMPORTS, ENTRIES):
        assert "sudoku" in text(hers.get(address)) or "....." in text(hers.get(address))
        assert done.collection.entries.first().puzzle.givens not in text(theirs.get(address))
        assert ">sudoku" not in text(theirs.get(address))
    assert hers.get(page("puzzleimport_change", done.pk)).status_code == 200
    for name in ("change", "progress", "report"):
        assert theirs.get(page(f"puzzleimport_{name}", done.pk)).status_code == 404
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
        UPLOAD,
        COLLECTIONS,
        IMPORTS,
        ENTRIES,
        page("puzzleimport_change", done.pk),
        page("puzzleimport_progress", done.pk),
        page("puzzleimport_report", done.pk),
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
    assert "Grids of sudoku" in shown
    assert puzzle.givens in shown
    detail = text(client.get(page("entry_change", entry.pk)))
    for solution in Puzzle.objects.exclude(solution="").values_list("solution", flat=True):
        assert solution not in shown
        assert solution not in detail


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ({"solutions": "2"}, [5]),
        ({"solutions": "0"}, []),
        ({"solutions": "nonsense"}, [1, 2, 3, 5]),
        ({"tier": "none"}, [1, 2, 3]),
        ({"tier": "1"}, []),
        ({"tier": "nonsense", "hardest": "nonsense"}, [1, 2, 3, 5]),
        ({"q": "2"}, [2]),
        ({"q": "0" * 81}, [5]),
        ({"q": "nothing like that"}, []),
    ],
)
def test_grids_are_found_by_number_givens_and_solutions(client_of: ClientOf, done, query, numbers) -> None:
    response = client_of(done.owner).get(ENTRIES, query)
    assert [entry.number for entry in response.context["cl"].result_list] == numbers


def test_grids_are_listed_with_their_grades_and_found_by_them(client_of: ClientOf, done) -> None:
    client = client_of(done.owner)
    Puzzle.objects.filter(entries__number=2).update(
        tier=3, score=1450, hardest="x_wing", rating="4.2", grader=1
    )
    for query in ({"tier": "3"}, {"hardest": "x_wing"}, {"tier": "3", "hardest": "x_wing"}):
        response = client.get(ENTRIES, query)
        assert [entry.number for entry in response.context["cl"].result_list] == [2]
        for word in ("hard", "1450", "X-Wing", "about 4.2"):
            assert f">{word}<" in text(response)
    assert "not graded yet" in text(client.get(ENTRIES, {"q": "1"}))
    for query, listed in (({}, False), ({"tier": "3"}, True), ({"tier": "2"}, False)):
        assert ("hardest=x_wing" in text(client.get(ENTRIES, query))) == listed
    detail = text(client.get(page("entry_change", done.collection.entries.get(number=2).pk)))
    assert "about 4.2" in detail


def test_a_collection_and_an_import_show_how_many_grids_are_graded(client_of: ClientOf, done) -> None:
    client = client_of(done.owner)
    report, collection = (
        page("puzzleimport_change", done.pk),
        page("collection_change", done.collection_id),
    )
    assert "Graded so far: 0 of 3 grids of the collection. The others are graded" in words(client.get(report))
    assert "not graded yet: 3" in text(client.get(collection))
    grade_slice(seconds=60, breath_seconds=0)
    assert "Graded so far: 3 of 3 grids of the collection. </p>" in words(client.get(report))
    assert "not graded yet" not in text(client.get(collection))
    assert "tier 1, easy: " in text(client.get(collection))


def test_a_report_counts_its_grids_by_tier_with_a_picture_of_each(client_of: ClientOf, done) -> None:
    client, address = client_of(done.owner), page("puzzleimport_change", done.pk)
    assert "small-board" not in text(client.get(address))
    grade_slice(seconds=60, breath_seconds=0)
    done.collection.refresh_from_db()
    shown = text(client.get(address))
    counted = counted_tiers(done.collection, first=done.number_offset + 1)
    assert {str(each.tier): each.count for each in counted} == done.collection.tier_counts
    assert shown.count('<svg class="small-board"') == len(counted)
    for each in counted:
        assert Puzzle.objects.get(givens=each.givens).tier == each.tier
        assert f"{ENTRIES}?collection__id__exact={done.collection_id}&amp;tier={each.tier}" in shown


def words(response: object) -> str:
    """The text of a page on one line."""
    return " ".join(text(response).split())


@pytest.mark.parametrize("key", ["x", "9" * 30, "9" * 5000])
def test_a_collection_that_cannot_be_has_no_grids(client_of: ClientOf, done, key) -> None:
    response = client_of(done.owner).get(ENTRIES, {"collection__id__exact": key}, follow=True)
    assert response.status_code == 200
    assert done.collection.name not in response.context["title"]


# An import


def test_an_import_shows_its_progress_and_polls(client_of: ClientOf, teacher, grids) -> None:
    collection = library.open_collection(owner=teacher, name="sudoku")
    file = SimpleUploadedFile("sudoku.txt", "\n".join(grids[:300]).encode())
    begun = start_import(owner=teacher, file=file, file_name="sudoku.txt", collection=collection)
    client = client_of(teacher)
    shown = text(client.get(page("puzzleimport_change", begun.pk)))
    assert f'hx-get="{page("puzzleimport_progress", begun.pk)}"' in shown
    assert "Waiting for the worker." in shown
    assert client.get(page("puzzleimport_progress", begun.pk), {"batches": 0}).status_code == 204
    library.continue_import(import_id=begun.pk, seconds=0)
    moved = client.get(page("puzzleimport_progress", begun.pk), {"batches": 0})
    begun.refresh_from_db()
    assert moved.status_code == 200
    assert 0 < begun.percent_read < 100
    assert f'value="{begun.percent_read}"' in text(moved)
    assert client.get(page("puzzleimport_progress", begun.pk), {"batches": 1}).status_code == 204
    library.continue_import(import_id=begun.pk)
    ended = client.get(page("puzzleimport_progress", begun.pk), {"batches": 1})
    assert ended.status_code == 286
    assert "Done: 300 grids read." in text(ended)
    assert "<progress" not in text(ended)


def test_the_report_says_what_became_of_the_file(client_of: ClientOf, done) -> None:
    shown = text(client_of(done.owner).get(page("puzzleimport_change", done.pk)))
    assert "Done: 6 grids read." in shown
    assert "hx-get" not in shown
    assert shown.count("expected 81 cells, or nine lines of 9") == 1
    assert "expected a digit 1 to 9, or 0 . * _ - for an empty cell" in shown
    assert "<code>1234</code>" in shown


def test_the_report_of_many_rejected_lines_has_pages(client_of: ClientOf, bring_in, grids) -> None:
    done = bring_in([grids[0], *(f"line {number} is wrong" for number in range(2, 122))])
    client = client_of(done.owner)
    address = page("puzzleimport_change", done.pk)
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
    shown = text(client_of(done.owner).get(page("puzzleimport_change", done.pk)))
    assert shown.count("the same puzzle as grid 1, rotated, shuffled or renumbered") == 50
    assert "The report as CSV lists them all" not in shown
    done = bring_in([grids[0], *shuffles], name="Second")
    shown = text(client_of(done.owner).get(page("puzzleimport_change", done.pk)))
    assert shown.count("the same puzzle as grid") == 50
    assert "The report as CSV lists them all" in shown
    other = bring_in([grids[1]], name="Third")
    assert "similar-lines" not in text(client_of(done.owner).get(page("puzzleimport_change", other.pk)))


def test_the_text_of_a_file_is_never_markup(client_of: ClientOf, teacher, bring_in, grids) -> None:
    done = bring_in([grids[0], "<script>alert(1)</script>"])
    PuzzleImport.objects.update(file_name="<b>bold.txt")
    Collection.objects.update(name="<i>name")
    for address in (page("puzzleimport_change", done.pk), IMPORTS, COLLECTIONS, ENTRIES):
        shown = text(client_of(teacher).get(address))
        assert "<script>alert(1)" not in shown
        assert "<b>bold" not in shown
        assert "<i>name" not in shown


def test_the_pages_of_an_import_are_only_read(client_of: ClientOf, done) -> None:
    client = client_of(done.owner)
    for name in ("change", "progress", "report"):
        assert client.post(page(f"puzzleimport_{name}", done.pk), {"state": "waiting"}).status_code == 405


def test_an_import_that_failed_says_why(client_of: ClientOf, done) -> None:
    PuzzleImport.objects.update(
        state=PuzzleImport.State.FAILED, failure=library.STUCK, finished_at=timezone.now()
    )
    shown = text(client_of(done.owner).get(page("puzzleimport_change", done.pk)))
    assert "was stopped" in shown


def test_the_report_is_handed_out_as_csv(client_of: ClientOf, done) -> None:
    response = client_of(done.owner).get(page("puzzleimport_report", done.pk))
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
    client, counts = client_of(done.owner), []
    for address in (
        COLLECTIONS,
        IMPORTS,
        f"{ENTRIES}?collection__id__exact={done.collection_id}",
        page("puzzleimport_change", done.pk),
        page("puzzleimport_progress", done.pk),
    ):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code in (200, 286)
        counts.append(len(queries))
    return counts
