"""Hooks put into the text of a student's program, so that a run of it can be recorded.

Calls of these names are written into the text:

- `__wrote__(line, base, i, j)` after a statement that wrote `base[i][j]` or `base[i, j]`
- `__wrote_deep__(line, base, i, j)` if `base` is itself an element, as of a list of grids, or of a table
- `__wrote_one__(line, base, k)` after a statement that wrote `base[k]`
- `__look__(line)` after a statement that wrote in any other way
- `__enter__(function, arguments)`, `__leave__(depth, value)`, `__caught__(depth)` where a function may write
- `__calls__[function] += 1` in functions that neither write nor call one that does

A line trace (`sys.settrace`) would give the same: on a backtracking solver it makes a run 12 times slower in
CPython and 16 times in Brython, the hooks about 1.5 times in both. The text is changed, not the syntax tree,
because Brython 3.15 cannot compile every tree it has parsed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

ONLY_AST = 0x400
MOST_ARGUMENTS = 4

_WRITERS = ("__setitem__", "insert", "itemset", "put", "fill")
_FUNCTIONS = ("FunctionDef", "AsyncFunctionDef")
_SCOPES = (*_FUNCTIONS, "ClassDef", "Lambda")
_PURE = ("Name", "Constant", "Attribute", "Subscript", "BinOp", "UnaryOp", "Tuple")
_COMPOUND = ("If", "For", "While", "Try", "TryStar", "With", "Match", "AsyncFor", "AsyncWith", *_SCOPES)
# CPython counts columns in bytes of UTF-8, Brython in characters.
_COUNTS_BYTES = compile("'é';x", "<probe>", "exec", ONLY_AST).body[1].col_offset == 5


class Function:
    """A function of the program: its name, the names of its parameters, the line of its `def`."""

    __slots__ = ("is_method", "line", "name", "node", "number", "parameters", "required", "writes")

    def __init__(self, number: int, node: Any, *, is_method: bool) -> None:
        self.number = number
        self.node = node
        self.name: str = node.name
        self.line: int = node.lineno
        self.is_method = is_method
        self.parameters: list[str] = [each.arg for each in [*node.args.posonlyargs, *node.args.args]]
        self.required = len(self.parameters) - len(node.args.defaults)
        self.writes = False


class Instrumented:
    """A text with hooks, the functions it defines, and where its lines come from."""

    __slots__ = ("functions", "origins", "text")

    def __init__(self, text: str, functions: list[Function], origins: list[int]) -> None:
        self.text = text
        self.functions = functions
        self.origins = origins

    def origin(self, line: int | None) -> int | None:
        """The line of the student's text that a line of this one comes from."""
        return self.origins[line - 1] if line and line <= len(self.origins) else None


def instrument(source: str, keeps: Callable[[Any], bool]) -> Instrumented:
    """The text with hooks; of its top level only the statements that `keeps` accepts. Raises SyntaxError."""
    source = _keep_only(source, keeps)
    tree: Any = parse(source)
    text = _Text(source)
    functions = [
        Function(number, node, is_method=is_method) for number, (node, is_method) in enumerate(_defined(tree))
    ]
    _find_writers(functions)
    _hook_writes(tree.body, text)
    # From the last one: the end of an inner function comes before the end of the outer one.
    for function in reversed(functions):
        _hook_function(function, text)
    return Instrumented(*text.result(functions))


def parse(source: str) -> Any:
    """The syntax tree of a text, without the module `ast`, which takes Brython 100 ms to import."""
    return compile(source, "student.py", "exec", ONLY_AST)


def kind(node: Any) -> str:
    """The name of a node's class."""
    return type(node).__name__


def walk(node: Any) -> Iterator[Any]:
    """A node and all below it."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        waiting.extend(_children(each))


def _children(node: Any) -> Iterator[Any]:
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            for each in value:
                if hasattr(each, "_fields"):
                    yield each
        elif hasattr(value, "_fields"):
            yield value


def _own_nodes(function: Any) -> Iterator[Any]:
    """The nodes of a function's body without those of the functions defined in it."""
    waiting = list(function.body)
    while waiting:
        each = waiting.pop()
        yield each
        if kind(each) not in _SCOPES:
            waiting.extend(_children(each))


def _defined(tree: Any) -> list[tuple[Any, bool]]:
    """Every function with whether it is a method, in the order of their lines."""
    found = []
    waiting = [(tree, False)]
    while waiting:
        node, is_in_class = waiting.pop()
        if kind(node) in _FUNCTIONS:
            found.append((node, is_in_class))
        waiting.extend((each, kind(node) == "ClassDef") for each in _children(node))
    return sorted(found, key=lambda each: (each[0].lineno, each[0].col_offset))


