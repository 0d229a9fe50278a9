"""The source of the course's modules: the text students read, its functions, and the lines of statements."""

import ast
from contextlib import suppress
from functools import cache

from ..files import ENGINE, STARTERS, read_bytes

# The five worksheets in their order, and what goes beyond them.
WORKSHEETS = ("projet_insa", "n_valide", "td_iteratif", "tutoriel", "mini_projet")
BEYOND = "propagation"
COURSE_MODULES = (*WORKSHEETS, BEYOND)

_FOLDER = ENGINE / "course"


class UnknownSourceError(LookupError):
    """What was asked for stands in no module of the course."""


@cache
def source_of(module: str) -> str:
    """The text of a module of the course. Raises UnknownSourceError; a copy may come without some texts."""
    if module not in COURSE_MODULES:
        raise UnknownSourceError(
            f"{module!r} is no module of the course: expected one of {', '.join(COURSE_MODULES)}"
        )
    try:
        return read_bytes(_FOLDER / f"{module}.py").decode("utf-8")
    except OSError:
        raise UnknownSourceError(f"this copy comes without {module}.py") from None


@cache
def functions_of(module: str) -> dict[str, range]:
    """The functions and methods of a module, each with the numbers of its lines, in their order."""
    nodes = [node for node in ast.walk(ast.parse(source_of(module))) if isinstance(node, ast.FunctionDef)]
    nodes.sort(key=lambda node: node.lineno)
    return {node.name: range(node.lineno, (node.end_lineno or node.lineno) + 1) for node in nodes}


def line_of(module: str, function: str, statement: str, *, nth: int = 1) -> int:
    """The number of the line where the nth such statement of a function stands. Raises UnknownSourceError."""
    lines = source_of(module).splitlines()
    numbers = functions_of(module).get(function, range(0))
    found = [number for number in numbers if lines[number - 1].strip() == statement]
    if len(found) < nth:
        raise UnknownSourceError(f"{module}.{function} has no {statement!r} number {nth}")
    return found[nth - 1]


@cache
def starter_of(worksheet: str) -> str:
    """The skeleton of a worksheet: its functions to be written, with its own examples as doctests.

    Raises UnknownSourceError.
    """
    if worksheet in WORKSHEETS:
        with suppress(OSError):
            return read_bytes(STARTERS / f"{worksheet}.py").decode("utf-8")
    raise UnknownSourceError(f"{worksheet!r} has no starter")
