"""The tables of a school, asked beside the site: on SQLite and on PostgreSQL in the same way."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol
from urllib.parse import urlsplit


class Tables(Protocol):
    """An open connection, as far as it is used here. A parameter is written `?`."""

    def execute(self, query: str, parameters: Sequence[Any] = (), /) -> Any: ...

    def cursor(self) -> Any: ...


class PostgresTables:
    """A connection of psycopg that takes `?` for a parameter."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    def execute(self, query: str, parameters: Sequence[Any] = (), /) -> Any:
        return self.connection.execute(query.replace("?", "%s"), parameters or None)

    def cursor(self) -> Any:
        return self.connection.cursor()


@contextmanager
def connected_to(url: str) -> Iterator[Tables]:
    """A connection to the database of a DATABASE_URL, without a transaction of its own."""
    if url.startswith("sqlite:///"):
        connection: Any = sqlite3.connect(url.removeprefix("sqlite:///"), timeout=60, isolation_level=None)
        tables: Tables = connection
    else:
        import psycopg

        connection = psycopg.connect(url, autocommit=True)
        tables = PostgresTables(connection)
    try:
        yield tables
    finally:
        connection.close()


def new_database(server: str, name: str, *, like: str = "template0") -> str:
    """The DATABASE_URL of a new database on a PostgreSQL server, a copy of another one."""
    with connected_to(server) as tables:
        tables.execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}"')
    return urlsplit(server)._replace(path=f"/{name}").geturl()