def _find_writers(functions: list[Function]) -> None:
    """Mark the functions that write into something, or that call one that does."""
    calls: dict[int, set[str | None]] = {}
    for function in functions:
        calls[function.number] = called = set()
        for node in _own_nodes(function.node):
            if kind(node) == "Call":
                called.add(getattr(node.func, "id", None) or getattr(node.func, "attr", None))
            function.writes = function.writes or _is_write(node)
    changed = True
    while changed:
        changed = False
        writers = {function.name for function in functions if function.writes}
        for function in functions:
            if not function.writes and calls[function.number] & writers:
                function.writes = changed = True


def _is_write(node: Any) -> bool:
    if kind(node) == "Subscript":
        return kind(node.ctx) != "Load"
    return kind(node) == "Attribute" and node.attr in _WRITERS


def _keep_only(source: str, keeps: Callable[[Any], bool]) -> str:
    """The text with `pass` in place of each statement of its top level that is not kept."""
    text = _Text(source)
    for node in parse(source).body:
        if not keeps(node):
            text.drop(node)
    return "\n".join(text.lines) + "\n"


def _hook_writes(body: list[Any], text: _Text) -> None:
    """Put a hook behind each statement of a block, and of the blocks in it, that writes into something."""
    for node in body:
        hooks = _hooks_of(node, text)
        if kind(node) == "For":
            for hook in reversed(hooks):
                text.before(node.body[0], hook)
        else:
            for hook in hooks:
                text.insert_at_end(node, f"; {hook}")
        for block in _blocks(node):
            _hook_writes(block, text)


def _hooks_of(node: Any, text: _Text) -> list[str]:
    """The hooks for what a statement writes."""
    if kind(node) in ("Assign", "Delete"):
        targets = node.targets
    elif kind(node) in ("AugAssign", "AnnAssign", "For"):
        targets = [node.target]
    elif kind(node) == "Expr" and kind(node.value) == "Call":
        is_writer = kind(node.value.func) == "Attribute" and node.value.func.attr in _WRITERS
        return [f"__look__({node.lineno})"] if is_writer else []
    else:
        return []
    return [hook for target in targets for hook in _target_hooks(target, node, text)]


def _target_hooks(target: Any, node: Any, text: _Text) -> list[str]:
    if kind(target) in ("Tuple", "List"):
        return [hook for each in target.elts for hook in _target_hooks(each, node, text)]
    if kind(target) != "Subscript":
        return []
    if kind(node) == "Delete" or target.lineno != target.end_lineno or not _is_pure(target):
        return [f"__look__({node.lineno})"]
    outer = target.value
    if kind(target.slice) == "Tuple" and len(target.slice.elts) == 2:
        return [_call("__wrote__", node.lineno, [outer, *target.slice.elts], text)]
    if kind(outer) == "Subscript":
        is_deep = kind(outer.value) == "Subscript"
        name = "__wrote_deep__" if is_deep else "__wrote__"
        return [_call(name, node.lineno, [outer.value, outer.slice, target.slice], text)]
    return [_call("__wrote_one__", node.lineno, [outer, target.slice], text)]


def _call(name: str, line: int, expressions: list[Any], text: _Text) -> str:
    return f"{name}({line}, {', '.join('(' + text.source_of(each) + ')' for each in expressions)})"


def _is_pure(node: Any) -> bool:
    """Whether an expression can be evaluated again without effects: names, numbers, and arithmetic."""
    return all(kind(each) in _PURE or not hasattr(each, "lineno") for each in walk(node))


def _hook_function(function: Function, text: _Text) -> None:
    """Count the calls of a function; where it may write, keep its place on the stack."""
    node = function.node
    if any(kind(each) in ("Yield", "YieldFrom", "Await") for each in _own_nodes(node)):
        return
    at = 1 if _has_docstring(node) and len(node.body) > 1 else 0
    if not function.writes:
        text.before(node.body[at], f"__calls__[{function.number}] += 1")
        return
    _hook_returns(node.body, text)
    _end_block(node.body[-1], "__leave__(__depth__, None)", text)
    shown = function.parameters[1:] if function.is_method else function.parameters
    values = "".join(f"{name}," for name in shown[:MOST_ARGUMENTS])
    text.before(node.body[at], f"__depth__ = __enter__({function.number}, ({values}))")


