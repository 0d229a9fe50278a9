"""What holds for every request, whoever sends it."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User


@pytest.mark.parametrize(
    "address",
    [
        "/students/%00/",
        "/history/?state=%00",
        "/history/?state=open&state=%00",
        "/admin/puzzles/puzzleimport/?state__exact=%00",
    ],
)
def test_nothing_is_found_under_an_address_with_a_zero_character(
    client_of: Callable[[User], Client], teacher: User, address: str
) -> None:
    answer = client_of(teacher).get(address)
    assert answer.status_code == 404
    assert "404.html" in [template.name for template in answer.templates]
