"""The source of the course's modules: the text students read, its functions, and the lines of statements."""

import ast
from functools import cache
from pathlib import Path

# The five worksheets in their order, and what goes beyond them.
WORKSHEETS = ("projet_insa", "n_valide", "td_iteratif", "tutoriel", "mini_projet")
BEYOND = "propagation"
COURSE_MODULES = (*WORKSHEETS, BEYOND)

_FOLDER = Path(__file__).parent


class UnknownSourceError(LookupError):
    """What was asked for stands in no module of the course."""


@cache
def source_of(module: str) -> str:
    """The text of a module of the course. Raises UnknownSourceError."""
    if module not in COURSE_MODULES:
        raise UnknownSourceError(
            f"{module!r} is no module of the course: expected one of {', '.join(COURSE_MODULES)}"
        )
    return (_FOLDER / f"{module}.py").read_text("utf-8")


@cache
def functions_of(module: str) -> dict[str, range]:
    """The functions and methods of a module, each with the numbers of its lines, in their order."""
    nodes = [node for node in ast.walk(ast.parse(source_of(module))) if isinstance(node, ast.FunctionDef)]
    nodes.sort(key=lambda node: node.lineno)
    return {node.name: range(node.lineno, (node.end_lineno or node.lineno) + 1) for node in nodes}


@cache
def bodies_of(module: str) -> dict[str, range]:
    """What each function does, without its heading and docstring: the numbers of these lines.

    Under "" stand the lines that run where the module is the program.
    """
    bodies = {}
    for node in ast.walk(ast.parse(source_of(module))):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            bodies[node.name] = _lines_of(body)
        elif isinstance(node, ast.If) and "__name__" in ast.unparse(node.test):
            bodies[""] = _lines_of(node.body)
    return bodies


def _lines_of(body: list[ast.stmt]) -> range:
    return range(body[0].lineno, (body[-1].end_lineno or body[-1].lineno) + 1) if body else range(0)


def line_of(module: str, function: str, statement: str, *, nth: int = 1) -> int:
    """The number of the line where the nth such statement of a function stands. Raises UnknownSourceError."""
    lines = source_of(module).splitlines()
    numbers = functions_of(module).get(function, range(0))
    found = [number for number in numbers if lines[number - 1].strip() == statement]
    if len(found) < nth:
        raise UnknownSourceError(f"{module}.{function} has no {statement!r} number {nth}")
    return found[nth - 1]
