"""The pages of the techniques."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.engine import CATALOGUE, GRADER, RUNGS, TECHNIQUE_NAMES
from puzzles.models import Attempt, Puzzle

ClientOf = Callable[[User], Client]
LIST = "/techniques/"
NAMES = [technique.id for technique in CATALOGUE]


@pytest.fixture
def reader(client_of: ClientOf, student: User) -> Client:
    """The student's browser, in English."""
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text_of(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def test_the_list_has_every_technique_in_the_order_a_person_sees_them(reader: Client) -> None:
    text = text_of(reader, LIST)
    addresses = re.findall(r'technique-name"><a href="([^"]+)"', text)
    assert addresses == [reverse("technique", args=[name]) for name in NAMES]
    assert all(TECHNIQUE_NAMES[name] in text for name in NAMES)


def test_the_list_is_three_queries(reader: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(3):
        reader.get(LIST)


@pytest.mark.parametrize("name", NAMES)
def test_each_technique_has_a_page_with_four_rungs(reader: Client, name: str) -> None:
    told = []
    for rung in RUNGS:
        text = text_of(reader, f"/techniques/{name}/?rung={rung}")
        assert TECHNIQUE_NAMES[name] in text
        assert f'id="rung-{rung}" href="/techniques/{name}/?rung={rung}#example"' in text
        told += re.findall(r'class="example-sentence" role="status">(.*?)</p>', text)
    assert len(set(told)) == 4
    assert not any("%(" in sentence for sentence in told)


def test_what_comes_next_is_a_link_and_after_the_last_rung_the_first_again(reader: Client) -> None:
    nexts = [
        re.findall(r'id="example-next" href="([^"]+)"', text_of(reader, f"/techniques/x_wing/?rung={rung}"))
        for rung in RUNGS
    ]
    assert nexts == [
        ["/techniques/x_wing/?rung=where#example"],
        ["/techniques/x_wing/?rung=why#example"],
        ["/techniques/x_wing/?rung=do#example"],
        ["/techniques/x_wing/?rung=nudge#example"],
    ]


@pytest.mark.parametrize("rung", ["", "everything", "why2"])
def test_an_unknown_rung_is_the_first(reader: Client, rung: str) -> None:
    text = text_of(reader, f"/techniques/x_wing/?rung={rung}")
    assert re.findall(r'id="rung-(\w+)"[^>]* aria-current="step"', text) == ["nudge"]


def test_a_script_gets_the_example_alone(reader: Client) -> None:
    fragment = text_of(reader, "/techniques/x_wing/?rung=why", HX_Request="true")
    assert fragment.startswith('<section class="example" id="example"')
    assert "<html" not in fragment
    assert fragment in text_of(reader, "/techniques/x_wing/?rung=why")


def test_going_back_in_the_history_gets_the_whole_page(reader: Client) -> None:
    headers = {"HX_Request": "true", "HX_History_Restore_Request": "true"}
    assert "<html" in text_of(reader, "/techniques/x_wing/?rung=why", **headers)


def test_page_and_fragment_are_kept_apart_by_caches(reader: Client) -> None:
    assert "HX-Request" in reader.get("/techniques/x_wing/")["Vary"]


def test_a_page_is_five_queries(reader: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(5):  # session, user; what is held or played; mastery
        reader.get("/techniques/x_wing/?rung=do")


def test_a_grid_that_needs_the_technique_can_be_played_from_its_page(
    reader: Client, student: User, teacher: User, collection_of: Callable
) -> None:
    collection = collection_of(teacher, range(3))
    wanted = collection.entries.get(number=2).puzzle
    graded = {"score": 500, "rating": 3, "technique_counts": {}, "grader": GRADER}
    Puzzle.objects.update(tier=3, hardest="skyscraper", **graded)
    Puzzle.objects.filter(pk=wanted.pk).update(hardest="x_wing")
    form = re.search(r'<form method="post" action="/draw/".*?</form>', text_of(reader, "/techniques/x_wing/"))
    assert form is not None
    fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form[0]))
    reader.post("/draw/", {"hardest": fields["hardest"]})
    assert Attempt.objects.get(player=student).puzzle == wanted


def test_an_unknown_technique_is_not_found(reader: Client) -> None:
    assert reader.get("/techniques/sixth-sense/").status_code == 404
