"""Load a student's program: the statements of its file run once, and its names are then a namespace.

The file is not run as a script: its statements are taken one after the other, and those that ask, print,
solve at import or fail are noted with their line and left out, so that old files are judged too.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .environment import Environment, attempt
from .limits import LOADING_STEPS, NOTES_LIMIT, PROGRAM_FILE, SOURCE_LIMIT, Steps
from .source_text import decode, parse
from .statements import joined, split

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .cases import Outcome
    from .source_text import Node
    from .statements import Statement

MODULE_NAME = "sudoku"
_FUTURE_ANNOTATIONS = 0x1000000


class Program:
    """A student's program: its text, its names, and the notes about the file."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.notes: list[dict[str, Any]] = []
        self.statements: list[Statement] = []
        self.pieces: list[Statement] = []
        self.left_out: dict[str, int] = {}
        self.own_names: dict[str, int] = {}
        self.namespace = new_namespace(MODULE_NAME)
        self.is_usable = True
        self.steps: Steps | None = None
        # What was found in the program or out about it, for as long as the namespace stays.
        self.found: dict[Any, Any] = {}

    def note(self, code: str, line: int | None = None, text: str = "") -> None:
        """Say something about the file; every note is a message."""
        if len(self.notes) < NOTES_LIMIT:
            self.notes.append({"kind": "note", "code": code, "line": line, "text": text[:300]})

    def refuse(self, code: str, line: int | None = None, text: str = "") -> None:
        """Say why nothing of the file can be judged."""
        self.note(code, line, text)
        self.notes[-1]["fatal"] = True
        self.is_usable = False

    def leave_out(self, statement: Statement, code: str, text: str = "") -> None:
        """Note that a statement was not taken."""
        for name in statement.binds:
            self.left_out[name] = statement.first
        self.note(code, statement.first, text or self.lines[statement.first - 1].strip())

    def renew(self) -> None:
        """The namespace as it was when the file was loaded: run the statements that were taken again."""
        self.namespace = new_namespace(MODULE_NAME)
        self.found = {}
        for statement in self.statements:
            run_statement(self, statement, None)


def new_namespace(name: str) -> dict[str, Any]:
    """The names a module has before its first line."""
    return {"__name__": name, "__doc__": None, "__file__": "sudoku.py"}


def load(source: str | bytes) -> Program:
    """A Program. Where nothing can be judged, its `is_usable` is false and its notes say why."""
    program, nodes = read(source)
    if program.is_usable:
        offer_numpy(program)
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


def run_statement(program: Program, statement: Statement, steps: Steps | None) -> Outcome:
    """Run one statement in the program's namespace. Grids that were there before keep their digits."""
    kept = _copies(program.namespace) if statement.calls_own else {}
    outcome = attempt(program, lambda: execute(statement.text, program), Environment(), steps)
    for name, (rows, copy) in kept.items():
        if program.namespace.get(name) is rows and name not in statement.binds:
            for row, old in zip(rows, copy, strict=False):
                row[:] = old
    return outcome


def run_script(
    program: Program,
    environment: Environment,
    text: str | None = None,
    names: Mapping[str, Any] | None = None,
    replaced: Mapping[str, Any] | None = None,
) -> Outcome:
    """Run the whole file, or another text in its place, as a script in an environment: an Outcome.

    It runs in a new namespace that starts with `names`. `replaced`: names and the values they
    get instead of the file's own, as soon as it binds them. `exit()` is no error.
    """
    kept = program.namespace
    program.namespace = {**new_namespace("__main__"), **(names or {})}

    def run_all() -> None:
        if not replaced:
            execute(program.text if text is None else text, program)
            return
        for piece in program.pieces:
            execute(piece.text, program)
            for name in piece.binds:
                if name in replaced:
                    program.namespace[name] = replaced[name]

    try:
        outcome = attempt(program, run_all, environment, program.steps)
    finally:
        program.namespace = kept
    if outcome.error == "SystemExit":
        outcome.error = outcome.line = None
    return outcome


def execute(text: str, program: Program) -> None:
    """Run a text in the namespace of a program."""
    if (
        "annotations" in program.text
        and "__future__" in program.text
        and sys.implementation.name == "cpython"
    ):
        exec(compile(text, PROGRAM_FILE, "exec", _FUTURE_ANNOTATIONS, True), program.namespace)  # noqa: S102 - see below
    else:
        # Brython runs a text, but not always what `compile` made of it. Only judge_in_child and the sandboxed
        # worker run what a student wrote, never the server.
        exec(text, program.namespace)  # noqa: S102


def _copies(namespace: dict[str, Any]) -> dict[str, tuple[list[Any], list[list[Any]]]]:
    found = {}
    for name, value in namespace.items():
        if type(value) is list and value and all(type(row) is list for row in value):
            found[name] = (value, [row[:] for row in value])
    return found


def offer_numpy(program: Any) -> None:
    """Where numpy is asked for but not installed, the judge's own stand-in is imported in its place."""
    if "numpy" in program.text and "numpy" not in sys.modules:
        try:
            __import__("numpy")  # optional: the engine itself needs nothing but the standard library
        except ImportError:
            try:
                from . import arrays
            except ImportError:
                return
            sys.modules["numpy"] = arrays.as_module()
