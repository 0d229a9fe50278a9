"""What holds for every request of every visitor."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Classroom, User


@pytest.mark.parametrize(
    "address",
    [
        "/students/%00/",
        "/history/?state=%00",
        "/history/?state=open&state=%00",
        "/admin/library/puzzleimport/?state__exact=%00",
    ],
)
def test_nothing_is_found_under_an_address_with_a_zero_character(
    client_of: Callable[[User], Client], teacher: User, address: str
) -> None:
    answer = client_of(teacher).get(address)
    assert answer.status_code == 404
    assert "404.html" in [template.name for template in answer.templates]


@pytest.mark.parametrize(
    "address",
    ["/classes/{}/members/nobody/delete/", "/classes/{}/puzzles/1/", "/given/{}/hand-in/", "/given/{}/1/"],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_nothing_is_found_under_a_number_larger_than_any_key(
    client_of: Callable[[User], Client], teacher: User, address: str, method: str
) -> None:
    answer = getattr(client_of(teacher), method)(address.format(2**63))
    assert answer.status_code == 404


def test_nor_where_a_class_is_hers_and_the_puzzle_is_beyond_reach(
    client_of: Callable[[User], Client], teacher: User, classroom: Classroom
) -> None:
    address = f"/classes/{classroom.pk}/puzzles/{2**63}/"
    assert client_of(teacher).get(address).status_code == 404


@pytest.mark.parametrize("act", ["change", "delete"])
def test_nothing_is_found_in_the_admin_by_a_field_without_name(
    client_of: Callable[[User], Client], administrator: User, classroom: Classroom, act: str
) -> None:
    client, address = client_of(administrator), f"/admin/accounts/classroom/{classroom.pk}/{act}/"
    assert client.get(address, {"_to_field": ""}).status_code == 404
    assert client.post(address, {"_to_field": ""}).status_code == 404
    assert client.get(address, {"_to_field": "id"}).status_code == 200
