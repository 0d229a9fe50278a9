"""The first page of the admin."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from puzzles.engine import search_implementation

ClientOf = Callable[[User], Client]

SENTENCES = {
    "compiled": "Grids are solved by the compiled search.",
    "python": "Grids are solved by the search in Python",
}


@pytest.fixture(autouse=True)
def _english(teacher: User, administrator: User) -> None:
    User.objects.update(language=User.Language.ENGLISH)


def index_of(client: Client) -> str:
    return client.get("/admin/").content.decode()


def test_an_administrator_reads_which_search_is_in_use(client_of: ClientOf, administrator: User) -> None:
    told = {kind for kind, sentence in SENTENCES.items() if sentence in index_of(client_of(administrator))}
    assert told == {search_implementation()}


def test_the_admin_has_the_header_of_the_site(client_of: ClientOf, administrator: User) -> None:
    client = client_of(administrator)
    for address in ("/admin/", "/admin/accounts/user/", f"/admin/accounts/user/{administrator.pk}/change/"):
        page = client.get(address).content.decode()
        assert page.count('<header class="site-header">') == 1
        assert "admin/css/" not in page


def test_a_teacher_does_not_see_it(client_of: ClientOf, teacher: User) -> None:
    index = index_of(client_of(teacher))
    assert "What would you like to do?" in index
    assert "Grids are solved by" not in index
