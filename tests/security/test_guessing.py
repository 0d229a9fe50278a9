"""Guesses at a secret are throttled: after a few wrong ones, the right one is refused too."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Classroom, User
from accounts.services.join_codes import open_join_code
from accounts.services.login_codes import make_codes

ClientOf = Callable[[User], Client]
FEW = 6
NEW = "four corners of a grid"


@pytest.fixture
def secrets(classroom: Classroom, student: User, teacher: User, password: str) -> dict[str, str]:
    [new] = make_codes(classroom=classroom, students=[student], teacher=teacher)
    join_code = open_join_code(classroom=classroom, teacher=teacher).join_code
    return {"password": password, "code": new.code, "join": join_code}


def almost(code: str) -> str:
    """Another code with the same beginning."""
    return code[:-1] + ("4" if code[-1] != "4" else "7")


# What is guessed -> address, form, which secret opens it, and a wrong one like it.
Endpoint = tuple[str, Callable[[str], dict[str, str]], str, Callable[[str], str]]
ENDPOINTS: dict[str, Endpoint] = {
    "the password": (
        "/accounts/login/",
        lambda word: {"username": "lea", "password": word},
        "password",
        lambda right: f"{right}x",
    ),
    "a login code": ("/accounts/login/code/", lambda word: {"code": word}, "code", almost),
    "a join code": ("/classes/join/", lambda word: {"code": word}, "join", almost),
    "the old password": (
        "/accounts/password/",
        lambda word: {"old_password": word, "new_password1": NEW, "new_password2": NEW},
        "password",
        lambda right: f"{right}x",
    ),
    "the password of a deletion": (
        "/accounts/delete/",
        lambda word: {"password": word},
        "password",
        lambda right: f"{right}x",
    ),
}


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_an_endpoint_throttles_after_a_few_wrong_guesses(
    endpoint: str, client: Client, client_of: ClientOf, stranger: User, student: User, secrets: dict[str, str]
) -> None:
    address, form, name, wrong_one = ENDPOINTS[endpoint]
    is_open_to_all = address.startswith("/accounts/login/")
    asker = client if is_open_to_all else client_of(stranger if endpoint == "a join code" else student)
    statuses = [asker.post(address, form(wrong_one(secrets[name]))).status_code for _ in range(FEW)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
    # The right one no longer opens it either: who guesses is not told that it was.
    assert asker.post(address, form(secrets[name])).status_code == 429
    assert User.objects.filter(pk=student.pk).exists()


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_a_right_answer_opens_at_once(
    endpoint: str, client: Client, client_of: ClientOf, stranger: User, student: User, secrets: dict[str, str]
) -> None:
    address, form, name, _wrong = ENDPOINTS[endpoint]
    is_open_to_all = address.startswith("/accounts/login/")
    asker = client if is_open_to_all else client_of(stranger if endpoint == "a join code" else student)
    assert asker.post(address, form(secrets[name])).status_code == 302


def test_an_unknown_name_is_answered_and_throttled_like_a_known_one(client: Client, student: User) -> None:
    def answers(name: str) -> list[tuple[int, str]]:
        given = [client.post("/accounts/login/", {"username": name, "password": "x"}) for _ in range(FEW)]
        return [(each.status_code, error_text(each)) for each in given]

    def error_text(answer: Any) -> str:
        return str(answer.context["form"].non_field_errors())

    assert answers("lea") == answers("nobody")
