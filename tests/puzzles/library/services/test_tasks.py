"""The grids that a new site begins with."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.setup import create_first_teacher, issue_setup_token
from puzzles.library.models import Collection, PuzzleImport


def new_teacher() -> User:
    return create_first_teacher(token=issue_setup_token(), username="mme.martin", password="a grid of nine")


@pytest.mark.django_db
def test_a_new_site_begins_with_grids_that_everybody_may_draw(
    run_tasks: Callable[..., None], client: Client
) -> None:
    token = issue_setup_token()
    fields = {
        "token": token,
        "username": "mme.martin",
        "password1": "a grid of 9",
        "password2": "a grid of 9",
    }
    assert client.post("/accounts/setup/", fields).status_code == 302
    run_tasks(until=lambda: not PuzzleImport.objects.unfinished().exists())
    collection = Collection.objects.get()
    assert collection.owner.username == "mme.martin"
    assert collection.audience == Collection.Audience.EVERYONE
    assert collection.drawable_count >= 600


@pytest.mark.django_db
def test_deleted_sample_grids_are_not_created_again() -> None:
    teacher = new_teacher()
    Collection.objects.all().delete()
    User.objects.create_user("m.durand", "a grid of nine", role=User.Role.TEACHER)
    assert not Collection.objects.exists()
    assert teacher.is_superuser


@pytest.mark.django_db
def test_a_setup_that_fails_leaves_neither_teacher_nor_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("mme.martin", "a grid of nine")
    with pytest.raises(Exception, match=r"(?i)unique"):
        new_teacher()
    assert not Collection.objects.exists()
    assert not User.objects.in_charge().exists()
