"""Fixtures of browser tests that ask the servers behind CLUSTER_URL, not one in the test's own process.

Test and servers share the database, so what a test puts there they see. What a test changes in the site's
own code they do not: such tests say so with `in_process`, and why.
"""

import os
import time
from collections.abc import Callable, Iterator
from functools import partialmethod
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.backends.postgresql.operations import DatabaseOperations
from django.test import override_settings
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from puzzles.training.services.bank import fill_bank

URL = os.environ.get("CLUSTER_URL", "")
PATIENCE_S = 120
SLOW_S = 0.25


class Proxy:
    """What stands for the live server of pytest-django."""

    url = URL
    _live_server_modified_settings = override_settings()

    def __str__(self) -> str:
        return self.url


@pytest.fixture(scope="session", autouse=True)
def patient_emptying() -> Iterator[None]:
    """A worker may be in the middle of something when a test empties the tables. Then that is tried again."""
    with pytest.MonkeyPatch.context() as patch:
        execute = DatabaseOperations.execute_sql_flush
        patch.setattr(DatabaseOperations, "execute_sql_flush", partialmethod(patiently, execute))
        yield


def patiently(operations: Any, execute: Callable[..., None], sql: list[str]) -> None:
    """Empty the tables; again, where a worker was in the way."""
    for _attempt in range(5):
        try:
            return execute(operations, sql)
        except OperationalError:
            time.sleep(0.1)
    return execute(operations, sql)


@pytest.fixture(scope="session")
def live_server() -> Proxy:
    """The proxy before the servers."""
    return Proxy()


@pytest.fixture
def site_as_sent(transactional_db: None) -> str:
    """The address of the site that sends static files as it does: they all do."""
    return URL


@pytest.fixture
def run_tasks() -> Callable[..., None]:
    """`run_tasks()`: wait until the servers' workers have done all that waits; or `until` something is so."""

    def is_all_done() -> bool:
        unfinished = (TaskResultStatus.READY, TaskResultStatus.RUNNING)
        waiting = DBTaskResult.objects.filter(status__in=unfinished)
        # The bank of positions fills for minutes, and nobody waits for it.
        return not waiting.exclude(task_path=fill_bank.module_path).exists()

    def wait(until: Callable[[], bool] = is_all_done) -> None:
        end = time.monotonic() + PATIENCE_S
        while not until():
            assert time.monotonic() < end, "the workers have not done it"
            time.sleep(0.1)

    return wait


@pytest.fixture
def slow_server(transactional_db: None) -> Iterator[None]:
    """A database that takes 250 ms longer to store moves."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION take_your_time() RETURNS trigger AS "
            f"$$ BEGIN PERFORM pg_sleep({SLOW_S}); RETURN NULL; END $$ LANGUAGE plpgsql"
        )
        cursor.execute(
            "CREATE TRIGGER slow AFTER INSERT ON play_move"
            " FOR EACH STATEMENT EXECUTE FUNCTION take_your_time()"
        )
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP FUNCTION take_your_time() CASCADE")
