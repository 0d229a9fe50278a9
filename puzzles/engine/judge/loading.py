"""A student's source, as text or bytes, becomes a namespace.

The file is not run as a script: its statements are taken one after the other, and those that ask, print,
solve at import or fail are noted with their line and left out, so that old files are judged too.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from . import world

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from .cases import Outcome

    Node = Any  # of a syntax tree, by attributes: the module `ast` takes Brython 100 ms to import

MODULE_NAME = "sudoku"
SOURCE_LIMIT = 1_000_000
NOTES_LIMIT = 20
_LOADING_STEPS = 100_000
_ONLY_AST = 1024
_FUTURE_ANNOTATIONS = 0x1000000

_DEFINITIONS = ("FunctionDef", "AsyncFunctionDef", "ClassDef", "Import", "ImportFrom")
_BINDINGS = ("Assign", "AnnAssign", "AugAssign", "Delete", "Pass", "Global", "TypeAlias")
# Calls that begin something which waits, shows, tests or ends, whatever they are called on.
_STARTERS = ("testmod", "main", "mainloop", "show", "sleep", "exit", "quit", "run")

_WINDOWS = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ"


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file and its encoding: UTF-8 with or without byte order mark, UTF-16 or Windows-1252."""
    if data[:3] == b"\xef\xbb\xbf":
        data = data[3:]
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace"), "utf-16"
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        text = "".join(_WINDOWS[byte - 128] if 128 <= byte < 160 else chr(byte) for byte in data)
        return text, "windows-1252"


class Statement:
    """One or several top-level statements that are run together, with their lines."""

    __slots__ = ("binds", "calls_own", "first", "last", "text")

    def __init__(self, first: int, last: int, text: str, binds: list[str], calls_own: bool) -> None:
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
        self.steps: world.Steps | None = None
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


def parse(program: Program) -> list[Node]:
    """The top-level nodes of a program. Tabs mixed with spaces end at a multiple of eight columns, or of four
    where only that is Python.
    """
    try:
        if any("\t" in _indentation(line) for line in program.lines):
            return _parsed_with_tabs(program)
        return list(_tree(program.text).body)
    except SyntaxError as error:
        _refuse_syntax(program, error)
    except (ValueError, RecursionError, MemoryError) as error:
        program.refuse("syntax_error", None, str(error))
    return []


def _parsed_with_tabs(program: Program) -> list[Node]:
    """The same where lines begin with tabs. Brython takes any mixture, so that is looked for here."""
    lines, code = [_without_tabs(line, 8) for line in program.lines], "tabs"
    try:
        nodes = list(_tree("\n".join(lines)).body)
    except SyntaxError as error:
        lines, code = [_without_tabs(line, 4) for line in program.lines], "tabs_of_four"
        try:
            nodes = list(_tree("\n".join(lines)).body)
        except SyntaxError:
            raise error from None
    else:
        if _are_in_step(sorted(_first_lines(nodes)), program.lines):
            try:
                return list(_tree(program.text).body)
            except SyntaxError:
                pass
    program.lines, program.text = lines, "\n".join(lines)
    program.note(code)
    return nodes


def _first_lines(nodes: Sequence[Node]) -> Iterator[int]:
    """The lines at which the statements among these nodes and in them begin."""
    for node in nodes:
        yield node.lineno
        for name in ("body", "handlers", "orelse", "finalbody", "cases"):
            inner = getattr(node, name, None)
            if isinstance(inner, list):
                yield from _first_lines([each for each in inner if hasattr(each, "lineno")])


def _are_in_step(numbers: Sequence[int], lines: Sequence[str]) -> bool:
    """Whether each of these lines is further in than the one before it however wide a tab is, or for none."""
    before = (0, 0)
    for number in numbers:
        indentation = _indentation(lines[number - 1])
        here = (len(indentation.expandtabs(8)), len(indentation))
        if (here[0] > before[0], here[0] == before[0]) != (here[1] > before[1], here[1] == before[1]):
            return False
        before = here
    return True


def _refuse_syntax(program: Program, error: SyntaxError) -> None:
    line = getattr(error, "lineno", None)
    words = str(getattr(error, "msg", "") or "")
    code = "syntax_error"
    if line and 0 < line <= len(program.lines):
        shown = program.lines[line - 1].strip()
        if shown.startswith("print ") and not shown[6:].lstrip().startswith(("(", "=")):
            code = "python_2"
        # Brython gives no message for this.
        elif words.startswith("unindent") or (words == "invalid syntax" and _is_between(program.lines, line)):
            code, words = "unindent", ""
    program.refuse(code, line, words)


def _is_between(lines: Sequence[str], number: int) -> bool:
    """Whether a line goes back to a depth that no line around it has."""
    depths, is_between = [0], False
    before = "".join(lines[: number - 1])
    if any(before.count(opening) != before.count(closing) for opening, closing in ("()", "[]", "{}")):
        return False
    for line in lines[:number]:
        if line.strip() and not line.lstrip().startswith("#"):
            depth, deepest = len(_indentation(line).expandtabs(8)), depths[-1]
            while depths[-1] > depth:
                depths.pop()
            is_between = deepest > depth > depths[-1]
            if depths[-1] < depth:
                depths.append(depth)
    return is_between


def _tree(text: str) -> Node:
    return compile(text, world.FILE, "exec", _ONLY_AST, True)


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _without_tabs(line: str, columns: int) -> str:
    indentation = _indentation(line)
    return indentation.expandtabs(columns) + line[len(indentation) :]