def _has_docstring(node: Any) -> bool:
    first = node.body[0]
    return kind(first) == "Expr" and kind(first.value) == "Constant" and isinstance(first.value.value, str)


def _hook_returns(body: list[Any], text: _Text) -> None:
    for node in body:
        if kind(node) in _SCOPES:
            continue
        if kind(node) == "Return":
            if node.value is None:
                text.insert_at_end(node, " __leave__(__depth__, None)")
            else:
                # From behind `return`: the brackets around a value are no part of it.
                text.insert(node.lineno, text.column(node) + len("return"), " __leave__(__depth__, (")
                text.insert_at_end(node, "))")
        for block in _blocks(node):
            _hook_returns(block, text)
        for handler in getattr(node, "handlers", ()):
            text.before(handler.body[0], "__caught__(__depth__)")


def _end_block(last: Any, hook: str, text: _Text) -> None:
    if kind(last) in _COMPOUND:
        text.line_behind(last, hook)
    else:
        text.insert_at_end(last, f"; {hook}")


def _blocks(node: Any) -> Iterator[list[Any]]:
    """The lists of statements in a statement."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block
    for name in ("handlers", "cases"):
        for each in getattr(node, name, None) or ():
            yield each.body


class _Text:
    """A text and the insertions into it."""

    def __init__(self, source: str) -> None:
        self.lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._inserted: dict[int, list[tuple[int, int, str]]] = {}
        self._before: dict[int, list[str]] = {}
        self._behind: dict[int, list[str]] = {}
        self._count = 0

    def column(self, node: Any) -> int:
        """Where a node begins in its line, in characters."""
        return self._characters(node.lineno, node.col_offset)

    def source_of(self, node: Any) -> str:
        """The text of a node on a single line."""
        end = self._characters(node.end_lineno, node.end_col_offset)
        return self.lines[node.lineno - 1][self.column(node) : end]

    def insert(self, line: int, column: int, text: str) -> None:
        """Insert text into a line; later insertions at the same place come after it."""
        self._count += 1
        self._inserted.setdefault(line, []).append((column, self._count, text))

    def insert_at_end(self, node: Any, text: str) -> None:
        """Write something behind a statement."""
        self.insert(node.end_lineno, self._characters(node.end_lineno, node.end_col_offset), text)

    def before(self, node: Any, statement: str) -> None:
        """Insert a statement before another one, on a new line where that one begins its line."""
        line = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        indent = self._indent(line)
        if line != node.lineno or len(indent) == self.column(node):
            self._before.setdefault(line, []).insert(0, indent + statement)
        else:
            self.insert(line, self.column(node), f"{statement}; ")

    def line_behind(self, node: Any, statement: str) -> None:
        """Insert a statement on a new line after a compound one."""
        self._behind.setdefault(node.end_lineno, []).append(self._indent(node.lineno) + statement)

    def drop(self, node: Any) -> None:
        """Put `pass` in place of a statement, and leave all lines where they are."""
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        start = self.column(node) if first == node.lineno else 0
        rest = self.lines[node.end_lineno - 1][self._characters(node.end_lineno, node.end_col_offset) :]
        for line in range(first, node.end_lineno):
            self.lines[line] = ""
        # Blanks keep the places of what follows in the line.
        kept = self.lines[first - 1][:start] + "pass"
        if first == node.end_lineno:
            width = self._characters(first, node.end_col_offset)
            self.lines[first - 1] = kept + " " * (width - len(kept)) + rest
        else:
            self.lines[first - 1] = kept
            self.lines[node.end_lineno - 1] = rest.lstrip("; ")

    def result(self, functions: list[Function]) -> tuple[str, list[Function], list[int]]:
        """The new text, and for each of its lines the number of the old one it comes from."""
        lines: list[str] = []
        origins: list[int] = []
        for number, line in enumerate(self.lines, 1):
            made = line
            for column, _count, text in sorted(self._inserted.get(number, ()), reverse=True):
                made = made[:column] + text + made[column:]
            new = [*self._before.get(number, ()), made, *self._behind.get(number, ())]
            lines.extend(new)
            origins.extend(number for _ in new)
        return "\n".join(lines) + "\n", functions, origins

    def _indent(self, line: int) -> str:
        text = self.lines[line - 1]
        return text[: len(text) - len(text.lstrip())]

    def _characters(self, line: int, offset: int) -> int:
        text = self.lines[line - 1]
        if not _COUNTS_BYTES or text.isascii():
            return offset
        return len(text.encode()[:offset].decode())
