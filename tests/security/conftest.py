"""The cast of the tables of addresses, for tests that ask for many of them."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests.url_matrix.asking import Visits, outer_transaction


@pytest.fixture(scope="module")
def visits(django_db_setup: None, django_db_blocker: Any) -> Iterator[Visits]:
    """One cast for all tests of a module, which use no other, for they may come in any order: each answer is
    undone.
    """
    with django_db_blocker.unblock(), outer_transaction():
        yield Visits()
        transaction.set_rollback(True)
