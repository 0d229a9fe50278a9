"""A stream of bytes, fed in pieces of any size, cut into lines of UTF-8.

A line that is not UTF-8 stays as it is: `decode_line` reads it as Windows-1252, so that one stray
accent spoils one comment and not the file. UTF-16 becomes UTF-8 here.
"""

import codecs
from typing import Any

from .faults import ARCHIVE, BINARY, DOCUMENT, PICTURE, NotAPuzzleFileError

MAX_LINE_BYTES = 4096

_HEAD_BYTES = 8
_CHECKED_BYTES = 4096
_SIGNATURES = (
    (b"\x89PNG", PICTURE),
    (b"GIF8", PICTURE),
    (b"\xff\xd8\xff", PICTURE),
    (b"RIFF", PICTURE),
    (b"PK\x03\x04", ARCHIVE),
    (b"\x1f\x8b", ARCHIVE),
    (b"BZh", ARCHIVE),
    (b"7z\xbc\xaf", ARCHIVE),
    (b"\xfd7zXZ", ARCHIVE),
    (b"\xd0\xcf\x11\xe0", ARCHIVE),
    (b"%PDF", DOCUMENT),
    (b"{\\rtf", DOCUMENT),
)
_TEXT_BYTES = frozenset(b"\t\n\r" + bytes(range(32, 127)))
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class LineSplitter:
    """Gives the complete lines of what it is fed; keeps the rest for the next piece.

    A line longer than MAX_LINE_BYTES is given once, cut to one byte more than that; what follows of it is
    dropped as it comes. Raises NotAPuzzleFileError for bytes that are no text.
    """

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        state = state or {}
        self._encoding: str = state.get("encoding", "")
        self._head = bytes.fromhex(state.get("head", ""))
        self._half_unit = bytes.fromhex(state.get("half_unit", ""))
        self._pending = bytes.fromhex(state.get("pending", ""))
        self._checked: int = state.get("checked", 0)
        self._after_return: bool = state.get("after_return", False)
        self._is_skipping: bool = state.get("is_skipping", False)

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that end in this piece."""
        if not self._encoding:
            self._head += chunk
            if len(self._head) < _HEAD_BYTES:
                return []
            chunk = self._open()
        return self._split(self._to_utf8(chunk))

    def finish(self) -> list[bytes]:
        """The last lines, once no more bytes come."""
        lines = []
        if not self._encoding:
            lines = self._split(self._to_utf8(self._open()))
        rest, self._pending = self._pending, b""
        return [*lines, rest] if rest else lines

    def state(self) -> dict[str, Any]:
        """All that is needed to go on later, as plain JSON: `LineSplitter(state)`."""
        return {
            "encoding": self._encoding,
            "head": self._head.hex(),
            "half_unit": self._half_unit.hex(),
            "pending": self._pending.hex(),
            "checked": self._checked,
            "after_return": self._after_return,
            "is_skipping": self._is_skipping,
        }

    def _open(self) -> bytes:
        """The first bytes without their mark, once they have shown the encoding."""
        head, self._head = self._head, b""
        for signature, reason in _SIGNATURES:
            if head.startswith(signature):
                raise NotAPuzzleFileError(reason)
        for mark, encoding in _BYTE_ORDER_MARKS:
            if head.startswith(mark):
                self._encoding = encoding
                return head[len(mark) :]
        # A few letters only, however many came at once: a later accent must not change the answer.
        self._encoding = _encoding_without_mark(head[:_HEAD_BYTES])
        return head

    def _to_utf8(self, data: bytes) -> bytes:
        if self._encoding != "utf-8":
            data = self._half_unit + data
            decoder = codecs.getincrementaldecoder(self._encoding)("replace")
            text = decoder.decode(data)
            self._half_unit = decoder.getstate()[0]
            data = text.encode("utf-8", "replace")
        if self._checked < _CHECKED_BYTES:
            if b"\0" in data[: _CHECKED_BYTES - self._checked]:
                raise NotAPuzzleFileError(BINARY)
            self._checked += len(data)
        return data

    def _split(self, data: bytes) -> list[bytes]:
        if self._after_return and data:
            data = data.removeprefix(b"\n")
            self._after_return = False
        if b"\r" in data:
            self._after_return = data.endswith(b"\r")
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines = data.split(b"\n")
        if self._is_skipping:
            if len(lines) == 1:
                return []
            self._is_skipping = False
            del lines[0]
        else:
            lines[0] = self._pending + lines[0]
        self._pending = lines.pop()
        lines = [line if len(line) <= MAX_LINE_BYTES else line[: MAX_LINE_BYTES + 1] for line in lines]
        if len(self._pending) > MAX_LINE_BYTES:
            lines.append(self._pending[: MAX_LINE_BYTES + 1])
            self._pending = b""
            self._is_skipping = True
        return lines


def decode_line(line: bytes) -> str:
    """The text of a line: UTF-8, else Windows-1252, else Latin-1."""
    for encoding in ("utf-8", "cp1252"):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1")


def _encoding_without_mark(head: bytes) -> str:
    """UTF-16 when every second byte is zero and the others are ASCII text, else UTF-8."""
    for encoding, letters, zeros in (("utf-16-le", 0, 1), ("utf-16-be", 1, 0)):
        if not any(head[zeros::2]) and set(head[letters::2]) <= _TEXT_BYTES and len(head) > 1:
            return encoding
    return "utf-8"
