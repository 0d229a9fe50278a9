"""How a warning or an error is told to the operator: one line, nobody named."""

import logging
import traceback
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]


class LineFormatter(logging.Formatter):
    """One line a record; an exception as its type and where it was raised.

    An exception's message may quote what somebody typed, so it is told only `with_messages`.
    """

    def __init__(self, *, with_messages: bool = False) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")
        self.with_messages = with_messages

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        record.asctime = self.formatTime(record)
        parts = [self.formatMessage(record)]
        if record.exc_info and record.exc_info[1]:
            parts.append(self.told(record.exc_info[1]))
        return " | ".join(" ".join(part.split()) for part in parts)

    def told(self, error: BaseException) -> str:
        """The exception's type and the last places it passed, the innermost last."""
        name = type(error).__name__
        if self.with_messages:
            name = f"{name}: {error}"
        return f"{name} in {' > '.join(places(error)[-6:])}"


def places(error: BaseException) -> list[str]:
    """Where an exception passed, as `file:line function`, outermost first."""
    return [
        f"{short(frame.filename)}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]


def short(filename: str) -> str:
    """A file's path below the project or below the folder of installed packages."""
    path = Path(filename)
    if "site-packages" in path.parts:
        return "/".join(path.parts[path.parts.index("site-packages") + 1 :])
    return path.relative_to(PROJECT).as_posix() if path.is_relative_to(PROJECT) else path.name
