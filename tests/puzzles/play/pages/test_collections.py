"""What a player sees of the collections."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from puzzles.library.models import Collection, Puzzle
from puzzles.play.models import Attempt
from puzzles.play.pages.collections import collection_page, collection_row, collection_rows, played_counts
from puzzles.play.services.draws import take_puzzle

MakeCollection = Callable[..., Collection]


def test_a_collection_shows_how_many_grids_are_left(
    student: User, classmate: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    for number in (1, 2):
        take_puzzle(player=student, collection=collection, number=number)
    take_puzzle(player=classmate, collection=collection, number=3)
    assert collection_row(collection, student).left == 3
    assert collection_row(collection, classmate).left == 4


def test_a_grid_played_from_one_collection_is_played_in_the_other(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    first = collection_of(teacher, range(5), name="a")
    collection_of(teacher, range(2, 9), name="b")
    take_puzzle(player=student, collection=first, number=3)
    assert [(row.collection.name, row.left) for row in collection_rows(student)] == [("a", 4), ("b", 6)]


def test_practising_a_grid_again_counts_it_once(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    take_puzzle(player=student, collection=collection, number=3)
    Attempt.objects.update(state=Attempt.State.SOLVED, finished_at=timezone.now())
    take_puzzle(player=student, collection=collection, number=3)
    assert collection_row(collection, student).left == 4


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads the query plans of SQLite")
def test_counting_what_is_left_begins_at_the_attempts(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(1_000))
    with CaptureQueriesContext(connection) as queries:
        played_counts(student)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {queries.captured_queries[0]['sql']}")
        plan = [row[-1] for row in cursor.fetchall()]
    assert not any("SCAN" in step for step in plan)
    assert any("library_entry" in step and "puzzle_id=?" in step for step in plan)


def test_a_page_shows_the_grids_of_its_numbers(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(60))
    page = collection_page(collection, student, "2")
    assert [card.number for card in page.cards] == list(range(25, 49))
    assert (page.first, page.last, page.page_count) == (25, 48, 3)
    assert (page.previous_page, page.next_page) == (1, 3)
    last = collection_page(collection, student, "3")
    assert (last.first, last.last, last.next_page) == (49, 60, None)


@pytest.mark.parametrize(
    ("asked", "page"), [("", 1), ("0", 1), ("-1", 1), ("x", 1), ("²", 1), ("99", 3), ("9" * 5000, 1)]
)
def test_a_page_that_is_not_there_is_the_nearest(
    asked: str, page: int, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(60))
    assert collection_page(collection, student, asked).page == page


def test_an_empty_collection_has_one_empty_page(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    page = collection_page(collection_of(teacher, []), student, "")
    assert (page.cards, page.page_count, page.next_page) == ([], 1, None)


def test_a_grid_that_cannot_be_played_is_not_shown(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(3))
    Puzzle.objects.filter(entries__number=2).update(
        solution_count=2, solution="", canonical_key=None, solving_class=""
    )
    assert [card.number for card in collection_page(collection, student, "").cards] == [1, 3]


def test_a_card_shows_the_open_attempt_before_the_solved_and_the_shown(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(4))
    states = {1: ["shown", "solved"], 2: ["solved", "shown", "open"], 3: ["shown"]}
    for number, these in states.items():
        for state in these:
            attempt = take_puzzle(player=student, collection=collection, number=number)
            ended = None if state == "open" else timezone.now()
            Attempt.objects.filter(pk=attempt.pk).update(state=state, finished_at=ended)
    shown = {card.number: card.state for card in collection_page(collection, student, "").cards}
    assert shown == {1: "solved", 2: "open", 3: "shown", 4: None}
