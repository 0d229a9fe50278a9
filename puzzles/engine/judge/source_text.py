"""The text of a student's file: decoded from bytes, with tabs resolved, and parsed to top-level nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .limits import PROGRAM_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from .student_program import Program

    Node = Any  # of a syntax tree, by attributes: the module `ast` takes Brython 100 ms to import

_ONLY_AST = 1024
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


def parse(program: Program) -> list[Node]:
    """The top-level nodes of a program. Tab stops are eight columns, or four if only that is valid Python."""
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
    """Parse a text whose lines begin with tabs. Brython accepts any mixture, so this checks for one."""
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
    """The first lines of these statements and of those inside them."""
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
    """Whether a line is dedented to a depth that no line around it has."""
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
    return compile(text, PROGRAM_FILE, "exec", _ONLY_AST, True)


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _without_tabs(line: str, columns: int) -> str:
    indentation = _indentation(line)
    return indentation.expandtabs(columns) + line[len(indentation) :]
