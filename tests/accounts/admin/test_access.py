"""The ways into the admin and out of it are the site's own."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User

ClientOf = Callable[[User], Client]
LOGIN = "/accounts/login/"


def is_in(client: Client) -> bool:
    return client.get("/accounts/settings/").status_code == 200


@pytest.mark.parametrize("address", ["/admin/", "/admin/accounts/user/"])
def test_the_admin_has_no_login_of_its_own(
    client: Client, teacher: User, password: str, address: str
) -> None:
    response = client.get(address, follow=True)
    assert response.redirect_chain[-1][0].startswith(LOGIN)
    fields = {"username": "mme.martin", "password": password, "next": address}
    assert client.post(LOGIN, fields).url == address


def test_the_admins_own_login_takes_no_password(client: Client, teacher: User, password: str) -> None:
    response = client.post("/admin/login/", {"username": "mme.martin", "password": password})
    assert response.status_code == 405
    assert not is_in(client)


def test_a_student_is_turned_away_at_the_admin(client_of: ClientOf, student: User) -> None:
    response = client_of(student).get("/admin/", follow=True)
    assert response.status_code == 403


def test_the_admins_password_page_is_the_sites(client_of: ClientOf, teacher: User) -> None:
    client = client_of(teacher)
    assert client.get("/admin/password_change/").url == "/accounts/password/"
    assert client.post("/admin/password_change/").url == "/accounts/password/"


def test_logging_out_in_the_admin_is_logging_out(client_of: ClientOf, teacher: User) -> None:
    client = client_of(teacher)
    assert client.get("/admin/logout/").status_code == 405
    assert client.post("/admin/logout/").url == LOGIN
    assert not is_in(client)


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("accounts/user", "Comptes"),
        ("accounts/classroom", "Classes"),
        ("library/puzzleimport", "Importations"),
        ("library/entry", "Grilles des collections"),
    ],
)
def test_the_title_of_a_list_names_its_rows(
    client_of: ClientOf, teacher: User, address: str, title: str
) -> None:
    page = client_of(teacher).get(f"/admin/{address}/", headers={"Accept-Language": "fr"})
    assert f"<h1>{title}</h1>" in page.content.decode()


def test_members_of_classes_are_listed_for_administrators_only(
    client_of: ClientOf, teacher: User, administrator: User
) -> None:
    members = 'href="/admin/accounts/membership/"'
    assert members not in client_of(teacher).get("/admin/").content.decode()
    assert members in client_of(administrator).get("/admin/").content.decode()


def test_the_index_does_not_list_the_results_of_background_tasks(client_of: ClientOf, teacher: User) -> None:
    User.objects.filter(pk=teacher.pk).update(is_superuser=True)
    client = client_of(teacher)
    tasks = "/admin/django_tasks_database/dbtaskresult/"
    assert tasks not in client.get("/admin/").content.decode()
    assert client.get(tasks).status_code == 200
