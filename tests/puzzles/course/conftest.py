"""Browsers of the cast that ask for English."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User

PROGRAM = "def bloc(S, i, j):\n    return []\n"


@pytest.fixture
def client_of() -> Callable[[User], Client]:
    """`client_of(user)`: a test client that this user is logged in to, with an English browser."""

    def make(user: User) -> Client:
        client = Client()
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
        client.force_login(user)
        return client

    return make
