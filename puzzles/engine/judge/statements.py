"""The top-level statements of a student's file: which to run, together or alone, and which to leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .student_program import Statement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .source_text import Node
    from .student_program import Program

_DEFINITIONS = ("FunctionDef", "AsyncFunctionDef", "ClassDef", "Import", "ImportFrom")
_BINDINGS = ("Assign", "AnnAssign", "AugAssign", "Delete", "Pass", "Global", "TypeAlias")
# Calls of any object by these names start something that waits, shows, tests or ends.
_STARTERS = ("testmod", "main", "mainloop", "show", "sleep", "exit", "quit", "run")


def split(program: Program, nodes: list[Node]) -> list[list[Statement]]:
    """The statements to run in their order: runs of harmless ones together, each other one alone."""
    for node in nodes:
        for name in _bound(node):
            program.own_names.setdefault(name, node.lineno)
    defined = {node.name for node in nodes if hasattr(node, "name") and type(node).__name__ in _DEFINITIONS}
    statements: list[list[Statement]] = []
    harmless: list[Statement] | None = None
    for first, last, group in _line_groups(nodes):
        reason = next((code for code in (_reason_to_skip(node, defined) for node in group) if code), None)
        binds = [name for node in group for name in _bound(node)]
        calls_own = any(_calls(node) & defined for node in group if type(node).__name__ not in _DEFINITIONS)
        text = "\n" * (first - 1) + "\n".join(program.lines[first - 1 : last]) + "\n"
        statement = Statement(first=first, last=last, text=text, binds=binds, calls_own=calls_own)
        program.pieces.append(statement)
        if all(type(node).__name__ == "ImportFrom" and node.module == "__future__" for node in group):
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


def _line_groups(nodes: Sequence[Node]) -> list[tuple[int, int, list[Node]]]:
    """The statements with their first and last lines; those that share a line (`a = 1; b = 2`) together."""
    groups: list[tuple[int, int, list[Node]]] = []
    for node in nodes:
        first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])
        if groups and first <= groups[-1][1]:
            begin, last, before = groups.pop()
            groups.append((begin, max(last, node.end_lineno), [*before, node]))
        else:
            groups.append((first, node.end_lineno, [node]))
    return groups


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
    """The reason not to run a statement: asks, prints, runs. None for one that is run."""
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


def joined(group: Sequence[Statement]) -> Statement:
    """Several statements as one, with the line numbers of the file."""
    lines = [""] * group[-1].last
    for statement in group:
        lines[statement.first - 1 :] = (
            statement.text.split("\n")[statement.first - 1 : -1] + lines[statement.last :]
        )
    binds = [name for statement in group for name in statement.binds]
    text = "\n".join(lines) + "\n"
    return Statement(first=group[0].first, last=group[-1].last, text=text, binds=binds, calls_own=False)
