"""How the board looks and behaves for a player: the page of settings, and the board that follows them."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.library.models import Puzzle
from puzzles.library.services.policies import EXAM, policy_with
from puzzles.play.forms.preferences import BoardForm
from puzzles.play.models import Attempt, Preferences
from puzzles.play.services.techniques import switch_techniques, techniques_off

PAGE = "/settings/board/"
AS_IT_COMES = {"light_peers", "light_same", "conflicts_at_once", "clean_notes", "show_timer"}
EVERY = set(BoardForm.Meta.fields) - {"notes_kind"}
# What asks for the conflicts, with and without script.
ASK = 'name="conflicts" value="shown"'


@pytest.fixture
def tab(client_of: Callable[[User], Client], student: User) -> Client:
    """The student's browser, in English."""
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def board(student: User, attempt_of: Callable[..., Attempt]) -> Attempt:
    """A game of the student's in which a digit repeats in the first row."""
    attempt = attempt_of(student)
    free = [cell for cell in range(9) if attempt.puzzle.givens[cell] == "."]
    given = next(digit for digit in attempt.puzzle.givens[:9] if digit != ".")
    attempt.digits = "".join(given if cell == free[0] else digit for cell, digit in enumerate(attempt.digits))
    attempt.save()
    return attempt


def checked(page: str) -> set[str]:
    boxes = re.findall(r"<input type=.checkbox[^>]*>", page)
    assert len(boxes) == len(EVERY)
    return {re.findall(r'name="(\w+)"', box)[0] for box in boxes if " checked" in box}


def data(page: str) -> dict[str, str]:
    """The wishes that the board is told."""
    start = page.split('<div id="play"', 1)[1].split(">", 1)[0]
    return dict(re.findall(r' data-(\w+)="([^"]*)"', start))


def test_every_setting_is_on_the_page_with_its_default(tab: Client) -> None:
    assert checked(tab.get(PAGE).text) == AS_IT_COMES
    assert not Preferences.objects.exists()


def test_chosen_settings_are_saved_and_the_others_are_off(tab: Client, student: User) -> None:
    answer = tab.post(PAGE, {"left_hand": "on", "show_timer": "on"}, follow=True)
    assert "Your board settings are saved." in answer.text
    assert checked(answer.text) == {"left_hand", "show_timer"}


def test_settings_of_the_board_and_of_hints_are_independent(tab: Client, student: User) -> None:
    switch_techniques(player=student, on=[])
    off = techniques_off(student.pk)
    tab.post(PAGE, {"colours": "on"})
    assert techniques_off(student.pk) == off != frozenset()
    switch_techniques(player=student, on=["x_wing"])
    assert checked(tab.get(PAGE).text) == {"colours"}


def test_nobodys_board_but_ones_own_changes(
    tab: Client, classmate: User, client_of: Callable[[User], Client]
) -> None:
    tab.post(PAGE, {})
    assert checked(client_of(classmate).get(PAGE).text) == AS_IT_COMES


def test_the_page_says_what_an_exam_forbids(tab: Client) -> None:
    assert "In an exam, repeated digits are not shown before" in tab.get(PAGE).text


def test_a_stranger_is_sent_to_the_login(client: Client, db: None) -> None:
    assert client.get(PAGE).url.startswith("/accounts/login/")
    assert not Preferences.objects.exists()


def test_the_page_cannot_be_put_or_deleted(tab: Client) -> None:
    assert {tab.put(PAGE).status_code, tab.delete(PAGE).status_code} == {405}


