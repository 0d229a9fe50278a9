"""The limits on a student's program, and what ends it. Limits of memory and processor: child_process.py."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# The name of a student's file in tracebacks. Brython calls every text given to `exec` so.
PROGRAM_FILE = "<string>"

# The length of a source, in characters, and the number of notes about it.
SOURCE_LIMIT = 1_000_000
NOTES_LIMIT = 20
# Lines that one statement may run while the file is loaded.
LOADING_STEPS = 100_000
# Characters kept of the output of a call, and of each text in a message.
PRINTED_LIMIT = 200_000
TEXT_LIMIT = 2000
# Questions that may be asked when no answer is left.
ENDS_OF_INPUT = 200
RECURSION_LIMIT = 20_000


class Stopped(BaseException):
    """The program took more steps than it was given, or asks again and again although no answer is left."""


class Steps:
    """A budget of lines: after `count` lines of the student's file the run ends.

    A loop written on one line gives CPython no line to count: with `opcodes`, instructions count too,
    ten to a line.
    """

    __slots__ = ("left", "opcodes")

    def __init__(self, count: int, *, opcodes: bool = False) -> None:
        self.left: float = count
        self.opcodes = opcodes

    def tracer(self) -> Any:
        """The function for `sys.settrace`: Brython takes no bound method."""

        def trace(frame: Any, event: str, argument: object) -> Any:
            if frame.f_code.co_filename != PROGRAM_FILE:
                return trace
            if event == "line":  # Brython loses an exception that is raised at another event
                self.left -= 1
            elif event == "opcode":
                self.left -= 0.1
            elif event == "call" and self.opcodes:
                frame.f_trace_opcodes = True
            if self.left < 0 and event in ("line", "opcode"):
                raise Stopped
            return trace

        return trace


def hold_recursion_limit() -> Callable[[int], None]:
    """Cap the recursion limit that a program may set, and return the function to put back."""
    original = sys.setrecursionlimit
    usual = sys.getrecursionlimit()

    def limited(limit: int) -> None:
        original(max(usual, min(limit, RECURSION_LIMIT)))

    sys.setrecursionlimit = limited
    return original
