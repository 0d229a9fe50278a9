"""Logging for the operator, without names of people: warnings, errors and the audit log."""

import logging
import os
import re
import traceback
from datetime import UTC, datetime
from pathlib import Path

from django.http import HttpRequest

PROJECT = Path(__file__).resolve().parents[1]


class LineFormatter(logging.Formatter):
    """One line per record; an exception as its type and where it was raised.

    An exception's message may quote user input, so it is included only `with_messages`.
    """

    def __init__(self, *, with_messages: bool = False) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")
        self.with_messages = with_messages

    def format(self, record: logging.LogRecord) -> str:
        record.message = self.without_names(record)
        record.asctime = self.formatTime(record)
        parts = [self.formatMessage(record)]
        if record.exc_info and record.exc_info[1]:
            parts.append(self.exception_text(record.exc_info[1]))
        return " | ".join(" ".join(part.split()) for part in parts)

    def without_names(self, record: logging.LogRecord) -> str:
        """The message with the address replaced by its pattern: `/students/<username>/`."""
        message, request = record.getMessage(), getattr(record, "request", None)
        if self.with_messages or not isinstance(request, HttpRequest):
            return message
        return message.replace(request.path, pattern_of(request))

    def exception_text(self, error: BaseException) -> str:
        """The exception's type and the last places it passed, the innermost last."""
        name = type(error).__name__
        if self.with_messages:
            name = f"{name}: {error}"
        return f"{name} in {' > '.join(places(error)[-6:])}"


def is_not_busy_response(record: logging.LogRecord) -> bool:
    """False for 429 and 503 answers: a flood would fill the log."""
    return getattr(record, "status_code", None) not in (429, 503)


def pattern_of(request: HttpRequest) -> str:
    """The requested address with its numbers, but without words that somebody typed."""
    match = request.resolver_match
    if match is None or match.route is None:
        return "/..."
    values = match.kwargs

    def part(found: re.Match[str]) -> str:
        value = values.get(found[1])
        return str(value) if isinstance(value, int) else f"<{found[1]}>"

    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", part, match.route)


def places(error: BaseException) -> list[str]:
    """The traceback as `file:line function`, outermost first."""
    return [
        f"{short(frame.filename)}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]


def short(filename: str) -> str:
    """A file's path relative to the project or to the folder of installed packages."""
    path = Path(filename)
    if "site-packages" in path.parts:
        return "/".join(path.parts[path.parts.index("site-packages") + 1 :])
    return path.relative_to(PROJECT).as_posix() if path.is_relative_to(PROJECT) else path.name


class MonthlyFilesHandler(logging.Handler):
    """Writes the lines of each month to a file of its own, readable only by its owner.

    Several processes can append to it, one line at a time. When a month begins, files older than `months` are
    deleted.
    """

    def __init__(self, folder: Path, *, months: int = 13) -> None:
        super().__init__()
        self.folder, self.months = folder, months

    def emit(self, record: logging.LogRecord) -> None:
        at = datetime.fromtimestamp(record.created, tz=UTC)
        line = f"{at:%Y-%m-%dT%H:%M:%SZ} {' '.join(record.getMessage().split())}\n"
        try:
            self.append(f"{at:%Y-%m}.log", line)
        except OSError:
            self.handleError(record)

    def append(self, name: str, line: str) -> None:
        """Add a line to the file of a month."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        is_new = not (self.folder / name).exists()
        with open(self.folder / name, "a", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(line)
        if is_new:
            for old in sorted(self.folder.glob("????-??.log"))[: -self.months]:
                old.unlink(missing_ok=True)
