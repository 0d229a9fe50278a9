"""Commits that need not wait for the disk."""

import pytest
from django.db import connection, transaction

from puzzles.library.services import import_jobs
from puzzles.library.services.sqlite_sync import ASK, relaxed_commits

RELAXED = {"sqlite": 1, "postgresql": "off"}


def setting() -> object:
    with connection.cursor() as cursor:
        cursor.execute(ASK[connection.vendor])
        return cursor.fetchone()[0]


@pytest.fixture
def _strict() -> None:
    """A connection whose commits wait for the disk, as those of the site do."""
    strict = {"sqlite": "PRAGMA synchronous = FULL", "postgresql": "SET synchronous_commit = on"}
    with connection.cursor() as cursor:
        cursor.execute(strict[connection.vendor])


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_strict")
def test_commits_wait_for_the_disk_again_afterwards_whatever_happens() -> None:
    before, seen = setting(), []

    def interrupted_import() -> None:
        with relaxed_commits():
            seen.append(setting())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted_import()
    assert seen == [RELAXED[connection.vendor]]
    assert setting() == before != seen[0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_strict")
def test_within_a_transaction_its_commit_waits_as_ever() -> None:
    before = setting()
    with transaction.atomic(), relaxed_commits():
        assert setting() == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_strict")
def test_an_import_works_with_relaxed_commits_and_leaves_none(uploaded, grids, monkeypatch) -> None:
    begun, before, seen = uploaded(grids[:5]), setting(), []
    monkeypatch.setattr(import_jobs, "run_import", lambda *_given: seen.append(setting()))
    import_jobs.continue_import(import_id=begun.pk)
    assert seen == [RELAXED[connection.vendor]]
    assert setting() == before