def test_the_page_costs_three_queries(tab: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    # Session, player, wishes.
    with django_assert_num_queries(3):
        tab.get(PAGE)


# The board


def test_a_board_with_default_settings_gets_no_attributes(tab: Client, board: Attempt) -> None:
    page = tab.get(f"/play/{board.pk}/").text
    assert data(page) == {}
    assert "css/settings" not in page
    assert 'aria-invalid="true"' in page


def test_the_board_gets_an_attribute_for_each_changed_setting(
    tab: Client, board: Attempt, student: User
) -> None:
    others = {name: name not in AS_IT_COMES for name in EVERY}
    Preferences.objects.update_or_create(player=student, defaults=others)
    page = tab.get(f"/play/{board.pk}/").text
    assert data(page) == {
        "modes": "centre colour",
        "peers": "off",
        "same": "off",
        "clean": "off",
        "conflicts": "asked",
        "timer": "off",
        "labels": "short",
        "hand": "left",
        "eureka": "on",
    }
    assert "css/settings" in page


def test_with_conflicts_on_request_none_are_shown_before(tab: Client, board: Attempt, student: User) -> None:
    Preferences.objects.update_or_create(player=student, defaults={"conflicts_at_once": False})
    page = tab.get(f"/play/{board.pk}/").text
    assert 'aria-invalid="true"' not in page
    assert ASK in page
    assert 'aria-invalid="true"' in tab.get(f"/play/{board.pk}/?conflicts=shown").text


def test_in_an_exam_no_conflict_can_be_asked_for_and_the_board_says_so(
    tab: Client, board: Attempt, student: User, puzzle: Puzzle
) -> None:
    Preferences.objects.update_or_create(
        player=student, defaults={"conflicts_at_once": False, "left_hand": True}
    )
    board.policy = policy_with(**EXAM)
    board.save()
    page = tab.get(f"/play/{board.pk}/?conflicts=shown").text
    assert data(page) == {"hand": "left"}
    assert 'aria-invalid="true"' not in page
    assert ASK not in page
    assert "In an exam, repeated digits are never shown, whatever you chose" in page


@pytest.mark.parametrize(
    ("wanted", "leads_to"),
    [
        ("/play/7/", "/play/7/"),
        ("", PAGE),
        ("https://elsewhere.example/", PAGE),
        ("//elsewhere.example", PAGE),
        # The name of a view, and what is none, are addresses like any other.
        ("login", "login"),
        ("952", "952"),
    ],
)
def test_a_visitor_from_a_grid_is_led_back_to_it(tab: Client, wanted: str, leads_to: str) -> None:
    page = tab.get(PAGE, {"next": wanted})
    assert f'<input type="hidden" name="next" value="{leads_to}">' in page.text
    assert tab.post(PAGE, {"left_hand": "on", "next": wanted})["Location"] == leads_to


def test_the_board_leads_to_its_settings_and_back(tab: Client, board: Attempt) -> None:
    assert f'href="{PAGE}?next=/play/{board.pk}/"' in tab.get(f"/play/{board.pk}/").text


def test_the_menu_of_the_board_says_which_notes_the_rules_forbid(tab: Client, board: Attempt) -> None:
    forbidden = '<p class="menu-note">Automatic notes are not allowed on this grid.</p>'
    assert forbidden not in tab.get(f"/play/{board.pk}/").text
    board.policy = policy_with(auto_notes=False)
    board.save()
    assert forbidden in tab.get(f"/play/{board.pk}/").text


@pytest.mark.parametrize(
    ("wishes", "offered"),
    [({}, []), ({"centre_marks": True}, ["centreMode"]), ({"colours": True}, ["colourMode"])],
)
def test_each_kind_of_marks_is_offered_alone(
    tab: Client, board: Attempt, student: User, wishes: dict[str, bool], offered: list[str]
) -> None:
    Preferences.objects.update_or_create(player=student, defaults=wishes)
    modes = re.findall(r'data-act="(\w+Mode)"', tab.get(f"/play/{board.pk}/").text)
    assert modes == (["digitMode", "notesMode", *offered] if offered else [])


def test_without_script_a_digit_cleans_the_notes_only_with_the_setting_on(
    tab: Client, board: Attempt, student: User
) -> None:
    place = 'name="action" value="{}">Place'.format
    assert place("d") in tab.get(f"/play/{board.pk}/").text
    Preferences.objects.update_or_create(player=student, defaults={"clean_notes": False})
    assert place("i") in tab.get(f"/play/{board.pk}/").text


# Chains in Eureka notation


def test_who_wants_it_reads_the_example_of_a_chain_in_eureka_notation(tab: Client, student: User) -> None:
    line = "(9=3)r2c4 - (3)r2c9 = (3)r3c9 - (3=9)r3c1 =&gt; r2c1,r3c5,r3c6 &lt;&gt; 9"
    assert "eureka" not in tab.get("/techniques/w_wing/?rung=why").text
    tab.post(PAGE, {"eureka": "on"})
    for headers in ({}, {"HX-Request": "true"}):
        assert line in tab.get("/techniques/w_wing/?rung=why", headers=headers).text
    # Not before the reason is told.
    assert line not in tab.get("/techniques/w_wing/?rung=where").text
    assert "eureka" not in tab.get("/techniques/x_wing/?rung=why").text
