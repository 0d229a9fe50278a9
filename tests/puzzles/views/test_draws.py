"""Asking for a grid, and the page of a collection."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.models import Attempt, Collection
from puzzles.services.draws import draw_puzzle

ClientOf = Callable[[User], Client]
MakeCollection = Callable[..., Collection]
ENGLISH = {"Accept-Language": "en"}


def ask(client: Client, **fields: object) -> str:
    """Where a draw leads to."""
    answer = client.post(reverse("draw"), fields, headers=ENGLISH)
    assert answer.status_code == 302
    return str(answer["Location"])


def told(client: Client) -> str:
    """The text of the page that says why there was no grid."""
    return client.get(reverse("home"), headers=ENGLISH).content.decode()


# A draw


def test_a_draw_leads_to_the_new_attempt(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(5))
    where = ask(client_of(student))
    assert where == reverse("play", args=[Attempt.objects.get(player=student).pk])


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


def test_when_nothing_is_left_the_player_is_told(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, [1], name="Tiny")
    client = client_of(student)
    ask(client, collection=collection.pk)
    assert ask(client, collection=collection.pk) == reverse("collection", args=[collection.pk])
    assert "You have played every grid of Tiny." in told(client)
    assert ask(client) == reverse("home")
    assert "You have played every grid there is for you." in told(client)


def test_a_number_beyond_the_last_is_told(
    client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5), name="Tiny")
    client = client_of(student)
    ask(client, collection=collection.pk, number=6)
    assert "the last one of Tiny is grid 5" in told(client)
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("number", ["0", "-3", "3.5", "three", "9" * 30])
def test_a_number_that_is_none_is_told(
    number: str, client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    client = client_of(student)
    assert ask(client, collection=collection.pk, number=number) == reverse("home")
    assert 'class="message error"' in told(client)
    assert not Attempt.objects.exists()


def test_a_number_without_a_collection_is_told(client_of: ClientOf, student: User) -> None:
    client = client_of(student)
    ask(client, number=3)
    assert "Choose the collection of the grid." in told(client)


@pytest.mark.parametrize("key", ["0", "x", "9" * 30])
def test_a_collection_that_is_not_there_is_told(key: str, client_of: ClientOf, student: User) -> None:
    client = client_of(student)
    assert ask(client, collection=key) == reverse("home")
    assert 'class="message error"' in told(client)


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


def test_nobody_draws_without_logging_in(
    client: Client, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(5))
    assert ask(client).startswith(reverse("login"))
    assert not Attempt.objects.exists()


def test_a_draw_is_a_post(client_of: ClientOf, student: User) -> None:
    client = client_of(student)
    assert client.get(reverse("draw")).status_code == 405
    assert client.put(reverse("draw")).status_code == 405


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
    with django_assert_num_queries(2 + 9):
        ask(client)


# The page of a collection


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
    assert "May draw from it" not in page


def test_its_owner_is_told_who_may_draw(
    client_of: ClientOf, teacher: User, collection_of: MakeCollection
) -> None:
    kept = collection_of(teacher, range(3), audience=Collection.Audience.NOBODY)
    page = client_of(teacher).get(kept.get_absolute_url(), headers=ENGLISH).content.decode()
    assert "May draw from it: nobody: kept for assignments" in page


def test_a_collection_not_open_to_the_player_is_not_there(
    client_of: ClientOf, student: User, stranger: User, teacher: User, collection_of: MakeCollection
) -> None:
    ours = collection_of(teacher, range(3), name="a", audience=Collection.Audience.CLASSES)
    kept = collection_of(teacher, range(3), name="b", audience=Collection.Audience.NOBODY)
    assert client_of(student).get(ours.get_absolute_url()).status_code == 200
    assert client_of(stranger).get(ours.get_absolute_url()).status_code == 404
    assert client_of(student).get(kept.get_absolute_url()).status_code == 404
    assert client_of(student).get(reverse("collection", args=[10**30])).status_code == 404


def test_a_collection_asks_for_a_login_and_for_a_get(
    client: Client, client_of: ClientOf, student: User, teacher: User, collection_of: MakeCollection
) -> None:
    where = collection_of(teacher, range(3)).get_absolute_url()
    assert client.get(where)["Location"].startswith(reverse("login"))
    assert client_of(student).post(where).status_code == 405


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
