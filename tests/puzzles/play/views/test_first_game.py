"""A first game: a page for everybody who has logged in, then a real grid that is half filled."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.play.game import Op
from puzzles.play.models import Attempt
from puzzles.play.services.play import SentOp, play_moves

ClientOf = Callable[[User], Client]
MakeCollection = Callable[..., Collection]

PAGE, GRID = "/first-game/", "/first-game/grid/"
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def easy(teacher: User, collection_of: MakeCollection, puzzle: Puzzle) -> Collection:
    """An easy grid that everybody may draw."""
    assert grade_now(puzzle=puzzle).tier == 1
    collection = collection_of(teacher, [], entry_count=1, drawable_count=1)
    Entry.objects.create(collection=collection, puzzle=puzzle, number=1, line=1, position=1)
    return collection


def solve(attempt: Attempt) -> None:
    """Fill in the cells that are empty."""
    empty = [cell for cell, digit in enumerate(attempt.digits) if digit == "."]
    ops = [Op("d", cell, int(attempt.puzzle.solution[cell])) for cell in empty]
    sent = [SentOp(seq, op, 1000) for seq, op in enumerate(ops, 1)]
    play_moves(player=attempt.player, attempt_id=attempt.pk, client="a" * 16, ops=sent)
    attempt.refresh_from_db()
    assert attempt.state == Attempt.State.SOLVED


def text_of(client: Client, address: str) -> str:
    return " ".join(client.get(address, headers=ENGLISH).content.decode().split())


def test_the_page_is_for_everybody_and_asks_the_database_for_nothing_of_its_own(
    client_of: ClientOf,
    student: User,
    teacher: User,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for user in (student, teacher):
        client = client_of(user)
        with django_assert_max_num_queries(6):
            text = text_of(client, PAGE)
        assert text.count('role="gridcell"') == 16
        assert f'action="{GRID}"' in text


def test_the_ways_to_it(client_of: ClientOf, student: User, easy: Collection) -> None:
    client = client_of(student)
    for address in ("/", "/help/", "/history/"):
        assert f'href="{PAGE}"' in text_of(client, address)


def test_the_grid_is_practice_and_half_filled(client_of: ClientOf, student: User, easy: Collection) -> None:
    answer = client_of(student).post(GRID)
    attempt = Attempt.objects.get()
    assert answer["Location"] == attempt.get_absolute_url()
    assert attempt.is_practice
    empty = attempt.puzzle.givens.count(".")
    assert attempt.digits.count(".") == empty - empty // 2


def test_its_end_leads_to_a_whole_easy_grid(client_of: ClientOf, student: User, easy: Collection) -> None:
    client = client_of(student)
    client.post(GRID)
    attempt = Attempt.objects.get()
    assert "Now a whole easy grid" not in text_of(client, attempt.get_absolute_url())
    solve(attempt)
    text = text_of(client, attempt.get_absolute_url())
    assert "Now a whole easy grid" in text
    assert "Next grid" not in text
    assert re.search(r'<button[^>]* name="tier" value="1">Now a whole easy grid', text)
    replay = text_of(client, reverse("play:replay", args=[attempt.pk]))
    assert "half of the empty cells filled in" in replay


def test_without_an_easy_grid_it_says_so_and_offers_to_make_one(client_of: ClientOf, student: User) -> None:
    answer = client_of(student).post(GRID, headers=ENGLISH)
    assert answer["Location"] == f"{reverse('play:own_grids')}?tier=1"
    assert not Attempt.objects.exists()


def test_the_grid_costs_a_fixed_number_of_queries(
    client_of: ClientOf,
    student: User,
    easy: Collection,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client = client_of(student)
    with django_assert_max_num_queries(30):
        client.post(GRID)


def test_wrong_methods_are_refused(client_of: ClientOf, student: User) -> None:
    client = client_of(student)
    assert (client.post(PAGE).status_code, client.get(GRID).status_code) == (405, 405)
