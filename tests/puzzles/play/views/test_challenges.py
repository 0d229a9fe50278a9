"""The page that makes a link for a classmate, and the page that it opens."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from puzzles.library.models import Collection, Entry, HelpPolicy, Puzzle
from puzzles.play.models import Attempt

pytestmark = pytest.mark.django_db

ENGLISH = {"Accept-Language": "en"}
ClientOf = Callable[[User], Client]


@pytest.fixture
def solved(student: User, teacher: User, puzzle: Puzzle, attempt_of: Callable[..., Attempt]) -> Attempt:
    """The student's solved game on a grid that every student may draw."""
    collection = Collection.objects.create(
        owner=teacher,
        name="Warm-up",
        audience=Collection.Audience.EVERYONE,
        policy=HelpPolicy.objects.create(),
        entry_count=1,
        drawable_count=1,
    )
    Entry.objects.create(collection=collection, puzzle=puzzle, number=1, line=1, position=1)
    attempt = attempt_of(student)
    ended = {"state": "solved", "finished_at": timezone.now(), "elapsed_ms": 252_000}
    Attempt.objects.filter(pk=attempt.pk).update(**ended, collection=collection)
    return attempt


def link_in(client: Client, attempt: Attempt, **ticked: str) -> str:
    answer = client.get(reverse("play:challenge", args=[attempt.pk]), ticked, headers=ENGLISH)
    assert answer.status_code == 200
    link: str = answer.context["link"]
    assert link in answer.content.decode()
    return link


def test_a_link_shows_what_was_ticked(
    solved: Attempt, student: User, classmate: User, client_of: ClientOf
) -> None:
    sender, reader = client_of(student), client_of(classmate)
    bare = reader.get(link_in(sender, solved), headers=ENGLISH).content.decode()
    assert "4:12" not in bare
    assert "Lea" not in bare
    told = reader.get(link_in(sender, solved, time="on", name="on"), headers=ENGLISH).content.decode()
    assert "4:12" in told
    assert "Lea challenges you" in told
    assert "Léa Petit" not in told


def test_a_teachers_name_is_not_offered(
    solved: Attempt, teacher: User, student: User, client_of: ClientOf
) -> None:
    Attempt.objects.filter(pk=solved.pk).update(player=teacher)
    client = client_of(teacher)
    page = client.get(reverse("play:challenge", args=[solved.pk]), headers=ENGLISH).content.decode()
    assert "Show my time" in page
    assert "Show my pseudonym" not in page
    link = link_in(client, solved, name="on")
    assert "challenges you" not in client_of(student).get(link, headers=ENGLISH).content.decode()


def test_the_grid_is_begun_by_a_button_and_not_by_the_link(
    solved: Attempt, student: User, classmate: User, client_of: ClientOf
) -> None:
    link, client = link_in(client_of(student), solved), client_of(classmate)
    assert client.get(link).status_code == 200
    assert not Attempt.objects.filter(player=classmate).exists()
    answer = client.post(link)
    assert answer["Location"] == Attempt.objects.get(player=classmate).get_absolute_url()


def test_afterwards_both_times_stand_beside_one_another(
    solved: Attempt, student: User, classmate: User, client_of: ClientOf
) -> None:
    link, client = link_in(client_of(student), solved, time="on"), client_of(classmate)
    client.post(link)
    ended = {"state": "solved", "finished_at": timezone.now(), "elapsed_ms": 301_000}
    Attempt.objects.filter(player=classmate).update(**ended)
    page = client.get(link, headers=ENGLISH).content.decode()
    assert "4:12" in page
    assert "5:01" in page
    assert "Play this grid" not in page


def test_a_visitor_logs_in_first(solved: Attempt, student: User, client_of: ClientOf) -> None:
    link = link_in(client_of(student), solved)
    assert Client().get(link)["Location"].startswith(reverse("accounts:login"))


def test_the_scene_of_a_solved_grid_offers_it(solved: Attempt, student: User, client_of: ClientOf) -> None:
    page = client_of(student).get(solved.get_absolute_url()).content.decode()
    assert reverse("play:challenge", args=[solved.pk]) in page
    Collection.objects.update(audience=Collection.Audience.NOBODY)
    page = client_of(student).get(solved.get_absolute_url()).content.decode()
    assert reverse("play:challenge", args=[solved.pk]) not in page
