"""How many queries pages cost."""

from collections.abc import Iterable

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def queries_of(client: Client, addresses: Iterable[str]) -> list[int]:
    """How many queries each page costs, the session and the user included."""
    counts = []
    for address in addresses:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code in (200, 286)
        counts.append(len(queries))
    return counts
