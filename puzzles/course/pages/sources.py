"""The source of the course as a page shows it: numbered lines, each in pieces, and functions to jump to."""

import io
import keyword
import token
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from puzzles.engine.worksheets import bodies_of, functions_in, functions_of, numpy_source, source_of

from ..models import EXERCISES

_KINDS = {tokenize.COMMENT: "comment", token.STRING: "string", token.NUMBER: "number"}


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line: its number, and its text in pieces, each with its kind ("" for plain text)."""

    number: int
    pieces: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The line as it is written."""
        return "".join(text for _kind, text in self.pieces)

    @property
    def is_docstring(self) -> bool:
        """Whether the line belongs to a docstring: it is all string."""
        kinds = {kind for kind, text in self.pieces if text.strip()}
        return kinds == {"string"}


@dataclass(frozen=True, slots=True)
class SourceBlock:
    """The lines of a function, with its name; or lines between two functions, without one."""

    name: str
    lines: tuple[SourceLine, ...]


@cache
def source_blocks(module: str, closed: frozenset[str]) -> tuple[SourceBlock, ...]:
    """A whole module of the course without the bodies that answer closed exercises."""
    return blocks_of(open_lines(module, closed), functions_of(module))


@cache
def numpy_blocks() -> tuple[SourceBlock, ...]:
    """The third worksheet's text for a matrix of numpy."""
    return blocks_of(lines_of(numpy_source()), functions_in(numpy_source()))


def blocks_of(lines: tuple[SourceLine, ...], functions: Mapping[str, range]) -> tuple[SourceBlock, ...]:
    """Lines by the functions that they belong to."""
    blocks, begin = [], 1
    for name, numbers in functions.items():
        blocks.append(SourceBlock("", lines_within(lines, range(begin, numbers.start))))
        blocks.append(SourceBlock(name, lines_within(lines, numbers)))
        begin = numbers.stop
    blocks.append(SourceBlock("", tuple(line for line in lines if line.number >= begin)))
    return tuple(block for block in blocks if block.lines)


def function_lines(module: str, function: str, closed: frozenset[str]) -> tuple[SourceLine, ...]:
    """The lines of one function; only heading and docstring if it answers a closed exercise."""
    return lines_within(open_lines(module, closed), functions_of(module)[function])


def lines_within(lines: Iterable[SourceLine], numbers: range) -> tuple[SourceLine, ...]:
    return tuple(line for line in lines if line.number in numbers)


@cache
def hidden_bodies(module: str, closed: frozenset[str]) -> tuple[range, ...]:
    """The lines of a module that answer the closed exercises, in their order."""
    functions = {name for key in closed for name in EXERCISES[module][key]}
    bodies = [lines for name, lines in bodies_of(module).items() if name in functions and lines]
    return tuple(sorted(bodies, key=lambda lines: lines.start))


def reference_text(module: str, closed: frozenset[str]) -> str:
    """The text of a worksheet's functions; a closed one keeps its heading and docstring."""
    return "".join(f"{line.text}\n" for line in open_lines(module, closed))


@cache
def open_lines(module: str, closed: frozenset[str]) -> tuple[SourceLine, ...]:
    """The lines that may be read, with `...` for a body that answers a closed exercise."""
    lines = {line.number: line for line in source_lines(module)}
    for hidden in hidden_bodies(module, closed):
        first = lines[hidden.start].text
        indent = first[: len(first) - len(first.lstrip())]
        for number in hidden:
            del lines[number]
        lines[hidden.start] = SourceLine(hidden.start, (("", f"{indent}..."),))
    return tuple(lines[number] for number in sorted(lines))


@cache
def source_lines(module: str) -> tuple[SourceLine, ...]:
    """Every line of a module."""
    return lines_of(source_of(module))


def lines_of(source: str) -> tuple[SourceLine, ...]:
    """Every line of a text."""
    texts = source.splitlines()
    tokens: dict[int, list[tuple[int, int, str]]] = {}
    for row, start, end, kind in tokens_of(source):
        tokens.setdefault(row, []).append((start, len(texts[row - 1]) if end < 0 else end, kind))
    return tuple(
        SourceLine(number, tuple(pieces_of(text, tokens.get(number, []))))
        for number, text in enumerate(texts, 1)
    )


def pieces_of(text: str, tokens: list[tuple[int, int, str]]) -> Iterator[tuple[str, str]]:
    """A line cut at its tokens, with the plain text between them."""
    done = 0
    for start, end, kind in [*tokens, (len(text), len(text), "")]:
        if done < start:
            yield "", text[done:start]
        if start < end:
            yield kind, text[start:end]
        done = end


def tokens_of(source: str) -> Iterator[tuple[int, int, int, str]]:
    """Row, start, end (-1 for the end of the line) and kind of each token that is coloured.

    A token of several lines, such as a docstring, comes once a line.
    """
    is_named_next = False
    for each in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = _KINDS.get(each.type, "")
        if each.type == token.NAME:
            kind = "name" if is_named_next else "keyword" if keyword.iskeyword(each.string) else ""
        is_named_next = each.type == token.NAME and each.string in ("def", "class")
        if kind:
            (first, start), (last, end) = each.start, each.end
            for row in range(first, last + 1):
                yield row, start if row == first else 0, end if row == last else -1, kind
