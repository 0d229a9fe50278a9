"""The bug gallery: its list, its pages, what is kept of a find, and that the reference rule closes it."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from puzzles.course.models import BugFind
from puzzles.course.pages.bug_words import MISTAKES
from puzzles.course.pages.bugs import LEFT_OUT
from puzzles.engine.course.mutants import MUTANTS

pytestmark = pytest.mark.django_db
BUG = "/course/mini_projet/bugs/bloc/two-rows-only/"


@pytest.fixture
def tab(client_of: Callable[[User], Client], teacher: User) -> Client:
    User.objects.update(language="en")
    return client_of(teacher)


def test_every_bug_has_a_page_and_its_mistake_in_words(tab: Client) -> None:
    for bug in [each for bugs in MUTANTS.values() for each in bugs]:
        address = f"/course/{bug.worksheet}/bugs/{bug.key}/{bug.name}/"
        assert tab.get(address).status_code == (404 if bug.key in LEFT_OUT else 200)
        assert bug.key in LEFT_OUT or bug.name in MISTAKES


def test_the_smallest_grid_is_kept_and_praised(tab: Client) -> None:
    assert tab.post(f"{BUG}tries/").json() == {}
    assert tab.post(f"{BUG}tries/", {"digits": 17}).json()["sentence"] == "Found with 17 digits!"
    assert tab.post(f"{BUG}tries/", {"digits": 3}).json()["sentence"].startswith("3 digits; you had 17")
    tab.post(f"{BUG}tries/", {"digits": 9})
    row = BugFind.objects.get()
    assert (row.tries, row.digits) == (4, 3)
    assert "found with 3 digits" in tab.get("/course/mini_projet/bugs/").content.decode()


def test_a_closed_reference_closes_the_bug(client_of: Callable[[User], Client], student: User) -> None:
    alone = User.objects.create_user("alone", password=None)
    closed = client_of(alone).get(BUG)
    assert closed.status_code == 403
    assert "haut + 2" not in closed.content.decode()
    assert client_of(alone).post(f"{BUG}tries/", {"digits": 1}).status_code == 403
