"""A student's program: its text, its statements and its namespace, and how parts of it are run."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .environment import Environment, attempt
from .limits import NOTES_LIMIT, PROGRAM_FILE, Steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from .cases import Outcome

MODULE_NAME = "sudoku"
_FUTURE_ANNOTATIONS = 0x1000000


class Statement:
    """One or several top-level statements that are run together, with their lines."""

    __slots__ = ("binds", "calls_own", "first", "last", "text")

    def __init__(self, *, first: int, last: int, text: str, binds: list[str], calls_own: bool) -> None:
        self.first, self.last, self.text = first, last, text
        self.binds, self.calls_own = binds, calls_own


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
        # What judging has found out about the program, until its namespace is renewed.
        self.found: dict[Any, Any] = {}

    def note(self, code: str, line: int | None = None, text: str = "") -> None:
        """Add a note about the file; every note is a message."""
        if len(self.notes) < NOTES_LIMIT:
            self.notes.append({"kind": "note", "code": code, "line": line, "text": text[:300]})

    def refuse(self, code: str, line: int | None = None, text: str = "") -> None:
        """Note the reason why nothing of the file can be judged."""
        self.note(code, line, text)
        self.notes[-1]["fatal"] = True
        self.is_usable = False

    def leave_out(self, statement: Statement, code: str, text: str = "") -> None:
        """Note that a statement was not taken."""
        for name in statement.binds:
            self.left_out[name] = statement.first
        self.note(code, statement.first, text or self.lines[statement.first - 1].strip())

    def renew(self) -> None:
        """Restore the namespace as it was after loading: run the statements taken once more."""
        self.namespace = new_namespace(MODULE_NAME)
        self.found = {}
        for statement in self.statements:
            run_statement(self, statement, None)


def new_namespace(name: str) -> dict[str, Any]:
    """The names a module has before its first line."""
    return {"__name__": name, "__doc__": None, "__file__": "sudoku.py"}


def run_statement(program: Program, statement: Statement, steps: Steps | None) -> Outcome:
    """Run one statement in the program's namespace. Grids that were there before keep their digits."""
    kept = _copies(program.namespace) if statement.calls_own else {}
    outcome = attempt(program, lambda: execute(statement.text, program), Environment(), steps)
    for name, (rows, copy) in kept.items():
        if program.namespace.get(name) is rows and name not in statement.binds:
            for row, old in zip(rows, copy, strict=False):
                row[:] = old
    return outcome


def run_action(
    program: Program,
    action: Callable[[], Any],
    answers: Iterable[str] = (),
    files: Mapping[str, str] | None = None,
) -> Outcome:
    """Run an action on a loaded program in a new environment: an Outcome."""
    return attempt(program, action, Environment(answers, files), program.steps)


def run_script(
    program: Program,
    environment: Environment,
    *,
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
