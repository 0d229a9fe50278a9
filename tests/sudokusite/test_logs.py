import logging
import sys

from sudokusite.logs import LineFormatter


def record_of_failure(typed: str) -> logging.LogRecord:
    """What is logged when somebody's input makes the site stumble."""
    try:
        int(typed)
    except ValueError:
        return logging.LogRecord("site", logging.ERROR, "x.py", 1, "It\nfailed", None, sys.exc_info())
    raise AssertionError("the input was meant to fail")


def test_an_exception_is_told_in_one_line_with_its_place() -> None:
    line = LineFormatter().format(record_of_failure("Léa"))
    assert len(line.splitlines()) == 1
    assert "ERROR site It failed | ValueError in tests/sudokusite/test_logs.py:" in line
    assert line.endswith(" record_of_failure")


def test_what_somebody_typed_is_told_to_developers_only() -> None:
    record = record_of_failure("Léa")
    assert "Léa" not in LineFormatter().format(record)
    assert "Léa" in LineFormatter(with_messages=True).format(record)
