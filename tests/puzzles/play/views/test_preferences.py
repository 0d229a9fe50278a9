"""The page of the techniques that hints may use."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.engine import CATALOGUE
from puzzles.play.services.techniques import switch_techniques, techniques_off

PAGE = "/settings/techniques/"
EVERY = [technique.id for technique in CATALOGUE]


@pytest.fixture
def tab(client_of: Callable[[User], Client], student: User) -> Client:
    """The student's browser, in English."""
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def switches(page: str) -> dict[str, bool]:
    """The switches of the page in order, and whether they are on."""
    return {name: bool(on) for name, on in re.findall(r'name="on" value="(\w+)"( checked)?', page)}


def test_the_techniques_are_in_the_order_of_hints_and_all_on(tab: Client) -> None:
    assert list(switches(tab.get(PAGE).content.decode()).items()) == [(name, True) for name in EVERY]


def test_unchecked_techniques_are_switched_off(tab: Client, student: User) -> None:
    on = [name for name in EVERY if name != "x_wing"]
    answer = tab.post(PAGE, {"on": on}, follow=True)
    assert "Your choice of techniques is saved." in answer.content.decode()
    assert techniques_off(student.pk) == {"x_wing"}
    assert [name for name, is_on in switches(answer.content.decode()).items() if not is_on] == ["x_wing"]


def test_a_technique_nobody_knows_changes_nothing(tab: Client, student: User) -> None:
    switch_techniques(player=student, on=EVERY[1:])
    assert tab.post(PAGE, {"on": ["magic"]}).status_code == 200
    assert techniques_off(student.pk) == {EVERY[0]}


def test_a_player_changes_no_ones_choice_but_their_own(tab: Client, classmate: User) -> None:
    tab.post(PAGE, {"on": []})
    assert techniques_off(classmate.pk) == frozenset()


def test_the_settings_lead_to_the_page(tab: Client) -> None:
    assert f'href="{PAGE}"' in tab.get("/accounts/settings/").content.decode()


def test_the_page_costs_a_fixed_number_of_queries(
    tab: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Session, user, preferences.
    with django_assert_num_queries(3):
        tab.get(PAGE)
    tab.post(PAGE, {"on": EVERY[5:]})
    # And the message, which ends in the session.
    tab.get(PAGE)
    with django_assert_num_queries(3):
        tab.get(PAGE)
