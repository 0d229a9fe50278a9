"""The three streams of a terminal program, and the words it speaks with."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, TextIO

from ..formats import RejectedRecord, describe_expected, describe_fault, describe_found
from ..translation import Words

_PIECE_BYTES = 65536
_LONGEST_ANSWER = 100_000


class Console:
    """Where a verb reads and writes. `has_complained`: something was written to standard error."""

    def __init__(
        self, *, stdin: BinaryIO, stdout: TextIO, stderr: TextIO, words: Words, is_json: bool = False
    ) -> None:
        self.words = words
        self.is_json = is_json
        self.has_complained = False
        self._stdin = stdin
        self._stdout = stdout
        self._stderr = stderr

    @property
    def is_terminal(self) -> bool:
        """Whether the output goes to a terminal."""
        return self._stdout.isatty()

    def say(self, text: str, *, end: str = "\n") -> None:
        """Write a text to standard output."""
        self._stdout.write(text + end)

    def say_json(self, value: Any) -> None:
        """Write a value as one line of JSON."""
        self.say(json.dumps(value, ensure_ascii=False))

    def complain(self, text: str) -> None:
        """Write one line to standard error."""
        self.has_complained = True
        self._stdout.flush()
        self._stderr.write(text + "\n")
        self._stderr.flush()

    def complain_of(self, record: RejectedRecord) -> None:
        """Write why a line of a file is no grid, in one line on standard error; in JSON mode also as data."""
        fault = record.fault
        message = describe_fault(fault, self.words)
        if self.is_json:
            error = {
                "reason": fault.reason,
                "line": fault.line,
                "column": fault.column,
                "found": describe_found(fault, self.words),
                "expected": describe_expected(fault, self.words),
                "message": message,
            }
            self.say_json({"number": record.number, "line": record.line, "error": error})
        self.complain(message)

    def flush(self) -> None:
        """Flush standard output."""
        self._stdout.flush()

    def pieces(self) -> Iterator[bytes]:
        """Standard input, piece by piece; the output is flushed before each wait."""
        read = getattr(self._stdin, "read1", self._stdin.read)
        while True:
            self.flush()
            piece = read(_PIECE_BYTES)
            if not piece:
                return
            yield piece

    def answer(self) -> bytes | None:
        """The next line of standard input; None at its end."""
        self.flush()
        return self._stdin.readline(_LONGEST_ANSWER) or None
