"""Load a student's program: the statements of its file run once, and its names are then a namespace.

The file is not run as a script. Its statements run one after the other. Those that ask, print, solve at
import or fail are left out and noted with their line, so that old files can be judged too.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .limits import LOADING_STEPS, SOURCE_LIMIT, Steps
from .source_text import decode, parse
from .statements import joined, split
from .student_program import Program, run_statement

if TYPE_CHECKING:
    from .source_text import Node
    from .student_program import Statement


def load(source: str | bytes) -> Program:
    """Load a Program. If nothing can be judged, its `is_usable` is false and its notes have the reason."""
    program, nodes = read(source)
    if program.is_usable:
        offer_numpy(program.text)
        take(program, split(program, nodes))
    return program


def read(source: str | bytes) -> tuple[Program, list[Node]]:
    """The Program of a text or of the bytes of a file, with its top-level nodes. Nothing of it has run."""
    encoding = "utf-8"
    if isinstance(source, (bytes, bytearray)):
        source, encoding = decode(bytes(source))
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    if text[:1] == "\ufeff":
        text = text[1:]
    program = Program(text)
    if len(text) > SOURCE_LIMIT:
        program.refuse("too_long")
    elif "\0" in text:
        program.refuse("not_text")
    elif not text.strip():
        program.refuse("empty")
    if not program.is_usable:
        return program, []
    if encoding == "windows-1252":
        program.note("windows_1252")
    return program, parse(program)


def take(program: Program, groups: list[list[Statement]]) -> None:
    """Run the statements once; what fails, asks or takes too long is noted and left out from now on."""
    for group in groups:
        if len(group) > 1:
            whole = joined(group)
            outcome = run_statement(program, whole, None)
            if not outcome.error and not outcome.stopped:
                program.statements.append(whole)
                continue
        for statement in group:
            steps = Steps(LOADING_STEPS, opcodes=sys.implementation.name == "cpython")
            outcome = run_statement(program, statement, steps)
            if outcome.stopped:
                program.leave_out(statement, "slow")
            elif outcome.error:
                if outcome.error.startswith("EOFError"):
                    program.leave_out(statement, "asks")
                else:
                    program.leave_out(statement, "failed", outcome.error)
            else:
                program.statements.append(statement)


def offer_numpy(source: str) -> None:
    """Import the judge's stand-in for numpy where a source asks for numpy and it is not installed."""
    if "numpy" in source and "numpy" not in sys.modules:
        try:
            __import__("numpy")  # optional: the engine itself needs nothing but the standard library
        except ImportError:
            try:
                from . import arrays
            except ImportError:
                return
            sys.modules["numpy"] = arrays.as_module()
