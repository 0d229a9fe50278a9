"""The grids of a collection, page by page and by criteria, and one of them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Classroom, User
from puzzles.library.models import Collection, Entry, Puzzle, PuzzleImport
from puzzles.library.pages import entries as pages
from puzzles.library.services.difficulty import grade_slice
from puzzles.play.models import Attempt

ClientOf = Callable[[User], Client]
Asked = Callable[..., tuple[list[int], str]]


@pytest.fixture
def many(bring_in: Callable[..., PuzzleImport], grids: list[str]) -> PuzzleImport:
    """120 grids with the numbers 1 to 123: three lines on the first page of fifty were rejected."""
    return bring_in([*grids[:20], "oops", "oops", "oops", *grids[20:120]])


@pytest.fixture
def asked_of(client_of: ClientOf) -> Callable[[PuzzleImport], Asked]:
    """A function that asks for the list of a collection and gives the numbers on it, and the page."""

    def of(puzzle_import: PuzzleImport) -> Asked:
        client = client_of(puzzle_import.owner)

        def ask(**query: str) -> tuple[list[int], str]:
            response = client.get(reverse("library:collection", args=[puzzle_import.collection_id]), query)
            assert response.status_code == 200
            return [entry.number for entry in response.context["page"]], response.content.decode()

        return ask

    return of


@pytest.fixture
def asked(asked_of: Callable[[PuzzleImport], Asked], many: PuzzleImport) -> Asked:
    return asked_of(many)


def entry_url(puzzle_import: PuzzleImport, number: int, act: str = "entry") -> str:
    return reverse(f"library:{act}", args=[puzzle_import.collection_id, number])


# Pages


def test_a_page_holds_fifty_numbers_whatever_became_of_their_lines(asked: Asked) -> None:
    first, shown = asked()
    assert first == [*range(1, 21), *range(24, 51)]
    assert "120 grids" in shown
    assert asked(page="2")[0] == list(range(51, 101))
    assert asked(page="3")[0] == list(range(101, 124))
    assert asked(page="99")[0] == list(range(101, 124))
    assert asked(page="nonsense")[0] == first


def test_no_page_is_skipped_over_and_nothing_is_counted(asked: Asked) -> None:
    with CaptureQueriesContext(connection) as captured:
        asked(page="3")
    told = [query["sql"] for query in captured if "library_entry" in query["sql"]]
    assert told
    assert not any("OFFSET" in sql or "COUNT(" in sql for sql in told)


def test_search_results_are_cut_and_say_so(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, shown = asked(solutions="1", page="3")
    assert whole == list(range(104, 124))
    assert "are listed: search" not in shown
    monkeypatch.setattr(pages, "MAX_LISTED", 60)
    second, shown = asked(solutions="1", page="2")
    assert len(second) == 10
    assert "Only the first 60 grids are listed: search or filter to find others." in shown


def test_a_large_collection_is_sorted_by_its_numbers_alone(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 'value="hard"' in asked()[1]
    monkeypatch.setattr(pages, "MAX_SORTED", 100)
    shown = asked()[1]
    assert 'value="last"' in shown
    assert 'value="hard"' not in shown
    assert asked(sort="last")[0][:2] == [123, 122]
    assert asked(sort="hard")[0][:2] == [1, 2]


@pytest.mark.parametrize("rare", [0, 500])
def test_rare_and_frequent_grids_are_found_alike(
    asked: Asked, rare: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "RARE", rare)
    assert asked(tier="none")[0][:3] == [1, 2, 3]
    assert asked(tier="4")[0] == []


# Criteria


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
        ({"class": "nonsense", "sort": "nonsense"}, [1, 2, 3, 5]),
    ],
)
def test_grids_are_found_by_number_givens_and_solutions(asked_of: Any, done, query, numbers) -> None:
    assert asked_of(done)(**query)[0] == numbers


def test_grids_are_listed_with_their_grades_and_found_by_them(asked_of: Any, client_of, done) -> None:
    ask = asked_of(done)
    Puzzle.objects.filter(entries__number=2).update(
        tier=3, score=1450, hardest="x_wing", rating="4.2", grader=1, solving_class="harder"
    )
    for query in (
        {"tier": "3"},
        {"hardest": "x_wing"},
        {"tier": "3", "hardest": "x_wing"},
        {"class": "harder", "tier": "3"},
    ):
        numbers, shown = ask(**query)
        assert numbers == [2]
        for word in ("hard", "X-Wing"):
            assert word in shown.partition("<ul")[2]
    assert "several solutions" in ask()[1]
    for query, listed in (({}, True), ({"tier": "3"}, True), ({"tier": "2"}, False)):
        assert ('value="x_wing"' in ask(**query)[1]) == listed
    detail = client_of(done.owner).get(entry_url(done, 2)).content.decode()
    for word in ("about 4.2", "1450", "X-Wing"):
        assert f">{word}<" in detail
    assert "not graded yet" in client_of(done.owner).get(entry_url(done, 1)).content.decode()


def test_grids_are_sorted_by_their_score(asked_of: Any, done) -> None:
    grade_slice(seconds=60, breath_seconds=0)
    scores = dict(Entry.objects.drawable().values_list("number", "puzzle__score"))
    ask = asked_of(done)
    assert ask(sort="easy", solutions="1")[0] == sorted(scores, key=lambda number: (scores[number], number))
    assert ask(sort="hard")[0][-1] == 5
    assert ask(sort="few")[0][0] == 5


# One grid


def test_no_page_shows_a_solution(asked_of: Any, client_of, done) -> None:
    shown = asked_of(done)()[1]
    detail = client_of(done.owner).get(entry_url(done, 1)).content.decode()
    for solution in Puzzle.objects.exclude(solution="").values_list("solution", flat=True):
        assert solution not in shown
        assert solution not in detail


def test_one_grid_is_given_to_a_class(client_of: ClientOf, done, classroom: Classroom) -> None:
    client = client_of(done.owner)
    address = f"/classes/{classroom.pk}/assignments/new/?collection={done.collection_id}&amp;numbers=2"
    assert f'href="{address}"' in client.get(entry_url(done, 2)).content.decode()
    form = client.get(address.replace("&amp;", "&")).context["form"]
    assert (form["way"].value(), form["numbers"].value()) == ("numbers", "2")
    assert str(form["collection"].value()) == str(done.collection_id)


def test_a_grid_with_several_solutions_leads_to_the_second_worksheet(client_of: ClientOf, done) -> None:
    shown = client_of(done.owner).get(entry_url(done, 5)).content.decode()
    assert "several solutions: it cannot be played" in shown
    assert "/algorithms/n_valide/?grid=" + "." * 81 in shown
    assert "Assign to" not in shown


def test_the_neighbours_of_a_grid_are_one_press_away(client_of: ClientOf, done) -> None:
    client = client_of(done.owner)
    for number, neighbours in ((1, (None, 2)), (3, (2, 5)), (5, (3, None))):
        assert client.get(entry_url(done, number)).context["neighbours"] == neighbours
    assert client.get(entry_url(done, 4)).status_code == 404


def test_a_grid_is_removed_and_what_was_played_stays(client_of: ClientOf, done, student) -> None:
    grade_slice(seconds=60, breath_seconds=0)
    puzzle, collection = Entry.objects.get(number=1).puzzle, done.collection
    policy = collection.policy
    Attempt.objects.create(
        player=student, puzzle=puzzle, collection=collection, policy=policy, digits=puzzle.givens
    )
    assert client_of(done.owner).post(entry_url(done, 1, "entry_remove")).status_code == 302
    collection = Collection.objects.get()
    assert (collection.entry_count, collection.drawable_count, collection.graded_count) == (3, 2, 2)
    assert sum(collection.tier_counts.values()) == 2
    positions = dict(Entry.objects.drawable().values_list("number", "position"))
    assert positions == {3: 1, 2: 2}
    assert Attempt.objects.get().puzzle == puzzle
    assert Puzzle.objects.filter(pk=puzzle.pk).exists()
    assert client_of(done.owner).post(entry_url(done, 1, "entry_remove")).status_code == 404


def test_repeats_of_a_removed_grid_go_with_it(client_of: ClientOf, bring_in, grids) -> None:
    done = bring_in([grids[0], grids[1], grids[0]])
    client_of(done.owner).post(entry_url(done, 3, "entry_remove"))
    collection = Collection.objects.get()
    assert (collection.entry_count, collection.drawable_count) == (1, 1)
    assert list(Entry.objects.values_list("number", "position")) == [(2, 1)]


def test_nobody_removes_a_grid_of_another(client_of: ClientOf, done, other_teacher, student) -> None:
    address = entry_url(done, 1, "entry_remove")
    Collection.objects.update(audience="everyone")
    assert client_of(other_teacher).post(address).status_code == 404
    assert client_of(student).post(address).status_code == 403
    assert client_of(done.owner).get(address).status_code == 405
    assert Entry.objects.count() == 4
