"""The events of a recorded run on their way to the page, in pieces of compact text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .instrumentation import MOST_ARGUMENTS

if TYPE_CHECKING:
    from typing import Any

    from .messages import Emit

HEAD_EVENTS = 150_000
PIECE = 1000
# A ring buffer of whole pieces: with the one begun, at most the last 50,000 events.
TAIL_PIECES = 49
_FOLLOWED_PIECES = 20
# Characters end below the surrogates.
_MOST = 0xD7FF
_FEW = 2048
_SIGNS = [chr(number) for number in range(_FEW)]


class EventStream:
    """Events on their way to the page, in texts of characters below 0xD800.

    An event is six characters: code (10 * operation + digit), cell (81: none), line, how many open calls it
    has in common with the previous event, how many calls are open, and calls made since the previous event.
    For each open call beyond the common ones `frames` has five characters: the number of its function, and
    one for each of its first four arguments: a whole number from 0 to 999 plus one, or 0 for anything else.

    After the first 150,000 events, a ring buffer keeps the last 49 pieces, each with its initial state.
    """

    __slots__ = ("_emit", "_events", "_frames", "_held", "_start", "added", "kept")

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._events: list[str] = []
        self._frames: list[str] = []
        self._held: list[dict[str, Any]] = []
        self._start: dict[str, Any] = {}
        self.added = self.kept = 0

    def add(self, code: int, cell: int, line: int, common: int, stack: list[Any], calls: int) -> bool:
        """Add an event. True if it completes a piece: then call `end_piece`."""
        depth = len(stack)
        if line < _FEW and depth < _FEW and calls < _FEW:
            # Common depths are below the depth itself. Looked up: `chr` is slow in Brython.
            signs = _SIGNS
            text = signs[code] + signs[cell] + signs[line] + signs[common] + signs[depth] + signs[calls]
        else:
            text = "".join(chr(min(each, _MOST)) for each in (code, cell, line, common, depth, calls))
        self._events.append(text)
        if common < depth:
            for function, arguments in stack[common:]:
                self._frames.append(_frame_text(function, arguments))
        self.added += 1
        return self.added % PIECE == 0

    def end_piece(self, state: dict[str, Any], stack: list[Any]) -> None:
        """Send a whole piece or hold it back. `state` is the one after it, `stack` the calls then open."""
        piece = self._piece()
        if self.added <= HEAD_EVENTS:
            self._send(piece)
        else:
            self._held.append(piece)
            if len(self._held) > TAIL_PIECES:
                del self._held[0]
            if self.added // PIECE % _FOLLOWED_PIECES == 0:
                self._emit({"kind": "followed", "length": self.added})
        if self.added >= HEAD_EVENTS:
            frames = "".join(_frame_text(function, arguments) for function, arguments in stack)
            self._start = {"number": self.added, "frames": frames, **state}

    def close(self) -> None:
        """Send the pieces held back."""
        if self._events:
            self._held.append(self._piece())
        for number, piece in enumerate(self._held):
            if number or piece["start"].get("number", self.kept) == self.kept:
                piece["start"] = None
            self._send(piece)
        self._held = []

    def _piece(self) -> dict[str, Any]:
        piece = {"events": "".join(self._events), "frames": "".join(self._frames), "start": self._start}
        self._events = []
        self._frames = []
        return piece

    def _send(self, piece: dict[str, Any]) -> None:
        self.kept += len(piece["events"]) // 6
        start = {"start": piece["start"]} if piece["start"] else {}
        self._emit({"kind": "trace", "events": piece["events"], "frames": piece["frames"], **start})


def _frame_text(function: int, arguments: tuple[Any, ...]) -> str:
    text = chr(function if function < _MOST else _MOST)
    for place in range(MOST_ARGUMENTS):
        value: Any = arguments[place] if place < len(arguments) else None
        is_small = type(value) is int and 0 <= value < 1000
        text += chr(value + 1 if is_small else 0)
    return text