def split(program: Program, nodes: list[Node]) -> list[list[Statement]]:
    """The statements to run in their order: runs of harmless ones together, each other one alone."""
    for node in nodes:
        for name in _bound(node):
            program.own_names.setdefault(name, node.lineno)
    defined = {node.name for node in nodes if hasattr(node, "name") and type(node).__name__ in _DEFINITIONS}
    taken: list[tuple[int, int, list[Node]]] = []
    last_line = 0
    for node in nodes:
        first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])
        if first <= last_line:  # a second statement on a line: `a = 1; b = 2`
            before = taken[-1]
            first, nodes_here = before[0], [*before[2], node]
            taken.pop()
        else:
            nodes_here = [node]
        last_line = max(last_line, node.end_lineno)
        taken.append((first, last_line, nodes_here))
    statements: list[list[Statement]] = []
    harmless: list[Statement] | None = None
    for first, last, group in taken:
        reason = next((code for code in (_reason_to_skip(node, defined) for node in group) if code), None)
        binds = [name for node in group for name in _bound(node)]
        calls_own = any(_calls(node) & defined for node in group if type(node).__name__ not in _DEFINITIONS)
        text = "\n" * (first - 1) + "\n".join(program.lines[first - 1 : last]) + "\n"
        statement = Statement(first, last, text, binds, calls_own)
        program.pieces.append(statement)
        if all(_is_future(node) for node in group):
            continue
        if reason:
            program.leave_out(statement, reason)
            harmless = None
        elif not calls_own and all(_is_harmless(node) for node in group):
            if harmless is None:
                harmless = []
                statements.append(harmless)
            harmless.append(statement)
        else:
            statements.append([statement])
            harmless = None
    return statements


def _is_future(node: Node) -> bool:
    return type(node).__name__ == "ImportFrom" and bool(node.module == "__future__")


def _is_harmless(node: Node) -> bool:
    kind = type(node).__name__
    return kind in _DEFINITIONS + _BINDINGS or (kind == "Expr" and type(node.value).__name__ == "Constant")


def _bound(node: Node) -> list[str]:
    kind = type(node).__name__
    if kind in ("FunctionDef", "AsyncFunctionDef", "ClassDef"):
        return [node.name]
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    return [target.id for target in targets if type(target).__name__ == "Name"]


def _walk(node: Node) -> Iterator[Node]:
    """A node and all nodes in it, without the bodies of functions and classes."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        if type(node).__name__ in ("FunctionDef", "AsyncFunctionDef", "ClassDef", "Lambda"):
            continue
        for field in node._fields:
            value = getattr(node, field, None)
            for child in value if isinstance(value, list) else [value]:
                if hasattr(child, "_fields"):
                    waiting.append(child)


def _calls(node: Node) -> set[str]:
    """The names that are called in a statement: `f(x)` and `x.f()` both call `f`."""
    found = set()
    for inner in _walk(node):
        if type(inner).__name__ == "Call":
            called = inner.func
            kind = type(called).__name__
            if kind == "Name":
                found.add(called.id)
            elif kind == "Attribute":
                found.add(called.attr)
    return found


def _reason_to_skip(node: Node, defined: set[str]) -> str | None:
    """Why a statement is not run: asks, prints, runs; None for one that is."""
    kind = type(node).__name__
    if kind in _DEFINITIONS or (kind == "If" and _is_main_guard(node.test)):
        return None
    calls = _calls(node)
    if "input" in calls or "raw_input" in calls:
        return "asks"
    if kind in _BINDINGS:
        return None
    if any(type(inner).__name__ in _DEFINITIONS for inner in _walk(node)):
        return None
    if calls & defined or calls & set(_STARTERS):
        return "runs"
    if kind == "While" and _is_endless(node):
        return "slow"
    if "print" in calls:
        return "prints"
    return None


def _is_endless(loop: Node) -> bool:
    """Whether a loop is `while True` without a way out."""
    ways_out = ("Break", "Raise", "Call", "Return")
    return (
        type(loop.test).__name__ == "Constant"
        and bool(loop.test.value)
        and not any(type(inner).__name__ in ways_out for inner in _walk(loop))
    )


def _is_main_guard(test: Node) -> bool:
    return any(type(inner).__name__ == "Name" and inner.id == "__name__" for inner in _walk(test))


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
            steps = world.Steps(_LOADING_STEPS, opcodes=sys.implementation.name == "cpython")
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


def joined(group: Sequence[Statement]) -> Statement:
    """Several statements as one, with the line numbers of the file."""
    lines = [""] * group[-1].last
    for statement in group:
        lines[statement.first - 1 :] = (
            statement.text.split("\n")[statement.first - 1 : -1] + lines[statement.last :]
        )
    binds = [name for statement in group for name in statement.binds]
    return Statement(group[0].first, group[-1].last, "\n".join(lines) + "\n", binds, False)


def run_statement(program: Program, statement: Statement, steps: world.Steps | None) -> Outcome:
    """Run one statement in the program's namespace. Grids that were there before keep their digits."""
    kept = _copies(program.namespace) if statement.calls_own else {}
    outcome = world.attempt(program, lambda: execute(statement.text, program), world.World(), steps)
    for name, (rows, copy) in kept.items():
        if program.namespace.get(name) is rows and name not in statement.binds:
            for row, old in zip(rows, copy, strict=False):
                row[:] = old
    return outcome


def run_script(
    program: Program,
    run: world.World,
    text: str | None = None,
    names: Mapping[str, Any] | None = None,
    replaced: Mapping[str, Any] | None = None,
) -> Outcome:
    """Run the whole file, or another text in its place, as a script in a world: an Outcome.

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
        outcome = world.attempt(program, run_all, run, program.steps)
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
        exec(compile(text, world.FILE, "exec", _FUTURE_ANNOTATIONS, True), program.namespace)  # noqa: S102 - see below
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
