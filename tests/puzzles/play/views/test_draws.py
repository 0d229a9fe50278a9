"""Asking for a grid, and the page of a collection."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.library.models import Collection, Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.draws import draw_puzzle

ClientOf = Callable[[User], Client]
MakeCollection = Callable[..., Collection]
ENGLISH = {"Accept-Language": "en"}


def ask(client: Client, **fields: object) -> str:
    """Where a draw leads to."""
    answer = client.post(reverse("play:draw"), fields, headers=ENGLISH)
    assert answer.status_code == 302
    return str(answer["Location"])


def page_text(client: Client) -> str:
    """The text of the page that says why there was no grid."""
    return client.get(reverse("home:home"), headers=ENGLISH).content.decode()


# A draw


def test_a_draw_leads_to_the_new_attempt(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(5))
    where = ask(client_of(student))
    assert where == reverse("play:play", args=[Attempt.objects.get(player=student).pk])


def test_a_draw_from_a_collection_stays_in_it(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(50), name="a")
    small = collection_of(teacher, [99], name="b")
    ask(client_of(student), collection=small.pk)
    assert Attempt.objects.get().collection == small


def test_grid_n_leads_to_that_grid_and_again_to_the_same_attempt(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    client = client_of(student)
    where = ask(client, collection=collection.pk, number=3)
    assert Attempt.objects.get().puzzle == collection.entries.get(number=3).puzzle
    assert ask(client, collection=collection.pk, number=3) == where


def test_when_nothing_is_left_the_player_sees_a_message(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, [1], name="Tiny")
    client = client_of(student)
    ask(client, collection=collection.pk)
    assert ask(client, collection=collection.pk) == reverse("play:own_grids") + "?tier="
    assert "You have played every grid in Tiny." in page_text(client)
    assert ask(client, tier=3) == reverse("play:own_grids") + "?tier=3"
    page_text(client)
    assert ask(client) == reverse("play:own_grids") + "?tier="
    assert "You have played every grid available to you." in page_text(client)


def test_a_number_beyond_the_last_is_reported(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5), name="Tiny")
    client = client_of(student)
    ask(client, collection=collection.pk, number=6)
    assert "the last grid in Tiny is 5" in page_text(client)
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("number", ["0", "-3", "3.5", "three", "9" * 30])
def test_an_invalid_number_is_reported(
    number: str, client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    client = client_of(student)
    assert ask(client, collection=collection.pk, number=number) == reverse("home:home")
    assert 'class="message error"' in page_text(client)
    assert not Attempt.objects.exists()


def test_a_number_without_a_collection_is_reported(client_of: ClientOf, student: User) -> None:
    client = client_of(student)
    ask(client, number=3)
    assert "Choose the collection of the grid." in page_text(client)


@pytest.mark.parametrize("key", ["0", "x", "9" * 30])
def test_a_missing_collection_is_reported(key: str, client_of: ClientOf, student: User) -> None:
    client = client_of(student)
    assert ask(client, collection=key) == reverse("home:home")
    assert 'class="message error"' in page_text(client)


def test_another_classs_collection_gives_nothing(
    client_of: ClientOf, student: User, other_teacher: User, collection_of: MakeCollection
) -> None:
    theirs = collection_of(other_teacher, range(5), audience=Collection.Audience.CLASSES)
    kept = collection_of(other_teacher, range(5), name="kept", audience=Collection.Audience.NOBODY)
    client = client_of(student)
    for collection in (theirs, kept):
        ask(client, collection=collection.pk, number=1)
        ask(client, collection=collection.pk)
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("count", [100, 2_000])
def test_a_draw_costs_a_fixed_number_of_queries(
    count: int,
    client_of: ClientOf,
    student: User,
    teacher: User,
    collection_of: MakeCollection,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    collection_of(teacher, range(count))
    client = client_of(student)
    # Session and user, then the draw: see the test of the service.
    with django_assert_num_queries(2 + 13):
        ask(client)


# A draw with wishes


def grade_as(collection: Collection, number: int, **grade: object) -> None:
    """Give a grid of a collection a grade that nobody has worked out."""
    graded = {"tier": 1, "score": 300, "hardest": "hidden_single", "rating": 1.5, "grader": 1} | grade
    Puzzle.objects.filter(entries__collection=collection, entries__number=number).update(**graded)


@pytest.mark.parametrize(
    "criteria",
    [
        {"tier": 2},
        {"hardest": "naked_pair"},
        {"score_from": 500},
        {"score_from": "500", "score_to": "500"},
        {"clues_to": 5},
        {"tier": 2, "hardest": "naked_pair", "score_to": 900, "clues_from": 5, "clues_to": 5},
    ],
)
def test_criteria_are_met(
    criteria: dict[str, object],
    client_of: ClientOf,
    student: User,
    teacher: User,
    collection_of: MakeCollection,
) -> None:
    collection = collection_of(teacher, range(100))
    for number in range(1, 101):
        grade_as(collection, number)
    grade_as(collection, 77, tier=2, hardest="naked_pair", score=500, clue_count=5)
    ask(client_of(student), **criteria)
    assert Attempt.objects.get().puzzle == collection.entries.get(number=77).puzzle


def test_criteria_that_no_grid_meets_are_reported(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5), graded_count=5)
    client = client_of(student)
    assert ask(client, collection=collection.pk, tier=3) == reverse("play:own_grids") + "?tier=3"
    assert "No matching grid is left for you." in page_text(client)
    assert ask(client, collection=collection.pk, hardest="x_wing") == collection.get_absolute_url()
    assert not Attempt.objects.exists()


@pytest.mark.parametrize(
    ("criteria", "sentence"),
    [
        ({"score_from": 9, "score_to": 8}, "The first number must not be greater than the second."),
        ({"clues_from": 30, "clues_to": 20}, "The first number must not be greater than the second."),
        ({"tier": 1, "hardest": "x_wing"}, "Grids that need X-Wing are in another tier: tier 3, hard."),
        ({"tier": 9}, "message error"),
        ({"hardest": "luck"}, "message error"),
        ({"score_from": "-1"}, "message error"),
        ({"clues_to": "many"}, "message error"),
    ],
)
def test_nonsensical_criteria_are_reported(
    criteria: dict[str, object],
    sentence: str,
    client_of: ClientOf,
    student: User,
    teacher: User,
    collection_of: MakeCollection,
) -> None:
    collection_of(teacher, range(5))
    client = client_of(student)
    assert ask(client, **criteria) == reverse("home:home")
    assert sentence in page_text(client)
    assert not Attempt.objects.exists()


# The page of a collection


def test_a_collection_shows_how_many_grids_of_each_tier_it_has(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5), graded_count=3, tier_counts={"1": 2, "3": 1})
    grade_as(collection, 2, tier=3, hardest="x_wing")
    answer = client_of(student).get(collection.get_absolute_url(), headers=ENGLISH)
    page = " ".join(answer.content.decode().split())
    chips = re.findall(r"tier (\d),</span> ([\w ]+)</span>.*?grids: </span>(\d+)", page)
    assert chips == [
        ("1", "easy", "2"),
        ("2", "medium", "0"),
        ("3", "hard", "1"),
        ("4", "very hard", "0"),
        ("5", "extreme", "0"),
    ]
    assert "2 grids are not graded yet." in page
    # The criteria and the one card.
    assert page.count("tier 3,</span> hard") == 2
    assert page.count("singles </span>") == 4


def test_a_tier_without_grids_cannot_be_chosen_once_all_are_graded(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5), graded_count=5, tier_counts={"1": 5})
    answer = client_of(student).get(collection.get_absolute_url(), headers=ENGLISH)
    page = answer.content.decode()
    assert 'name="tier" value="1">' in page
    assert 'name="tier" value="2" disabled>' in page
    assert "not graded yet" not in page.partition('<ul class="cards">')[0]


def test_a_collection_shows_its_grids_and_ways_to_them(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(30), name="Tiny")
    draw_puzzle(player=student, collection=collection)
    answer = client_of(student).get(collection.get_absolute_url(), headers=ENGLISH)
    page = answer.content.decode()
    assert "29 of 30 grids left" in " ".join(page.split())
    assert 'name="number" value="24"' in page
    assert 'name="number" value="25"' not in page
    assert page.count('class="small-board"') == 24
    assert "Available to:" not in page


def test_the_owner_of_a_collection_sees_who_may_draw_from_it(
    client_of: ClientOf, teacher: User, collection_of: MakeCollection
) -> None:
    kept = collection_of(teacher, range(3), audience=Collection.Audience.NOBODY)
    page = client_of(teacher).get(kept.get_absolute_url(), headers=ENGLISH).content.decode()
    assert "Available to: nobody: for assignments only" in page


def test_a_collection_not_open_to_the_player_is_not_there(
    client_of: ClientOf, student: User, stranger: User, teacher: User, collection_of: MakeCollection
) -> None:
    ours = collection_of(teacher, range(3), name="a", audience=Collection.Audience.CLASSES)
    kept = collection_of(teacher, range(3), name="b", audience=Collection.Audience.NOBODY)
    assert client_of(student).get(ours.get_absolute_url()).status_code == 200
    assert client_of(stranger).get(ours.get_absolute_url()).status_code == 404
    assert client_of(student).get(kept.get_absolute_url()).status_code == 404
    assert client_of(student).get(reverse("play:collection", args=[10**30])).status_code == 404


@pytest.mark.parametrize("count", [1, 200])
def test_a_collection_costs_a_fixed_number_of_queries(
    count: int,
    client_of: ClientOf,
    student: User,
    teacher: User,
    collection_of: MakeCollection,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    collection = collection_of(teacher, range(count))
    draw_puzzle(player=student)
    client = client_of(student)
    # Session and user; collection, what was played; last number, the grids, how far the player is with them.
    with django_assert_num_queries(2 + 2 + 3):
        client.get(collection.get_absolute_url())
