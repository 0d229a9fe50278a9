from collections.abc import Iterator

import pytest

from tests.bench.databases import on_each_database, rows_on
from tests.bench.rows import CannotMeasureError, Note, Row
from tests.postgres import NoPostgresError, programs_folder


def accounts_of(size: int | None) -> Iterator[Row]:
    """A measurement whose unit is the database it finds."""
    from django.db import connection

    from accounts.models import User

    User.objects.create(username="lea")
    count = User.objects.count()
    yield Row(figure="accounts", measured=count, reference=size or 1, unit=connection.vendor, against="all")


def broken(size: int | None) -> Iterator[Row]:
    raise AssertionError("nothing can be measured here")
    yield


@pytest.mark.slow
def test_a_measurement_finds_each_database_empty() -> None:
    try:
        programs_folder()
    except NoPostgresError as error:
        pytest.skip(str(error))
    told = [(row.figure, row.measured, row.reference, row.unit) for row in on_each_database(accounts_of, 4)]
    assert told == [("accounts, SQLite", 1, 4, "sqlite"), ("accounts, PostgreSQL", 1, 4, "postgresql")]


def test_without_postgresql_the_rows_of_sqlite_are_there_before_the_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing() -> None:
        raise NoPostgresError("no initdb")

    monkeypatch.setattr("tests.postgres.programs_folder", missing)
    row, note = on_each_database(accounts_of, None)
    assert row.figure == "accounts, SQLite"
    assert note == Note("not measured on PostgreSQL, no initdb")


def test_a_measurement_that_fails_is_reported() -> None:
    with pytest.raises(CannotMeasureError, match="on SQLite the measurement ended with 1"):
        list(rows_on("SQLite", "", broken, 1))
