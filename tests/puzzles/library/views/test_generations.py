"""New grids, ordered by a teacher."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from puzzles.library import services as library
from puzzles.library.models import Collection, PuzzleGeneration

ClientOf = Callable[[User], Client]
ENGLISH = {"Accept-Language": "en"}
ADD = "library:generation_new"


def order(client: Client, **fields: Any) -> Any:
    """The answer to an order, as the form sends it."""
    sent = {
        "tier": "",
        "hardest": "",
        "count": 3,
        "seed": "s",
        "collection": "",
        "name": "",
        "audience": "everyone",
    }
    return client.post(reverse(ADD), sent | fields, headers=ENGLISH)


@pytest.fixture
def generation(teacher: User) -> PuzzleGeneration:
    """An order that waits for its turn."""
    return library.order_puzzles(
        collection=library.open_collection(owner=teacher, name="New"), count=3, tier=2
    )


def test_thirty_grids_of_a_tier_are_a_form_away(client_of, teacher, run_tasks) -> None:
    client = client_of(teacher)
    page = client.get(reverse(ADD), headers=ENGLISH).content.decode()
    assert "Tier 2, medium" in page
    assert "(rare)" in page
    answer = order(client, tier=2, count=4)
    generation = PuzzleGeneration.objects.get()
    assert answer["Location"] == generation.get_absolute_url()
    assert (generation.collection.name, generation.collection.owner) == ("Tier 2, medium", teacher)
    waiting = client.get(answer["Location"], headers=ENGLISH).content.decode()
    assert "Waiting for the worker." in waiting
    run_tasks()
    done = client.get(answer["Location"], headers=ENGLISH).content.decode()
    assert "4 of 4 grids made." in done
    assert reverse("assignments:sheets") in done
    collection = Collection.objects.get()
    assert (collection.drawable_count, collection.tier_counts) == (4, {"2": 4})


def test_grids_go_into_a_collection_of_ones_own(client_of, teacher, other_teacher) -> None:
    own = library.open_collection(owner=teacher, name="Mine")
    theirs = library.open_collection(owner=other_teacher, name="Theirs")
    client = client_of(teacher)
    preset = client.get(reverse(ADD, query={"collection": own.pk})).content.decode()
    assert f'<option value="{own.pk}" selected>' in preset
    assert order(client, collection=own.pk, name="x" * 500).status_code == 302
    assert PuzzleGeneration.objects.get().collection == own
    assert order(client, collection=theirs.pk).status_code == 200
    assert PuzzleGeneration.objects.count() == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"count": 0},
        {"count": 501},
        {"tier": 6},
        {"tier": 1, "hardest": "x_wing"},
        {"hardest": "jellyfish"},
        {"seed": "s" * 41},
        {"audience": "somebody"},
    ],
)
def test_an_impossible_order_is_refused_and_nothing_is_stored(client_of, teacher, fields) -> None:
    answer = order(client_of(teacher), **fields)
    assert answer.status_code == 200
    assert "Nothing was saved" in answer.content.decode()
    assert not Collection.objects.exists()


def test_a_fourth_order_at_once_is_refused_with_a_sentence(client_of, teacher) -> None:
    client = client_of(teacher)
    for _time in range(3):
        assert order(client).status_code == 302
    assert "orders of new grids in progress" in order(client).content.decode()
    assert list(Collection.objects.order_by("pk").values_list("name", flat=True)) == [
        "New grids",
        "New grids (2)",
        "New grids (3)",
    ]


def test_the_page_gets_progress_only_when_it_has_changed(client_of, teacher, generation) -> None:
    client = client_of(teacher)
    progress = reverse("library:generation_progress", args=[generation.pk])
    assert client.get(progress, {"tries": 0}).status_code == 204
    PuzzleGeneration.objects.update(tries=250, made=1)
    changed = client.get(progress, {"tries": 0}, headers=ENGLISH)
    assert changed.status_code == 200
    assert "1 of 3 grids made." in changed.content.decode()
    assert "about one grid in 250" in changed.content.decode()
    library.stop_generation(generation=generation)
    assert client.get(progress, {"tries": 250}).status_code == 286


def test_an_order_is_stopped_by_its_teacher(client_of, teacher, generation) -> None:
    stop = reverse("library:generation_stop", args=[generation.pk])
    assert client_of(teacher).get(stop).status_code == 405
    assert client_of(teacher).post(stop)["Location"] == generation.get_absolute_url()
    generation.refresh_from_db()
    assert generation.state == PuzzleGeneration.State.STOPPED


def test_a_kind_that_was_given_up_is_reported(client_of, teacher, generation) -> None:
    generation = library.stop_generation(generation=generation)
    PuzzleGeneration.objects.update(state=PuzzleGeneration.State.RARE)
    page = client_of(teacher).get(generation.get_absolute_url(), headers=ENGLISH).content.decode()
    assert "too rare" in page


def test_orders_are_nobody_elses(
    client, client_of, student, other_teacher, administrator, generation
) -> None:
    own = [
        generation.get_absolute_url(),
        reverse("library:generation_progress", args=[generation.pk]),
    ]
    for address in [*own, reverse(ADD), reverse("library:generations")]:
        assert client.get(address).status_code == 302
        assert client_of(student).get(address).status_code in (302, 403, 404)
    for address in own:
        assert client_of(other_teacher).get(address).status_code == 404
        assert client_of(administrator).get(address).status_code == 200
    stop = reverse("library:generation_stop", args=[generation.pk])
    assert client_of(other_teacher).post(stop).status_code == 404
    generation.refresh_from_db()
    assert not generation.is_finished
    listed = client_of(other_teacher).get(reverse("library:generations"))
    assert generation.get_absolute_url() not in listed.content.decode()
