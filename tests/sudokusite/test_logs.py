import logging
import sys
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from sudokusite.logs import LineFormatter


def record_of_failure(typed: str) -> logging.LogRecord:
    """What is logged when somebody's input makes the site stumble."""
    try:
        int(typed)
    except ValueError:
        return logging.LogRecord("site", logging.ERROR, "x.py", 1, "It\nfailed", None, sys.exc_info())
    raise AssertionError("the input was meant to fail")


def test_an_exception_is_logged_in_one_line_with_its_place() -> None:
    line = LineFormatter().format(record_of_failure("Léa"))
    assert len(line.splitlines()) == 1
    assert "ERROR site It failed | ValueError in tests/sudokusite/test_logs.py:" in line
    assert line.endswith(" record_of_failure")


def test_typed_text_is_logged_for_developers_only() -> None:
    record = record_of_failure("Léa")
    assert "Léa" not in LineFormatter().format(record)
    assert "Léa" in LineFormatter(with_messages=True).format(record)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/students/lea.petit/", "Not Found: /students/<username>/"),
        ("/history/4711/", "Not Found: /history/4711/"),
        ("/lea.petit/", "Not Found: /..."),
    ],
)
def test_an_address_is_logged_without_its_query(
    client_of: Callable[[User], Client],
    teacher: User,
    caplog: pytest.LogCaptureFixture,
    address: str,
    told: str,
) -> None:
    logger = logging.getLogger("django")
    logger.addHandler(caplog.handler)
    try:
        assert client_of(teacher).get(address).status_code == 404
    finally:
        logger.removeHandler(caplog.handler)
    [line] = {LineFormatter().format(record) for record in caplog.records}
    assert line.endswith(f"WARNING django.request {told}")
